import type { ProductSummary, Suggestions } from '@contract/products.ts';
import { Link } from 'react-router-dom';
import { classNames } from '#components/page/class-names.ts';
import { Price } from '#components/page/price.tsx';
import { categories } from '../category-facts.ts';
import styles from './search-box.module.css';

/** A suggestion: its text, its path and, for a product, its price in KES. */
type Suggestion = { to: string; label: string; price?: number };

/** The API's suggestions; offline, products have no price. */
export type SuggestedItems = Pick<Suggestions, 'terms' | 'categories'> & {
  products: readonly (Pick<ProductSummary, 'slug' | 'name'> & { price?: number })[];
};

type SuggestionGroup = { title: string; suggestions: Suggestion[] };

type SuggestionListProps = {
  id: string;
  groups: SuggestionGroup[];
  /** The index of the marked suggestion among all of them; -1 for none. */
  marked: number;
  onChoose: () => void;
};

/** The suggestions under the search field, which keeps the focus. */
export function SuggestionList({ id, groups, marked, onChoose }: SuggestionListProps) {
  const all = groups.flatMap(({ suggestions }) => suggestions);
  return (
    <div id={id} role="listbox" aria-label="Suggestions" className={classNames('control', styles.list)}>
      {groups.map(({ title, suggestions }) => (
        <div key={title} role="group" aria-label={title}>
          <div className={classNames('muted', styles.title)} aria-hidden="true">
            {title}
          </div>
          {suggestions.map((suggestion) => {
            const index = all.indexOf(suggestion);
            return (
              <Link
                key={suggestion.to}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === marked}
                tabIndex={-1}
                to={suggestion.to}
                className={classNames(
                  'row gap-3 spread target ink plain-link',
                  styles.suggestion,
                  index === marked && styles.marked,
                )}
                // Keeps the focus in the field, so that a phone's keyboard stays open.
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

/** The groups in display order, without empty ones. */
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
