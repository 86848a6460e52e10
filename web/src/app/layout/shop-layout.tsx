import { formatWeekday, nairobiDay } from '@contract/nairobi-time.ts';
import { ErrorBoundary } from '#components/page/error-boundary.tsx';
import { Logo } from '#components/page/logo.tsx';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { notLoaded, showToast } from '#components/overlays/toast.tsx';
import { closeCart, useCart } from '#storefront/features/cart/cart-store.ts';
import { HomeLink } from './home-link.tsx';
import { PageFrame } from './page-frame.tsx';
import styles from './shop-layout.module.css';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { SkipLink } from './skip-link.tsx';
import { lateCode } from '#lib/loading/late-code.ts';
import { watchPage } from '../navigation/slow-pages.ts';
import { useIsHydrated } from '#lib/loading/use-is-hydrated.ts';

const shopCart = lateCode(() => import('./shop-cart.tsx'), watchPage);

type ShopLayoutProps = {
  /** For pages without distraction, the checkout and the dashboard: no categories, no sticky header. */
  calm?: 'checkout' | 'dashboard';
};

/** The header, page, footer and cart drawer of every page; the dashboard has no footer and no cart. */
export function ShopLayout({ calm }: ShopLayoutProps) {
  return (
    <div className={calm === 'dashboard' ? styles.dashboard : styles.layout}>
      <SkipLink />
      {calm === 'dashboard' ? null : <Announcement />}
      <ErrorBoundary fallback={<PlainHeader />}>
        <SiteHeader calm={calm} />
      </ErrorBoundary>
      <PageFrame />
      {calm === 'dashboard' ? null : (
        <>
          <SiteFooter isCalm={calm !== undefined} />
          <ErrorBoundary fallback={null}>
            <Cart />
          </ErrorBoundary>
        </>
      )}
    </div>
  );
}

/** The owner's line above the header, and when the shop is closed. */
function Announcement() {
  const { announcement, closes, reopens } = useShopDetails();
  // The page may have been rendered when it still was.
  const isClosed = useIsHydrated() && closes && reopens && reopens > nairobiDay();
  const notice =
    isClosed && `We are closed from ${formatWeekday(closes)} and open again on ${formatWeekday(reopens)}.`;
  const text = [announcement, notice].filter(Boolean).join(' ');
  if (!text) return null;
  return (
    <aside aria-label="Announcement" className={`screen-only ${styles.announcement}`}>
      {text}
    </aside>
  );
}

/** The cart, whose code is not in the first load. */
function Cart() {
  const { isOpen } = useCart();
  const code = shopCart.use(isOpen, () => {
    closeCart();
    showToast(notLoaded);
  });
  return code ? <code.ShopCart /> : null;
}

/** Shown when the header itself fails: the page below keeps working, and there is a link home. */
function PlainHeader() {
  const { name } = useShopDetails();
  return (
    <header>
      <HomeLink>
        <Logo name={name} />
      </HomeLink>
    </header>
  );
}
