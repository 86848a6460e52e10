import type { OrderDetails } from '@contract/admin-orders.ts';
import type { OrderWord } from '@contract/orders.ts';
import type { Shipment } from '@contract/shipments.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noMoney } from '#testing/order-states.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { PackingSlip } from './packing-slip.tsx';

const detailsOf = (word: OrderWord) =>
  ({
    order: {
      id: '00000000-0000-4000-8000-00000000beef',
      word,
      payment: noMoney,
      createdAt: '2026-11-20T06:00:00Z',
      customerName: 'Ada',
      customerPhone: '+254712345678',
      customerEmail: 'ada@example.com',
      customerAddress: 'Kisumu',
      items: [{ id: 'i', productId: 'p', productName: 'Auger', quantity: 1, price: 1000 }],
    },
    shipping: { toShip: {} },
    weights: {},
    models: {},
  }) as unknown as OrderDetails;

test.each([
  ['not_paid', 'UNPAID'],
  ['payment_failed', 'UNPAID'],
  ['cancelled', 'UNPAID'],
  ['owed', 'UNPAID'],
  ['refunded', 'REFUNDED'],
  ['paid', undefined],
  ['completed', undefined],
] as const)('the packing slip of an order at %s has the stamp %s', (word, stamp) => {
  renderInShop(<PackingSlip details={detailsOf(word)} />);
  expect(screen.queryByText(/^(UNPAID|REFUNDED)$/)?.textContent).toBe(stamp);
});

test('the packing slip of a parcel has its pieces, serial numbers, carrier and waybill alone', () => {
  const details = detailsOf('paid');
  const battery = { id: 'j', productId: 'q', productName: 'Battery', quantity: 4, price: 500 };
  details.order.items = [
    { ...details.order.items[0]!, quantity: 3 },
    battery as (typeof details.order.items)[number],
  ];
  const lines = [{ itemId: 'i', productName: 'Auger', quantity: 2, serials: ['A-1', 'A-2'] }];
  const parcel = { status: 'sent', carrier: 'G4S', waybill: 'NBO-77', lines } as unknown as Shipment;
  renderInShop(<PackingSlip details={details} parcel={parcel} />);
  for (const text of ['Carrier', 'G4S', 'Waybill', 'NBO-77', 'Serial numbers: A-1, A-2'])
    screen.getByText(text);
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map(({ lastElementChild }) => lastElementChild?.textContent)).toEqual(['2', '2']);
  expect(screen.queryByText('Battery')).toBeNull();
});

test('the packing slip of an order of which a part is in a parcel has the rest alone', () => {
  const details = detailsOf('paid');
  const battery = { id: 'j', productId: 'q', productName: 'Battery', quantity: 4, price: 500 };
  details.order.items.push(battery as (typeof details.order.items)[number]);
  details.shipping.toShip = { j: 3 };
  renderInShop(<PackingSlip details={details} />);
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map(({ lastElementChild }) => lastElementChild?.textContent)).toEqual(['3', '3']);
  screen.getByText('Battery');
  expect(screen.queryByText('Auger')).toBeNull();
});
