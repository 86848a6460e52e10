import type { ComponentType } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { watchPage } from './slow-pages.ts';

/**
 * A page, by the name under which its file exports it. While its code is on the way it shows on the progress line.
 */
export function lazyPage<Name extends string, Props = object>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
) {
  return lazyPart(name, () => watchPage(load()));
}
