import { expect, test } from 'vitest';
import type { HistoryEntry } from '@contract/history.ts';
import { canBeRestored, describeChanges, formatValue, whatWasDone, actorOf } from './history-text.ts';

const entry = (over: Partial<HistoryEntry>): HistoryEntry => ({
  id: 1,
  row_id: 'p1',
  at: '2026-11-21T06:30:00Z',
  operation: 'update',
  actor_id: 'u1',
  actor_name: 'Wanjiru Kamau',
  actor_role: 'authenticated',
  before: {},
  after: {},
  ...over,
});

test('a new price is shown beside the old one, in shillings', () => {
  const price = entry({ before: { price: 1000, stock: 3 }, after: { price: 1100, stock: 5 } });
  expect(`${actorOf(price)} ${whatWasDone(price)}`).toBe('Wanjiru Kamau changed price and stock');
  expect(describeChanges(price)).toEqual([
    { column: 'price', label: 'Price', before: 'KES\u00a01,000', after: 'KES\u00a01,100' },
    { column: 'stock', label: 'Stock', before: '3', after: '5' },
  ]);
});

test('a change is offered to be undone only where that can be done', () => {
  const price = (id: number, before: number, after: number) =>
    entry({ id, before: { price: before }, after: { price: after } });
  const stock = entry({ id: 3, before: { stock: 5 }, after: { stock: 4 }, actor_role: 'service_role' });
  const [first, second, added] = [
    price(1, 100, 200),
    price(2, 200, 300),
    entry({ operation: 'insert', before: null, after: null }),
  ];
  const all = [stock, second, first, added];
  expect(all.map((one) => canBeRestored(one, all))).toEqual([false, true, false, false]);
  // What was undone is not undone again, and what stands again can be.
  const undone = price(4, 300, 200);
  const since = [undone, ...all];
  expect(since.map((one) => canBeRestored(one, since))).toEqual([true, false, false, true, false]);
  // A sale since then is not in the list.
  const both = entry({ before: { price: 100, stock: 3 }, after: { price: 200, stock: 5 } });
  expect(canBeRestored(both, [both])).toBe(false);
});

test('archiving and restoring have their own texts', () => {
  expect(whatWasDone(entry({ before: { is_active: true }, after: { is_active: false } }))).toBe(
    'archived it',
  );
  expect(whatWasDone(entry({ before: { is_active: false }, after: { is_active: true } }))).toBe(
    'put it on sale again',
  );
});

test('only the changed lines of a data sheet are shown', () => {
  const specs = (...lines: [string, string][]) => lines.map(([label, value]) => ({ label, value }));
  const changed = entry({
    before: { specs: specs(['Power', '550 W'], ['Cells', '144'], ['Frame', 'black']) },
    after: { specs: specs(['Power', '560 W'], ['Frame', 'black'], ['Glass', '3.2 mm']) },
  });
  expect(describeChanges(changed)).toEqual([
    { column: 'specs', label: 'Power', before: '550 W', after: '560 W' },
    { column: 'specs', label: 'Cells', before: '144', after: 'nothing' },
    { column: 'specs', label: 'Glass', before: 'nothing', after: '3.2 mm' },
  ]);
  const moved = entry({
    before: { specs: specs(['A', '1'], ['B', '2']) },
    after: { specs: specs(['B', '2'], ['A', '1']) },
  });
  expect(describeChanges(moved)).toEqual([
    { column: 'specs', label: 'Order of the data sheet', before: 'A, B', after: 'B, A' },
  ]);
});

test('values are shown with their units', () => {
  expect(formatValue('weight_grams', 28_500)).toBe('28.5 kg');
  expect(formatValue('warranty_years', 1)).toBe('1 year');
  expect(formatValue('warranty_years', 25)).toBe('25 years');
  expect(formatValue('stock', 0)).toBe('0');
  expect(formatValue('stock', 1200)).toBe('1,200');
  expect(formatValue('is_active', false)).toBe('no');
  expect(formatValue('brand', '')).toBe('nothing');
  expect(formatValue('brand', null)).toBe('nothing');
  expect(formatValue('slug', 'hand-auger')).toBe('hand-auger');
});

test('the author has a name even without an account', () => {
  expect(actorOf({ actor_name: null, actor_id: 'u1', actor_role: 'authenticated' })).toBe(
    'A deleted account',
  );
  expect(actorOf({ actor_name: null, actor_id: null, actor_role: 'postgres' })).toBe(
    'Whoever set up the shop',
  );
});

test('the first entry says that the product was added', () => {
  const added = entry({ operation: 'insert', before: null, after: { name: 'Tape', price: 1000 } });
  expect(`${actorOf(added)} ${whatWasDone(added)}`).toBe('Wanjiru Kamau added the product');
  expect(describeChanges(added)).toEqual([]);
});

test('a restock by the shop, and stock reduced by a person, are not called a sale', () => {
  expect(whatWasDone(entry({ before: { stock: 5 }, after: { stock: 3 } }))).toBe('changed stock');
  const back = entry({
    actor_id: null,
    actor_name: null,
    actor_role: 'service_role',
    before: { stock: 3 },
    after: { stock: 5 },
  });
  expect(whatWasDone(back)).toBe('changed stock');
});
