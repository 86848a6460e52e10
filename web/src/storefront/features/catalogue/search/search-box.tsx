import { Search } from 'lucide-react';
import { type FocusEvent, type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useDebounced } from '#lib/forms/use-debounced.ts';
import { useTypedBeforeHydration } from '#lib/forms/use-typed-before-hydration.ts';
import styles from './search-box.module.css';
import { classNames } from '#components/page/class-names.ts';
import { suggestionGroups, SuggestionList } from './suggestion-list.tsx';
import { useSuggestions } from './suggestion-queries.ts';

/**
 * The shop's search box with suggestions below; Enter searches for the typed text, or opens the suggestion marked
 * with the arrow keys. On the search page the field shows its text.
 */
export function SearchBox() {
  const { pathname, search } = useLocation();
  const searched = pathname === '/search' ? (new URLSearchParams(search).get('q') ?? '') : '';
  const [text, setText] = useState(searched);
  const form = useRef<HTMLFormElement>(null);
  // A prerendered field is empty, also on a search page.
  useTypedBeforeHydration(form, { q: searched }, ({ q }) => q !== '' && setText(q));
  // After another search, or Back to an earlier one, the field follows the URL and keeps the focus.
  const [followed, setFollowed] = useState(searched);
  if (followed !== searched) {
    setFollowed(searched);
    setText(searched);
  }
  // Open from the first keystroke until a suggestion is chosen, Escape is pressed or the focus leaves.
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState(-1);
  const listId = useId();
  const typed = text.trim();
  const query = useDebounced(isOpen ? typed : '', 150);
  const data = useSuggestions(query);
  const groups = isOpen && typed.length >= 2 && data ? suggestionGroups(data) : [];
  const suggestions = groups.flatMap((group) => group.suggestions);
  const isShown = suggestions.length > 0;
  const current = suggestions[marked];

  const navigate = useNavigate();
  const close = () => {
    setOpen(false);
    setMarked(-1);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    close();
    if (current) void navigate(current.to);
    else if (typed !== '') void navigate(`/search?q=${encodeURIComponent(typed)}`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isShown) return;
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
    <form ref={form} role="search" action="/search" className="with-icon" onSubmit={onSubmit} onBlur={onBlur}>
      <Search aria-hidden="true" />
      <input
        type="search"
        name="q"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={current ? `${listId}-${marked}` : undefined}
        className={classNames('input quiet-hint', styles.input)}
        aria-label="Search equipment..."
        placeholder="Search equipment..."
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setOpen(true);
          setMarked(-1);
        }}
        onKeyDown={onKeyDown}
      />
      <span role="status" className="visually-hidden">
        {isShown ? (suggestions.length === 1 ? '1 suggestion' : `${suggestions.length} suggestions`) : ''}
      </span>
      {isShown ? <SuggestionList id={listId} groups={groups} marked={marked} onChoose={close} /> : null}
    </form>
  );
}
