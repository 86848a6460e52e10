import { type To } from 'react-router-dom';
import { Link } from '../../../../components/link.tsx';
import { LinkButton } from '../../../../components/button.tsx';
import styles from './page-links.module.css';

type PageLinksProps = {
  /** Where the next page is; null on the last. */
  next: To | null;
  /** Products on the next page; null until they are counted. */
  nextCount: number | null;
  /** Where the first page is; null there. */
  first: To | null;
};

/** Real links to the other pages of a list: they can be opened in a tab, and Back comes back. */
export function PageLinks({ next, nextCount, first }: PageLinksProps) {
  if (next === null && first === null) return null;
  return (
    <nav aria-label="Pages" className={styles.pages}>
      {next === null ? null : (
        <LinkButton to={next} rel="next" variant="secondary" size="large">
          {nextCount === 1 ? 'Next product' : ['Next', nextCount, 'products'].filter(Boolean).join(' ')}
        </LinkButton>
      )}
      {first === null ? null : <Link to={first}>First page</Link>}
    </nav>
  );
}
