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

/** The functions that are called directly. */
type DirectFunction = CatalogueFunction | 'take_limits' | 'place_order_within_limits';

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
/** Places orders, as the shop. */
export type CallForOrders = Call<'place_order_within_limits'>;

/** How to open a pool of connections, and how it is used. */
export type DirectPool = {
  /** The role that its calls must have. */
  role: 'anon' | 'service_role';
  open(): postgres.Sql;
  /** Calls that may be in Postgres or wait for a connection at once; more go through the Data API, which has connections of its own. */
  maxCalls: number;
  /** Milliseconds for an answer. */
  timeLimit: number;
  /**
   * Whether a call that got no answer is repeated through the Data API. A repeated `take_limits` counts a request twice.
   * An order may have been placed: the browser sends it again, with its key.
   */
  isRepeated: boolean;
};

const { directStatement, direct, order, database } = timeLimits;

/** Few connections, since each running copy of the function opens its own. */
const pools = {
  catalogue: { role: 'anon', connections: 3, maxCalls: 8, statement: directStatement, timeLimit: direct },
  counting: {
    role: 'service_role',
    connections: 1,
    maxCalls: 8,
    statement: directStatement,
    timeLimit: direct,
  },
  // As many as SQL lets place an order at once. None waits for another: it may wait for a product.
  orders: { role: 'service_role', connections: 8, maxCalls: 8, statement: order, timeLimit: database },
} as const;

/** Milliseconds for the first connection of a pool whose calls are not repeated. */
const connectionLimit = 2_500;

/** Milliseconds during which calls go through the Data API after a connection to Postgres has failed. */
const pause = 30_000;

/**
 * A pool for `directCalls`, when the owner has set `DIRECT_CALLS=on`; null otherwise. Its connections are closed when idle.
 * The platform sets the address: https://supabase.com/docs/guides/functions/secrets
 */
export function directPool(env: Env, name: keyof typeof pools): DirectPool | null {
  const address = env.get('SUPABASE_DB_URL');
  if (!address || env.get('DIRECT_CALLS') !== 'on') return null;
  const isLocal = /@(127\.0\.0\.1|localhost)[:/]/.test(address);
  const { role, connections, maxCalls, statement, timeLimit } = pools[name];
  return {
    role,
    maxCalls,
    timeLimit,
    isRepeated: name !== 'orders',
    open: () =>
      postgres(address, {
        max: connections,
        // One call after the other on a connection; with several sent at once, some would wait for a slow one. Not in the types.
        ...{ max_pipeline: 0 },
        ssl: isLocal ? false : 'require',
        connect_timeout: 2,
        idle_timeout: 5,
        // The driver would query the types of arrays, which are not used, and not handle that query's failure.
        fetch_types: false,
        connection: { application_name: 'api', role, statement_timeout: statement },
        onnotice: () => {},
      }),
  };
}

/**
 * Calls SQL functions in Postgres itself, which takes a fraction of the processor time of a call through the Data API
 * (decision 63). Calls go through the Data API, with `run`, which has the same rights: without a pool, when too many are
 * under way, when a connection fails or does not answer in time, and for half a minute after that. A call that is not
 * repeated, and may have reached Postgres, ends as one through the Data API that gets no answer.
 */
export function directCalls<Allowed extends DirectFunction>(
  run: RunQuery,
  direct: DirectPool | null,
  log: (entry: LogEntry) => void,
): Call<Allowed> {
  let pool: postgres.Sql | null = null;
  /**
   * Whether Postgres answers on this pool, asked once before an order is sent: the driver goes on opening connections that
   * are closed before they can be used.
   */
  let ready: Promise<unknown> | null = null;
  let pausedUntil = 0;
  let calls = 0;

  /** @param endWithin milliseconds for the calls that are under way */
  const giveUp = (used: postgres.Sql | null, reason: string, endWithin: number) => {
    if (pool !== used) return;
    pool = null;
    ready = null;
    pausedUntil = Date.now() + pause;
    log({ level: 'warn', event: 'direct_calls_paused', reason });
    void used?.end({ timeout: endWithin / 1000 }).catch(() => {});
  };

  /**
   * The answer, or null when the call should go through the Data API.
   * @throws Refusal `service_unavailable` when the call may have been carried out and must not be repeated
   */
  const tryDirectly = async <T>(
    direct: DirectPool,
    name: DirectFunction,
    args: object,
  ): Promise<QueryResult<T> | null> => {
    let used = pool;
    let mayBeSent = false;
    calls += 1;
    try {
      used = pool ??= direct.open();
      if (!direct.isRepeated) await (ready ??= withinLimit(used.unsafe('select 1'), connectionLimit));
      mayBeSent = true;
      return await withinLimit(callInPostgres<T>(used, direct.role, name, args), direct.timeLimit);
    } catch (error) {
      const isRepeated = direct.isRepeated || !mayBeSent || isBeforeCall(error);
      // Its other calls are repeated through the Data API, or may still get their answers.
      giveUp(used, String(error), direct.isRepeated || !mayBeSent ? 0 : direct.timeLimit);
      if (isRepeated) return null;
      throw new Refusal('service_unavailable');
    } finally {
      calls -= 1;
    }
  };

  return async <Name extends Allowed>(name: Name, args: object = {}) => {
    if (direct && calls < direct.maxCalls && Date.now() >= pausedUntil) {
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

class WrongRole extends Error {}

/**
 * Whether the function was certainly not called: there was no connection, with other rights, or the statement did not start.
 * A fatal error of Postgres comes before the call, since the driver replaces one during a call by `CONNECTION_CLOSED`.
 */
function isBeforeCall(error: unknown): boolean {
  const { code = '', syscall = '' } = error as { code?: string; syscall?: string };
  return (
    error instanceof WrongRole ||
    ['CONNECT_TIMEOUT', 'CONNECTION_ENDED'].includes(code) ||
    ['connect', 'getaddrinfo'].includes(syscall) ||
    (error instanceof postgres.PostgresError && (error.severity === 'FATAL' || /^(26|42P05)/.test(code)))
  );
}

/** @throws Error when the connection failed, so that Postgres has not answered */
async function callInPostgres<T>(
  pool: postgres.Sql,
  role: DirectPool['role'],
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
    if (!row) throw new Error('There was no row.');
    if (!row.has_role) throw new WrongRole(`The connection has other rights than ${role}.`);
    return { data: row.value, error: null, status: 200 };
  } catch (error) {
    if (!isAnswer(error)) throw error;
    const { code, message, detail } = error;
    return { data: null, error: { code, message, details: detail }, status: 500 };
  }
}

/** @throws Error when the answer comes too late */
async function withinLimit<T>(answer: Promise<T>, timeLimit: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('There was no answer in time.')), timeLimit);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
