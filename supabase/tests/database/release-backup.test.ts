import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backUpShop } from '../../../local/backup/back-up-shop.ts';
import { rehearseRestore } from '../../../local/backup/rehearse-restore.ts';
import { shopTables, tableName } from '../../../local/backup/shop-tables.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { newPerson } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { rowsOfEveryTable } from './rows-of-every-table.ts';

/*
 * Every release restores the backups of those before: their migrations, their rows, then the rest of the migrations. With
 * RELEASE_BACKUP=v1.0.0 this file writes the one of that release (docs/releases/README.md).
 */
const sql = openTestDatabase();
const backups = 'supabase/tests/backups';
const passphrase = 'of a shop for tests';
const folder = mkdtempSync(join(tmpdir(), 'shop-release-backup-'));
const { RELEASE_BACKUP: release } = process.env;
const file = release ? join(backups, `${release}.backup`) : join(folder, 'trial.backup');

beforeAll(async () => {
  const { addresses } = stackUnderTest();
  await rowsOfEveryTable(sql, await newPerson(sql, 'Ada'));
  if (release) mkdirSync(backups, { recursive: true });
  await backUpShop({ databaseUrl: addresses.postgres, supabaseUrl: addresses.supabase }, file, passphrase);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** With the migrations of this version and another one. */
function withMigration(text: string) {
  const next = mkdtempSync(join(folder, 'migrations-'));
  cpSync('supabase/migrations', next, { recursive: true });
  writeFileSync(join(next, '20991231000000_next.sql'), text);
  return rehearseRestore(file, passphrase, next);
}

it('has a row of every table', async () => {
  const empty = [];
  for (const table of await shopTables(sql)) {
    const [row] = await sql.unsafe(`select from ${tableName(table)} limit 1`);
    if (!row) empty.push(tableName(table));
  }
  expect(empty).toEqual([]);
});

it('comes back as it was, brought to the next release', async () => {
  expect(await withMigration(readFileSync('local/tests/next-migration.sql', 'utf8'))).toEqual([]);
}, 120_000);

it('says what a migration loses, and what it counts otherwise', async () => {
  const findings = await withMigration(`
    delete from private.search_misses where true;
    set local session_replication_role = replica;
    update public.products set stock = stock + 1 where id = (select min(id::text)::uuid from public.products);
    set local session_replication_role = origin;`);
  expect(findings).toEqual([
    expect.stringMatching(/^\d+ rows of private.search_misses are not as they were\.$/),
    '1 rows of public.products are not as they were.',
    expect.stringMatching(/^The sum of stock is "\d+", not "\d+"\.$/),
    expect.stringMatching(/^A rule about money or stock is broken \(/),
  ]);
}, 120_000);

it('is refused by an earlier version', async () => {
  const earlier = mkdtempSync(join(folder, 'migrations-'));
  await expect(rehearseRestore(file, passphrase, earlier)).rejects.toThrow('which is of a later version');
});

it.each(existsSync(backups) ? readdirSync(backups) : [])(
  'that of the release %s comes back',
  async (name) => {
    expect(await rehearseRestore(join(backups, name), passphrase)).toEqual([]);
  },
  120_000,
);
