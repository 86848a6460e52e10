import { type ComponentType, lazy } from 'react';
import { watchPage } from './slow-pages.ts';

/**
 * Why: `React.lazy` wants a default export, our pages have names, and a slow one must show on the progress line.
 * @param name under which the file exports the page
 */
export function lazyPage<Name extends string, Props = object>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
) {
  return lazy(async () => ({ default: (await watchPage(load()))[name] }));
}
