import { existsSync } from 'node:fs';
import { backUpShop } from './back-up-shop.ts';
import { shopPlace } from './shop-place.ts';
import { databaseSentence } from '../stack/owner-database.ts';

/**
 * `npm run backup -- [file]`: the database and the pictures of a shop in one file that only `BACKUP_PASSPHRASE` opens.
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
  const place = await shopPlace(process.env, 'read');
  const { tables, rows, pictures, missing, isNoted } = await backUpShop(
    place,
    file,
    process.env.BACKUP_PASSPHRASE ?? '',
  );
  console.log(`${file}: ${rows} rows of ${tables} tables, ${pictures} pictures.`);
  if (missing.length > 0)
    console.log(`The store does not have ${missing.length} pictures that it lists, e.g. ${missing[0]}.`);
  if (!isNoted)
    console.log(
      'The backup is whole, but the shop could not be told of it: Health will say that it is older.',
    );
} catch (error) {
  console.error(databaseSentence(error));
  process.exitCode = 1;
}
