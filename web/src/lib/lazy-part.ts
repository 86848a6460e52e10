import { type ComponentType, lazy } from 'react';

/**
 * A component whose code is fetched when it is first rendered.
 * @param name under which its file exports it; `React.lazy` itself wants a default export
 */
export function lazyPart<Name extends string, Props = object>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
) {
  return lazy(async () => ({ default: (await unlessReloading(load()))[name] }));
}

/**
 * Vite gives nothing in place of code that is gone while the page reloads for a new release: then nothing more is to be
 * shown here, and what waits for the code goes on waiting.
 */
async function unlessReloading<Code>(loading: Promise<Code | undefined>): Promise<Code> {
  return (await loading) ?? new Promise(() => {});
}
