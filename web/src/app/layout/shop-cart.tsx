import { toOrderNote } from '@contract/due-now.ts';
import { PromptSuspense } from '#components/page/prompt-suspense.tsx';
import { ProductImage } from '#components/product-picture/product-image.tsx';
import { lazyPart } from '#lib/loading/lazy-part.ts';
import { CartDrawer } from '#storefront/features/cart/cart-drawer.tsx';
import { closeCart } from '#storefront/features/cart/cart-store.ts';
import type { AskOnWhatsAppProps, DeliveryLineProps } from '#storefront/features/delivery/delivery-line.tsx';
import { type CartItem, piecesOf } from '#storefront/lib/cart-item.ts';
import { OpenOrders } from '#storefront/pages/open-orders/open-orders.tsx';

/** Loaded when a cart with items is opened, so the first page does not wait for it. */
const DeliveryLine = lazyPart<'DeliveryLine', DeliveryLineProps>(
  'DeliveryLine',
  () => import('#storefront/features/delivery/delivery-line.tsx'),
);
const CartFit = lazyPart('CartFit', () => import('#storefront/features/cart/cart-fit.tsx'));
const AskOnWhatsApp = lazyPart<'AskOnWhatsApp', AskOnWhatsAppProps>(
  'AskOnWhatsApp',
  () => import('#storefront/features/delivery/delivery-line.tsx'),
);

/** `2 x Terrameter, 1 x Solar panel` */
const inWords = (items: readonly CartItem[]) =>
  items.map(({ product, quantity }) => `${quantity} x ${product.name}`).join(', ');

/** The cart drawer with what the shop shows in it. */
export function ShopCart() {
  return (
    <CartDrawer
      renderPicture={(product) => <ProductImage product={product} small />}
      notice={<OpenOrders onLeave={closeCart} />}
      renderDelivery={(items) => (
        <PromptSuspense>
          <CartFit />
          <DeliveryLine
            items={piecesOf(items)}
            isToOrder={items.some((line) => toOrderNote(line) !== null)}
          />
          <AskOnWhatsApp what={inWords(items)} items={piecesOf(items)} />
        </PromptSuspense>
      )}
    />
  );
}
