import { formatWeekday, nairobiDay } from '@contract/nairobi-time.ts';
import { classNames } from '#components/page/class-names.ts';
import { PromptSuspense } from '#components/page/prompt-suspense.tsx';
import { ErrorBoundary } from '#components/page/error-boundary.tsx';
import { Logo } from '#components/page/logo.tsx';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { ProductImage } from '#components/product-picture/product-image.tsx';
import { CartDrawer } from '#storefront/features/cart/cart-drawer.tsx';
import { closeCart } from '#storefront/features/cart/cart-store.ts';
import { type CartItem, piecesOf } from '#storefront/lib/cart-item.ts';
import type { AskOnWhatsAppProps, DeliveryLineProps } from '#storefront/features/delivery/delivery-line.tsx';
import { OpenOrders } from '#storefront/pages/open-orders/open-orders.tsx';
import { HomeLink } from './home-link.tsx';
import { PageFrame } from './page-frame.tsx';
import styles from './shop-layout.module.css';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { SkipLink } from './skip-link.tsx';
import { lazyPart } from '#lib/loading/lazy-part.ts';
import { useIsHydrated } from '#lib/loading/use-is-hydrated.ts';

/** Loaded when a cart with items is opened, so the first page does not wait for it. */
const DeliveryLine = lazyPart<'DeliveryLine', DeliveryLineProps>(
  'DeliveryLine',
  () => import('#storefront/features/delivery/delivery-line.tsx'),
);
const ItemsFit = lazyPart('ItemsFit', () => import('#storefront/features/cart/items-fit.tsx'));
const AskOnWhatsApp = lazyPart<'AskOnWhatsApp', AskOnWhatsAppProps>(
  'AskOnWhatsApp',
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
      {calm === 'dashboard' ? null : <Announcement />}
      <ErrorBoundary fallback={<PlainHeader />}>
        <SiteHeader calm={calm} />
      </ErrorBoundary>
      <PageFrame />
      <SiteFooter calm={calm} />
      {calm === 'dashboard' ? null : <Cart />}
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
    <aside aria-label="Announcement" className={classNames('screen-only', styles.announcement)}>
      {text}
    </aside>
  );
}

/** `2 x Terrameter, 1 x Solar panel` */
const inWords = (items: readonly CartItem[]) =>
  items.map(({ product, quantity }) => `${quantity} x ${product.name}`).join(', ');

function Cart() {
  return (
    <ErrorBoundary fallback={null}>
      <CartDrawer
        renderPicture={(product) => <ProductImage product={product} small />}
        notice={<OpenOrders onLeave={closeCart} />}
        renderDelivery={(items) => (
          <PromptSuspense>
            <ItemsFit items={items} />
            <DeliveryLine items={piecesOf(items)} />
            <AskOnWhatsApp what={inWords(items)} items={piecesOf(items)} />
          </PromptSuspense>
        )}
      />
    </ErrorBoundary>
  );
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
