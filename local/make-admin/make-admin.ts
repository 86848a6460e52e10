import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openShopDatabase } from '../large-seed/local-database.ts';
import { endSignIns, giveAdminRole, removeSecondFactor } from './account-steps.ts';
import { databaseSentence } from '../stack/owner-database.ts';

/**
 * `npm run make-admin -- <id or e-mail>`: gives an account the admin role; for the first admin, who can be made by no
 * other. With `--new-factor` it removes the second factor of an admin who has lost phone and recovery codes instead, with
 * `--sign-out` it signs a person out everywhere. In the shop on this machine, or in the database of `DATABASE_URL`. The
 * history keeps roles and factors.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'new-factor': { type: 'boolean' }, 'sign-out': { type: 'boolean' } },
});
const [who] = positionals;
const run = values['new-factor'] ? removeSecondFactor : values['sign-out'] ? endSignIns : giveAdminRole;
if (!who || positionals.length > 1 || (values['new-factor'] && values['sign-out'])) {
  console.error('Name one account: npm run make-admin -- <id or e-mail> [--new-factor | --sign-out]');
  process.exit(2);
}

if (existsSync('.env')) process.loadEnvFile('.env');
try {
  const database = await openShopDatabase(process.env);
  try {
    console.log(await run(database.sql, who));
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(databaseSentence(error));
  process.exitCode = 1;
}
