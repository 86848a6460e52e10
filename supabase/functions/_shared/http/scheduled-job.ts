import type { LogEntry } from '../logging/log.ts';
import { withRequestLine } from '../logging/request-line.ts';
import { sameSecret } from '../secrets/same-secret.ts';
import { Refusal } from './refusal.ts';

type Log = (entry: LogEntry) => void;

/**
 * A function that the database's scheduler calls; replies with what `run` returns.
 * @param key opens the jobs of the clock and nothing else
 */
export function scheduledJob(
  key: string,
  log: Log,
  run: (request: Request, log: Log) => Promise<object>,
): (request: Request) => Promise<Response> {
  return withRequestLine(log, async (request, logOfRequest) => {
    if (!sameSecret(request.headers.get('x-reconcile-key') ?? '', key)) throw new Refusal('forbidden');
    if (request.method !== 'POST') throw new Refusal('method_not_allowed', { headers: { allow: 'POST' } });
    return Response.json(await run(request, logOfRequest));
  });
}

/** Does the same with each of many, so many at a time. @param work must not throw: it would end the others */
export async function withEach<Item>(
  items: readonly Item[],
  atATime: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const next = items.values();
  const worker = async () => {
    for (const item of next) await work(item);
  };
  await Promise.all(Array.from({ length: atATime }, worker));
}
