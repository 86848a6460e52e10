import type { ProductSummary } from '@contract/products.ts';
import { browserState, isRecord } from '#lib/storage/stored-state.ts';

/** The stored fields of a viewed product; no price, as it would be out of date. */
export type ViewedProduct = Pick<ProductSummary, 'slug' | 'name' | 'category' | 'imageUrl' | 'keyValues'>;

const maxViewed = 7;

const stored = browserState('viewed-products', 1, (state) =>
  Array.isArray(state) ? state.filter(isViewed).slice(0, maxViewed) : null,
);

/** The products viewed before in this browser, latest first, without this one. */
export function viewedBefore(slug: string): ViewedProduct[] {
  return (stored.recall() ?? []).filter((viewed) => viewed.slug !== slug).slice(0, maxViewed - 1);
}

/** Adds a product to those viewed. */
export function rememberViewed({ slug, name, category, imageUrl, keyValues }: ViewedProduct): void {
  stored.remember([{ slug, name, category, imageUrl, keyValues }, ...viewedBefore(slug)]);
}

function isViewed(value: unknown): value is ViewedProduct {
  return (
    isRecord(value) &&
    [value.slug, value.name, value.category].every((text) => typeof text === 'string' && text !== '') &&
    (value.imageUrl === null || typeof value.imageUrl === 'string') &&
    Array.isArray(value.keyValues) &&
    value.keyValues.every((figure) => typeof figure === 'string')
  );
}
