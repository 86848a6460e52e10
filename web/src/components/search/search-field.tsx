import { Search } from 'lucide-react';
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useState,
} from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { classNames } from '../page/class-names.ts';
import styles from './search-field.module.css';

/** A suggestion: its text, its path, and what stands at the end of its line. */
type Suggestion = { to: string; label: string; end?: ReactNode };

export type SuggestionGroup = { title: string; suggestions: Suggestion[] };

/** Groups without empty ones; without any, what is said instead, and what can be done about it. */
export type Suggested = {
  groups: SuggestionGroup[];
  instead?: string;
  action?: ReactNode;
  /** They are still being looked for; an Enter pressed now counts when they are there. */
  isPending?: boolean;
  /** They belong to what was typed before: shown until the next ones are there, and not to be chosen. */
  isOld?: boolean;
};

type SearchFieldProps = {
  /** Of the field, and in it while it is empty, unless another text is. */
  label: string;
  placeholder?: string;
  text: string;
  onText(text: string): void;
  /** What one finding is called, in the singular: `suggestion`. */
  noun: string;
  /** What belongs to the typed text; the text is empty while the list is closed. */
  useSuggested(typed: string): Suggested;
  /** Enter without a marked suggestion; false when there is nothing to go to, and the list stays open. */
  onSearch(typed: string, suggestions: Suggestion[]): boolean | void;
  /** Where the form goes before the page has its scripts. */
  action?: string;
  form: RefObject<HTMLFormElement | null>;
};

/**
 * A search box with suggestions below; Enter searches for the typed text, or opens the suggestion marked with the arrow
 * keys, and Escape closes the list.
 */
export function SearchField({
  label,
  placeholder = label,
  text,
  onText,
  noun,
  useSuggested,
  onSearch,
  action,
  form,
}: SearchFieldProps) {
  // Open from the first keystroke until a suggestion is chosen, Escape is pressed or the focus leaves.
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState(-1);
  const listId = useId();
  const typed = text.trim();
  const suggested = useSuggested(isOpen ? typed : '');
  const groups = isOpen ? suggested.groups : [];
  const isOld = suggested.isOld === true;
  const suggestions = isOld ? [] : groups.flatMap((group) => group.suggestions);
  const isShown = groups.length > 0;
  const instead = isOpen && !isShown ? suggested.instead : undefined;
  const current = suggestions[marked];
  // Typed before the page's scripts ran.
  useEffect(() => {
    const field = document.activeElement;
    if (field instanceof HTMLInputElement && form.current?.contains(field) && field.value.trim())
      setOpen(true);
  }, []); // oxlint-disable-line react/exhaustive-deps -- later it is opened by typing
  // The text for which Enter was pressed too early.
  const [entered, setEntered] = useState('');

  const navigate = useNavigate();
  const close = () => {
    setOpen(false);
    setMarked(-1);
    setEntered('');
  };
  const isNowThere = entered !== '' && entered === typed && !suggested.isPending;
  useEffect(() => {
    if (isNowThere) form.current?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  }, [isNowThere, form]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (current) void navigate(current.to);
    else if (typed !== '' && onSearch(typed, suggestions) === false)
      return setEntered(suggested.isPending ? typed : '');
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isShown && !instead) return;
    if (event.key === 'Escape') {
      // The browser would clear the field.
      event.preventDefault();
      close();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // Before the first and after the last comes the field itself, with no suggestion marked.
      const positions = suggestions.length + 1;
      setMarked(((marked + 1 + step + positions) % positions) - 1);
    }
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) close();
  };

  return (
    <form ref={form} role="search" action={action} className="with-icon" onSubmit={onSubmit} onBlur={onBlur}>
      <Search />
      <input
        type="search"
        name="q"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={current ? `${listId}-${marked}` : undefined}
        className={`input ${styles.input}`}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          setOpen(true);
          setMarked(-1);
          setEntered('');
        }}
        onKeyDown={onKeyDown}
      />
      <span role="status" className="visually-hidden">
        {!isShown
          ? instead
          : isOld
            ? ''
            : `${suggestions.length} ${noun}${suggestions.length === 1 ? '' : 's'}`}
      </span>
      {isShown ? (
        <SuggestionList id={listId} groups={groups} isOld={isOld} marked={marked} onChoose={close} />
      ) : null}
      {instead ? (
        <div className={`control stack gap-2 at-start ${styles.list} ${styles.instead}`}>
          <p className="breaks" aria-hidden="true">
            {instead}
          </p>
          {suggested.action}
        </div>
      ) : null}
    </form>
  );
}

type SuggestionListProps = {
  id: string;
  groups: SuggestionGroup[];
  isOld: boolean;
  /** The index of the marked suggestion among all of them; -1 for none. */
  marked: number;
  onChoose: () => void;
};

/** The suggestions under the search field, which keeps the focus. */
function SuggestionList({ id, groups, isOld, marked, onChoose }: SuggestionListProps) {
  const all = groups.flatMap(({ suggestions }) => suggestions);
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Suggestions"
      aria-busy={isOld}
      className={`control dims-stale ${styles.list}`}
    >
      {groups.map(({ title, suggestions }) => (
        <div key={title} role="group" aria-label={title}>
          <div className={`muted ${styles.title}`} aria-hidden="true">
            {title}
          </div>
          {suggestions.map((suggestion) => {
            const index = all.indexOf(suggestion);
            return (
              <Link
                key={index}
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
                aria-disabled={isOld}
                onClick={(event) => (isOld ? event.preventDefault() : onChoose())}
              >
                <span className="breaks">{suggestion.label}</span>
                {suggestion.end}
              </Link>
            );
          })}
        </div>
      ))}
    </div>
  );
}
