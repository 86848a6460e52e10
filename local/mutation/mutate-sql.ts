import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { localSecrets } from '../stack/local-secrets.ts';
import { type PostgresServer, startPostgres } from '../stack/postgres-server.ts';
import { applyMigrations, runSqlFile, seedOnce } from '../stack/schema-migrations.ts';
import { freePorts } from '../stack/shop-ports.ts';
import { openSupabaseLite } from '../stack/supabase-lite.ts';
import { testFilesNearest } from './function-tests.ts';
import { mutantsOf, type SqlFunction, type SqlMutant } from './sql-mutants.ts';

/**
 * `npm run mutate:sql`: puts one small defect at a time into a SQL function and runs the database tests until one of
 * them fails. A mutant that no test notices survives. `-- settle` takes the functions whose names contain the word,
 * `--sample 100 --seed 7` a random choice. Not part of `npm run check`: every mutant costs seconds.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string' } },
});

/** Milliseconds for the tests of one mutant: a mutant that makes them hang is noticed too. */
const patience = 120_000;
const workers = 2;
const reportFile = resolve('.shop/mutation/sql.txt');

type Verdict = 'killed' | 'survived' | 'invalid';

const folder = mkdtempSync(join(tmpdir(), 'shop-mutation-'));
// Postgres refuses to run as root and takes another user, who must be able to pass through.
chmodSync(folder, 0o711);
const server = await startDatabase();
try {
  const functions = await readFunctions();
  const chosen = sample(
    functions
      .filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)))
      .flatMap((target) => mutantsOf(target)),
  );
  console.log(`${chosen.length} mutants of ${functions.length} functions`);
  const without = await runDatabaseTests(await copyOfDatabase('base'), []);
  if (without !== null) throw new Error(`The database tests fail without a mutant:\n${without}`);
  const verdicts = await judgeAll(chosen, functions);
  const survivors = verdicts.filter(({ verdict }) => verdict === 'survived');
  const killed = verdicts.filter(({ verdict }) => verdict === 'killed').length;
  const report = [
    ...survivors.map(({ mutant }) => `${mutant.target}:${mutant.line}  ${mutant.change}`).sort(),
    `${killed} of ${killed + survivors.length} killed, ${((100 * killed) / Math.max(1, killed + survivors.length)).toFixed(1)} %`,
  ].join('\n');
  mkdirSync(resolve('.shop/mutation'), { recursive: true });
  writeFileSync(reportFile, `${report}\n`);
  console.log(`\nSurvivors:\n${report}\n${reportFile}`);
} finally {
  await server.child.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** A migrated and seeded database that every mutant gets a copy of. */
async function startDatabase(): Promise<PostgresServer> {
  const { postgres: port } = await freePorts(0);
  const secrets = await localSecrets(folder);
  const started = await startPostgres({
    folder: join(folder, 'postgres'),
    port,
    password: secrets.postgresPassword,
    logFile: join(folder, 'postgres.log'),
    throwAway: true,
  });
  const supabase = await openSupabaseLite({
    databaseUrl: started.url,
    secrets,
    siteUrl: 'http://127.0.0.1',
    storageFolder: join(folder, 'storage'),
    email: { send: async () => {} },
  });
  await supabase.close();
  await runSqlFile(started.url, resolve('local/stack/platform-roles.sql'));
  await applyMigrations(started.url, resolve('supabase/migrations'));
  await seedOnce(started.url, 'supabase/seed/products.sql');
  return started;
}

async function readFunctions(): Promise<SqlFunction[]> {
  const sql = postgres(server.url, { max: 1 });
  try {
    return await sql<SqlFunction[]>`
      select p.pronamespace::regnamespace || '.' || p.proname as name, l.lanname as language,
        pg_get_functiondef(p.oid) as definition
      from pg_proc p join pg_language l on l.oid = p.prolang
      where p.pronamespace::regnamespace::text in ('public', 'private') and p.prokind = 'f'
        and l.lanname in ('sql', 'plpgsql')
      order by 1`;
  } finally {
    await sql.end();
  }
}

/** Some of the mutants, in an order that the seed decides; all of them, as they come, without `--sample`. */
function sample(mutants: SqlMutant[]): SqlMutant[] {
  if (values.sample === undefined) return mutants;
  let state = Number(values.seed ?? 1) >>> 0;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return mutants
    .map((mutant) => ({ mutant, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, Number(values.sample))
    .map(({ mutant }) => mutant);
}

async function judgeAll(mutants: readonly SqlMutant[], functions: readonly SqlFunction[]) {
  const verdicts: { mutant: SqlMutant; verdict: Verdict }[] = [];
  const waiting = [...mutants.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [place, mutant] = next;
      const verdict = await judge(mutant, `mutant_${place}`, functions);
      verdicts.push({ mutant, verdict });
      console.log(
        `${verdicts.length}/${mutants.length} ${verdict} ${mutant.target}:${mutant.line} ${mutant.change}`,
      );
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return verdicts;
}

async function judge(mutant: SqlMutant, name: string, functions: readonly SqlFunction[]): Promise<Verdict> {
  const url = await copyOfDatabase(name);
  try {
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    const applied = await sql
      .unsafe(mutant.sql)
      .then(() => true)
      .catch(() => false)
      .finally(() => sql.end());
    if (!applied) return 'invalid';
    const target = functions.find(({ name: functionName }) => functionName === mutant.target);
    if (!target) return 'invalid';
    const files = testFilesNearest(target, functions);
    // The nearest file fails for most mutants; only what it lets pass costs the whole suite.
    if ((await runDatabaseTests(url, files.slice(0, 1))) !== null) return 'killed';
    return (await runDatabaseTests(url, files.slice(1))) === null ? 'survived' : 'killed';
  } finally {
    const sql = postgres(server.url, { max: 1, onnotice: () => {} });
    await sql.unsafe(`drop database if exists ${name} with (force)`).finally(() => sql.end());
  }
}

async function copyOfDatabase(name: string): Promise<string> {
  const sql = postgres(server.url.replace(/\/postgres$/, '/template1'), { max: 1, onnotice: () => {} });
  try {
    // Two copies at once would each see the other's connection to the template.
    await sql`select pg_advisory_lock(1)`;
    await sql.unsafe(`create database ${name} template postgres`);
  } finally {
    await sql.end();
  }
  return server.url.replace(/\/postgres$/, `/${name}`);
}

/** Answers what vitest said when a test failed, or null. */
function runDatabaseTests(url: string, files: readonly string[]): Promise<string | null> {
  const words = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'database',
    '--no-file-parallelism',
    '--bail',
    '1',
    '--reporter',
    'dot',
  ];
  const description = { addresses: { postgres: url }, keys: {}, accounts: [], dataFolder: folder };
  return new Promise((done) => {
    execFile(
      process.execPath,
      [...words, ...files],
      { env: { ...process.env, SHOP_STACKS: JSON.stringify([description]) }, timeout: patience },
      (error, stdout, stderr) => done(error ? `${stdout}${stderr}`.slice(-3000) : null),
    );
  });
}
