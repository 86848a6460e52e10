import type { App } from '@supabase/lite';
import { fileStorage } from './storage-folder.ts';

/*
 * The places where the local stack depends on internals of Supabase Lite, one function each.
 * local/tests/supabase-lite-internals.test.ts fails when a new version of Lite works differently.
 */

/**
 * Lite grants everything in every schema to all three roles. The migrations define the grants, as on a hosted project, so
 * the connection is marked as if Lite had granted them already.
 */
export function keepGrants(connection: object): void {
  Object.assign(connection, { rlsState: 'active' });
}

/** Stores the objects of Storage as files in a folder; Lite has no setting for it. */
export function keepObjectsIn(app: App, folder: string): void {
  app._storageAdapter = fileStorage(folder);
}

/** As on a hosted project: https://supabase.com/docs/guides/database/postgres/timeouts */
const roleTimeouts: Record<string, string> = { anon: '3s', authenticated: '8s', service_role: '8s' };

type Transaction = { executeQuery(query: object): Promise<{ rows: { name: string; limit: string }[] }> };
type Caller = { auth?: { role?: string } };
type FunctionCall = { path: string };
type Connection = {
  applyJwtSessionContext(transaction: Transaction, caller: Caller, isRole: boolean): Promise<void>;
  applyRpcRequestGucs(transaction: Transaction, call: FunctionCall): Promise<void>;
};

/** Sets the statement timeout, which Lite lacks: that of the caller's role, or that of the called SQL function if it has one. */
export function setStatementTimeouts(connection: object): void {
  const inside = connection as Connection;
  const { applyJwtSessionContext, applyRpcRequestGucs } = inside;
  let functionTimeouts: Promise<Map<string, string>> | undefined;
  Object.assign(inside, {
    async applyJwtSessionContext(transaction, caller, isRole) {
      await applyJwtSessionContext.call(inside, transaction, caller, isRole);
      await setTimeLimit(transaction, roleTimeouts[caller.auth?.role || 'anon'] ?? '8s');
    },
    async applyRpcRequestGucs(transaction, call) {
      await applyRpcRequestGucs.call(inside, transaction, call);
      // The migrations are applied before the first request.
      functionTimeouts ??= readFunctionTimeouts(transaction).catch((error: unknown) => {
        // The next request tries again.
        functionTimeouts = undefined;
        throw error;
      });
      const timeout = (await functionTimeouts).get(call.path.split('/').at(-1) ?? '');
      if (timeout) await setTimeLimit(transaction, timeout);
    },
  } satisfies Connection);
}

/** Until the end of the transaction. */
const setTimeLimit = (transaction: Transaction, limit: string) =>
  transaction.executeQuery(rawQuery(`select set_config('statement_timeout', $1, true)`, [limit]));

/** Errors of Postgres to whose replies Lite gives no code, and a status that PostgREST does not give all of them. */
const lostCodes = [
  { text: /statement timeout/, code: '57014', status: 500 },
  { text: /deadlock detected/, code: '40P01', status: 500 },
  { text: /violates check constraint/, code: '23514', status: 400 },
  { text: /terminating connection|system is shutting down/, code: '57P01', status: 500 },
  { text: /could not (extend|write|create|open) file|No space left/, code: '53100', status: 503 },
  {
    text: /CONNECT(ION)?_|\bE(CONN\w+|PIPE|TIMEDOUT)\b|system is (starting up|in recovery|not yet accepting)/,
    code: 'PGRST001',
    status: 503,
  },
];

/** Lite's reply with the error code of Postgres and the status, as PostgREST has them. */
export async function withLostCode(answer: Response): Promise<Response> {
  if (answer.status !== 500) return answer;
  const body = (await answer
    .clone()
    .json()
    .catch(() => null)) as { code?: string; message?: string } | null;
  const lost = lostCodes.find(({ text }) => body?.code === 'SUP' && text.test(body.message ?? ''));
  if (!lost) return answer;
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return Response.json({ ...body, code: lost.code }, { status: lost.status, headers });
}

/** The statement timeouts that SQL functions set, by function name. */
async function readFunctionTimeouts(transaction: Transaction): Promise<Map<string, string>> {
  const { rows } = await transaction.executeQuery(
    rawQuery(
      `select p.proname as name, split_part(c, '=', 2) as limit from pg_catalog.pg_proc p, unnest(p.proconfig) c
       where p.pronamespace = 'public'::regnamespace and c like 'statement_timeout=%'`,
    ),
  );
  return new Map(rows.map(({ name, limit }) => [name, limit]));
}

/** In the form in which Lite's query builder hands a statement to its driver. */
const rawQuery = (sql: string, parameters: unknown[] = []) => ({
  sql,
  parameters,
  query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
  queryId: { queryId: 'limits' },
});

let isPatched = false;

/**
 * Lite replaces `process.emitWarning` with a version that expects every warning to be a string. Node also warns with Error
 * objects, for example about too many listeners, and that would crash the shop.
 */
export function allowErrorWarnings(): void {
  if (isPatched) return;
  isPatched = true;
  const emitWarning = process.emitWarning.bind(process) as (warning: unknown, ...rest: unknown[]) => void;
  process.emitWarning = ((warning: unknown, ...rest: unknown[]) => {
    emitWarning(
      warning instanceof Error ? Object.assign(warning, { includes: () => false }) : warning,
      ...rest,
    );
  }) as typeof process.emitWarning;
}

/**
 * Expected output of Lite: it logs each refusal that the shop raises in SQL (codes that begin with PT4), each query whose
 * connection was lost, which is answered as such, and a warning that Storage is experimental.
 */
export const isExpected = {
  error: (parts: unknown[]): boolean =>
    parts.some((part) =>
      /^(PT4\d\d|57P0[1-3]|CONNECT(ION)?_\w+|ECONN\w+|EPIPE)$/.test(
        String((part as { code?: unknown } | null)?.code),
      ),
    ),
  warn: ([text]: unknown[]): boolean => String(text).startsWith('EXPERIMENTAL FEATURES ENABLED: '),
};

let isFiltered = false;

/** Hides the expected lines on the console, also those that come after a connection was closed. */
export function filterConsole(): void {
  if (isFiltered) return;
  isFiltered = true;
  const { error, warn } = console;
  console.error = (...parts: unknown[]) => void (isExpected.error(parts) || error(...parts));
  console.warn = (...parts: unknown[]) => void (isExpected.warn(parts) || warn(...parts));
}
