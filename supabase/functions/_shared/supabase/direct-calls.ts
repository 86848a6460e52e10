import postgres from 'postgres';
import { timeLimits } from '../contract/time-limits.ts';
import { countCall } from '../http/call-count.ts';
import type { LogEntry } from '../http/log.ts';
import { Refusal } from '../http/refusal.ts';
import type { Env } from '../http/required-env.ts';
import type { Database } from '../postgres-schema.ts';
import { dataOf, type QueryResult } from './query-result.ts';
import type { SqlReplies } from './sql-replies.ts';
import type { RunQuery } from './supabase-clients.ts';

type Functions = Database['public']['Functions'];

/** SQL functions of the catalogue: anybody may call them, and they only read. */
type CatalogueFunction =
  | 'count_products'
  | 'list_products'
  | 'product_facets'
  | 'product_index'
  | 'product_page'
  | 'search_products'
  | 'suggest_products';

type Reply<Name extends CatalogueFunction> = Name extends keyof SqlReplies
  ? SqlReplies[Name]
  : Functions[Name]['Returns'];

/** Calls an SQL function of the catalogue as a visitor. @throws as `dataOf` */
export type CallAsVisitor = <Name extends CatalogueFunction>(
  name: Name,
  args?: Functions[Name]['Args'],
) => Promise<Reply<Name>>;

/** Opens a pool of connections to Postgres. */
export type OpenPool = () => postgres.Sql;

/** Milliseconds during which calls go through the Data API after a connection to Postgres has failed. */
const pause = 30_000;

/**
 * A pool for `visitorCalls`: few connections, since each running copy of the function has its own, and closed when idle.
 * Null without an address (the platform gives every function one:
 * https://supabase.com/docs/guides/functions/secrets) and when the owner has set `DIRECT_READS=off`.
 */
export function visitorPool(env: Env): OpenPool | null {
  const address = env.get('SUPABASE_DB_URL');
  if (!address || env.get('DIRECT_READS') === 'off') return null;
  return () =>
    postgres(address, {
      max: 2,
      ssl: 'prefer',
      connect_timeout: 2,
      idle_timeout: 20,
      // The driver would query the types of arrays, which are not used, and not handle that query's failure.
      fetch_types: false,
      connection: { application_name: 'api', role: 'anon', statement_timeout: timeLimits.visitorStatement },
      onnotice: () => {},
    });
}

/**
 * Calls the functions of the catalogue in Postgres itself, which takes a fraction of the processor time of a call through
 * the Data API (decision 63). Without a pool they go through the Data API, and for half a minute after a connection has
 * failed: it calls the same function with the same rights. A call only reads, so it can be repeated.
 */
export function visitorCalls(
  asVisitor: RunQuery,
  openPool: OpenPool | null,
  log: (entry: LogEntry) => void,
): CallAsVisitor {
  let pool: postgres.Sql | null = null;
  let pausedUntil = 0;

  const close = (failed: postgres.Sql, reason: string) => {
    if (pool !== failed) return;
    pool = null;
    pausedUntil = Date.now() + pause;
    log({ level: 'warn', event: 'direct_reads_paused', reason });
    // Ends all its calls; they are repeated through the Data API.
    void failed.end({ timeout: 0 }).catch(() => {});
  };

  return async <Name extends CatalogueFunction>(name: Name, args: object = {}) => {
    if (openPool && Date.now() >= pausedUntil) {
      const used = (pool ??= openPool());
      const result = await withinLimit(callInPostgres<Reply<Name>>(used, name, args)).catch(
        (error: Error) => {
          close(used, error.message);
          // The Data API would probably not answer either.
          if (error instanceof TooLate) throw new Refusal('service_unavailable');
        },
      );
      if (result) return dataOf(result);
    }
    // The client's types know the arguments of one function, not of any of several.
    return asVisitor<Reply<Name>>(
      (visitor) => visitor.rpc(name, args as never) as unknown as PromiseLike<QueryResult<Reply<Name>>>,
    );
  };
}

/**
 * Codes of Postgres about a connection, not about the call: it ended, it is one too many, its password is wrong, a pooler
 * lost a prepared statement (https://www.postgresql.org/docs/17/errcodes-appendix.html).
 */
const isAboutConnection = /^(08|26|28|3D|53|57P|42P05)/;

/** @throws Error when the connection failed, so that Postgres has not answered */
async function callInPostgres<T>(
  pool: postgres.Sql,
  name: CatalogueFunction,
  args: object,
): Promise<QueryResult<T>> {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  const named = given.map(([key], index) => `${key} => $${index + 1}`).join(', ');
  countCall();
  try {
    // A pooler may ignore the role of a connection. Nothing is called with the rights of the database's owner.
    const [row] = await pool.unsafe<{ is_visitor: boolean; value: T }[]>(
      `select current_user = 'anon' as is_visitor, case when current_user = 'anon' then public.${name}(${named}) end as value`,
      given.map(([, value]) => value as postgres.ParameterOrJSON<never>),
      { prepare: true },
    );
    if (!row?.is_visitor) throw new Error('The connection has other rights than a visitor.');
    return { data: row.value, error: null, status: 200 };
  } catch (error) {
    if (!(error instanceof postgres.PostgresError) || isAboutConnection.test(error.code)) throw error;
    const { code, message, detail } = error;
    return { data: null, error: { code, message, details: detail }, status: 500 };
  }
}

class TooLate extends Error {}

/** @throws TooLate */
async function withinLimit<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLate('No answer in time.')), timeLimits.database);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
