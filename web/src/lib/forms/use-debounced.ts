import { useEffect, useState } from 'react';

/** A value that changes with every keystroke, once it has stayed the same for `pause` milliseconds. */
export function useDebounced<Value>(value: Value, pause = 400): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return debounced;
}
