// Runs before `npm start`, `npm test` and similar commands: runs `npm ci` when something is missing, else does nothing.
// Uses no dependency, since none may be installed yet.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isSupportedNode, programsOf, reasonToInstall } from './installation-check.mjs';
import { takeLock } from './process-lock.mjs';

const project = new URL('../../', import.meta.url);
const command = commandOf(process.env.npm_lifecycle_event);

if (!isSupportedNode(process.version)) {
  end(
    `The shop needs Node 20.19 or 22.13 and newer, and this is ${process.version}: install a newer one (nvm install 22), then type ${command} again.`,
  );
}
if (problem() !== null) {
  mkdirSync(new URL('.shop/', project), { recursive: true });
  const release = await takeLock(fileURLToPath(new URL('.shop/installing.pid', project)), (holder) =>
    console.log(`Process ${holder} is installing already: waiting for it.`),
  );
  // Another process may have installed it meanwhile.
  const reason = problem();
  const complaint = reason === null ? null : install(reason);
  release();
  if (complaint !== null) end(complaint);
}

function problem() {
  return reasonToInstall({
    locked: readJson('package-lock.json'),
    installed: existsSync(new URL('node_modules/.package-lock.json', project))
      ? readJson('node_modules/.package-lock.json')
      : null,
    programs: programsOf(process.platform, process.arch),
    exists: (path) => existsSync(new URL(path, project)),
  });
}

/** Returns what went wrong, or null. */
function install(reason) {
  console.log(`${reason}: running npm ci, which takes a minute the first time.`);
  const npm = process.env.npm_execpath;
  // Development dependencies run the shop, also when NODE_ENV is production.
  const args = ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional'];
  const options = { cwd: project, stdio: 'inherit' };
  const { status } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (status !== 0)
    return `npm ci did not finish (see its output above): check the network and the free disk space, then type ${command} again.`;
  const remaining = problem();
  return remaining === null
    ? null
    : `npm ci finished, but ${remaining}: allow install scripts (npm config delete ignore-scripts), then type ${command} again.`;
}

function readJson(path) {
  return JSON.parse(readFileSync(new URL(path, project), 'utf8'));
}

/** The command that the user typed: `prestart` runs before `npm start`. */
function commandOf(event) {
  const name = (event || 'prestart').replace(/^pre/, '');
  return name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`;
}

function end(sentence) {
  console.error(sentence);
  process.exit(1);
}
