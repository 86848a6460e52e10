// Runs before `npm start`, `npm test` and similar commands: runs `npm ci` when something is missing, else does nothing.
// Uses no dependency, since none may be installed yet.
import { spawnSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  await acquireLock();
  try {
    // Another process may have installed it meanwhile.
    const reason = problem();
    if (reason !== null) install(reason);
  } finally {
    rmSync(lockFile, { force: true });
  }
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

function install(reason) {
  console.log(`${reason}: running npm ci, which takes a minute the first time.`);
  const npm = process.env.npm_execpath;
  // Development dependencies run the shop, also when NODE_ENV is production.
  const args = ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional'];
  const options = { cwd: project, stdio: 'inherit' };
  const { status } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (status !== 0) {
    rmSync(lockFile, { force: true });
    end(
      `npm ci did not finish (see its output above): check the network and the free disk space, then type ${command} again.`,
    );
  }
  const remaining = problem();
  if (remaining !== null) {
    rmSync(lockFile, { force: true });
    end(
      `npm ci finished, but ${remaining}: allow install scripts (npm config delete ignore-scripts), then type ${command} again.`,
    );
  }
}

/** Waits while another process is installing; the lock of a dead process is ignored. */
async function acquireLock() {
  mkdirSync(new URL('.shop/', project), { recursive: true });
  const ownFile = new URL(`.shop/installing.${process.pid}`, project);
  let isAnnounced = false;
  for (;;) {
    try {
      // Linked with its content, so that no process reads an empty file.
      writeFileSync(ownFile, String(process.pid));
      linkSync(ownFile, lockFile);
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    } finally {
      rmSync(ownFile, { force: true });
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

/** Null when the file does not exist any more. */
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

/** The command that the user typed: `prestart` runs before `npm start`. */
function commandOf(event) {
  const name = (event || 'prestart').replace(/^pre/, '');
  return name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`;
}

function end(sentence) {
  console.error(sentence);
  process.exit(1);
}
