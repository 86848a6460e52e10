// Runs before `npm start`, `npm test` and their like: installs what package-lock.json says when something is
// missing, else gets out of the way. Needs no dependency, for there may be none yet.
import { spawnSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { installHostedDeno } from './hosted-deno.mjs';
import { isSupportedNode, programsOf, reasonToInstall } from './installation-check.mjs';

const project = new URL('../../', import.meta.url);
const lockFile = new URL('.shop/installing.pid', project);
const command = commandOf(process.env.npm_lifecycle_event);

if (!isSupportedNode(process.version)) {
  end(
    `The shop needs Node 20.19 or 22.13 and newer, and this is ${process.version}: install a newer one (nvm install 22), then type ${command} again.`,
  );
}
if (problem() !== null) {
  await takeTurn();
  try {
    // Whoever had the turn before may have done the work.
    const reason = problem();
    if (reason !== null) install(reason);
  } finally {
    rmSync(lockFile, { force: true });
  }
}
if (['precheck', 'predeploy:check'].includes(process.env.npm_lifecycle_event)) installHostedDeno();

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

function install(reason) {
  console.log(`${reason}: running npm ci, which takes a minute the first time.`);
  const npm = process.env.npm_execpath;
  // The tools that run the shop are development dependencies, also where NODE_ENV says production.
  const words = ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional'];
  const options = { cwd: project, stdio: 'inherit', env: { ...process.env, SHOP_HOSTED_DENO: 'off' } };
  const { status } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...words], options)
    : spawnSync('npm', words, { ...options, shell: process.platform === 'win32' });
  if (status !== 0) {
    rmSync(lockFile, { force: true });
    end(
      `npm ci did not finish (its own words are above): look at the network and the free disk space, then type ${command} again.`,
    );
  }
  const still = problem();
  if (still !== null) {
    rmSync(lockFile, { force: true });
    end(
      `npm ci finished, and yet ${still}: allow install scripts (npm config delete ignore-scripts), then type ${command} again.`,
    );
  }
}

/** One install at a time: waits while another process holds the turn; the turn of a dead one is free. */
async function takeTurn() {
  mkdirSync(new URL('.shop/', project), { recursive: true });
  const mine = new URL(`.shop/installing.${process.pid}`, project);
  let isAnnounced = false;
  for (;;) {
    try {
      // Linked into place with its content, so that nobody ever reads an empty one.
      writeFileSync(mine, String(process.pid));
      linkSync(mine, lockFile);
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    } finally {
      rmSync(mine, { force: true });
    }
    const holder = readHolder();
    if (holder === null) continue;
    if (!isAlive(holder)) {
      rmSync(lockFile, { force: true });
    } else if (!isAnnounced) {
      console.log(`Process ${holder} is installing already: waiting for it.`);
      isAnnounced = true;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Null when the file is gone meanwhile. */
function readHolder() {
  try {
    return Number(readFileSync(lockFile, 'utf8')) || null;
  } catch {
    return null;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function readJson(path) {
  return JSON.parse(readFileSync(new URL(path, project), 'utf8'));
}

/** What the person typed: `prestart` runs before `npm start`. */
function commandOf(event) {
  const name = (event || 'prestart').replace(/^pre/, '');
  return name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`;
}

function end(sentence) {
  console.error(sentence);
  process.exit(1);
}
