import { NavLink } from 'react-router-dom';
import { shelves } from '../../storefront/features/catalogue/category-facts.ts';
import styles from './category-nav.module.css';

/** The seven shelves in one row, for screens with room. */
export function CategoryNav() {
  return (
    <nav aria-label="Product categories" className={styles.nav}>
      <ul className={styles.list}>
        {shelves.map(({ key, title }) => (
          <li key={key}>
            <NavLink to={`/category/${key}`} className={styles.link}>
              {title}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
