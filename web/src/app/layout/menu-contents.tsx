import { ChevronRight } from 'lucide-react';
import { Link, NavLink } from 'react-router-dom';
import { categories } from '#storefront/features/catalogue/category-facts.ts';
import styles from './menu-contents.module.css';
import { servicePages } from './service-pages.ts';
import { ShopAccountMenu } from './shop-account-menu.tsx';

/** What the open menu shows. @param onChoose is called with each link */
export function MenuContents({ onChoose }: { onChoose: () => void }) {
  return (
    <div className={`divided ${styles.menu}`}>
      <nav aria-label="Categories">
        <ul className="stack">
          {categories.map(({ key: category, title }) => (
            <li key={category}>
              <NavLink
                to={`/category/${category}`}
                className={`row spread ink plain-link icons-20 ${styles.category}`}
                replace
                onClick={onChoose}
              >
                {title}
                <ChevronRight className="quiet" />
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        <ShopAccountMenu variant="sheet" />
      </div>
      <nav aria-label="Customer service">
        <ul className="stack">
          <li>
            <Link to="/orders" className="row target ink plain-link" replace onClick={onChoose}>
              My Orders
            </Link>
          </li>
          {servicePages.map(({ path, title }) => (
            <li key={path}>
              <Link to={path} className="row target ink plain-link" replace onClick={onChoose}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
