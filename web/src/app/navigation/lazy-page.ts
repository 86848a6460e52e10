import type { ComponentType } from 'react';
import { lazyPart } from '#lib/loading/lazy-part.ts';
import { watchPage } from './slow-pages.ts';

/** A page loaded on demand, by the name of its export. The progress line shows while its code loads. */
export function lazyPage<Name extends string, Props = object>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
) {
  return lazyPart(name, () => watchPage(load()));
}
