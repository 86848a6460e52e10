import { expect, test } from 'vitest';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

test('orders, their items, transactions and messages have ids in the order of time', async () => {
  const rows = await sql<{ name: string }[]>`
    select table_schema || '.' || table_name as name from information_schema.columns
    where column_name = 'id' and column_default = 'private.time_ordered_uuid()' order by 1`;
  expect(rows.map(({ name }) => name)).toEqual([
    'private.messages',
    'public.order_items',
    'public.orders',
    'public.transactions',
  ]);
});

test('such ids begin with their time in milliseconds and differ in the rest', async () => {
  const from = Date.now();
  const rows = await sql<
    { id: string }[]
  >`select private.time_ordered_uuid() as id from generate_series(1, 1000)`;
  const ids = rows.map(({ id }) => id);
  expect(new Set(ids.map((id) => id.slice(15))).size).toBe(1000);
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const at = parseInt(id.replaceAll('-', '').slice(0, 12), 16);
    expect(at).toBeGreaterThanOrEqual(from - 1);
    expect(at).toBeLessThanOrEqual(Date.now() + 1);
  }
});
