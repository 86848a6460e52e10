import { PromptSuspense } from '#components/page/prompt-suspense.tsx';
import { ErrorBoundary } from '#components/page/error-boundary.tsx';
import { Logo } from '#components/page/logo.tsx';
import { shopFacts } from '@contract/shop-facts.ts';
import { ProductImage } from '#components/product-picture/product-image.tsx';
import { CartDrawer } from '#storefront/features/cart/cart-drawer.tsx';
import { closeCart } from '#storefront/features/cart/cart-store.ts';
import { piecesOf } from '#storefront/lib/cart-item.ts';
import { OpenOrders } from '#storefront/pages/open-orders/open-orders.tsx';
import { HomeLink } from './home-link.tsx';
import { PageFrame } from './page-frame.tsx';
import styles from './shop-layout.module.css';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { SkipLink } from './skip-link.tsx';
import { lazyPart } from '#lib/loading/lazy-part.ts';

/** Loaded when a cart with items is opened, so the first page does not wait for it. */
const DeliveryLine = lazyPart(
  'DeliveryLine',
  () => import('#storefront/features/delivery/delivery-line.tsx'),
);

type ShopLayoutProps = {
  /** For pages without distraction, the checkout and the dashboard: no categories, no sticky header. */
  calm?: 'checkout' | 'dashboard';
};

/** The header, page, footer and cart drawer of every page. */
export function ShopLayout({ calm }: ShopLayoutProps) {
  return (
    <div className={calm === 'dashboard' ? styles.dashboard : styles.layout}>
      <SkipLink />
      <ErrorBoundary fallback={<PlainHeader />}>
        <SiteHeader isCalm={Boolean(calm)} />
      </ErrorBoundary>
      <PageFrame />
      <SiteFooter isCalm={Boolean(calm)} />
      <ErrorBoundary fallback={null}>
        <CartDrawer
          renderPicture={(product) => <ProductImage product={product} small />}
          notice={<OpenOrders onLeave={closeCart} />}
          renderDelivery={(items) => (
            <PromptSuspense>
              <DeliveryLine items={piecesOf(items)} />
            </PromptSuspense>
          )}
        />
      </ErrorBoundary>
    </div>
  );
}

/** Shown when the header itself fails: the page below keeps working, and there is a link home. */
function PlainHeader() {
  return (
    <header>
      <HomeLink>
        <Logo name={shopFacts.name} />
      </HomeLink>
    </header>
  );
}
