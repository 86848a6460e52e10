import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Product } from '../../supabase/functions/_shared/contract/products.ts';
import { Visitor } from '../../supabase/tests/api-visitor.ts';
import { startTestStack } from '../testing/test-stack.ts';
import { environmentOf, inDatabase, newLocation, type ShopLocation } from './started-shop.ts';

/** What `npm run shop -- <words>` prints for the shop there; it must end well. */
async function runShop(location: ShopLocation, ...words: string[]): Promise<string> {
  const env = { ...environmentOf(location), BACKUP_PASSPHRASE: 'only for this rehearsal' };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', 'local/shop.ts', ...words],
      { env },
      (error, stdout, stderr) => (error ? reject(new Error(stdout + stderr)) : resolve(stdout)),
    );
  });
}

/** The addresses of pictures are those of each shop. */
const contents = (location: ShopLocation) =>
  inDatabase(
    location,
    `select (select jsonb_agg(to_jsonb(o) order by id) from public.orders o) as orders,
      (select jsonb_agg(to_jsonb(p) - 'pictures' - 'image_url' order by id) from public.products p) as products`,
  );

test('the shop does not open data of a version with another migration, says so, and a backup takes it along', async () => {
  const location = await newLocation();
  const older = await startTestStack({ location });
  const buyer = new Visitor(older.description.addresses.site);
  const product = await buyer.someProduct();
  const { status } = await buyer.placeOrder([{ productId: product.id, quantity: 1, price: product.price }]);
  expect(status).toBe(201);
  const before = await contents(location);
  // As if that version had this file with another text.
  await inDatabase(
    location,
    `update supabase_migrations.schema_migrations set statements = array['select 1'] where name = 'orders'`,
  );
  await older.stop();

  await expect(startTestStack({ location })).rejects.toThrow(
    /\n\d+_orders\.sql was changed after it was applied\.\n[^]*npm run shop -- backup/,
  );
  const file = join(location.folder, 'my.backup');
  expect(await runShop(location, 'backup', file)).toMatch(/my\.backup: \d+ rows of \d+ tables/);
  const next = await newLocation();
  const newer = await startTestStack({ location: next, demo: false });
  expect(await runShop(next, 'restore', file)).toContain('Restored the shop of');
  expect(await contents(next)).toEqual(before);
  const { body } = await new Visitor(newer.description.addresses.site).get<Product[]>('/api/products');
  expect(body).toContainEqual(expect.objectContaining({ id: product.id }));
  await newer.stop();
}, 240_000);
