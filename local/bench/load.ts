/** One connection, which sends its next request once the last one was answered. */
export type Connection = {
  /** @returns the status of the reply; 0 without a reply */
  send(): Promise<number>;
  end(): Promise<void> | void;
};

/** When a measurement ends: after this time or this many requests, whichever comes first. The warm-up is not counted. */
export type Bounds = { connections: number; warmUpSeconds: number; seconds: number; maxRequests: number };

export type Load = {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  answers: number;
  /** Replies with 503. */
  busy: number;
  /** No reply, or a status other than 2xx and 503. */
  errors: number;
  /** Replies by status; 0 is no reply. */
  statuses: Record<number, number>;
  /** The share of one CPU that the load generator used: near 1, the generator was the bottleneck. */
  generator: number;
};

/** Sends requests on several connections at once, on each as fast as they are answered. Only 2xx replies count as requests per second. */
export async function load(open: () => Connection, bounds: Bounds): Promise<Load> {
  const { connections, warmUpSeconds, seconds, maxRequests } = bounds;
  const pool = Array.from({ length: connections }, open);
  try {
    await sendOn(pool, warmUpSeconds, maxRequests);
    const processor = process.cpuUsage();
    const { times, statuses, took } = await sendOn(pool, seconds, maxRequests);
    const { user, system } = process.cpuUsage(processor);
    times.sort((a, b) => a - b);
    const at = (share: number) => rounded(times[Math.ceil(times.length * share) - 1] ?? 0, 1);
    const counted: Record<number, number> = {};
    for (const status of statuses) counted[status] = (counted[status] ?? 0) + 1;
    const good = statuses.filter((status) => Math.floor(status / 100) === 2).length;
    const busy = counted[503] ?? 0;
    return {
      perSecond: rounded((good * 1000) / took, 1),
      ...{ p50: at(0.5), p95: at(0.95), p99: at(0.99) },
      ...{ answers: statuses.length, busy, errors: statuses.length - good - busy },
      statuses: counted,
      generator: rounded((user + system) / 1000 / took, 2),
    };
  } finally {
    for (const connection of pool) await connection.end();
  }
}

async function sendOn(pool: readonly Connection[], seconds: number, maxRequests: number) {
  const times: number[] = [];
  const statuses: number[] = [];
  const startedAt = performance.now();
  let sent = 0;
  const sendUntilDone = async ({ send }: Connection) => {
    while (sent < maxRequests && performance.now() - startedAt < seconds * 1000) {
      sent += 1;
      const sentAt = performance.now();
      statuses.push(await send());
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(pool.map(sendUntilDone));
  return { times, statuses, took: performance.now() - startedAt };
}

export const rounded = (number: number, digits: number) => Number(number.toFixed(digits));
