import { TabLink } from '#components/tables/tab-link.tsx';
import { categories } from '#storefront/features/catalogue/category-facts.ts';
import styles from './category-nav.module.css';

/** The seven categories in one row, for wide screens. */
export function CategoryNav() {
  return (
    <nav aria-label="Product categories" className={`page-width ${styles.nav}`}>
      <ul className={`flex spread ${styles.list}`}>
        {categories.map(({ key, title }) => (
          <li key={key}>
            <TabLink to={`/category/${key}`}>{title}</TabLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
