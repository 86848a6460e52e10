import postgres from 'postgres';
import { timeLimits } from '../contract/time-limits.ts';
import { countCall } from '../http/call-count.ts';
import type { LogEntry } from '../http/log.ts';
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

/** The functions that are called directly. A call may be repeated; a repeated `take_limits` counts the request twice. */
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

/** How to open a pool of connections, and the role that its calls must have. */
export type DirectPool = { role: Role; open(): postgres.Sql };

/** Calls that may be in Postgres or wait for a connection at once; more go through the Data API, which has connections of its own. */
const maxCalls = 8;

/** Milliseconds during which calls go through the Data API after a connection to Postgres has failed. */
const pause = 30_000;

/**
 * A pool for `directCalls`, when the owner has set `DIRECT_CALLS=on`; null otherwise. It has few connections, since each
 * running copy of the function opens its own, and they are closed when idle. The platform sets the address:
 * https://supabase.com/docs/guides/functions/secrets
 */
export function directPool(env: Env, role: Role): DirectPool | null {
  const address = env.get('SUPABASE_DB_URL');
  if (!address || env.get('DIRECT_CALLS') !== 'on') return null;
  const isLocal = /@(127\.0\.0\.1|localhost)[:/]/.test(address);
  return {
    role,
    open: () =>
      postgres(address, {
        max: role === 'anon' ? 3 : 1,
        // One call after the other on a connection; with several sent at once, some would wait for a slow one. Not in the types.
        ...{ max_pipeline: 0 },
        ssl: isLocal ? false : 'require',
        connect_timeout: 2,
        idle_timeout: 5,
        // The driver would query the types of arrays, which are not used, and not handle that query's failure.
        fetch_types: false,
        connection: { application_name: 'api', role, statement_timeout: timeLimits.directStatement },
        onnotice: () => {},
      }),
  };
}

/**
 * Calls SQL functions in Postgres itself, which takes a fraction of the processor time of a call through the Data API
 * (decision 63). Calls go through the Data API, with `run`, which has the same rights: without a pool, when too many are
 * under way, when a connection fails or does not answer in time, and for half a minute after that.
 */
export function directCalls<Allowed extends DirectFunction>(
  run: RunQuery,
  direct: DirectPool | null,
  log: (entry: LogEntry) => void,
): Call<Allowed> {
  let pool: postgres.Sql | null = null;
  let pausedUntil = 0;
  let calls = 0;

  const giveUp = (used: postgres.Sql | null, reason: string) => {
    if (pool !== used) return;
    pool = null;
    pausedUntil = Date.now() + pause;
    log({ level: 'warn', event: 'direct_calls_paused', reason });
    // Ends all its calls; they are repeated through the Data API.
    void used?.end({ timeout: 0 }).catch(() => {});
  };

  /** Null when there is no answer. */
  const tryDirectly = async <T>(
    { role, open }: DirectPool,
    name: DirectFunction,
    args: object,
  ): Promise<QueryResult<T> | null> => {
    let used = pool;
    calls += 1;
    try {
      used = pool ??= open();
      return await withinLimit(callInPostgres<T>(used, role, name, args));
    } catch (error) {
      giveUp(used, String(error));
      return null;
    } finally {
      calls -= 1;
    }
  };

  return async <Name extends Allowed>(name: Name, args: object = {}) => {
    if (direct && calls < maxCalls && Date.now() >= pausedUntil) {
      const result = await tryDirectly<Reply<Name>>(direct, name, args);
      if (result) return dataOf(result);
    }
    // The client's types know the arguments of one function, not of any of several.
    return run<Reply<Name>>(
      (client) => client.rpc(name, args as never) as unknown as PromiseLike<QueryResult<Reply<Name>>>,
    );
  };
}

/**
 * Codes of Postgres about a connection, not about the call: it ended, there is one too many, a pooler has mixed up prepared
 * statements (https://www.postgresql.org/docs/17/errcodes-appendix.html).
 */
const isAboutConnection = /^(08|26|28|3D|53|57P|42P05)/;

/** Whether Postgres has answered the call with this error. One that is fatal is about the connection, whatever its code. */
function isAnswer(error: unknown): error is postgres.PostgresError {
  return (
    error instanceof postgres.PostgresError &&
    error.severity === 'ERROR' &&
    !isAboutConnection.test(error.code)
  );
}

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
    if (!isAnswer(error)) throw error;
    const { code, message, detail } = error;
    return { data: null, error: { code, message, details: detail }, status: 500 };
  }
}

/** @throws Error when the answer comes too late */
async function withinLimit<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('There was no answer in time.')), timeLimits.direct);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
