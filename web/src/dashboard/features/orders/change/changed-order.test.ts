import type { OrderToChange } from '@contract/admin-orders.ts';
import { expect, test } from 'vitest';
import { differences, effectLines, rebased, typedOf } from './changed-order.ts';

/** With plain spaces, as a person types them. */
const plain = (lines: string[]) => lines.map((text) => text.replaceAll('\u00a0', ' '));
const line = (productId: string, quantity: number, least = 0) => ({
  productId,
  productName: `Product ${productId}`,
  quantity,
  price: 100,
  least,
  isPriceOpen: true,
});
const seen: OrderToChange = {
  changeKey: null,
  version: '1',
  obstacle: null,
  sumObstacle: null,
  customerName: 'Ada',
  customerEmail: 'ada@example.com',
  customerPhone: '+254712345678',
  customerAddress: 'Kisumu',
  company: null,
  county: null,
  isCollected: false,
  deliveryPrice: null,
  termsDays: null,
  lines: [line('a', 1), line('b', 2), line('c', 3)],
};
const linesOf = ({ lines }: ReturnType<typeof typedOf>) =>
  lines.map(({ product, quantity, bought }) => [product.id, quantity, bought?.least ?? 'new']);

test('of an order that is fetched no price of a delivery is typed', () => {
  const fetched = { ...seen, isCollected: true, deliveryPrice: 0, customerAddress: 'Collected at the shop' };
  expect(typedOf(fetched)).toMatchObject({ county: 'collected', deliveryPrice: '' });
});

test('a special price that was typed stays when somebody else changed another line', () => {
  const typed = typedOf(seen);
  const agreed = { specialPrice: '90', reason: 'As agreed' };
  const mine = { ...typed, lines: [{ ...typed.lines[0]!, ...agreed }, ...typed.lines.slice(1)] };
  const now = { ...seen, version: '2', lines: [line('a', 1), line('b', 5), line('c', 3)] };
  expect(rebased(mine, seen, now).lines).toMatchObject([agreed, { quantity: '5' }, {}]);
});

test('what a person has typed stays, and the rest is as somebody else made it', () => {
  const typed = typedOf(seen);
  const mine = {
    ...typed,
    name: 'Ada King',
    lines: [{ ...typed.lines[0]!, quantity: '5' }, typed.lines[1]!],
  };
  const now = {
    ...seen,
    version: '2',
    customerName: 'A. Lovelace',
    customerAddress: 'Nakuru',
    lines: [line('a', 2), line('c', 3, 1), line('d', 1)],
  };
  const both = rebased(mine, seen, now);
  expect(both).toMatchObject({ name: 'Ada King', address: 'Nakuru' });
  // Of b nothing was typed, so it is removed; c was removed here, and a piece of it is packed now.
  expect(linesOf(both)).toEqual([
    ['a', '5', 0],
    ['c', '3', 1],
    ['d', '1', 0],
  ]);
});

test('a line that was changed here and removed there is added anew', () => {
  const typed = typedOf(seen);
  const mine = { ...typed, lines: typed.lines.map((one) => ({ ...one, quantity: '9' })) };
  expect(linesOf(rebased(mine, seen, { ...seen, lines: [line('a', 1)] }))).toEqual([
    ['a', '9', 0],
    ['b', '9', 'new'],
    ['c', '9', 'new'],
  ]);
});

test('the differences are named in words', () => {
  const now = {
    ...seen,
    county: '047',
    deliveryPrice: 300,
    lines: [line('a', 2), line('b', 2, 1), line('d', 1)],
  };
  expect(plain(differences(seen, now, () => 'Nairobi'))).toEqual([
    'County: none → Nairobi',
    'Delivery charge: none → KES 300',
    'Product a, pieces: 1 → 2',
    'Product b: 1 packed, sent or refunded',
    'Product c, pieces: 3 → 0',
    'Product d, pieces: 0 → 1',
  ]);
});

test('the effect names the sums and each line', () => {
  const effect = {
    word: 'paid' as const,
    totalBefore: 3000,
    totalAfter: 1000,
    deliveryBefore: null,
    deliveryAfter: null,
    dueAmount: 0,
    overpaidCents: 200_000,
    lines: [{ ...line('a', 1), change: -2, available: 7 }],
    specialPrices: [],
  };
  expect(plain(effectLines(effect))).toEqual([
    'Total: KES 3,000 → KES 1,000',
    'To pay back: KES 2,000',
    '−2 × Product a, on sale again: 7 can be ordered after that',
  ]);
  const service = { ...line('a', 1), change: 1, available: null };
  expect(plain(effectLines({ ...effect, lines: [service] })).at(-1)).toBe('+1 × Product a');
  const dearer = { ...effect, totalAfter: 3500, dueAmount: 500, overpaidCents: 0, lines: [] };
  expect(plain(effectLines(dearer))).toEqual(['Total: KES 3,000 → KES 3,500', 'To ask for: KES 500']);
  expect(plain(effectLines(dearer, 30))).toContain('On account: KES 500, within 30 days of sending');
  expect(plain(effectLines({ ...effect, totalAfter: 3000, overpaidCents: 0, lines: [] }))).toEqual([
    'Total: KES 3,000, as before',
  ]);
});
