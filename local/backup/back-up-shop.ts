import type { Readable } from 'node:stream';
import type postgres from 'postgres';
import { openOwnerDatabase } from '../stack/owner-database.ts';
import { type Entry, entriesToBytes, noBody } from './backup-entries.ts';
import { writeSealed } from './sealed-file.ts';
import { readPicture, type StoredPicture, storedPictures } from './shop-pictures.ts';
import { migrationsOf, quoted, shopTables, tableName } from './shop-tables.ts';

export type BackupReport = {
  tables: number;
  rows: number;
  pictures: number;
  /** Pictures that the database names and the store does not have. */
  missing: string[];
  /** Whether the shop knows of it. A role that may read alone makes a good backup that the shop does not hear of. */
  isNoted: boolean;
};

/**
 * Writes the shop of a database, as it is at one moment, and its pictures into a sealed file.
 * @param databaseUrl as the owner of the tables; any Postgres will do
 * @param supabaseUrl where the pictures are
 * @throws Error with a message for the user; then there is no file
 */
export async function backUpShop(
  { databaseUrl, supabaseUrl }: { databaseUrl: string; supabaseUrl: string },
  file: string,
  passphrase: string,
): Promise<BackupReport> {
  const report: BackupReport = { tables: 0, rows: 0, pictures: 0, missing: [], isNoted: false };
  const sql = openOwnerDatabase(databaseUrl);
  try {
    await sql.begin('isolation level repeatable read read only', async (transaction) => {
      // A right that is missing is an error, and never a table that looks empty.
      await transaction`set local row_security = off`;
      await transaction`set local statement_timeout = 0`;
      const entries = entriesOf(transaction as unknown as postgres.Sql, supabaseUrl, report);
      await writeSealed(file, passphrase, entriesToBytes(entries));
    });
    report.isNoted = await sql`insert into private.heartbeats (job) values ('backup')
      on conflict (job) do update set at = now()`.then(
      () => true,
      () => false,
    );
    return report;
  } finally {
    await sql.end({ timeout: 2 });
  }
}

async function* entriesOf(
  sql: postgres.Sql,
  supabaseUrl: string,
  report: BackupReport,
): AsyncGenerator<Entry> {
  const migrations = await migrationsOf(sql);
  yield { about: { kind: 'shop', madeAt: new Date().toISOString(), supabaseUrl, migrations }, body: noBody };
  for (const table of await shopTables(sql)) {
    const columns = table.columns.map(quoted).join(', ');
    const rows = await sql.unsafe(`copy ${tableName(table)} (${columns}) to stdout`).readable();
    yield { about: { kind: 'table', ...table }, body: counted(rows, report) };
    report.tables += 1;
  }
  const sequences = await sql<{ schema: string; name: string; last: string }[]>`
    select schemaname as schema, sequencename as name, last_value::text as last from pg_catalog.pg_sequences
    where schemaname in ('public', 'private') and last_value is not null order by schemaname, sequencename`;
  for (const sequence of sequences) yield { about: { kind: 'sequence', ...sequence }, body: noBody };
  for (const picture of await storedPictures(sql)) {
    const entry = await pictureEntry(supabaseUrl, picture);
    if (entry) yield entry;
    if (entry) report.pictures += 1;
    else report.missing.push(picture.name);
  }
  yield { about: { kind: 'end', rows: report.rows, pictures: report.pictures }, body: noBody };
}

/** Each row ends with a line feed; one within a value is written as two other characters. */
async function* counted(rows: Readable, report: BackupReport): AsyncGenerator<Buffer> {
  for await (const part of rows as AsyncIterable<Buffer>) {
    for (const byte of part) if (byte === 10) report.rows += 1;
    yield part;
  }
  // The driver pauses its connection when a piece fills the stream, and goes on when more is asked for. After the last
  // piece nobody would ask.
  rows._read(0);
}

async function pictureEntry(supabaseUrl: string, picture: StoredPicture): Promise<Entry | null> {
  const read = await readPicture(supabaseUrl, picture);
  return (
    read && {
      about: { kind: 'picture', ...picture, type: read.type, cacheControl: read.cacheControl },
      body: read.content,
    }
  );
}
