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
