import { Menu, ShoppingCart } from 'lucide-react';
import { useCallback, useState } from 'react';
import { classNames } from '#components/page/class-names.ts';
import { IconButton } from '#components/forms/icon-button.tsx';
import { Logo } from '#components/page/logo.tsx';
import { CartButton } from '#storefront/features/cart/cart-button.tsx';
import { notLoaded, showToast } from '#components/overlays/toast.tsx';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { lateCode } from '#lib/loading/late-code.ts';
import { CategoryNav } from './category-nav.tsx';
import { watchPage } from '../navigation/slow-pages.ts';
import { SearchBox } from '#storefront/features/catalogue/search/search-box.tsx';
import { useEarlyPress } from '#storefront/lib/use-early-press.ts';
import { ShopAccountMenu } from './shop-account-menu.tsx';
import { HomeLink } from './home-link.tsx';
import styles from './site-header.module.css';

const mobileMenu = lateCode(() => import('./mobile-menu.tsx'), watchPage);

type SiteHeaderProps = {
  /** At the checkout no categories under the bar, and not sticky; in the dashboard no shop menu, search and cart either. */
  calm?: 'checkout' | 'dashboard';
};

/**
 * A sticky bar with menu, logo, account and cart. On a wide screen it holds the search too, with the
 * categories below; on a phone the search is below the bar and scrolls away.
 */
export function SiteHeader({ calm }: SiteHeaderProps) {
  const { name } = useShopDetails();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const early = useEarlyPress('menu', () => setMenuOpen(true));
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  const menu = mobileMenu.use(isMenuOpen, () => {
    closeMenu();
    showToast(notLoaded);
  });
  if (calm === 'dashboard') {
    return (
      <header className={`row gap-3 line-below raised screen-only ${styles.dashboard}`}>
        <HomeLink>
          <Logo name={name} />
        </HomeLink>
        {/* The place of the dashboard's own search, which comes with the dashboard's code. */}
        <div id="dashboard-search" className="grow narrow" />
        <ShopAccountMenu variant="bar" />
      </header>
    );
  }
  return (
    <>
      <header className={classNames(styles.header, calm && 'screen-only', calm && styles.calm)}>
        <div className={`grid gap-1 gap-y-0 line-below ${styles.bar}`}>
          <IconButton
            {...early}
            label="Open menu"
            icon={<Menu />}
            aria-expanded={isMenuOpen}
            aria-haspopup="dialog"
            className={`screen-only ${styles.menuButton}`}
            onClick={() => setMenuOpen(true)}
          />
          <HomeLink>
            <Logo name={name} />
          </HomeLink>
          <div className={`screen-only ${styles.account}`}>
            <ShopAccountMenu variant="bar" />
          </div>
          <div className={`screen-only ${styles.cart}`}>
            <CartButton icon={<ShoppingCart />} />
          </div>
        </div>
        <div className={`line-below screen-only ${styles.search}`}>
          <SearchBox />
        </div>
      </header>
      {calm ? null : (
        <div className={`line-below screen-only ${styles.categories}`}>
          <CategoryNav />
        </div>
      )}
      {menu ? <menu.MobileMenu isOpen={isMenuOpen} onClose={closeMenu} /> : null}
    </>
  );
}
