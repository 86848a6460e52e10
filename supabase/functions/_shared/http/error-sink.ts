import { errorEnvelope, type ErrorSink, errorSinkOf } from '../contract/error-report.ts';
import { afterReply } from './after-reply.ts';
import { type LogEntry, logLine } from './log.ts';
import type { Env } from './required-env.ts';

type Log = (entry: LogEntry) => void;

/** For each report. */
const timeoutMs = 3_000;
/** Limits of reports per minute and in flight, since one fault may cause thousands of errors. */
const limits = { perMinute: 20, concurrent: 4 };
const minute = 60_000;

/**
 * The log of a function. With SENTRY_DSN, each error is also reported there in the background, after the reply. When the
 * sink refuses, is slow or is down, reporting pauses for a minute or for the time of its `retry-after`.
 * @param part the function's name
 * @throws Error when SENTRY_DSN is not a DSN
 */
export function logWithErrorSink(
  env: Env,
  part: string,
  log: Log = logLine,
  now: () => number = Date.now,
): Log {
  const dsn = env.get('SENTRY_DSN');
  if (!dsn) return log;
  const report = reporter(errorSinkOf('SENTRY_DSN', dsn), log, now);
  const release = env.get('DENO_DEPLOYMENT_ID') || undefined;
  return (entry) => {
    log(entry);
    if (entry.level !== 'error') return;
    const { name, event, message, stack, requestId } = entry;
    const error = { name: text(name ?? event) ?? 'Error', message: text(message) ?? '', stack: text(stack) };
    report(errorEnvelope({ error, part, release, tags: { event: text(event), requestId: text(requestId) } }));
  };
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

function reporter({ url }: ErrorSink, log: Log, now: () => number): (envelope: string) => void {
  let windowStart = -Infinity;
  let sent = 0;
  let inFlight = 0;
  let pausedUntil = -Infinity;

  /** Logged once for each pause, as a warning, which is not reported itself. */
  const pause = (reason: string, seconds: number) => {
    const until = now() + seconds * 1000;
    if (pausedUntil <= now()) log({ level: 'warn', event: 'errors_not_reported', message: reason });
    pausedUntil = Math.max(pausedUntil, until);
  };
  const post = async (envelope: string) => {
    inFlight += 1;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'text/plain;charset=UTF-8' },
        body: envelope,
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.body?.cancel();
      if (!answer.ok)
        pause(`The sink answered ${answer.status}`, Number(answer.headers.get('retry-after')) || 60);
    } catch (error) {
      pause(String(error), 60);
    } finally {
      inFlight -= 1;
    }
  };
  return (envelope) => {
    const at = now();
    if (at - windowStart >= minute) [windowStart, sent] = [at, 0];
    if (at < pausedUntil || sent >= limits.perMinute || inFlight >= limits.concurrent) return;
    sent += 1;
    afterReply(post(envelope));
  };
}
