import { type FocusEvent, useEffect, useState } from 'react';

/** How long a slide stands, in milliseconds. */
const interval = 4000;

export type Carousel = ReturnType<typeof useCarousel>;

/**
 * A row of slides that goes on by itself and loops. It waits while a pointer or the focus is on it and
 * while the tab is hidden, and does not start where less motion is wished for.
 */
export function useCarousel(count: number) {
  const [current, setCurrent] = useState(0);
  // Off until the browser has said whether motion is welcome; the first render is the same everywhere.
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
    // Going to another slide by hand gives that one its full time.
  }, [runs, count, current]);

  return {
    current,
    isPlaying,
    go: (index: number) => setCurrent((index + count) % count),
    togglePlaying: () => setPlaying((playing) => !playing),
    /** Goes on the element whose attention pauses the slides. */
    attention: {
      // A tap is no hover: only a mouse stays over something.
      onPointerEnter: (event: { pointerType: string }) => {
        if (event.pointerType === 'mouse') setWatched((watched) => ({ ...watched, pointer: true }));
      },
      onPointerLeave: () => setWatched((watched) => ({ ...watched, pointer: false })),
      onFocus: (event: FocusEvent) => {
        // The heading is focused after each navigation; that is arriving, not holding on.
        if (event.target.matches(':focus-visible')) setWatched((watched) => ({ ...watched, focus: true }));
      },
      onBlur: () => setWatched((watched) => ({ ...watched, focus: false })),
    },
  };
}
