import { ChevronRight } from 'lucide-react';
import { Link, NavLink } from '../../components/link.tsx';
import { categories } from '../../storefront/features/catalogue/category-facts.ts';
import styles from './menu-contents.module.css';
import { servicePages } from './service-pages.ts';
import { ShopAccountMenu } from './shop-account-menu.tsx';

/** What the open menu shows. @param onChoose is called with each link */
export function MenuContents({ onChoose }: { onChoose: () => void }) {
  return (
    <>
      <nav aria-label="Categories" className={styles.part}>
        <ul className={styles.list}>
          {categories.map(({ key: category, title }) => (
            <li key={category}>
              <NavLink to={`/category/${category}`} className={styles.shelf} replace onClick={onChoose}>
                {title}
                <ChevronRight aria-hidden="true" />
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.part}>
        <ShopAccountMenu variant="sheet" />
      </div>
      <nav aria-label="Customer service" className={styles.part}>
        <ul className={styles.list}>
          <li>
            <Link to="/orders" className={styles.service} replace onClick={onChoose}>
              My Orders
            </Link>
          </li>
          {servicePages.map(({ path, title }) => (
            <li key={path}>
              <Link to={path} className={styles.service} replace onClick={onChoose}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
