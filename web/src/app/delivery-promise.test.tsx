import { listDeliveryCounties, quoteDelivery } from '@contract/delivery.ts';
import type { Order } from '@contract/orders.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { noMoney } from '#testing/order-states.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { terrameter } from '#testing/terrameter.ts';
import { wholeOrder } from '#testing/whole-order.ts';
import { OrderContents } from '#dashboard/features/orders/order/order-contents.tsx';
import { OrderSummary } from '#storefront/features/checkout/summary/order-summary.tsx';
import { DeliveryLine } from '#storefront/features/delivery/delivery-line.tsx';
import { OrderConfirmation } from '#storefront/features/orders/order-confirmation.tsx';
import { renderedCases } from '../../../supabase/tests/database/promise-cases.ts';

const words = () => document.body.textContent.replaceAll('\u00a0', ' ');

test.each(renderedCases)('$title: product, cart and checkout say $said, paid today', async (one) => {
  const quote = { ...one.delivery, isPromised: false };
  let reply = () => {};
  vi.stubGlobal('fetch', (path: string) =>
    path.startsWith(quoteDelivery.path.split('?')[0]!)
      ? new Promise((resolve) => (reply = () => resolve(Response.json(quote))))
      : Promise.resolve(Response.json(path === listDeliveryCounties.path ? [] : null)),
  );
  renderInShop(<DeliveryLine items={[{ productId: terrameter.id, quantity: 1 }]} />);
  // Until the quote is there the specified period stands there, without a day.
  expect(words()).toContain('2-3 business days to major cities.');
  expect(words()).not.toMatch(/\bby \w{3} \d/);
  reply();
  await expect.poll(words).toContain(`Delivery to Kenya: ${one.said} if paid today`);
});

test.each(renderedCases)('$title: the checkout says $said before paying', ({ delivery, said }) => {
  renderInShop(
    <OrderSummary
      lines={[{ product: terrameter, quantity: 1 }]}
      quote={{ ...delivery, isPromised: false }}
      problems={[]}
      isChanged={() => false}
      onFixLine={() => {}}
      renderQuantity={() => null}
      isBusy={false}
    />,
  );
  expect(words()).toContain(`Delivery to Kenya: ${said} if paid today`);
});

test.each(renderedCases)('$title: order, track and dashboard say $said', async ({ delivery, said }) => {
  const payment = { ...noMoney, dueAmount: 0, acceptedCents: 1_500_000, receivedCents: 1_500_000 };
  const order = { ...wholeOrder, status: 'paid', word: 'paid', nextStep: 'none', payment, delivery } as Order;
  const user = renderInShop(<OrderConfirmation order={order} pay={null} />);
  expect(words()).toContain(`Estimated Delivery${said}`);
  // Nor does a sentence beside it say otherwise.
  expect(/processed within 24 hours/.test(words())).toBe(delivery.after === null);
  await user.click(screen.getByRole('button', { name: 'Track Order' }));
  expect(
    screen.getByRole('region', { name: 'Progress of the order' }).textContent.replaceAll('\u00a0', ' '),
  ).toContain(said);
});

test.each(renderedCases)('$title: the dashboard says $said', ({ delivery, said }) => {
  renderInShop(<OrderContents order={{ ...wholeOrder, delivery } as never} models={{}} specialPrices={{}} />);
  expect(words()).toContain(said);
});
