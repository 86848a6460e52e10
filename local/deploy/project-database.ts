import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeployError, Refusal, type VendorApi } from './vendor-api.ts';

/** Runs SQL as the owner of the project's database; several statements return the rows of the last. */
export type Query = <T>(sql: string) => Promise<T[]>;

export type Migration = { file: string; text: string };

/** A release that was deployed, as the database remembers it. */
type DeployedRelease = { commit: string; version: string; finished: boolean };

/** The database of a project through the platform's API: no password, and reachable from anywhere. */
export function projectQuery(supabase: VendorApi, ref: string): Query {
  return async <T>(query: string) =>
    // Every statement of this command may run twice with the same outcome.
    (await supabase.put<T[] | undefined>('POST', `/v1/projects/${ref}/database/query`, { query })) ?? [];
}

/** Whether a condition of SQL is true. */
export const holds = async (query: Query, condition: string): Promise<boolean> =>
  (await query<{ found: boolean }>(`select ${condition} as found`))[0]?.found ?? false;

/** A value as a literal of SQL: the API takes parameters for single statements only. */
export const literal = (value: string | null) =>
  value === null
    ? 'null'
    : `${value.includes('\\') ? 'E' : ''}'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/**
 * Tables of the Supabase CLI, so that its commands know the migrations too, and beside them the releases: the newest row
 * says what is live, also when its deployment was broken off. shop_deployment: who deploys now, and until when that holds if
 * they were broken off.
 */
const tables = `create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
  create table if not exists supabase_migrations.shop_releases (
    id bigint generated always as identity primary key,
    "commit" text not null,
    version text not null,
    started_at timestamptz not null default now(),
    finished_at timestamptz,
    state jsonb not null
  );
  create table if not exists supabase_migrations.shop_deployment (
    is_one boolean primary key default true check (is_one),
    deployer text not null,
    until timestamptz not null
  );`;

export function projectDatabase(query: Query) {
  const exists = (table: string) => holds(query, `to_regclass('supabase_migrations.${table}') is not null`);
  /** The first first: the last one is live, of a broken-off deployment too, for its functions may be there already. */
  const releases = async (): Promise<DeployedRelease[]> =>
    (await exists('shop_releases'))
      ? query(`select "commit", version, finished_at is not null as finished
          from supabase_migrations.shop_releases order by id`)
      : [];
  return {
    /** @throws DeployError when the platform runs statements as somebody who may not own the shop's tables */
    prepare: async () => {
      const [row] = await query<{ name: string }>(`select current_user::text as name`);
      if (row?.name.startsWith('supabase_read_only'))
        throw new DeployError(
          'Supabase runs SQL of this token for reading only: give the token database_write.',
        );
      await query(tables);
    },
    /** How the applied migrations differ from these files. */
    compare: async (migrations: readonly Migration[]) => {
      const rows = (await exists('schema_migrations'))
        ? await query<{ file: string; text: string | null }>(
            `select concat_ws('_', version, nullif(name, '')) || '.sql' as file, array_to_string(statements, '') as text
              from supabase_migrations.schema_migrations order by version`,
          )
        : [];
      const applied = new Map(rows.map(({ file, text }) => [versionOf(file), text]));
      const here = new Set(migrations.map(({ file }) => versionOf(file)));
      return {
        /** Not applied yet. */
        missing: migrations.filter(({ file }) => !applied.has(versionOf(file))),
        /** Sentences without their ends. */
        changed: migrations
          .filter(
            ({ file, text }) =>
              withPlainLineEnds(applied.get(versionOf(file)) ?? text) !== withPlainLineEnds(text),
          )
          .map(({ file }) => `${file} was changed after it was applied`),
        /** Applied, and not here: of a later release, or files that have other names now. */
        others: rows.filter(({ file }) => !here.has(versionOf(file))),
      };
    },
    /**
     * In a transaction, with the note that it was applied. A repeated request of the same does nothing.
     * @param data SQL that writes what belongs into the new tables
     */
    apply: async ({ file, text }: Migration, data = '') => {
      const version = versionOf(file);
      const name = file.slice(version.length + 1).replace(/\.sql$/, '');
      try {
        // All statements of one request are one transaction.
        await query(`${text}\n;${data}
          insert into supabase_migrations.schema_migrations (version, statements, name)
            values (${literal(version)}, array[${literal(text)}], ${literal(name)});`);
      } catch (error) {
        const isApplied = `exists (select from supabase_migrations.schema_migrations where version = ${literal(version)})`;
        if (await holds(query, isApplied)) return;
        throw error instanceof Refusal
          ? new DeployError(
              `${file} was not applied: ${error.reason} The migrations before it were; run the command again.`,
            )
          : error;
      }
    },
    /**
     * The deployment of this folder begins, or goes on for at most a quarter of an hour more.
     * @throws DeployError while another folder deploys
     */
    claim: async (deployer: string) => {
      const claimed = await query(`insert into supabase_migrations.shop_deployment (deployer, until)
        values (${literal(deployer)}, now() + interval '15 minutes')
        on conflict (is_one) do update set deployer = excluded.deployer, until = excluded.until
        where shop_deployment.deployer = excluded.deployer or shop_deployment.until < now()
        returning deployer`);
      if (claimed.length === 0)
        throw new DeployError(
          'Somebody else deploys this shop now: run the command again when that has ended, a quarter of an hour after it was broken off at the latest.',
        );
    },
    release: (deployer: string) =>
      query(`delete from supabase_migrations.shop_deployment where deployer = ${literal(deployer)}`),
    releases,
    /** The state that the newest deployment left, for a machine without its file. */
    state: async <T>(): Promise<T | undefined> =>
      (await exists('shop_releases'))
        ? (
            await query<{ state: T }>(
              'select state from supabase_migrations.shop_releases order by id desc limit 1',
            )
          )[0]?.state
        : undefined,
    /** Before the first function changes; a deployment that goes on keeps its row. */
    start: async ({ commit, version }: { commit: string; version: string }, state: object) => {
      await query(`insert into supabase_migrations.shop_releases ("commit", version, state)
        select ${literal(commit)}, ${literal(version)}, ${literal(JSON.stringify(state))}::jsonb
        where not exists (
          select from (select * from supabase_migrations.shop_releases order by id desc limit 1) newest
          where newest."commit" = ${literal(commit)}
        )`);
    },
    finish: async (commit: string, state: object) => {
      await query(`update supabase_migrations.shop_releases set
          finished_at = coalesce(finished_at, now()), state = ${literal(JSON.stringify(state))}::jsonb
        where id = (select max(id) from supabase_migrations.shop_releases) and "commit" = ${literal(commit)}`);
    },
  };
}

export type ProjectDatabase = ReturnType<typeof projectDatabase>;

/** The file with the first texts of the shop's pages. */
export const shopTexts = 'supabase/seed/texts/shop-texts.sql';

/** The migrations in a folder, the oldest first. */
export const migrationsIn = (folder: string): Migration[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));

const versionOf = (file: string) => file.split('_')[0] ?? '';

/** Git on Windows may write other line ends than it has stored. */
const withPlainLineEnds = (text: string) => text.replaceAll('\r\n', '\n');
