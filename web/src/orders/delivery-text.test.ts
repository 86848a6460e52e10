import type { OrderDelivery } from '@contract/orders.ts';
import { expect, test } from 'vitest';
import { deliveryCost } from '@contract/delivery.ts';
import { deliveryTime } from '@contract/delivery-time.ts';
import { deliveryOffer, deliverySentence } from './delivery-text.ts';
import {
  arrivalSentence,
  deliveryNote,
  deliveryOfOrder,
  deliverySummary,
  deliveryAmount,
} from './order-delivery-text.ts';

const kisumu: OrderDelivery = {
  county: '042',
  countyName: 'Kisumu',
  zone: 'city',
  promise: '2-3 business days',
  by: '2026-12-03',
  after: null,
  isPromised: true,
  low: 1500,
  high: 3000,
  freeBecause: null,
  price: null,
};
const unknown: OrderDelivery = {
  ...kisumu,
  county: null,
  countyName: null,
  zone: null,
  low: null,
  high: null,
};
const free: OrderDelivery = { ...kisumu, low: 0, high: 0, freeBecause: 'every ABEM Terrameter' };
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');

test('delivery costs a range, one price, or nothing for a reason; without a county it is unknown', () => {
  expect(plain(deliveryCost(kisumu))).toBe('KES 1,500-3,000');
  expect(plain(deliveryCost({ ...kisumu, price: 2500 }))).toBe('KES 2,500');
  expect(plain(deliveryCost({ ...kisumu, high: 1500 }))).toBe('KES 1,500');
  expect(deliveryCost(free)).toBe('free, as for every ABEM Terrameter');
  expect(deliveryCost(unknown)).toBeNull();
});

test('one sentence says where to, when and for how much', () => {
  expect(plain(deliverySentence(kisumu))).toBe(
    'Delivery to Kisumu: 2-3 business days: by Thu 3 Dec, KES 1,500-3,000.',
  );
  expect(deliverySentence({ ...unknown, by: null })).toBe('Delivery: 2-3 business days.');
});

test('before ordering one line says how delivery is paid; without a county it has the range of the country', () => {
  const offer = (quote: OrderDelivery) => plain(deliveryOffer({ ...quote, isPromised: false }));
  const today = 'by Thu 3 Dec if paid today';
  expect(offer(kisumu)).toBe(
    `Delivery to Kisumu: 2-3 business days: ${today}, KES 1,500-3,000, paid apart: we confirm it before the goods leave.`,
  );
  expect(offer({ ...kisumu, price: 2500 })).toBe(
    `Delivery to Kisumu: 2-3 business days: ${today}, KES 2,500, paid with the order.`,
  );
  expect(offer(free)).toBe(
    `Delivery to Kisumu: 2-3 business days: ${today}, free, as for every ABEM Terrameter.`,
  );
  expect(offer({ ...unknown, low: 500, high: 5000 })).toBe(
    `Delivery in Kenya: 2-3 business days to major cities: ${today}, KES 500-5,000.`,
  );
  expect(offer({ ...unknown, by: null })).toBe('Delivery in Kenya: 2-3 business days to major cities.');
});

test('before paying nobody knows by which way: the later day of a card stands behind that of the others', () => {
  const waits = { ...kisumu, by: '2026-12-07', after: 'bank', isPromised: false } as const;
  const both = { ...waits, otherwise: { promise: '2-3 business days', by: '2026-12-03' } };
  const time = '2-3 business days: by Thu 3 Dec if paid today';
  expect(deliveryTime(both)).toBe(`${time} (by card after the bank has paid us, by Mon 7 Dec)`);
  expect(deliveryTime(both, '', true)).toBe('2-3 business days: by Thu 3 Dec if your transfer comes today');
  expect(deliveryTime({ ...both, isPromised: true })).toBe(
    '2-3 business days after the bank has paid us: by Mon 7 Dec',
  );
  // Of what is sold out there is no day.
  const soldOut = { ...both, by: null, otherwise: { promise: '2-3 business days', by: null } };
  expect(deliveryTime(soldOut)).toBe('2-3 business days');
});

test('of what comes from the maker, and then waits for its rest, no day is said', () => {
  expect(deliveryTime({ ...kisumu, by: null, after: 'rest' })).toBe(
    '2-3 business days after it has come and the rest is paid',
  );
});

test('an order says whether delivery is a part of its total', () => {
  expect(plain(deliveryOfOrder(kisumu))).toBe('To Kisumu, KES 1,500-3,000, not part of the total');
  expect(plain(deliveryOfOrder({ ...kisumu, price: 2500 }))).toBe('To Kisumu, KES 2,500, part of the total');
  expect(deliveryOfOrder(free)).toBe('To Kisumu, free, as for every ABEM Terrameter');
  expect(deliveryOfOrder(unknown)).toBe('Not part of the total: we call to ask where it goes');
});

test('the last step of an order reads as a sentence', () => {
  expect(arrivalSentence(kisumu)).toBe('In 2-3 business days: by Thu 3 Dec.');
  expect(arrivalSentence({ ...kisumu, promise: 'Next business day', after: 'bank' })).toBe(
    'Next business day after the bank has paid us: by Thu 3 Dec.',
  );
  expect(arrivalSentence({ ...kisumu, promise: '', by: null })).toBe('');
});

test('in a column of sums delivery is a price, free, or the range that is not included', () => {
  expect(plain(deliveryAmount({ ...kisumu, price: 2500 }))).toBe('KES 2,500');
  expect(deliveryAmount(free)).toBe('Free');
  expect(plain(deliveryAmount(kisumu))).toBe('Not included: KES 1,500-3,000');
  expect(deliveryAmount(unknown)).toBe('Not included');
});

test('the checkout says whether delivery is in the total, also before the quote has loaded', () => {
  expect(plain(deliveryNote(kisumu))).toBe(
    'Delivery to Kisumu: 2-3 business days: by Thu 3 Dec, KES 1,500-3,000. It is not part of this total: we confirm it before the goods leave.',
  );
  expect(plain(deliveryNote({ ...kisumu, price: 2500 }))).toBe(
    'Delivery to Kisumu: 2-3 business days: by Thu 3 Dec, KES 2,500.',
  );
  for (const quote of [undefined, unknown])
    expect(deliveryNote(quote)).toContain('Delivery is not part of this total');
  expect([undefined, kisumu, free].map(deliverySummary)).toEqual([
    'Delivery is not included.',
    'Delivery is not included.',
    'Delivery is free.',
  ]);
  expect(plain(deliverySummary({ ...kisumu, price: 2500 }))).toBe('With KES 2,500 for delivery.');
});

test('of work alone nothing is delivered: the day is agreed', () => {
  const work = { ...kisumu, low: 0, high: 0, freeBecause: 'work without goods', isWork: true };
  for (const said of [
    deliveryOffer(work),
    deliveryNote(work),
    deliverySummary({ ...work, countyName: null }),
  ])
    expect(said).toBe('We call you to agree on the day.');
});
