import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsIn, projectDatabase } from '../deploy/project-database.ts';
import { Refusal } from '../deploy/vendor-api.ts';
import { inDatabase } from './owner-database.ts';

/**
 * Applies new migrations of a folder as a deployment does, or those of them that are wanted. Returns the names of their
 * files.
 * @throws Error with a message for the user when the data was made with other ones; nothing is changed then
 */
export async function applyMigrations(
  databaseUrl: string,
  folder: string,
  isWanted: (file: string) => boolean = () => true,
): Promise<string[]> {
  return inDatabase(databaseUrl, async (sql) => {
    const query = async <T>(text: string) =>
      (await sql.unsafe(text).catch(({ message }: Error) => {
        throw new Refusal(400, `${message}.`, message);
      })) as unknown as T[];
    const database = projectDatabase(query);
    await database.prepare();
    const migrations = migrationsIn(folder).filter(({ file }) => isWanted(file));
    const { missing, changed, others } = await database.compare(migrations);
    const differences = [...changed, ...others.map(({ file }) => `${file} was applied and is not here`)];
    if (differences.length > 0) {
      const advice = missing.length + others.length === 0 ? canBeTakenAlong : cannotBeTakenAlong;
      throw new Error(`${differences.join('.\n')}.\n${keptAsItIs}\n${advice}`);
    }
    for (const migration of missing) await database.apply(migration);
    return missing.map(({ file }) => file);
  });
}

const keptAsItIs =
  'So this version cannot bring the local data up to date. The data stays as it is, and the version that made it still opens it.';
const cannotBeTakenAlong =
  'A backup of it can be restored only into a version with the same migration files. To start without it: npm run reset.';
const canBeTakenAlong = `To take it along: npm run shop -- backup my.backup, then DEMO=off SHOP_FOLDER=.shop/new npm start, and in another terminal
SHOP_FOLDER=.shop/new npm run shop -- restore my.backup (docs/deploy.md, Backups). To start without it: npm run reset.`;

/**
 * Runs a file of data once per database, and records it in the table of the Supabase CLI: later changes by the user
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

/** Gives a new database what a hosted project has before its first migration, without a Supabase Auth its accounts too. */
export async function preparePlatform(databaseUrl: string, hasAuth = false): Promise<void> {
  const files = ['platform-roles.sql', ...(hasAuth ? [] : ['auth-users.sql'])];
  for (const file of files) await runSqlFile(databaseUrl, join('local/stack', file));
}

/** Runs a file of SQL as it is. */
export async function runSqlFile(databaseUrl: string, file: string): Promise<void> {
  await inDatabase(databaseUrl, (sql) => sql.unsafe(readFileSync(file, 'utf8')));
}
