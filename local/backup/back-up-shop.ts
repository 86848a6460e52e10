import type { Readable } from 'node:stream';
import type postgres from 'postgres';
import { inDatabase } from '../stack/owner-database.ts';
import { type Entry, entriesToBytes } from './backup-entries.ts';
import { writeSealed } from './sealed-file.ts';
import { readPicture, type StoredPicture, storedPictures } from './shop-pictures.ts';
import { migrationsOf, quoted, shopTables, tableName } from './shop-tables.ts';

export type BackupReport = {
  tables: number;
  rows: number;
  pictures: number;
  /** Pictures that the database lists but Storage does not have. */
  missing: string[];
  /** Whether the backup was recorded in the shop. A read-only role makes a complete backup but cannot record it. */
  isRecorded: boolean;
};

/**
 * Writes a consistent snapshot of a shop's database and its pictures to an encrypted file.
 * @param databaseUrl of any Postgres, as the owner of the tables
 * @param supabaseUrl where the pictures are stored
 * @param keep puts the file elsewhere, before the backup counts as made; from the first on, the shop expects one every day
 * @throws Error with a message for the user; then there is no file
 */
export async function backUpShop(
  { databaseUrl, supabaseUrl }: { databaseUrl: string; supabaseUrl: string },
  file: string,
  passphrase: string,
  keep?: (file: string) => Promise<void>,
): Promise<BackupReport> {
  const report: BackupReport = { tables: 0, rows: 0, pictures: 0, missing: [], isRecorded: false };
  return inDatabase(databaseUrl, async (sql) => {
    await sql.begin('isolation level repeatable read read only', async (transaction) => {
      // A missing permission must raise an error, not make a table look empty.
      await transaction`set local row_security = off`;
      await transaction`set local statement_timeout = 0`;
      const entries = entriesOf(transaction as unknown as postgres.Sql, supabaseUrl, report);
      await writeSealed(file, passphrase, entriesToBytes(entries));
    });
    await keep?.(file);
    report.isRecorded = await sql`insert into private.heartbeats (job) values ('backup')
      on conflict (job) do update set at = now()`.then(
      () => true,
      () => false,
    );
    if (keep && report.isRecorded)
      // Once: an owner who has set it to null again wants no warning.
      await sql`update private.settings s set backup_limit_days = 2 where backup_limit_days is null
        and not exists (select from public.history h where h.row_id = s.id and h.after ? 'backup_limit_days')`;
    return report;
  });
}

async function* entriesOf(
  sql: postgres.Sql,
  supabaseUrl: string,
  report: BackupReport,
): AsyncGenerator<Entry> {
  const migrations = await migrationsOf(sql);
  yield { about: { kind: 'shop', madeAt: new Date().toISOString(), supabaseUrl, migrations }, body: [] };
  for (const table of await shopTables(sql)) {
    const columns = table.columns.map(quoted).join(', ');
    const rows = await sql.unsafe(`copy ${tableName(table)} (${columns}) to stdout`).readable();
    yield { about: { kind: 'table', ...table }, body: counted(rows, report) };
    report.tables += 1;
  }
  const sequences = await sql<{ schema: string; name: string; last: string }[]>`
    select schemaname as schema, sequencename as name, last_value::text as last from pg_catalog.pg_sequences
    where schemaname in ('public', 'private') and last_value is not null order by schemaname, sequencename`;
  for (const sequence of sequences) yield { about: { kind: 'sequence', ...sequence }, body: [] };
  for (const picture of await storedPictures(sql)) {
    const entry = await pictureEntry(supabaseUrl, picture);
    if (entry) yield entry;
    if (entry) report.pictures += 1;
    else report.missing.push(picture.name);
  }
  yield { about: { kind: 'end', rows: report.rows, pictures: report.pictures }, body: [] };
}

/** Counts rows: each ends with a line feed, and line feeds within values are escaped. */
async function* counted(rows: Readable, report: BackupReport): AsyncGenerator<Buffer> {
  for await (const part of rows as AsyncIterable<Buffer>) {
    for (const byte of part) if (byte === 10) report.rows += 1;
    yield part;
  }
  // The driver pauses its connection when a chunk fills the stream, and resumes on the next read, which would not come
  // after the last chunk.
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
