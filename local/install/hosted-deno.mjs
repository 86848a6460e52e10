// Puts the Deno of Supabase's platform into local/deploy-check/hosted-deno. It has a lock file of its own, for two
// versions of one program do not go together in one. Only checks need it: `npm ci` and `npm run check` bring it, and
// `npm start` does not. Plain JavaScript without dependencies, as everything that installs.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = new URL('../deploy-check/hosted-deno/', import.meta.url);
const wanted = readJson('package.json').optionalDependencies;
const [name] = Object.keys(wanted);

/** Its path, whether or not it is installed; null on a machine for which it is not pinned. */
export const hostedDeno =
  process.platform === 'linux' && process.arch === 'x64'
    ? fileURLToPath(new URL(`node_modules/${name}/deno`, folder))
    : null;

/** Whether it is there, in the version that is wanted. */
export function hasHostedDeno() {
  if (hostedDeno === null || !existsSync(hostedDeno)) return false;
  return readJson(`node_modules/${name}/package.json`).version === wanted[name];
}

/** Installs it where it is missing. Without a network it stays missing, and `npm run deploy:check` says so. */
export function installHostedDeno() {
  if (hostedDeno === null || hasHostedDeno()) return;
  console.log(
    `Installing the Deno of Supabase's platform (${wanted[name]}), which npm run deploy:check tries the functions on.`,
  );
  const npm = process.env.npm_execpath;
  const words = [
    'ci',
    '--no-audit',
    '--no-fund',
    '--include=optional',
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=1000',
  ];
  const options = { cwd: fileURLToPath(folder), stdio: ['ignore', 'ignore', 'inherit'] };
  if (npm?.endsWith('.js')) spawnSync(process.execPath, [npm, ...words], options);
  else spawnSync('npm', words, options);
  if (!hasHostedDeno()) console.log('It could not be installed now.');
}

function readJson(path) {
  return JSON.parse(readFileSync(new URL(path, folder), 'utf8'));
}

// After `npm ci`. A build at Netlify and `npm start` have no use for it.
const isProgram = process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href;
if (isProgram && !process.env.NETLIFY && process.env.SHOP_HOSTED_DENO !== 'off') installHostedDeno();
