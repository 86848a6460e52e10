import { type FocusEvent, useEffect, useState } from 'react';

/** How long a slide is shown, in milliseconds. */
const interval = 4000;

export type Carousel = ReturnType<typeof useCarousel>;

/**
 * Slides that advance automatically and loop. They pause while hovered or focused and while the tab is hidden, and do
 * not start with reduced motion.
 */
export function useCarousel(count: number) {
  const [current, setCurrent] = useState(0);
  // Off until the browser's motion preference is known, so that the first render is the same everywhere.
  const [isPlaying, setPlaying] = useState(false);
  const [isWatched, setWatched] = useState({ pointer: false, focus: false });

  useEffect(() => {
    const lessMotion = window.matchMedia('(prefers-reduced-motion: reduce)');
    const follow = () => setPlaying(!lessMotion.matches);
    follow();
    lessMotion.addEventListener('change', follow);
    return () => lessMotion.removeEventListener('change', follow);
  }, []);

  const runs = isPlaying && !isWatched.pointer && !isWatched.focus;
  useEffect(() => {
    if (!runs) return;
    const timer = window.setInterval(() => {
      if (!document.hidden) setCurrent((index) => (index + 1) % count);
    }, interval);
    return () => window.clearInterval(timer);
    // A slide chosen by the user is shown for its full time.
  }, [runs, count, current]);

  return {
    // An admin may have left fewer.
    current: current % count,
    isPlaying,
    go: (index: number) => setCurrent((index + count) % count),
    togglePlaying: () => setPlaying((playing) => !playing),
    /** Props for the element that pauses the slides while it has the pointer or the focus. */
    attention: {
      // A tap is not a hover: only a mouse hovers.
      onPointerEnter: (event: { pointerType: string }) => {
        if (event.pointerType === 'mouse') setWatched((watched) => ({ ...watched, pointer: true }));
      },
      onPointerLeave: () => setWatched((watched) => ({ ...watched, pointer: false })),
      onFocus: (event: FocusEvent) => {
        // The heading is focused after each navigation; that must not pause the slides.
        if (event.target.matches(':focus-visible')) setWatched((watched) => ({ ...watched, focus: true }));
      },
      onBlur: () => setWatched((watched) => ({ ...watched, focus: false })),
    },
  };
}
