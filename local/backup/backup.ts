import { existsSync } from 'node:fs';
import { backUpShop } from './back-up-shop.ts';
import { shopLocation } from './shop-location.ts';
import { databaseSentence } from '../stack/owner-database.ts';

/**
 * `npm run backup -- [file]`: writes the database and pictures of a shop to one file, encrypted with `BACKUP_PASSPHRASE`.
 * Of the shop that runs on this machine, or of `DATABASE_URL`.
 */
if (existsSync('.env')) process.loadEnvFile('.env');
const file =
  process.argv[2] ??
  `shop-${new Date()
    .toISOString()
    .replace(/:\d\d\..*/, '')
    .replace(':', '')}.backup`;
try {
  const location = await shopLocation(process.env, 'read');
  const { tables, rows, pictures, missing, isRecorded } = await backUpShop(
    location,
    file,
    process.env.BACKUP_PASSPHRASE ?? '',
  );
  console.log(`${file}: ${rows} rows of ${tables} tables, ${pictures} pictures.`);
  if (missing.length > 0)
    console.log(
      `Storage does not have ${missing.length} pictures that the database lists, e.g. ${missing[0]}.`,
    );
  if (!isRecorded)
    console.log(
      'The backup is complete but could not be recorded in the shop: Health will show an older one.',
    );
} catch (error) {
  console.error(databaseSentence(error));
  process.exitCode = 1;
}
