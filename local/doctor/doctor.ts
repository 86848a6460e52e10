import postgres from 'postgres';
import { openLocalDatabase } from '../large-seed/local-database.ts';
import { smokeFindings } from '../smoke/smoke-findings.ts';
import { databaseFindings } from './database-findings.ts';

/**
 * `npm run doctor`: what is wrong with a shop, and what to do about it. Looks at the shop on this machine, or at the
 * database of `DATABASE_URL`; with an address (`npm run doctor -- https://www.shop.co.ke`) also at the running site.
 */
const [address] = process.argv.slice(2);
const hosted = process.env.DATABASE_URL;
const database = hosted
  ? hostedDatabase(hosted)
  : await openLocalDatabase(process.env.SHOP_FOLDER ?? '.shop', console.log);

const findings: string[] = [];
try {
  findings.push(...(await databaseFindings(database.sql, hosted !== undefined)));
} catch (error) {
  findings.push(`The database does not answer: ${error instanceof Error ? error.message : String(error)}`);
} finally {
  await database.close();
}
if (address) findings.push(...(await smokeFindings(address)));
console.log(findings.length === 0 ? 'All is well.' : findings.join('\n'));
process.exitCode = findings.length === 0 ? 0 : 1;

function hostedDatabase(url: string) {
  const sql = postgres(url, { max: 1, connect_timeout: 15, onnotice: () => {} });
  return { sql, close: () => sql.end({ timeout: 2 }) };
}
