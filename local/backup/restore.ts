import { existsSync } from 'node:fs';
import { restoreShop } from './restore-shop.ts';
import { shopLocation } from './shop-location.ts';
import { databaseSentence } from '../stack/owner-database.ts';

/**
 * `npm run restore -- <file>`: restores a backup into an empty shop with the same migrations, the one that runs on this
 * machine (`DEMO=off npm start`) or that of `DATABASE_URL`.
 */
if (existsSync('.env')) process.loadEnvFile('.env');
const [file] = process.argv.slice(2);
if (!file) {
  console.error('Name the file: npm run restore -- <file>');
  process.exit(2);
}
try {
  const location = await shopLocation(process.env, 'write');
  const { madeAt, rows, pictures, broken } = await restoreShop(
    location,
    file,
    process.env.BACKUP_PASSPHRASE ?? '',
  );
  console.log(`Restored the shop of ${madeAt}: ${rows} rows, ${pictures} pictures.`);
  for (const { broken: rule, subject } of broken)
    console.log(`A rule about money or stock is broken (${rule}, ${subject}).`);
  process.exitCode = broken.length === 0 ? 0 : 1;
} catch (error) {
  console.error(databaseSentence(error));
  process.exitCode = 1;
}
