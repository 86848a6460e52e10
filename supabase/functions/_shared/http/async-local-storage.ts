/**
 * The part of `node:async_hooks` that the functions use. With it, Deno does not look for the types of Node, which the
 * functions do without.
 */
export declare class AsyncLocalStorage<T> {
  run<R>(store: T, work: () => R): R;
  getStore(): T | undefined;
}
