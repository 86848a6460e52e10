import { type ComponentType, lazy } from 'react';

/**
 * A component whose code is loaded when it is first rendered.
 * @param name of its export; `lazy` itself requires a default export
 */
export function lazyPart<Name extends string, Props = object>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
) {
  return lazy(async () => {
    const file: Record<Name, ComponentType<Props>> | undefined = await load();
    // While the page reloads for a new release, Vite returns undefined for code that is gone: this waits for the reload.
    return file ? { default: file[name] } : new Promise<never>(() => {});
  });
}
