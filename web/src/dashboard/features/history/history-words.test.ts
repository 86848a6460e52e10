import { expect, test } from 'vitest';
import type { HistoryEntry } from './history-entry.ts';
import { canBePutBack, changesInWords, whatWasDone, whoDid } from './history-words.ts';

const entry = (over: Partial<HistoryEntry>): HistoryEntry => ({
  id: 1,
  at: '2026-11-21T06:30:00Z',
  table_name: 'products',
  row_id: 'p1',
  operation: 'update',
  actor_id: 'u1',
  actor_name: 'Wanjiru Kamau',
  actor_role: 'authenticated',
  before: {},
  after: {},
  ...over,
});

test('a new price is told with the old one, in shillings', () => {
  const price = entry({ before: { price: 1000, stock: 3 }, after: { price: 1100, stock: 5 } });
  expect(`${whoDid(price)} ${whatWasDone(price)}`).toBe('Wanjiru Kamau changed price and stock');
  expect(changesInWords(price)).toEqual([
    { column: 'price', label: 'Price', before: 'KES\u00a01,000', after: 'KES\u00a01,100' },
    { column: 'stock', label: 'Stock', before: '3', after: '5' },
  ]);
});

test('a sale is told as one, and cannot be put back', () => {
  const sale = entry({
    actor_id: null,
    actor_name: null,
    actor_role: 'service_role',
    before: { stock: 5 },
    after: { stock: 3 },
  });
  expect(`${whoDid(sale)} ${whatWasDone(sale)}`).toBe('The shop sold 2 pieces');
  expect(canBePutBack(sale)).toBe(false);
  expect(canBePutBack(entry({}))).toBe(true);
  expect(canBePutBack(entry({ operation: 'insert', before: null }))).toBe(false);
});

test('archiving and restoring have words of their own', () => {
  expect(whatWasDone(entry({ before: { is_active: true }, after: { is_active: false } }))).toBe(
    'archived it',
  );
  expect(whatWasDone(entry({ before: { is_active: false }, after: { is_active: true } }))).toBe(
    'put it on sale again',
  );
});

test('of a data sheet only the lines that changed are told', () => {
  const specs = (...lines: [string, string][]) => lines.map(([label, value]) => ({ label, value }));
  const changed = entry({
    before: { specs: specs(['Power', '550 W'], ['Cells', '144'], ['Frame', 'black']) },
    after: { specs: specs(['Power', '560 W'], ['Frame', 'black'], ['Glass', '3.2 mm']) },
  });
  expect(changesInWords(changed)).toEqual([
    { column: 'specs', label: 'Power', before: '550 W', after: '560 W' },
    { column: 'specs', label: 'Cells', before: '144', after: 'nothing' },
    { column: 'specs', label: 'Glass', before: 'nothing', after: '3.2 mm' },
  ]);
  const moved = entry({
    before: { specs: specs(['A', '1'], ['B', '2']) },
    after: { specs: specs(['B', '2'], ['A', '1']) },
  });
  expect(changesInWords(moved)).toEqual([
    { column: 'specs', label: 'Order of the data sheet', before: 'A, B', after: 'B, A' },
  ]);
});

test('an order tells its states, and no ids', () => {
  const paid = entry({
    table_name: 'orders',
    actor_id: null,
    actor_name: null,
    actor_role: 'service_role',
    before: { status: 'pending', user_id: null },
    after: { status: 'paid', user_id: 'u9' },
  });
  expect(`${whoDid(paid)} ${whatWasDone(paid)}`).toBe('The shop changed status');
  expect(changesInWords(paid)).toEqual([
    { column: 'status', label: 'Status', before: 'pending', after: 'paid' },
  ]);
  expect(whatWasDone(entry({ table_name: 'orders', operation: 'insert', before: null }))).toBe(
    'placed the order',
  );
});

test('who did it has a name even without an account', () => {
  expect(whoDid({ actor_name: null, actor_id: 'u1', actor_role: 'authenticated' })).toBe(
    'An account that is gone',
  );
  expect(whoDid({ actor_name: null, actor_id: null, actor_role: 'postgres' })).toBe('The database’s owner');
});
