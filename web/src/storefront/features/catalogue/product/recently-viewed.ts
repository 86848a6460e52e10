import type { ProductSummary } from '@contract/products.ts';
import { browserState, isRecord } from '../../../../lib/stored-state.ts';

/** What is kept of a product that was looked at; no price, which would be an old one. */
export type ViewedProduct = Pick<ProductSummary, 'slug' | 'name' | 'category' | 'imageUrl' | 'keyFigures'>;

const most = 7;

const stored = browserState('viewed-products', 1, (state) =>
  Array.isArray(state) ? state.filter(isViewed).slice(0, most) : null,
);

/** The products that this browser viewed before, the latest first, without this one. */
export function viewedBefore(slug: string): ViewedProduct[] {
  return (stored.recall() ?? []).filter((viewed) => viewed.slug !== slug).slice(0, most - 1);
}

/** Remembers that a product was viewed. */
export function rememberViewed({ slug, name, category, imageUrl, keyFigures }: ViewedProduct): void {
  stored.remember([{ slug, name, category, imageUrl, keyFigures }, ...viewedBefore(slug)]);
}

function isViewed(value: unknown): value is ViewedProduct {
  return (
    isRecord(value) &&
    [value.slug, value.name, value.category].every((text) => typeof text === 'string' && text !== '') &&
    (value.imageUrl === null || typeof value.imageUrl === 'string') &&
    Array.isArray(value.keyFigures) &&
    value.keyFigures.every((figure) => typeof figure === 'string')
  );
}
