import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type postgres from 'postgres';
import { inDatabase } from '../stack/owner-database.ts';
import { type About, bytesToEntries } from './backup-entries.ts';
import { readSealed } from './sealed-file.ts';
import type { ShopLocation } from '../stack/shop-location.ts';
import { storePicture } from './shop-pictures.ts';
import { migrationsOf, quoted, shopTables, tableName } from './shop-tables.ts';

export type RestoreReport = {
  /** When the backup was made, ISO 8601. */
  madeAt: string;
  rows: number;
  pictures: number;
  /** A sentence for each row of private.invariants: empty when money and stock agree. */
  broken: string[];
};

type Of<Kind> = Extract<About, { kind: Kind }>;
type Contents = { shop: Of<'shop'>; tables: Of<'table'>[] };

/**
 * Restores an empty, migrated shop from an encrypted file: pictures first, then all tables in one transaction.
 * @throws Error with a message for the user; the database is then as it was
 */
export async function restoreShop(
  location: ShopLocation,
  file: string,
  passphrase: string,
): Promise<RestoreReport> {
  const contents = await contentsOf(file, passphrase);
  return inDatabase(location.databaseUrl, async (sql) => {
    await checkTarget(sql, contents);
    let pictures = 0;
    for await (const { about, body } of entriesIn(file, passphrase)) {
      if (about.kind !== 'picture') continue;
      await storePicture(location, about, body);
      pictures += 1;
    }
    const rows = await sql.begin(async (transaction) => {
      const filled = await fillTables(transaction as unknown as postgres.Sql, file, passphrase);
      await movePictures(transaction, contents.shop.supabaseUrl, location.supabaseUrl);
      return filled;
    });
    return { madeAt: contents.shop.madeAt, rows, pictures, broken: await brokenRules(sql) };
  });
}

export async function brokenRules(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ broken: string; subject: string }[]>`
    select broken, subject::text as subject from private.invariants`;
  return rows.map(({ broken, subject }) => `A rule about money or stock is broken (${broken}, ${subject}).`);
}

const entriesIn = (file: string, passphrase: string) => bytesToEntries(readSealed(file, passphrase));

/** Reads the file to its end, which verifies that it is complete. */
export async function contentsOf(file: string, passphrase: string): Promise<Contents> {
  let shop: Of<'shop'> | undefined;
  const tables: Of<'table'>[] = [];
  for await (const { about } of entriesIn(file, passphrase)) {
    if (about.kind === 'shop') shop = about;
    if (about.kind === 'table') tables.push(about);
  }
  if (!shop) throw new Error(`${file} is not a backup of a shop.`);
  return { shop, tables };
}

async function checkTarget(sql: postgres.Sql, { shop: { migrations }, tables }: Contents): Promise<void> {
  const here = await migrationsOf(sql);
  const differing = [
    ...migrations.filter((version) => !here.includes(version)),
    ...here.filter((version) => !migrations.includes(version)),
  ];
  if (differing.length > 0)
    throw new Error(
      `The backup and this database do not have the same migrations: they differ in ${differing.join(', ')}. Bring the database to the same, restore, and then go on.`,
    );
  const columns = new Map((await shopTables(sql)).map((table) => [tableName(table), table.columns]));
  for (const table of tables) {
    const missing = table.columns.filter((column) => !columns.get(tableName(table))?.includes(column));
    if (missing.length > 0)
      throw new Error(`This database has no ${missing.join(', ')} in ${table.schema}.${table.name}.`);
  }
  const [row] = await sql<{ isUsed: boolean }[]>`
    select exists (select from auth.users) or exists (select from public.orders)
      or exists (select from public.products) as "isUsed"`;
  if (row?.isUsed)
    throw new Error('There is a shop in this database already. A backup is restored into an empty one.');
}

/** Returns the number of rows. @param sql a transaction */
async function fillTables(sql: postgres.Sql, file: string, passphrase: string): Promise<number> {
  let rows = 0;
  await sql`set local statement_timeout = 0`;
  // Without triggers and foreign key checks: the tables are consistent with each other.
  await sql`set local session_replication_role = replica`;
  // Rows that the migrations inserted are in the backup too.
  const own = (await shopTables(sql)).filter(({ schema }) => schema !== 'auth');
  await sql.unsafe(`truncate ${own.map(tableName).join(', ')}`);
  for await (const { about, body } of entriesIn(file, passphrase)) {
    if (about.kind === 'table') {
      const columns = about.columns.map(quoted).join(', ');
      const table = await sql.unsafe(`copy ${tableName(about)} (${columns}) from stdin`).writable();
      await pipeline(Readable.from(body), table);
    }
    if (about.kind === 'sequence')
      await sql`select setval(${tableName(about)}::text::regclass, ${about.last}::bigint)`;
    if (about.kind === 'end') rows = about.rows;
  }
  await checkRowCount(sql, rows);
  return rows;
}

/** Products store the full addresses of their pictures, which differ between projects. */
async function movePictures(sql: postgres.TransactionSql, from: string, to: string): Promise<void> {
  await sql`update public.products set
      image_url = replace(image_url, ${from}, ${to}), pictures = replace(pictures::text, ${from}, ${to})::jsonb
    where strpos(pictures::text, ${from}) > 0`;
}

/** @throws Error when there are not as many rows as the backup says */
async function checkRowCount(sql: postgres.Sql, rows: number): Promise<void> {
  const tables = await shopTables(sql);
  const counts = tables.map((table) => `select count(*) as n from ${tableName(table)}`);
  const [row] = await sql.unsafe<{ rows: number }[]>(
    `select sum(n)::int as rows from (${counts.join(' union all ')}) t`,
  );
  if (row?.rows !== rows)
    throw new Error(`The backup has ${rows} rows, of which ${row?.rows} arrived: nothing was changed.`);
}
