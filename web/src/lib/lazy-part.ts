import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

export type LazyPart<Props> = LazyExoticComponent<ComponentType<Props>> & {
  /** Fetches the code before it is needed. Whatever fails is fetched again by who renders the component. */
  fetch(): void;
};

/**
 * A component whose code is fetched when it is first rendered, or before by `fetch`. Once its code is there it renders at
 * once: a part that suspends shows its fallback, and React keeps a fallback for at least 300 ms.
 * @param name under which its file exports it; `React.lazy` itself wants a default export
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

/** React asks for no more than a `then`, and has the component without waiting when this calls back at once. */
const atOnce = <Code>(code: Code): Promise<Code> =>
  ({ then: (callBack: (code: Code) => unknown) => callBack(code) }) as unknown as Promise<Code>;

/**
 * Vite gives nothing in place of code that is gone while the page reloads for a new release: then nothing more is to be
 * shown here, and what waits for the code goes on waiting.
 */
async function unlessReloading<Code>(loading: Promise<Code | undefined>): Promise<Code> {
  return (await loading) ?? new Promise(() => {});
}
