import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inDatabase } from './owner-database.ts';

/**
 * Applies new files of `supabase/migrations`, each in its own transaction, and records them in the table of the Supabase
 * CLI, so that `supabase migration list` works for a local database too. Returns the names of the applied files.
 */
export async function applyMigrations(databaseUrl: string, folder: string): Promise<string[]> {
  return inDatabase(databaseUrl, async (sql) => {
    await sql`create schema if not exists supabase_migrations`;
    await sql`create table if not exists supabase_migrations.schema_migrations (
      version text primary key, statements text[], name text)`;
    const done = new Map(
      (
        await sql<{ version: string; statements: string[] | null }[]>`
        select version, statements from supabase_migrations.schema_migrations`
      ).map((row) => [row.version, row.statements?.join('') ?? null]),
    );
    const files = readdirSync(folder)
      .filter((file) => file.endsWith('.sql'))
      .sort();
    const applied: string[] = [];
    for (const file of files) {
      const [version = '', ...nameParts] = file.replace(/\.sql$/, '').split('_');
      const text = readFileSync(join(folder, file), 'utf8');
      if (done.has(version)) {
        const appliedText = done.get(version);
        if (appliedText !== null && appliedText !== text) {
          throw new Error(
            `${file} was changed after it was applied to this database: type npm run reset (this erases the local data).`,
          );
        }
        continue;
      }
      await sql
        .begin(async (transaction) => {
          await transaction.unsafe(text);
          await transaction`insert into supabase_migrations.schema_migrations (version, statements, name)
            values (${version}, ${[text]}, ${nameParts.join('_')})`;
        })
        .catch((error: unknown) => {
          throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
        });
      applied.push(file);
    }
    return applied;
  });
}

/**
 * Runs a file of demo data once per database, and records it in the table of the Supabase CLI: later changes by the user
 * are not overwritten. Returns whether it ran.
 */
export async function seedOnce(databaseUrl: string, file: string): Promise<boolean> {
  return inDatabase(databaseUrl, async (sql) => {
    await sql`create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null)`;
    const text = readFileSync(file, 'utf8');
    return await sql.begin(async (transaction) => {
      const { count } = await transaction`insert into supabase_migrations.seed_files (path, hash)
        values (${file}, ${createHash('sha256').update(text).digest('hex')}) on conflict do nothing`;
      if (count > 0) await transaction.unsafe(text);
      return count > 0;
    });
  });
}

/** Runs a file of SQL as it is. */
export async function runSqlFile(databaseUrl: string, file: string): Promise<void> {
  await inDatabase(databaseUrl, (sql) => sql.unsafe(readFileSync(file, 'utf8')));
}
