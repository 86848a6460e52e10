import type { ProductSummary, Suggestions } from '@contract/products.ts';
import { Price } from '#components/page/price.tsx';
import type { SuggestionGroup } from '#components/search/search-field.tsx';
import { categories } from '../category-facts.ts';

/** The API's suggestions; offline, products have no price. */
export type SuggestedItems = Pick<Suggestions, 'terms' | 'categories'> &
  Partial<Pick<Suggestions, 'replaced'>> & {
    products: readonly (Pick<ProductSummary, 'slug' | 'name'> & { price?: number })[];
  };

/** The groups in display order, without empty ones. */
export function suggestionGroups({
  terms,
  categories: keys,
  products,
  replaced = [],
}: SuggestedItems): SuggestionGroup[] {
  const groups: SuggestionGroup[] = [
    {
      title: 'Search for',
      suggestions: terms.map((term) => ({ to: `/search?q=${encodeURIComponent(term)}`, label: term })),
    },
    {
      title: 'Products',
      suggestions: products.map(({ slug, name, price }) => ({
        to: `/product/${slug}`,
        label: [
          name,
          ...replaced.filter((one) => one.slug === slug).map((one) => `replaces the ${one.replaces}`),
        ].join(', '),
        end: price === undefined ? null : <Price amount={price} size="small" />,
      })),
    },
    {
      title: 'Categories',
      // The shop may have products of a category without a page.
      suggestions: categories
        .filter(({ key }) => keys.includes(key))
        .map(({ key, title }) => ({ to: `/category/${key}`, label: title })),
    },
  ];
  return groups.filter(({ suggestions }) => suggestions.length > 0);
}
