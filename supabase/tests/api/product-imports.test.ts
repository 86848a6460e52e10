import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ProductImport } from '../../functions/_shared/contract/product-imports.ts';
import { callSqlAs, registered } from '../admin-visitor.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

it('an import may be as large as five thousand new products', async () => {
  const admin = await registered(sql, 'admin');
  const mark = randomUUID();
  const p_rows = Array.from({ length: 5000 }, (_, i) => ({
    line: i + 2,
    id: null,
    set: {
      ...{ name: `Bulk ${mark} ${i}`, slug: `bulk-${mark}-${i}`, category: 'fridges', price: 5000, stock: 4 },
      ...{ image_url: '/a.webp', is_active: false, description: 'x'.repeat(700) },
      specs: Array.from({ length: 6 }, (__, k) => ({ label: `Label ${k}`, value: `${k} m` })),
    },
  }));
  const call = async (name: string, args: object = {}) => {
    const { status, body, text } = await callSqlAs<ProductImport>(admin, name, { p_id: mark, ...args });
    expect([status < 300, status < 300 || text]).toEqual([true, true]);
    return body;
  };
  /** As the page does: until no row is waiting. */
  const finish = async (begun: ProductImport) => {
    let one = begun;
    while (one.waiting > 0) one = await call('continue_product_import');
    return one;
  };
  // As the page does, in parts of 500 rows; the reply to one was lost.
  for (const part of [1, 2, 2, 3, 4, 5, 6, 7, 8, 9])
    await call('send_import_part', { p_part: part, p_rows: p_rows.slice((part - 1) * 500, part * 500) });
  const last = { p_file_name: 'prices.csv', p_unchanged: 0, p_rows: p_rows.slice(4500), p_parts: 9 };
  const begun = await call('import_products', last);
  expect(await call('import_products', last)).toEqual(begun);
  expect(begun.waiting).toBe(5000);
  expect(await finish(begun)).toMatchObject({ made: 5000, left: [] });
  expect((await finish(await call('undo_product_import'))).undone).toMatchObject({ erased: 5000 });
}, 300_000);
