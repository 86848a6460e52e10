import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ProductImport } from '../../functions/_shared/contract/product-imports.ts';
import { callSqlAs, registered } from '../admin-visitor.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

it('an import may be as large as a thousand new products', async () => {
  const admin = await registered(sql, 'admin');
  const mark = randomUUID();
  const p_rows = Array.from({ length: 1000 }, (_, i) => ({
    line: i + 2,
    id: null,
    set: {
      name: `Bulk ${mark} ${i}`,
      slug: `bulk-${mark}-${i}`,
      category: 'fridges',
      price: 5000,
      stock: 4,
      image_url: '/a.webp',
      is_active: false,
      description: 'x'.repeat(700),
      specs: Array.from({ length: 6 }, (__, k) => ({ label: `Label ${k}`, value: `${k} m` })),
    },
  }));
  const call = async (name: string, args: object = {}) => {
    const { status, body, text } = await callSqlAs<ProductImport>(admin, name, { p_id: mark, ...args });
    expect([status < 300, status < 300 || text]).toEqual([true, true]);
    return body;
  };
  const file = { p_file_name: 'prices.csv', p_unchanged: 0, p_rows };
  const made = await call('import_products', file);
  expect(made).toMatchObject({ made: 1000, left: [] });
  // The reply was lost.
  expect(await call('import_products', file)).toEqual(made);
  expect((await call('undo_product_import')).undone).toMatchObject({ erased: 1000 });
});
