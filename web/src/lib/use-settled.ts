import { useEffect, useState } from 'react';

/** A value that changes with every keystroke, once it has stayed the same for `pause` milliseconds. */
export function useSettled<Value>(value: Value, pause = 400): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
