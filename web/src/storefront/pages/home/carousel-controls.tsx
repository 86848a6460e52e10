import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { IconButton } from '#components/forms/icon-button.tsx';
import styles from './carousel-controls.module.css';
import type { Carousel } from './use-carousel.ts';

/** Previous, pause or play, next, and the number of the slide. */
export function CarouselControls({ carousel, count }: { carousel: Carousel; count: number }) {
  const { current, isPlaying, go, togglePlaying } = carousel;
  return (
    <div role="group" aria-label="Slides" className="row gap-2">
      <IconButton framed label="Previous slide" icon={<ChevronLeft />} onClick={() => go(current - 1)} />
      <IconButton
        framed
        label={isPlaying ? 'Pause the slides' : 'Play the slides'}
        icon={isPlaying ? <Pause /> : <Play />}
        onClick={togglePlaying}
      />
      <IconButton framed label="Next slide" icon={<ChevronRight />} onClick={() => go(current + 1)} />
      <p className={styles.position} aria-hidden="true">
        {current + 1}
        <span className="quiet">/{count}</span>
      </p>
    </div>
  );
}
