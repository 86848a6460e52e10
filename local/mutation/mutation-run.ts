import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { localSecrets } from '../stack/local-secrets.ts';
import { inDatabase } from '../stack/owner-database.ts';
import { type PostgresServer, startPostgres } from '../stack/postgres-server.ts';
import { applyMigrations, runSqlFile, seedOnce } from '../stack/schema-migrations.ts';
import { freePorts } from '../stack/shop-ports.ts';
import { openSupabaseLite } from '../stack/supabase-lite.ts';
import type { SqlFunction, SqlMutant } from './sql-mutants.ts';

const workers = 2;

type Verdict = 'killed' | 'survived' | 'invalid';

/** A migrated and seeded database, which is copied for every mutant, and the tests that run on the copies. */
export class MutationRun {
  private readonly folder: string;
  private readonly server: PostgresServer;
  /** For the tests of one mutant: a mutant that makes them hang counts as killed. */
  private testTimeoutMs = 3_600_000;

  private constructor(folder: string, server: PostgresServer) {
    this.folder = folder;
    this.server = server;
  }

  static async open(): Promise<MutationRun> {
    const folder = mkdtempSync(join(tmpdir(), 'shop-mutation-'));
    // As root, Postgres runs as another user, who must be able to enter the folder.
    chmodSync(folder, 0o711);
    const { postgres: port } = await freePorts(0);
    const secrets = await localSecrets(folder);
    const server = await startPostgres({
      folder: join(folder, 'postgres'),
      port,
      password: secrets.postgresPassword,
      logFile: join(folder, 'postgres.log'),
      throwAway: true,
    });
    const run = new MutationRun(folder, server);
    try {
      const supabase = await openSupabaseLite({
        databaseUrl: server.url,
        secrets,
        siteUrl: 'http://127.0.0.1',
        storageFolder: join(folder, 'storage'),
        email: { send: async () => {} },
      });
      await supabase.close();
      await runSqlFile(server.url, resolve('local/stack/platform-roles.sql'));
      await applyMigrations(server.url, resolve('supabase/migrations'));
      await seedOnce(server.url, 'supabase/seed/products.sql');
      await seedOnce(server.url, 'supabase/seed/local-second-factor.sql');
      // A shop has an owner, who gets messages about payments.
      await run.query(`
        insert into auth.users (id, email) values (gen_random_uuid(), 'owner@example.com');
        update public.users set role = 'admin', email_confirmed_at = now()`);
      return run;
    } catch (error) {
      await run.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.server.child.stop();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  query<Row extends object>(text: string): Promise<Row[]> {
    return inDatabase(this.server.url, (sql) => sql.unsafe<Row[]>(text));
  }

  /** The shop's own functions, by name. */
  functions = () =>
    this.query<SqlFunction>(`
      select p.pronamespace::regnamespace || '.' || p.proname as name, l.lanname as language,
        pg_get_functiondef(p.oid) as definition
      from pg_proc p join pg_language l on l.oid = p.prolang
      where p.pronamespace::regnamespace::text in ('public', 'private') and p.prokind = 'f'
        and l.lanname in ('sql', 'plpgsql')
      order by 1`);

  /**
   * Applies each mutant to a copy and runs the test files, the likeliest to fail first. Writes the survivors to the
   * console and to `.shop/mutation`, and returns their number. @throws Error when the tests fail without a mutant
   */
  async testMutants(
    mutants: readonly SqlMutant[],
    filesOf: (mutant: SqlMutant) => readonly string[],
    reportName: string,
  ): Promise<number> {
    const startedAt = performance.now();
    const without = await this.runDatabaseTests(await this.copyOfDatabase('base'), []);
    if (without !== null) throw new Error(`The database tests fail without a mutant:\n${without}`);
    // Several times the duration without a mutant, to allow for a busy machine.
    this.testTimeoutMs = Math.max(60_000, Math.round(4 * (performance.now() - startedAt)));
    const verdicts: { mutant: SqlMutant; verdict: Verdict }[] = [];
    const pending = [...mutants.entries()];
    const work = async () => {
      for (let next = pending.shift(); next; next = pending.shift()) {
        const [index, mutant] = next;
        const verdict = await this.testMutant(mutant, `mutant_${index}`, filesOf(mutant));
        verdicts.push({ mutant, verdict });
        console.log(`${verdicts.length}/${mutants.length} ${verdict} ${described(mutant)}`);
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
    const survivors = verdicts.filter(({ verdict }) => verdict === 'survived');
    const killed = verdicts.filter(({ verdict }) => verdict === 'killed').length;
    const share = (100 * killed) / Math.max(1, killed + survivors.length);
    const report = [
      ...survivors.map(({ mutant }) => described(mutant)).sort(),
      `${killed} of ${killed + survivors.length} killed, ${share.toFixed(1)} %`,
    ].join('\n');
    const file = resolve('.shop/mutation', reportName);
    mkdirSync(resolve('.shop/mutation'), { recursive: true });
    writeFileSync(file, `${report}\n`);
    console.log(`\nSurvivors:\n${report}\n${file}`);
    return survivors.length;
  }

  /** The output of the files when they fail on the unchanged database, or null. */
  async failureOf(files: readonly string[], env: Record<string, string>): Promise<string | null> {
    return this.runDatabaseTests(await this.copyOfDatabase('as_it_is'), files, env);
  }

  private async testMutant(mutant: SqlMutant, name: string, files: readonly string[]): Promise<Verdict> {
    const url = await this.copyOfDatabase(name);
    try {
      const applied = await inDatabase(url, (sql) => sql.unsafe(mutant.sql)).then(
        () => true,
        () => false,
      );
      if (!applied) return 'invalid';
      // The likeliest file fails for most mutants; only the others need the whole suite.
      if ((await this.runDatabaseTests(url, files.slice(0, 1))) !== null) return 'killed';
      return (await this.runDatabaseTests(url, files.slice(1))) === null ? 'survived' : 'killed';
    } finally {
      await this.query(`drop database if exists ${name} with (force)`);
    }
  }

  private async copyOfDatabase(name: string): Promise<string> {
    const url = (database: string) => this.server.url.replace(/\/postgres$/, `/${database}`);
    await inDatabase(url('template1'), async (sql) => {
      // Concurrent copies fail, because each has a connection to the template.
      await sql`select pg_advisory_lock(1)`;
      await sql.unsafe(`create database ${name} template postgres`);
    });
    return url(name);
  }

  /** Returns the output of vitest when a test failed, or null. */
  private runDatabaseTests(
    url: string,
    files: readonly string[],
    env: Record<string, string> = {},
  ): Promise<string | null> {
    const args = [
      'run',
      '--project',
      'database',
      '--no-file-parallelism',
      '--bail',
      '1',
      '--reporter',
      'dot',
      // A busy machine must not cause failures; a mutant that hangs is stopped below.
      '--testTimeout',
      '300000',
    ];
    const description = { addresses: { postgres: url }, keys: {}, accounts: [], dataFolder: this.folder };
    return new Promise((done) => {
      execFile(
        process.execPath,
        ['node_modules/vitest/vitest.mjs', ...args, ...files],
        {
          env: { ...process.env, ...env, SHOP_STACKS: JSON.stringify([description]) },
          timeout: this.testTimeoutMs,
        },
        (error, stdout, stderr) => done(error ? `${stdout}${stderr}`.slice(-3000) : null),
      );
    });
  }
}

const described = ({ target, line, change }: SqlMutant) =>
  `${target}${line > 0 ? `:${line}` : ''}  ${change}`;
