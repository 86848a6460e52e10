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

/** The functions that are called directly. Each can be repeated; of `take_limits`, the request counts twice then. */
type DirectFunction = CatalogueFunction | 'take_limits';

type Reply<Name extends DirectFunction> = Name extends keyof SqlReplies
  ? SqlReplies[Name]
  : Functions[Name]['Returns'];

/** Calls an SQL function. @throws as `dataOf` */
type Call<Allowed extends DirectFunction> = <Name extends Allowed>(
  name: Name,
  args?: Functions[Name]['Args'],
) => Promise<Reply<Name>>;

/** Calls the catalogue as a visitor. */
export type CallAsVisitor = Call<CatalogueFunction>;
/** Counts requests, as the shop. */
export type CallAsShop = Call<'take_limits'>;

type Role = 'anon' | 'service_role';

/** A pool of connections that is not open yet, and the role that its calls have. */
export type DirectPool = { role: Role; open(): postgres.Sql };

/** As the Data API limits them: https://supabase.com/docs/guides/database/postgres/timeouts */
const statementTimeouts = { anon: timeLimits.visitorStatement, service_role: timeLimits.shopStatement };

/** Milliseconds during which calls go through the Data API after a connection to Postgres has failed. */
const pause = 30_000;

/**
 * A pool for `directCalls`: few connections, since each running copy of the function has its own, and closed when idle.
 * Null without an address (the platform gives every function one:
 * https://supabase.com/docs/guides/functions/secrets) and when the owner has set `DIRECT_CALLS=off`.
 */
export function directPool(env: Env, role: Role): DirectPool | null {
  const address = env.get('SUPABASE_DB_URL');
  if (!address || env.get('DIRECT_CALLS') === 'off') return null;
  return {
    role,
    open: () =>
      postgres(address, {
        max: role === 'anon' ? 2 : 1,
        ssl: 'prefer',
        connect_timeout: 2,
        idle_timeout: 20,
        // The driver would query the types of arrays, which are not used, and not handle that query's failure.
        fetch_types: false,
        connection: { application_name: 'api', role, statement_timeout: statementTimeouts[role] },
        onnotice: () => {},
      }),
  };
}

/**
 * Calls SQL functions in Postgres itself, which takes a fraction of the processor time of a call through the Data API
 * (decision 63). Without a pool they go through the Data API with `run`, which has the same rights, and for half a minute
 * after a connection has failed.
 */
export function directCalls<Allowed extends DirectFunction>(
  run: RunQuery,
  direct: DirectPool | null,
  log: (entry: LogEntry) => void,
): Call<Allowed> {
  let pool: postgres.Sql | null = null;
  let pausedUntil = 0;

  const close = (failed: postgres.Sql, reason: string) => {
    if (pool !== failed) return;
    pool = null;
    pausedUntil = Date.now() + pause;
    log({ level: 'warn', event: 'direct_calls_paused', reason });
    // Ends all its calls; they are repeated through the Data API.
    void failed.end({ timeout: 0 }).catch(() => {});
  };

  return async <Name extends Allowed>(name: Name, args: object = {}) => {
    if (direct && Date.now() >= pausedUntil) {
      const used = (pool ??= direct.open());
      const answer = callInPostgres<Reply<Name>>(used, direct.role, name, args);
      const result = await withinLimit(answer).catch((error: Error) => {
        close(used, error.message);
        // The Data API would probably not answer either.
        if (error instanceof TooLate) throw new Refusal('service_unavailable');
      });
      if (result) return dataOf(result);
    }
    // The client's types know the arguments of one function, not of any of several.
    return run<Reply<Name>>(
      (client) => client.rpc(name, args as never) as unknown as PromiseLike<QueryResult<Reply<Name>>>,
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
  role: Role,
  name: DirectFunction,
  args: object,
): Promise<QueryResult<T>> {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  const named = given.map(([key], index) => `${key} => $${index + 1}`).join(', ');
  const hasRole = `current_user = '${role}'`;
  countCall();
  try {
    // A pooler may ignore the role of a connection. Nothing is called with the rights of the database's owner.
    const [row] = await pool.unsafe<{ has_role: boolean; value: T }[]>(
      `select ${hasRole} as has_role, case when ${hasRole} then public.${name}(${named}) end as value`,
      given.map(([, value]) => value as postgres.ParameterOrJSON<never>),
      { prepare: true },
    );
    if (!row?.has_role) throw new Error(`The connection has other rights than ${role}.`);
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
