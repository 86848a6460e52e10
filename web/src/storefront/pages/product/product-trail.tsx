import { Link } from '../../../components/link.tsx';
import styles from './product-trail.module.css';

type ProductTrailProps = { category: string; categoryTitle: string; name: string };

/** Where the product stands in the shop. */
export function ProductTrail({ category, categoryTitle, name }: ProductTrailProps) {
  return (
    <nav aria-label="Breadcrumbs" className={styles.trail}>
      <ol className={styles.steps}>
        <li>
          <Link to="/">Home</Link>
        </li>
        <li>
          <Link to={`/category/${category}`}>{categoryTitle}</Link>
        </li>
        <li aria-current="page">{name}</li>
      </ol>
    </nav>
  );
}
