import type { ProductSummary, Suggestions } from '@contract/products.ts';
import type { QueryClient } from '@tanstack/react-query';
import { Link } from '../../../../components/link.tsx';
import { classNames } from '../../../../components/class-names.ts';
import { Price } from '../../../../components/price.tsx';
import { categories } from '../category-facts.ts';
import styles from './search-box.module.css';

/** Something that can be chosen: words, where it leads and, for a product, its price in KES. */
type Suggestion = { to: string; label: string; price?: number };

/** The suggestions; a product without a known price has none. */
export type SuggestedItems = Pick<Suggestions, 'terms' | 'categories'> & {
  products: readonly (Pick<ProductSummary, 'slug' | 'name'> & { price?: number })[];
};

type SuggestionGroup = { title: string; suggestions: Suggestion[] };

type SuggestionListProps = {
  id: string;
  groups: SuggestionGroup[];
  /** The place of the marked suggestion among all of them; -1 for none. */
  marked: number;
  onChoose: () => void;
};

/** What the search offers, under its field; the field keeps the focus. */
export function SuggestionList({ id, groups, marked, onChoose }: SuggestionListProps) {
  const all = groups.flatMap(({ suggestions }) => suggestions);
  return (
    <div id={id} role="listbox" aria-label="Suggestions" className={styles.list}>
      {groups.map(({ title, suggestions }) => (
        <div key={title} role="group" aria-label={title}>
          <div className={styles.title} aria-hidden="true">
            {title}
          </div>
          {suggestions.map((suggestion) => {
            const place = all.indexOf(suggestion);
            return (
              <Link
                key={suggestion.to}
                id={`${id}-${place}`}
                role="option"
                aria-selected={place === marked}
                tabIndex={-1}
                to={suggestion.to}
                className={classNames(styles.suggestion, place === marked && styles.marked)}
                // The field keeps the focus, and with it the keyboard of a phone.
                onMouseDown={(event) => event.preventDefault()}
                onClick={onChoose}
              >
                <span>{suggestion.label}</span>
                {suggestion.price === undefined ? null : <Price amount={suggestion.price} size="small" />}
              </Link>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** The groups that are shown, in order; a group without anything is left out. */
export function suggestionGroups({ terms, categories: keys, products }: SuggestedItems): SuggestionGroup[] {
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
      title: 'Categories',
      // The shop may have products of a category without a page.
      suggestions: categories
        .filter(({ key }) => keys.includes(key))
        .map(({ key, title }) => ({ to: `/category/${key}`, label: title })),
    },
  ];
  return groups.filter(({ suggestions }) => suggestions.length > 0);
}

/** What this device suggests while there is no connection. */
export const suggestOffline = async (queryClient: QueryClient, typed: string) =>
  (await import('../offline/suggest-from-index.ts')).suggestFromIndex(queryClient, typed);
