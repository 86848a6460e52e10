import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { SearchField } from '#components/search/search-field.tsx';
import { useDebounced } from '#lib/forms/use-debounced.ts';
import { useTypedBeforeHydration } from '#lib/forms/use-typed-before-hydration.ts';
import { suggestionGroups } from './suggestion-groups.tsx';
import { useSuggestions } from './suggestion-queries.ts';

/** The shop's search box. On the search page the field shows its text. */
export function SearchBox() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
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
  return (
    <SearchField
      label="Search equipment..."
      text={text}
      onText={setText}
      noun="suggestion"
      useSuggested={useSuggested}
      onSearch={(typed) => void navigate(`/search?q=${encodeURIComponent(typed)}`)}
      action="/search"
      form={form}
    />
  );
}

function useSuggested(typed: string) {
  const query = useDebounced(typed, 150);
  const { data, isOld } = useSuggestions(query);
  return {
    groups: typed.length >= 2 && data ? suggestionGroups(data) : [],
    isOld: isOld || query !== typed,
  };
}
