import { Link } from 'react-router-dom';
import { categories } from '#storefront/features/catalogue/category-facts.ts';
import { classNames } from '#components/page/class-names.ts';
import styles from './category-chips.module.css';

/** All categories, for screens on which the header has no room for them. */
export function CategoryChips() {
  return (
    <nav aria-label="All categories" className={styles.chips}>
      <ul className="flex gap-2 wrap">
        {categories.map(({ key, title }) => (
          <li key={key}>
            <Link
              to={`/category/${key}`}
              className={classNames('control row target small strong ink plain-link', styles.chip)}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
