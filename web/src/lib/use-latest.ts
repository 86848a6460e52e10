import { type RefObject, useRef } from 'react';
import { useBrowserLayoutEffect } from './use-browser-layout-effect.ts';

/** A reference to a value of the last render, for actions that take a while: the value can change meanwhile. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useBrowserLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
