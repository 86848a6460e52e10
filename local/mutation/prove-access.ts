import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mutant, type Query, rightMutants } from '../../supabase/tests/database/right-mutants.ts';
import { localSecrets } from '../stack/local-secrets.ts';
import { inDatabase } from '../stack/owner-database.ts';
import { startPostgres } from '../stack/postgres-server.ts';
import { freePorts } from '../stack/shop-ports.ts';
import { startStack } from '../stack/start-stack.ts';
import { guardMutants } from './guard-mutants.ts';

const tests = 'supabase/tests/database';

/**
 * `npm run test:night -- access`: drops every policy and right of the tables, every trigger and every question about the
 * caller, one at a time, each in a copy of the database, and prints what no test notices. Further words choose the
 * triggers and questions with one of them.
 * @returns whether every defect is noticed
 */
export async function proveAccess(words: readonly string[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-mutation-'));
  // As root, Postgres runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711);
  const server = await databaseOfNewShop(folder);
  const query: Query = (text) => inDatabase(server.url, (sql) => sql.unsafe(text));
  const urlOf = (database: string) => server.url.replace(/\/postgres$/, `/${database}`);
  const inCopy = async <T>(name: string, work: (url: string) => Promise<T>): Promise<T> => {
    await inDatabase(urlOf('template1'), async (sql) => {
      // Two copies at a time fail, because each has a connection to the template.
      await sql`select pg_advisory_lock(1)`;
      await sql.unsafe(`create database ${name} template postgres`);
    });
    try {
      return await work(urlOf(name));
    } finally {
      await query(`drop database if exists ${name} with (force)`);
    }
  };
  try {
    const files = readdirSync(tests).filter((file) => file.endsWith('.test.ts') && !slow.includes(file));
    const complaint = await inCopy('as_it_is', (url) => complaintOf(url, folder, files, true));
    if (complaint !== null) throw new Error(`The tests fail without a defect:\n${complaint}`);
    console.log('Policies and rights of the tables: each is noticed by access-matrix.test.ts.');

    const storage = (await rightMutants(query)).filter(({ target }) => target.startsWith('storage.'));
    const mutants = [...storage, ...(await guardMutants(query))].filter(
      ({ target, change }) =>
        words.length === 0 || words.some((word) => `${target} ${change}`.includes(word)),
    );
    const survivors: string[] = [];
    const waiting = mutants.entries();
    const work = async () => {
      for (const [index, mutant] of waiting) {
        const isNoticed = await inCopy(`mutant_${index}`, (url) => notices(url, folder, files, mutant));
        const line = `${mutant.target}  ${mutant.change}`;
        console.log(`${index + 1}/${mutants.length} ${isNoticed ? 'noticed' : 'SURVIVED'} ${line}`);
        if (!isNoticed) survivors.push(line);
      }
    };
    await Promise.all([work(), work()]);
    console.log(`\n${survivors.length} of ${mutants.length} are not noticed:\n${survivors.join('\n')}`);
    return survivors.length === 0;
  } finally {
    await server.child.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** These run the Supabase CLI for seconds and do not depend on what functions do. */
const slow = ['generated-types.test.ts', 'schema-advisors.test.ts'];

/** Only Postgres goes on: a database with connections cannot be copied. */
async function databaseOfNewShop(folder: string) {
  const shop = await startStack({
    dataFolder: folder,
    ports: 'free',
    build: false,
    throwAway: true,
    onStep: () => {},
  });
  await shop.stop();
  const { postgres: port } = await freePorts(0);
  const { postgresPassword: password } = await localSecrets(folder);
  const logFile = join(folder, 'logs', 'postgres.log');
  return startPostgres({ folder: join(folder, 'postgres'), port, password, logFile, throwAway: true });
}

/** Whether a test fails, or the statement itself does: first the tests that name the function or table. */
async function notices(url: string, folder: string, files: readonly string[], mutant: Mutant) {
  const isApplied = await inDatabase(url, (sql) => sql.unsafe(mutant.sql)).then(
    () => true,
    () => false,
  );
  if (!isApplied) return true;
  const name = mutant.target.split('.').at(-1) ?? mutant.target;
  const isNear = (file: string) => readFileSync(join(tests, file), 'utf8').includes(name);
  const near = files.filter(isNear);
  const rest = files.filter((file) => !isNear(file));
  for (const some of [near, rest])
    if (some.length > 0 && (await complaintOf(url, folder, some)) !== null) return true;
  return false;
}

/** The output of the tests in this database when one fails, or null. */
function complaintOf(
  url: string,
  dataFolder: string,
  files: readonly string[],
  isFull = false,
): Promise<string | null> {
  const stack = { addresses: { postgres: url }, keys: {}, accounts: [], dataFolder };
  const options = ['--project', 'database', '--no-file-parallelism', '--bail', '1', '--reporter', 'dot'];
  return new Promise((done) => {
    execFile(
      process.execPath,
      // A busy machine must not cause failures.
      ['node_modules/vitest/vitest.mjs', 'run', ...options, '--testTimeout', '300000', ...files],
      {
        env: {
          ...process.env,
          SHOP_STACKS: JSON.stringify([stack]),
          ...(isFull && { NIGHT: '1' }),
        },
        // What makes the tests hang is noticed too.
        timeout: 30 * 60_000,
      },
      (error, stdout, stderr) => done(error ? `${stdout}${stderr}`.slice(-3000) : null),
    );
  });
}
