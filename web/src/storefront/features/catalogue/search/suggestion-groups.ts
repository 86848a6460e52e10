import type { Suggestions } from '@contract/products.ts';
import { categories } from '../category-facts.ts';

/** Something that can be chosen: words, where it leads and, for a product, its price in KES. */
type Suggestion = { to: string; label: string; price?: number };

export type SuggestionGroup = { title: string; suggestions: Suggestion[] };

/** The groups that are shown, in order; a group without anything is left out. */
export function suggestionGroups({ terms, categories: keys, products }: Suggestions): SuggestionGroup[] {
  const groups: SuggestionGroup[] = [
    {
      title: 'Search for',
      suggestions: terms.map((term) => ({ to: `/search?q=${encodeURIComponent(term)}`, label: term })),
    },
    {
      title: 'Products',
      suggestions: products.map(({ slug, name, price }) => ({ to: `/product/${slug}`, label: name, price })),
    },
    {
      title: 'Shelves',
      // The shop may hold products of a category that it has no shelf for.
      suggestions: categories
        .filter(({ key }) => keys.includes(key))
        .map(({ key, title }) => ({ to: `/category/${key}`, label: title })),
    },
  ];
  return groups.filter(({ suggestions }) => suggestions.length > 0);
}
