import { existsSync } from 'node:fs';
import { openShopDatabase } from '../large-seed/local-database.ts';
import { smokeFindings } from '../smoke/smoke-findings.ts';
import { databaseSentence } from '../stack/owner-database.ts';
import { databaseFindings } from './database-findings.ts';
import { platformFindings } from './platform-findings.ts';

/**
 * `npm run doctor`: reports what is wrong with a shop and what to do about it. Checks the shop on this machine, or at the
 * database of `DATABASE_URL`, and with `SUPABASE_ACCESS_TOKEN` at the settings of its project; with an address
 * (`npm run doctor -- https://www.shop.co.ke`) also at the running site.
 */
if (existsSync('.env')) process.loadEnvFile('.env');
const [address] = process.argv.slice(2);

const findings: string[] = [];
try {
  const database = await openShopDatabase(process.env);
  try {
    findings.push(...(await databaseFindings(database.sql, Boolean(process.env.DATABASE_URL))));
  } finally {
    await database.close();
  }
} catch (error) {
  findings.push(`The database does not answer: ${databaseSentence(error)}`);
}
findings.push(...(await platformFindings(process.env)));
if (address) findings.push(...(await smokeFindings(address)));
console.log(findings.length === 0 ? 'No problems found.' : findings.join('\n'));
process.exitCode = findings.length === 0 ? 0 : 1;
