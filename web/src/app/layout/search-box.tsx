import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import styles from './search-box.module.css';

/** Only keeps what is typed: there is no search yet, so Enter does nothing. */
export function SearchBox() {
  const [text, setText] = useState('');
  const onSubmit = (event: FormEvent) => event.preventDefault();

  return (
    <form role="search" className={styles.search} onSubmit={onSubmit}>
      <Search className={styles.icon} aria-hidden="true" />
      <input
        type="search"
        name="q"
        className={styles.input}
        aria-label="Search equipment..."
        placeholder="Search equipment..."
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}
