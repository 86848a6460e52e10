import type { Order } from '@contract/orders.ts';
import type { Product } from '@contract/products.ts';
import { act, render } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { PriceAge } from '#components/page/price-age.tsx';
import { AddToCartButton } from '#storefront/features/cart/add-to-cart-button.tsx';
import { CartContents, CartTotal } from '#storefront/features/cart/cart-contents.tsx';
import { addToCart, updateQuantity } from '#storefront/features/cart/cart-store.ts';
import { ProductCard } from '#storefront/features/catalogue/product-card.tsx';
import { ProductRow } from '#storefront/features/catalogue/product-row.tsx';
import { OrderCard } from '#storefront/features/orders/order-card.tsx';
import { OrderConfirmation } from '#storefront/features/orders/order-confirmation.tsx';
import { ProductOffer } from '#storefront/pages/product/product-offer.tsx';
import { answerApi } from '#testing/render-in-shop.tsx';
import { listedProduct, terrameter } from '#testing/terrameter.ts';
import { translatePage } from '#testing/translate-page.ts';
import { noMoney } from '#testing/order-states.ts';
import { wholeOrder } from '#testing/whole-order.ts';

const inShop = (part: ReactNode) => (
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter>{part}</MemoryRouter>
  </QueryClientProvider>
);

/** Shows a part, translates it, changes it, and compares its text with that of a new part. */
async function survives(before: () => ReactNode, after: () => ReactNode, change = () => {}): Promise<void> {
  answerApi(404, {});
  const { rerender, unmount, container } = render(inShop(before()));
  const old = container.textContent;
  translatePage();
  await act(async () => change());
  rerender(inShop(after()));
  const shown = container.textContent;
  unmount();
  const fresh = render(inShop(after()));
  expect(shown).toBe(fresh.container.textContent);
  expect(shown).not.toBe(old);
  fresh.unmount();
}

const paid: Order = {
  ...wholeOrder,
  status: 'paid',
  word: 'paid',
  nextStep: 'none',
  payment: { ...noMoney, receivedCents: 1_500_000, acceptedCents: 1_500_000, dueAmount: 0 },
};
const product = listedProduct({ stock: 9, comparedValue: 'KES 5 per Wh' });
const changed = listedProduct({ stock: 2, price: 9_000, comparedValue: 'KES 3 per Wh', rating: '3.5' });
const reading = (dataUpdatedAt: number, error: unknown = null) => ({
  dataUpdatedAt,
  error,
  isFetching: false,
  refetch: () => {},
});

test.each<[string, (which: Product) => ReactNode]>([
  ['button', (which) => <AddToCartButton product={which} />],
  ['card', (which) => <ProductCard product={which} action={null} />],
  ['row', (which) => <ProductRow product={which} action={null} />],
  ['offer', (which) => <ProductOffer product={which} reading={reading(Date.now())} />],
])('under a page translator the %s of a product follows its price and stock', async (name, show) => {
  const other = name === 'button' ? { ...changed, stock: 0 } : changed;
  await survives(
    () => show(product),
    () => show(other),
  );
});

test('under a page translator the offer of a product follows the end of its hold', async () => {
  const held = { ...product, stock: 0, reservedUntil: new Date(Date.now() + 60_000).toISOString() };
  const offer = (which: Product) => () => <ProductOffer product={which} reading={reading(Date.now())} />;
  await survives(offer(held), offer({ ...held, reservedUntil: undefined }));
  await survives(offer(held), offer(product));
  await survives(offer(product), offer(held));
});

test('under a page translator the age of prices follows them', async () => {
  await survives(
    () => <PriceAge what="Prices" reading={reading(0)} />,
    () => <PriceAge what="Prices" reading={reading(86_400_000, new Error())} />,
  );
  await survives(
    () => <PriceAge what="Prices" reading={reading(0, new Error())} />,
    () => <PriceAge what="Prices" reading={reading(86_400_000)} />,
  );
});

test('under a page translator an order follows its payment', async () => {
  await survives(
    () => <OrderCard order={wholeOrder} pay={null} />,
    () => <OrderCard order={paid} pay={null} />,
  );
  await survives(
    () => <OrderConfirmation order={wholeOrder} pay={null} />,
    () => <OrderConfirmation order={paid} pay={null} />,
  );
});

test('under a page translator the cart follows its quantities', async () => {
  addToCart({ ...terrameter, stock: 9 }, 2);
  const cart = () => (
    <>
      <CartContents renderPicture={() => null} />
      <CartTotal />
    </>
  );
  await survives(cart, cart, () => void updateQuantity('p1', 4));
});
