import { Link } from 'react-router-dom';
import { unbroken } from '#components/page/unbroken.tsx';
import styles from './breadcrumbs.module.css';

type BreadcrumbsProps = { category: string; categoryTitle: string; name: string };

/** The breadcrumbs of a product page. */
export function Breadcrumbs({ category, categoryTitle, name }: BreadcrumbsProps) {
  return (
    <nav aria-label="Breadcrumbs" className="screen-only">
      <ol className={`flex muted wrap ${styles.steps}`}>
        <li>
          <Link to="/">Home</Link>
        </li>
        <li>
          <Link to={`/category/${category}`}>{categoryTitle}</Link>
        </li>
        <li aria-current="page">{unbroken(name)}</li>
      </ol>
    </nav>
  );
}
