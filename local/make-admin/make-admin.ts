import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { openLocalDatabase } from '../large-seed/local-database.ts';
import { giveAdminRole } from './give-admin-role.ts';

/**
 * `npm run make-admin -- <id or e-mail>`: gives an account the admin role; for the first admin, who can be made by no
 * other. In the shop on this machine, or in the database of `DATABASE_URL`. The history keeps the change.
 */
const { positionals } = parseArgs({ allowPositionals: true });
const [who] = positionals;
if (!who || positionals.length > 1) {
  console.error('Name one account: npm run make-admin -- <id or e-mail>');
  process.exit(2);
}

const database = process.env.DATABASE_URL
  ? hostedDatabase(process.env.DATABASE_URL)
  : await openLocalDatabase(process.env.SHOP_FOLDER ?? '.shop', console.log);
try {
  console.log(await giveAdminRole(database.sql, who));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await database.close();
}

function hostedDatabase(url: string) {
  const sql = postgres(url, { max: 1, connect_timeout: 15, onnotice: () => {} });
  return { sql, close: () => sql.end({ timeout: 2 }) };
}
