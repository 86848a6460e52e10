import { NavLink } from '../../components/link.tsx';
import { categories } from '../../storefront/features/catalogue/category-facts.ts';
import { classNames } from '../../components/class-names.ts';
import styles from './category-nav.module.css';

/** The seven categories in one row, for wide screens. */
export function CategoryNav() {
  return (
    <nav aria-label="Product categories" className={styles.nav}>
      <ul className={classNames('flex spread', styles.list)}>
        {categories.map(({ key, title }) => (
          <li key={key}>
            <NavLink to={`/category/${key}`} className={classNames('row target ink', styles.link)}>
              {title}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
