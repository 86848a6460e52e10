import { Link } from 'react-router-dom';
import { LinkButton } from '../../../../components/button.tsx';
import styles from './page-links.module.css';

type PageLinksProps = {
  /** The query string of the next page; null on the last. */
  next: string | null;
  /** Products on the next page; null until they are counted. */
  nextCount: number | null;
  /** The query string of the first page; null there. */
  first: string | null;
};

/** Real links to the other pages of a list: they can be opened in a tab, and Back comes back. */
export function PageLinks({ next, nextCount, first }: PageLinksProps) {
  if (next === null && first === null) return null;
  return (
    <nav aria-label="Pages" className={styles.pages}>
      {next === null ? null : (
        <LinkButton to={{ search: next }} rel="next" variant="secondary" size="large">
          {nextCount === 1 ? 'Next product' : `Next ${nextCount ?? ''} products`}
        </LinkButton>
      )}
      {first === null ? null : <Link to={{ search: first }}>First page</Link>}
    </nav>
  );
}
