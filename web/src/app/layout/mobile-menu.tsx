import { ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { Drawer } from '../../components/drawer.tsx';
import { categories } from '../../storefront/features/catalogue/category-facts.ts';
import styles from './mobile-menu.module.css';
import { servicePages } from './service-pages.ts';
import { ShopAccountMenu } from './shop-account-menu.tsx';

type MobileMenuProps = { isOpen: boolean; onClose: () => void };

/** Categories, account and service pages for small screens. Closes after each choice. */
export function MobileMenu({ isOpen, onClose }: MobileMenuProps) {
  const { key } = useLocation();
  useEffect(onClose, [key]); // eslint-disable-line react-hooks/exhaustive-deps -- only a navigation closes it

  return (
    <Drawer isOpen={isOpen} onClose={onClose} title="Menu" side="left" closeLabel="Close menu">
      <nav aria-label="Categories" className={styles.part}>
        <ul className={styles.list}>
          {categories.map(({ key: category, title }) => (
            <li key={category}>
              <NavLink to={`/category/${category}`} className={styles.shelf} onClick={onClose}>
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
            <Link to="/orders" className={styles.service} onClick={onClose}>
              My Orders
            </Link>
          </li>
          {servicePages.map(({ path, title }) => (
            <li key={path}>
              <Link to={path} className={styles.service} onClick={onClose}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </Drawer>
  );
}
