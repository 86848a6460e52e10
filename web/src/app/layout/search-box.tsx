import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import styles from './search-box.module.css';

/** Searches the shop for what was typed when Enter is pressed; on the page of a search it shows that text. */
export function SearchBox() {
  const { pathname, search } = useLocation();
  const searched = pathname === '/search' ? (new URLSearchParams(search).get('q') ?? '') : '';
  const [text, setText] = useState(searched);
  // Another search, or Back to an earlier one: the field follows the address, and keeps the focus.
  const [followed, setFollowed] = useState(searched);
  if (followed !== searched) {
    setFollowed(searched);
    setText(searched);
  }
  const navigate = useNavigate();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const query = text.trim();
    if (query !== '') void navigate(`/search?q=${encodeURIComponent(query)}`);
  };

  return (
    <form role="search" action="/search" className={styles.search} onSubmit={onSubmit}>
      <Search className={styles.icon} aria-hidden="true" />
      <input
        type="search"
        name="q"
        className={styles.input}
        aria-label="Search equipment..."
        placeholder="Search equipment..."
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
