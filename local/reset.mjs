// `npm run reset`: deletes the database, the ledger, the mail and the keys of this machine. Needs no dependency.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { isAlive } from './install/process-lock.mjs';

if (process.argv.includes('--help')) {
  console.log('npm run reset   deletes all local data');
  process.exit(0);
}
if (existsSync('.env')) process.loadEnvFile('.env');
const folder = process.env.SHOP_FOLDER ?? '.shop';
const lock = `${folder}/running.json`;
if (existsSync(lock)) {
  const { pid } = JSON.parse(readFileSync(lock, 'utf8'));
  if (isAlive(pid)) {
    console.error(
      `The shop is running (process ${pid}): stop it with Ctrl-C, then type npm run reset again.`,
    );
    process.exit(1);
  }
}
rmSync(folder, { recursive: true, force: true });
console.log('All local data is deleted. Type npm start for a fresh shop.');
