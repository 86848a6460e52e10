import type { App } from '@supabase/lite';
import type postgres from 'postgres';
import { fileStorage } from './storage-folder.ts';

/*
 * Where the local stack depends on the inside of Supabase Lite, one function each.
 * local/tests/supabase-lite-internals.test.ts fails when a new version of Lite works differently.
 */

/**
 * Lite grants everything in every schema to all three roles. The migrations say who may do what, as on a hosted
 * project, so the connection is marked as one on which that has been done.
 */
export function keepGrants(connection: object): void {
  Object.assign(connection, { rlsState: 'active' });
}

/** Keeps the objects of Storage as files in a folder; Lite has no setting for it. */
export function keepObjectsIn(app: App, folder: string): void {
  app._storageAdapter = fileStorage(folder);
}

type Driver = Pick<postgres.Sql, 'reserve'>;

/** As on a hosted project: https://supabase.com/docs/guides/database/postgres/timeouts */
const statementLimits: Record<string, string> = { anon: '3s', authenticated: '8s', service_role: '8s' };

type Transaction = { executeQuery(query: object): Promise<{ rows: { name: string; limit: string }[] }> };
type Caller = {
  auth?: { role?: string; uid?: string; jwt?: unknown };
  storage?: { operation?: string };
};
type FunctionCall = { method: string; path: string; requestHeaders?: object };
type Connection = {
  applyJwtSessionContext(transaction: Transaction, caller: Caller, isRole: boolean): Promise<void>;
  applyRpcRequestGucs(transaction: Transaction, call: FunctionCall): Promise<void>;
};

/**
 * What Lite tells Postgres about a caller and a call, each in one statement as PostgREST does, where Lite makes eleven,
 * which took much of the time of a call. With it what Lite lacks, the time that a statement may take: as long as the
 * caller's role has, or the SQL function that is called, when it sets a limit of its own.
 */
export function setContextAtOnce(connection: object): void {
  const inside = connection as Connection;
  const { applyJwtSessionContext } = inside;
  let ofFunctions: Promise<Map<string, string>> | undefined;
  Object.assign(inside, {
    async applyJwtSessionContext(transaction, caller, isRole) {
      const { auth, storage } = caller;
      const role = auth?.role || 'anon';
      const limit = { statement_timeout: statementLimits[role] ?? '8s' };
      if (isRole) {
        // Another role than anon, authenticated and service_role. The shop defines no such role.
        await applyJwtSessionContext.call(inside, transaction, caller, isRole);
        return setLocally(transaction, limit);
      }
      const { jwt } = auth ?? {};
      return setLocally(transaction, {
        role,
        'request.jwt.claim.sub': String(auth?.uid ?? ''),
        'request.jwt.claim.role': role,
        'storage.operation': storage?.operation ?? '',
        ...(jwt && typeof jwt === 'object' ? { 'request.jwt.claims': JSON.stringify(jwt) } : {}),
        ...limit,
      });
    },
    async applyRpcRequestGucs(transaction, { method, path, requestHeaders = {} }) {
      // The migrations are applied before the first request.
      ofFunctions ??= ownLimits(transaction).catch((error: unknown) => {
        // The next request asks again.
        ofFunctions = undefined;
        throw error;
      });
      const own = (await ofFunctions).get(path.split('/').at(-1) ?? '');
      await setLocally(transaction, {
        'response.status': '',
        'response.headers': '',
        'request.method': method,
        'request.path': path,
        'request.headers': JSON.stringify(requestHeaders),
        ...(own ? { statement_timeout: own } : {}),
      });
    },
  } satisfies Connection);
}

/**
 * Lets Postgres keep the plan of a statement that comes again on the same connection, as PostgREST does; Lite has each one
 * parsed and planned anew. After a migration that changes what a statement returns, each connection refuses it once.
 */
export function prepareStatements(driver: Driver): void {
  const reserve = driver.reserve.bind(driver);
  driver.reserve = async () => {
    const connection = await reserve();
    const unsafe = connection.unsafe.bind(connection);
    connection.unsafe = ((text, values, options) =>
      unsafe(text, values, { prepare: true, ...options })) as typeof unsafe;
    return connection;
  };
}

/** Settings of Postgres, until the end of the transaction. */
async function setLocally(transaction: Transaction, settings: Record<string, string>): Promise<void> {
  const calls = Object.keys(settings).map((name, index) => `set_config('${name}', $${index + 1}, true)`);
  await transaction.executeQuery(rawQuery(`select ${calls.join(', ')}`, Object.values(settings)));
}

/** Lite's answer to a statement that was ended, with the code of it, as PostgREST has it. */
export async function withCodeOfLimit(answer: Response): Promise<Response> {
  if (answer.status !== 500) return answer;
  const body = (await answer
    .clone()
    .json()
    .catch(() => null)) as { code?: string; message?: string } | null;
  if (body?.code !== 'SUP' || !body.message?.includes('statement timeout')) return answer;
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return Response.json({ ...body, code: '57014' }, { status: 500, headers });
}

/** The limits that functions set themselves, by their names. */
async function ownLimits(transaction: Transaction): Promise<Map<string, string>> {
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

let mayWarn = false;

/**
 * Lite replaces `process.emitWarning` by one that takes every warning for a text. Node warns with errors too, of too
 * many listeners for one: that warning would end the shop.
 */
export function letErrorsBeWarnings(): void {
  if (mayWarn) return;
  mayWarn = true;
  const emitWarning = process.emitWarning.bind(process) as (warning: unknown, ...rest: unknown[]) => void;
  process.emitWarning = ((warning: unknown, ...rest: unknown[]) => {
    emitWarning(
      warning instanceof Error ? Object.assign(warning, { includes: () => false }) : warning,
      ...rest,
    );
  }) as typeof process.emitWarning;
}

/**
 * Lines of Lite that say nothing new: it prints each refusal that the shop itself raises in SQL (their codes begin with
 * PT4), and a warning that Storage is experimental.
 */
export const isExpected = {
  error: (parts: unknown[]): boolean =>
    parts.some((part) => /^PT4\d\d$/.test(String((part as { code?: unknown } | null)?.code))),
  warn: ([text]: unknown[]): boolean => String(text).startsWith('EXPERIMENTAL FEATURES ENABLED: '),
};

/** Keeps the expected lines off the console; everything else is still printed. Returns what ends it. */
export function filterConsole(): () => void {
  const { error, warn } = console;
  console.error = (...parts: unknown[]) => void (isExpected.error(parts) || error(...parts));
  console.warn = (...parts: unknown[]) => void (isExpected.warn(parts) || warn(...parts));
  return () => Object.assign(console, { error, warn });
}
