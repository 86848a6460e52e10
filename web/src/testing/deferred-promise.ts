/** A promise that a test fulfils when it wants to. */
export function deferredPromise<Value = void>() {
  let release: (value: Value) => void = () => {};
  const promise = new Promise<Value>((resolve) => (release = resolve));
  return { promise, release: (value: Value) => release(value) };
}
