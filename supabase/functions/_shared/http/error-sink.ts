import { errorEnvelope, type ErrorSink, errorSinkOf } from '../contract/error-report.ts';
import { afterReply } from './after-reply.ts';
import { type LogEntry, logLine } from './log.ts';
import type { Env } from './required-env.ts';

type Log = (entry: LogEntry) => void;

/** Milliseconds that the sink has to answer. */
const patience = 3_000;
/** Reports in a minute, and on their way at a time: what fails a thousand times is one fault. */
const most = { perMinute: 20, atOnce: 4 };
const minute = 60_000;

/**
 * The log of a function. With SENTRY_DSN each error in it is reported there too, after the reply and without anybody
 * waiting; when the sink refuses, is slow or is down, the shop goes on and asks it again a minute later or when it says.
 * @param part the function's name
 * @throws Error when SENTRY_DSN is no DSN
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
  let begunAt = -Infinity;
  let sent = 0;
  let onTheWay = 0;
  let silentUntil = -Infinity;

  /** Said once for each silence, as a warning, which is not reported itself. */
  const rest = (reason: string, seconds: number) => {
    const until = now() + seconds * 1000;
    if (silentUntil <= now()) log({ level: 'warn', event: 'errors_not_reported', message: reason });
    silentUntil = Math.max(silentUntil, until);
  };
  const post = async (envelope: string) => {
    onTheWay += 1;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'text/plain;charset=UTF-8' },
        body: envelope,
        signal: AbortSignal.timeout(patience),
      });
      await answer.body?.cancel();
      if (!answer.ok)
        rest(`The sink answered ${answer.status}`, Number(answer.headers.get('retry-after')) || 60);
    } catch (error) {
      rest(String(error), 60);
    } finally {
      onTheWay -= 1;
    }
  };
  return (envelope) => {
    const at = now();
    if (at - begunAt >= minute) [begunAt, sent] = [at, 0];
    if (at < silentUntil || sent >= most.perMinute || onTheWay >= most.atOnce) return;
    sent += 1;
    afterReply(post(envelope));
  };
}
