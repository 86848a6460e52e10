import type { App } from '@supabase/lite';
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

/** As on a hosted project: https://supabase.com/docs/guides/database/postgres/timeouts */
const statementLimits: Record<string, string> = { anon: '3s', authenticated: '8s', service_role: '8s' };

type Transaction = { executeQuery(query: object): Promise<{ rows: { name: string; limit: string }[] }> };
type Connection = {
  applyJwtSessionContext(
    transaction: Transaction,
    context: { auth?: { role?: string } },
    isRole: boolean,
  ): Promise<void>;
  applyRpcRequestGucs(transaction: Transaction, request: { path: string }): Promise<void>;
};

/**
 * Ends a statement of a caller when it takes longer than their role may; an SQL function that sets a limit of its own has
 * that, as PostgREST gives it. Lite has no such limits.
 */
export function keepTimeLimits(connection: object): void {
  const inside = connection as Connection;
  const { applyJwtSessionContext, applyRpcRequestGucs } = inside;
  let ofFunctions: Promise<Map<string, string>> | undefined;
  const limit = (transaction: Transaction, time: string) =>
    transaction.executeQuery(rawQuery("select set_config('statement_timeout', $1, true)", [time]));
  Object.assign(inside, {
    async applyJwtSessionContext(...args: Parameters<Connection['applyJwtSessionContext']>) {
      const [transaction, { auth }] = args;
      await applyJwtSessionContext.apply(inside, args);
      await limit(transaction, statementLimits[auth?.role ?? 'anon'] ?? '8s');
    },
    async applyRpcRequestGucs(...args: Parameters<Connection['applyRpcRequestGucs']>) {
      const [transaction, { path }] = args;
      await applyRpcRequestGucs.apply(inside, args);
      // The migrations are applied before the first request.
      ofFunctions ??= ownLimits(transaction).catch((error: unknown) => {
        // The next request asks again.
        ofFunctions = undefined;
        throw error;
      });
      const own = (await ofFunctions).get(path.split('/').at(-1) ?? '');
      if (own) await limit(transaction, own);
    },
  } satisfies Connection);
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
