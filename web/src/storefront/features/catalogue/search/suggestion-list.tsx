import { Link } from 'react-router-dom';
import { classNames } from '../../../../components/class-names.ts';
import { Price } from '../../../../components/price.tsx';
import styles from './search-box.module.css';
import type { SuggestionGroup } from './suggestion-groups.ts';

type SuggestionListProps = {
  id: string;
  groups: SuggestionGroup[];
  /** The place of the marked suggestion among all of them; -1 for none. */
  marked: number;
  onChoose: () => void;
};

/** What the search offers, under its field; the field keeps the focus. How many there are is announced. */
export function SuggestionList({ id, groups, marked, onChoose }: SuggestionListProps) {
  const all = groups.flatMap(({ suggestions }) => suggestions);
  return (
    <>
      <span role="status" className="visually-hidden">
        {all.length > 0 ? (all.length === 1 ? '1 suggestion' : `${all.length} suggestions`) : ''}
      </span>
      {all.length > 0 ? (
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
      ) : null}
    </>
  );
}
