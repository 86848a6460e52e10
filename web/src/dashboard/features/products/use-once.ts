import { useCallback, useRef } from 'react';

/** Lets one try run at a time: a double click comes before the busy button is drawn. The try tells of its own failure. */
export function useOnce(): (act: () => Promise<unknown>) => void {
  const isUnderWay = useRef(false);
  return useCallback((act) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const done = () => {
      isUnderWay.current = false;
    };
    act().then(done, done);
  }, []);
}
