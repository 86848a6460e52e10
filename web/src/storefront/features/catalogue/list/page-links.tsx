import { Link, type To } from 'react-router-dom';
import { LinkButton } from '#components/forms/button.tsx';
import styles from './page-links.module.css';

type PageLinksProps = {
  /** The path of the next page; null on the last. */
  next: To | null;
  /** Products on the next page; null until they are counted. */
  nextCount: number | null;
  /** The path of the first page; null on the first. */
  first: To | null;
};

/** Links to the next and the first page of a list. */
export function PageLinks({ next, nextCount, first }: PageLinksProps) {
  if (next === null && first === null) return null;
  return (
    <nav aria-label="Pages" className={`row wrap centered line-above pad-top-4 ${styles.pages}`}>
      {next === null ? null : (
        <LinkButton to={next} rel="next" variant="secondary" size="large">
          {nextCount === 1 ? 'Next product' : ['Next', nextCount, 'products'].filter(Boolean).join(' ')}
        </LinkButton>
      )}
      {first === null ? null : (
        <Link to={first} className="inline-row target">
          First page
        </Link>
      )}
    </nav>
  );
}
