import { ProductImage } from '../../components/product-picture/product-image.tsx';
import { CartDrawer } from '../../storefront/features/cart/cart-drawer.tsx';
import { closeCart } from '../../storefront/features/cart/cart-store.ts';
import { OpenOrders } from '../../storefront/pages/open-orders/open-orders.tsx';
import { PageFrame } from './page-frame.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { SkipLink } from './skip-link.tsx';

/** Header, page, footer, and the cart at the side: every page but the checkout. */
export function ShopLayout() {
  return (
    <>
      <SkipLink />
      <SiteHeader />
      <PageFrame />
      <SiteFooter />
      <CartDrawer
        renderPicture={(product) => <ProductImage product={product} small />}
        notice={<OpenOrders onLeave={closeCart} />}
      />
    </>
  );
}
