import type { ProductSummary } from '@contract/products.ts';
import { useSyncExternalStore } from 'react';
import { browserState, isRecord } from '#lib/storage/stored-state.ts';

/** The stored fields of a product that was chosen for comparison. */
export type ComparedProduct = Pick<ProductSummary, 'slug' | 'name'>;

/** The number of columns that are readable side by side. */
export const maxCompared = 4;

const nobody: readonly ComparedProduct[] = [];
const stored = browserState('compared-products', 1, (state) =>
  Array.isArray(state) ? state.filter(isCompared).slice(0, maxCompared) : null,
);

let chosen: readonly ComparedProduct[] | null = null;
const listeners = new Set<() => void>();

/** The products that this browser has chosen to compare, for a component; none in prerendered pages. */
export function useCompared(): readonly ComparedProduct[] {
  return useSyncExternalStore(subscribe, comparedProducts, () => nobody);
}

/**
 * Adds a product to the comparison, or removes it.
 * @returns false when there are four already
 */
export function setCompared({ slug, name }: ComparedProduct, isWanted: boolean): boolean {
  const others = comparedProducts().filter((one) => one.slug !== slug);
  if (isWanted && others.length >= maxCompared) return false;
  replaceCompared(isWanted ? [...others, { slug, name }] : others);
  return true;
}

export function replaceCompared(products: readonly ComparedProduct[]): void {
  chosen = products;
  stored.remember([...products]);
  for (const listener of listeners) listener();
}

/** The path of a comparison, which can be shared. */
export const comparePath = (slugs: readonly string[]) =>
  slugs.length === 0 ? '/compare' : `/compare?products=${slugs.map(encodeURIComponent).join(',')}`;

/** The products in such a URL, each once, four at most. */
export function comparedIn(parameters: URLSearchParams): string[] {
  const slugs = (parameters.get('products') ?? '').toLowerCase().split(',');
  return [...new Set(slugs)].filter((slug) => /^[a-z0-9-]{1,120}$/.test(slug)).slice(0, maxCompared);
}

function comparedProducts(): readonly ComparedProduct[] {
  return (chosen ??= stored.recall() ?? nobody);
}

function subscribe(listener: () => void): () => void {
  // Changed in another tab, or the user has signed out.
  const onStorage = () => {
    chosen = null;
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

function isCompared(value: unknown): value is ComparedProduct {
  return isRecord(value) && [value.slug, value.name].every((text) => typeof text === 'string' && text !== '');
}
