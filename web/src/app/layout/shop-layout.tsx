import { ProductImage } from '../../components/product-picture/product-image.tsx';
import { CartDrawer } from '../../storefront/features/cart/cart-drawer.tsx';
import { closeCart } from '../../storefront/features/cart/cart-store.ts';
import { OpenOrders } from '../../storefront/pages/open-orders/open-orders.tsx';
import { PageFrame } from './page-frame.tsx';
import styles from './shop-layout.module.css';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { SkipLink } from './skip-link.tsx';

type ShopLayoutProps = {
  /** `checkout` and `dashboard` are for work that must not be distracted from: no categories, nothing sticks. */
  calm?: 'checkout' | 'dashboard';
};

/** Header, page, footer, and the cart at the side: every page has them. */
export function ShopLayout({ calm }: ShopLayoutProps) {
  return (
    <div className={calm === 'dashboard' ? styles.dashboard : styles.layout}>
      <SkipLink />
      <SiteHeader isCalm={Boolean(calm)} />
      <PageFrame />
      <SiteFooter isCalm={Boolean(calm)} />
      <CartDrawer
        renderPicture={(product) => <ProductImage product={product} small />}
        notice={<OpenOrders onLeave={closeCart} />}
      />
    </div>
  );
}
