import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type postgres from 'postgres';
import { migrationsIn } from '../deploy/project-database.ts';
import { localSecrets } from '../stack/local-secrets.ts';
import { inDatabase } from '../stack/owner-database.ts';
import { applyMigrations, preparePlatform } from '../stack/schema-migrations.ts';
import { openData } from '../stack/shop-location.ts';
import { freePorts } from '../stack/shop-ports.ts';
import { brokenRules, contentsOf, restoreShop } from './restore-shop.ts';
import { quoted, shopTables, tableName } from './shop-tables.ts';

/** What must be the same in every release, whatever a migration does to the tables: of the book in cents. */
const sums = `select (select jsonb_build_array(sum(charged), sum(reduced), sum(received), sum(given_back), sum(due)) from private.books)
  as "the book", (select sum(stock) from public.products) as stock, (select sum(total_amount) from public.orders) as orders`;

/**
 * Restores a backup as an owner would: into an empty shop, which is thrown away, with the migrations of the backup; then
 * come the rest of this version's.
 * @param folder of the migrations
 * @returns what is not as it was, one sentence each
 * @throws Error with a message for the user when it cannot be restored at all
 */
export async function rehearseRestore(
  file: string,
  passphrase: string,
  folder = 'supabase/migrations',
): Promise<string[]> {
  const { migrations } = (await contentsOf(file, passphrase)).shop;
  const here = migrationsIn(folder).map((one) => one.file);
  const unknown = migrations.filter((version) => !here.some((name) => name.startsWith(`${version}_`)));
  if (unknown.length > 0)
    throw new Error(
      `The backup has ${unknown.join(', ')}, which is of a later version: rehearse it with that.`,
    );
  const place = mkdtempSync(join(tmpdir(), 'shop-rehearsal-'));
  const ends: (() => unknown)[] = [() => rmSync(place, { recursive: true, force: true, maxRetries: 5 })];
  try {
    const ports = await freePorts(0);
    const { secretKey } = await localSecrets(place);
    const databaseUrl = await openData(place, ports, ends);
    await preparePlatform(databaseUrl);
    await applyMigrations(databaseUrl, folder, (name) => migrations.includes(name.split('_')[0] ?? ''));
    const supabaseUrl = `http://127.0.0.1:${ports.supabase}`;
    await restoreShop({ databaseUrl, supabaseUrl, secretKey }, file, passphrase);
    return await inDatabase(databaseUrl, async (sql) => {
      const before = await keepRows(sql);
      await applyMigrations(databaseUrl, folder);
      return [
        ...(await lostRows(sql)),
        ...differingSums(before, await sumsOf(sql)),
        ...(await brokenRules(sql)),
      ];
    });
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

const sumsOf = async (sql: postgres.Sql) => (await sql.unsafe(sums))[0] ?? {};

/** Copies every table, for the comparison after the migrations. @returns the sums of before */
async function keepRows(sql: postgres.Sql): Promise<Record<string, unknown>> {
  await sql`create schema rehearsal`;
  for (const table of await shopTables(sql))
    await sql.unsafe(`create table rehearsal.${quoted(tableName(table))} as table ${tableName(table)}`);
  return sumsOf(sql);
}

/** Rows of which a column that is still there has another value now, or that are gone; a dropped table is not looked at. */
async function lostRows(sql: postgres.Sql): Promise<string[]> {
  const findings: string[] = [];
  for (const table of await shopTables(sql)) {
    const kept = `rehearsal.${quoted(tableName(table))}`;
    const columns = await sql<{ name: string }[]>`
      select attname as name from pg_catalog.pg_attribute where attrelid = to_regclass(${kept}) and attnum > 0`;
    const both = columns.filter(({ name }) => table.columns.includes(name)).map(({ name }) => quoted(name));
    if (both.length === 0) continue;
    const rows = (of: string) => `select row(${both.join(', ')})::text from ${of}`;
    const [lost] = await sql.unsafe<{ rows: number }[]>(
      `select count(*)::int as rows from (${rows(kept)} except all ${rows(tableName(table))}) t`,
    );
    if (lost?.rows) findings.push(`${lost.rows} rows of ${table.schema}.${table.name} are not as they were.`);
  }
  return findings;
}

const differingSums = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  Object.keys(before)
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map(
      (name) => `The sum of ${name} is ${JSON.stringify(after[name])}, not ${JSON.stringify(before[name])}.`,
    );
