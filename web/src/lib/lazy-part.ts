import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

export type LazyPart<Props> = LazyExoticComponent<ComponentType<Props>> & {
  /** Loads the code before it is needed. A failed load is repeated when the component is rendered. */
  fetch(): void;
};

/**
 * A component whose code is loaded when it is first rendered, or earlier by `fetch`. Once loaded it renders without
 * suspending: React would keep a fallback for at least 300 ms.
 * @param name of its export; `React.lazy` itself requires a default export
 */
export function lazyPart<Name extends string, Props = object>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
): LazyPart<Props> {
  type Code = { default: ComponentType<Props> };
  let code: Code | undefined;
  let loading: Promise<Code> | undefined;
  const loaded = () => (loading ??= unlessReloading(load()).then((file) => (code = { default: file[name] })));
  const part = lazy(() => (code ? atOnce(code) : loaded()));
  return Object.assign(part, { fetch: () => void loaded().catch(() => (loading = undefined)) });
}

/** React only calls `then`; when that calls back at once, the component renders without waiting. */
const atOnce = <Code>(code: Code): Promise<Code> =>
  // oxlint-disable-next-line unicorn/no-thenable -- a promise would call back later
  ({ then: (callBack: (code: Code) => unknown) => callBack(code) }) as unknown as Promise<Code>;

/**
 * While the page reloads for a new release, Vite returns undefined for code that is gone. The promise then stays
 * pending until the reload.
 */
async function unlessReloading<Code>(loading: Promise<Code | undefined>): Promise<Code> {
  return (await loading) ?? new Promise(() => {});
}
