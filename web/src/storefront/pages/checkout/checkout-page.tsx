import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Page } from '#components/page/page.tsx';
import { SameHeightTexts } from '#components/page/same-height-texts.tsx';
import { PageHeading } from '#components/page/page-heading.tsx';
import { usePerson } from '#account/account-queries.ts';
import { loginState } from '#account/landing-page.ts';
import { deliverySentence } from '#orders/delivery-text.ts';
import { useIsHydrated } from '#lib/loading/use-is-hydrated.ts';
import { useNavigateAfterReply } from '#lib/loading/use-navigate-after-reply.ts';
import { type CartItem, maxQuantityOf, piecesOf } from '#storefront/lib/cart-item.ts';
import {
  cartStore,
  clearCart,
  refreshCartProducts,
  removeFromCart,
  updateQuantity,
  useCart,
} from '#storefront/features/cart/cart-store.ts';
import { CartFit } from '#storefront/features/cart/cart-fit.tsx';
import { LineControls } from '#storefront/features/cart/line-controls.tsx';
import { useFreshLines } from '#storefront/features/cart/use-fresh-lines.ts';
import { StockNote } from '#storefront/features/cart/stock-note.tsx';
import { Checkout } from '#storefront/features/checkout/checkout.tsx';
import { AddressCounty } from '#storefront/features/delivery/address-county.tsx';
import { useChosenCounty } from '#storefront/features/delivery/chosen-county.ts';
import { CountyField } from '#storefront/features/delivery/county-field.tsx';
import { deliveryQuoteKey, useDeliveryQuote } from '#storefront/features/delivery/delivery-queries.ts';
import { OpenOrders } from '../open-orders/open-orders.tsx';
import { EmptyCheckout } from './empty-checkout.tsx';
import type { LineFix } from '#storefront/features/checkout/summary/line-problem.ts';

/** `/checkout`: connects the checkout with the cart and the account. Its form is shown before the cart is loaded. */
export function CheckoutPage() {
  const { items, isLoaded, formerPrices } = useCart();
  const isHydrated = useIsHydrated();
  const user = usePerson();
  const navigate = useNavigateAfterReply();
  const queryClient = useQueryClient();
  const county = useChosenCounty();
  const refreshLines = useFreshLines(isHydrated);
  const { data: quote, isFetched } = useDeliveryQuote(county, piecesOf(items as CartItem[]));
  return (
    <Page title="Checkout" heading={null} isHidden>
      <Checkout
        lines={isHydrated && isLoaded ? (items as CartItem[]) : null}
        user={user}
        delivery={{
          county,
          quote,
          isLoading: county !== null && !isFetched,
          field: (
            <CountyField
              label="Delivery County (optional)"
              hint={
                quote?.countyName || quote?.isWork
                  ? deliverySentence(quote)
                  : 'For the day and the price of delivery'
              }
            />
          ),
          renderQuestion: (address) => <AddressCounty address={address} />,
          onChanged: () => {
            refreshLines();
            void queryClient.invalidateQueries({ queryKey: deliveryQuoteKey });
          },
        }}
        heading={
          <>
            <PageHeading
              title="Checkout"
              subtitle={
                <SameHeightTexts
                  shown={user ? 1 : 0}
                  texts={[
                    <>
                      <Link to="/login" state={loginState('/checkout')}>
                        Sign in
                      </Link>{' '}
                      to fill in your details.
                    </>,
                    'Filled in from your account.',
                  ]}
                />
              }
            />
            <OpenOrders alwaysFetches />
          </>
        }
        beforePaying={<CartFit />}
        empty={<EmptyCheckout />}
        isChanged={({ product, quantity }) =>
          quantity > maxQuantityOf(product) || formerPrices[product.id] !== undefined
        }
        onFixLine={fixCartLine}
        renderQuantity={(line, onAnnounce) => (
          <>
            <StockNote item={line} />
            <LineControls item={line} className="row spread" onAnnounce={onAnnounce} />
          </>
        )}
        onLeaveForBank={clearCart}
        onShowOrder={(orderId, isDone) => {
          if (isDone) clearCart();
          navigate(`/order-confirmation/${orderId}`);
        }}
      />
    </Page>
  );
}

/** Applies the buyer's correction of a refused line to the cart. */
function fixCartLine(productId: string, fix: LineFix): void {
  const product = cartStore.items.find((item) => item.product.id === productId)?.product;
  if (!product) return;
  switch (fix.kind) {
    case 'set-quantity':
      refreshCartProducts([{ ...product, stock: fix.quantity }]);
      updateQuantity(productId, fix.quantity);
      break;
    case 'accept-price':
      refreshCartProducts([{ ...product, price: fix.price }]);
      break;
    case 'remove':
      removeFromCart(productId);
      break;
  }
}
