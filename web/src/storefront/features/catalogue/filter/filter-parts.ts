import type { ValueRange, FilterPart, ProductFacets, ProductFilter } from '@contract/product-filter.ts';
import { categoryHeading } from '../category-facts.ts';
import { formatRange } from './format-range.ts';

/** Changes the filter that is current when it is called: on a slow phone it may be newer than the rendered one. */
export type FilterChange = (now: ProductFilter) => ProductFilter;

/** An active filter: its label, and the change that removes it. */
export type ActivePart = { part: FilterPart; label: string; remove: FilterChange };

/** The labels, units and texts of a list's facets, once they are loaded. */
export type KnownFacets = Pick<ProductFacets, 'specs' | 'texts'>;

/** Every part of a filter that can be removed; the category of a category page is not one. */
export function activeParts(filter: ProductFilter, facets: KnownFacets, isCategory: boolean): ActivePart[] {
  const { category, brands = [], minPrice, maxPrice, inStock, specs = {}, texts = {} } = filter;
  const parts: ActivePart[] = [];
  if (category !== undefined && !isCategory)
    parts.push({
      part: 'category',
      label: categoryHeading(category).title,
      remove: (now) => withCategory(now, null),
    });
  for (const brand of brands)
    parts.push({ part: 'brand', label: brand, remove: (now) => withBrand(now, brand, false) });
  if (minPrice !== undefined || maxPrice !== undefined)
    parts.push({
      part: 'price',
      label: formatRange([minPrice ?? null, maxPrice ?? null], { unit: 'KES', kind: 'number' }),
      remove: (now) => withPrice(now, [null, null]),
    });
  if (inStock) parts.push({ part: 'inStock', label: 'In stock', remove: (now) => withStock(now, false) });
  for (const [key, range] of Object.entries(specs)) {
    const facet = facets.specs.find((one) => one.key === key);
    const limits = formatRange(range, facet ?? { unit: null, kind: 'number' });
    parts.push({
      part: `spec.${key}`,
      label: `${facet?.label ?? key.replaceAll('_', ' ')} ${limits}`,
      remove: (now) => withSpec(now, key, null),
    });
  }
  for (const [key, chosen] of Object.entries(texts)) {
    const facet = facets.texts.find((one) => one.key === key);
    const labels = chosen.map(
      (slug) => facet?.options.find((one) => one.slug === slug)?.value ?? slug.replaceAll('-', ' '),
    );
    parts.push({
      part: `spec.${key}`,
      label: `${facet?.label ?? key.replaceAll('_', ' ')} ${labels.join(' or ')}`,
      remove: (now) => withoutText(now, key),
    });
  }
  return parts;
}

/** The filter with or without a brand. */
export function withBrand(filter: ProductFilter, brand: string, isWanted: boolean): ProductFilter {
  const others = (filter.brands ?? []).filter((one) => one !== brand);
  const brands = isWanted ? [...others, brand] : others;
  return changed(filter, 'brands', brands.length > 0 ? brands : undefined);
}

/** The filter with another price range, in KES; open ends are null. */
export function withPrice(filter: ProductFilter, [low, high]: ValueRange): ProductFilter {
  return changed(changed(filter, 'minPrice', low ?? undefined), 'maxPrice', high ?? undefined);
}

export function withStock(filter: ProductFilter, isWanted: boolean): ProductFilter {
  return changed(filter, 'inStock', isWanted ? true : undefined);
}

/** The filter with a range of a figure; without one for null and for a range open at both ends. */
export function withSpec(filter: ProductFilter, key: string, range: ValueRange | null): ProductFilter {
  const specs = Object.fromEntries(Object.entries(filter.specs ?? {}).filter(([one]) => one !== key));
  if (range?.some((end) => end !== null)) specs[key] = range;
  return changed(filter, 'specs', Object.keys(specs).length > 0 ? specs : undefined);
}

/** The filter with or without one of the texts of an attribute. */
export function withText(filter: ProductFilter, key: string, slug: string, isWanted: boolean): ProductFilter {
  const others = (filter.texts?.[key] ?? []).filter((one) => one !== slug);
  const chosen = isWanted ? [...others, slug] : others;
  return chosen.length === 0
    ? withoutText(filter, key)
    : changed(filter, 'texts', { ...filter.texts, [key]: chosen });
}

function withoutText(filter: ProductFilter, key: string): ProductFilter {
  const texts = Object.fromEntries(Object.entries(filter.texts ?? {}).filter(([one]) => one !== key));
  return changed(filter, 'texts', Object.keys(texts).length > 0 ? texts : undefined);
}

/** The filter with another category, without the filters on figures, which differ between categories. */
export function withCategory(filter: ProductFilter, category: string | null): ProductFilter {
  const others = changed(changed(filter, 'specs', undefined), 'texts', undefined);
  return changed(others, 'category', category ?? undefined);
}

/** Drops undefined parts, so that equal filters compare as equal. */
function changed<Part extends keyof ProductFilter>(
  filter: ProductFilter,
  part: Part,
  value: ProductFilter[Part] | undefined,
): ProductFilter {
  const next = { ...filter, [part]: value };
  if (value === undefined) delete next[part];
  return next;
}
