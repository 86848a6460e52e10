import { type MouseEvent, useRef } from 'react';

/** Two taps within this many milliseconds are one double tap. */
const doubleTap = 400;

/** Handles presses of a button, but not the second one of a double click or double tap: it is not meant as two. */
export function useFirstTap(act: () => void): (event: MouseEvent) => void {
  const last = useRef(Number.NEGATIVE_INFINITY);
  return ({ detail, timeStamp, nativeEvent }) => {
    // Not every phone counts taps the way clicks of a mouse are counted.
    const isTouch = 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch';
    const isSecond = detail > 1 || (isTouch && timeStamp - last.current < doubleTap);
    last.current = timeStamp;
    if (!isSecond) act();
  };
}
