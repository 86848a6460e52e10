import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { backUpShop } from '../../../local/backup/back-up-shop.ts';
import { restoreShop } from '../../../local/backup/restore-shop.ts';
import { newPerson, newProduct } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { untouchedDatabase } from './untouched.ts';

const sql = openTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'shop-hosted-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the owner of a hosted database, who is no superuser, can back up and restore', async () => {
  const [from, to] = [await untouchedDatabase(sql), await untouchedDatabase(sql)];
  try {
    for (const { migrate } of [from, to]) await migrate();
    const ada = await newPerson(from.sql, 'Ada');
    const product = await newProduct(from.sql, { stock: 3 });
    const file = join(folder, 'hosted.backup');
    const place = { supabaseUrl: 'http://127.0.0.1:9', secretKey: 'of nothing' };
    const backedUpAt = () => from.sql<{ at: Date }[]>`select at from private.heartbeats where job = 'backup'`;
    const passphrase = 'a passphrase of some length';
    const lost = backUpShop({ ...place, databaseUrl: from.url }, `${file}.lost`, passphrase, () =>
      Promise.reject(new Error('The backup is not at the bucket.')),
    );
    await expect(lost).rejects.toThrow('The backup is not at the bucket.');
    expect(await backedUpAt()).toEqual([]);
    const limit = async () =>
      (await from.sql<{ days: number | null }[]>`select backup_limit_days as days from private.settings`)[0]
        ?.days;
    const keep = () => Promise.resolve();
    await backUpShop({ ...place, databaseUrl: from.url }, `${file}.here`, passphrase);
    expect(await limit()).toBe(null);
    await backUpShop({ ...place, databaseUrl: from.url }, `${file}.kept`, passphrase, keep);
    // From the first one at an address on, Health says when the last one is too old, unless the owner wants none of that.
    expect(await limit()).toBe(2);
    await from.sql`update private.settings set backup_limit_days = null where backup_limit_days = 2`;
    const { rows, isRecorded } = await backUpShop(
      { ...place, databaseUrl: from.url },
      file,
      passphrase,
      keep,
    );
    expect([isRecorded, (await backedUpAt()).length]).toEqual([true, 1]);
    expect(await limit()).toBe(null);
    const report = await restoreShop({ ...place, databaseUrl: to.url }, file, passphrase);
    expect(report).toMatchObject({ rows, pictures: 0, broken: [] });
    expect(await to.sql`select email from auth.users`).toEqual([{ email: ada.email }]);
    expect(await to.sql`select id, stock from public.products`).toEqual([{ id: product.id, stock: 3 }]);
    // Numbers go on where they were: an entry of the history that is written now is a new one.
    const [last] = await to.sql`select max(id)::int as id from public.history`;
    await to.sql`update public.products set price = 1234`;
    const [next] = await to.sql`select max(id)::int as id from public.history`;
    expect(next?.id).toBeGreaterThan(last?.id as number);
  } finally {
    await from.drop();
    await to.drop();
  }
});
