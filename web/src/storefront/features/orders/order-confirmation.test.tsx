import { getOrder, type Order, renewOrderLink } from '@contract/orders.ts';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { noMoney } from '#testing/order-states.ts';
import { findToast, renderInShop, WithShopDetails } from '#testing/render-in-shop.tsx';
import { OrderConfirmation } from './order-confirmation.tsx';
import { useOrderUntilDecided } from './orders-queries.ts';

const orderId = '3f2a9c1e-0000-4000-8000-000000000454';

const paid = {
  id: orderId,
  status: 'paid',
  word: 'paid',
  nextStep: 'none',
  view: 'full',
  linkKey: 'earlier',
  totalAmount: 15_000,
  payment: noMoney,
  items: [],
  shipments: [],
  delivery: { promise: '2-3 business days', price: null, low: null, high: null, freeBecause: null },
  createdAt: '2026-11-22T08:00:00Z',
} as unknown as Order;

/** The order's page, and a button that leaves it. */
function OrderPage() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <button onClick={() => setIsOpen(false)}>Leave</button>
      {isOpen ? <LoadedOrder /> : null}
    </>
  );
}

function LoadedOrder() {
  const { data } = useOrderUntilDecided(orderId);
  return data ? <OrderConfirmation order={data} pay={null} actions={null} /> : null;
}

let release: () => void;

/** The order is answered once; a second request for it gets no reply. The new link waits for `release`. */
beforeEach(() => {
  let reads = 0;
  const released = new Promise<void>((resolve) => (release = resolve));
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === getOrder.path.replace(':orderId', orderId) && reads++ === 0) return Response.json(paid);
    if (path !== renewOrderLink.path.replace(':orderId', orderId)) return new Promise(() => {});
    await released;
    return Response.json({ ...paid, linkKey: 'renewed' });
  });
});

test('whoever has the link alone is not told when it arrives, since that says where', async () => {
  const delivery = { ...paid.delivery, promise: '' };
  const reduced = { ...paid, view: 'reduced', linkKey: undefined, delivery } as unknown as Order;
  const user = renderInShop(<OrderConfirmation order={reduced} pay={null} actions={null} />);
  await user.click(screen.getByRole('button', { name: 'Track Order' }));
  expect(screen.queryByText('Estimated Delivery')).toBeNull();
  expect(screen.queryByText('.')).toBeNull();
});

test('a new link is copied from then on, without waiting for the order to be read again', async () => {
  const user = renderInShop(<OrderPage />);
  await user.click(await screen.findByRole('button', { name: 'Make a New Link' }));
  release();
  await findToast('New link made', 'Earlier links of this order no longer work.');
  await user.click(screen.getByRole('button', { name: 'Copy Link' }));
  expect(await navigator.clipboard.readText()).toMatch(/#key=renewed$/);
});

test('who has left the page meanwhile still learns that earlier links no longer work', async () => {
  const user = renderInShop(<OrderPage />);
  await user.click(await screen.findByRole('button', { name: 'Make a New Link' }));
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  release();
  await findToast('New link made', 'Earlier links of this order no longer work.');
});

test('a chat on WhatsApp begins with the number of the order', async () => {
  renderInShop(
    <WithShopDetails details={{ whatsapp: '+254722000111' }}>
      <LoadedOrder />
    </WithShopDetails>,
  );
  const chat = await screen.findByRole<HTMLAnchorElement>('link', {
    name: 'Ask about this order on WhatsApp',
  });
  expect(new URL(chat.href).searchParams.get('text')).toBe(
    `This is about my order #IC-${orderId.slice(-8).toUpperCase()}.`,
  );
});
