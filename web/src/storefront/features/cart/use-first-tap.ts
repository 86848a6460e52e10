import { type MouseEvent, useRef } from 'react';

/** Two taps within this many milliseconds are one double tap. */
const doubleTap = 400;

/** Handles clicks on a button, but ignores the second click of a double click or double tap. */
export function useFirstTap(act: () => void): (event: MouseEvent) => void {
  const last = useRef(Number.NEGATIVE_INFINITY);
  return ({ detail, timeStamp, nativeEvent }) => {
    // Not every phone counts taps as mouse clicks are counted.
    const isTouch = 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch';
    const isSecond = detail > 1 || (isTouch && timeStamp - last.current < doubleTap);
    last.current = timeStamp;
    if (!isSecond) act();
  };
}
