import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A reference to a value of the last render, for actions that take a while: the value can change meanwhile. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
