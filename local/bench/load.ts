/** One connection: asks once more when the last answer is there. */
export type Line = {
  /** @returns the status of the answer; 0 when there was none */
  ask(): Promise<number>;
  end(): Promise<void> | void;
};

/** When a measurement ends: after this time or this many answers, whichever comes first. Nothing of the warm-up counts. */
export type Bounds = { connections: number; warmUpSeconds: number; seconds: number; most: number };

export type Load = {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  answers: number;
  /** Refused early, with 503. */
  busy: number;
  /** No answer, or any other status but 2xx. */
  errors: number;
  /** How often each status came; 0 is no answer. */
  statuses: Record<number, number>;
  /** The part of one processor that asking itself took: near 1 the shop was not what was measured. */
  generator: number;
};

/** Asks on some connections at once, on each as fast as it is answered. Only answers with 2xx count as requests per second. */
export async function load(open: () => Line, bounds: Bounds): Promise<Load> {
  const { connections, warmUpSeconds, seconds, most } = bounds;
  const lines = Array.from({ length: connections }, open);
  try {
    await askOn(lines, warmUpSeconds, most);
    const processor = process.cpuUsage();
    const { times, statuses, took } = await askOn(lines, seconds, most);
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
    for (const line of lines) await line.end();
  }
}

async function askOn(lines: readonly Line[], seconds: number, most: number) {
  const times: number[] = [];
  const statuses: number[] = [];
  const startedAt = performance.now();
  let asked = 0;
  const one = async ({ ask }: Line) => {
    while (asked < most && performance.now() - startedAt < seconds * 1000) {
      asked += 1;
      const askedAt = performance.now();
      statuses.push(await ask());
      times.push(performance.now() - askedAt);
    }
  };
  await Promise.all(lines.map(one));
  return { times, statuses, took: performance.now() - startedAt };
}

export const rounded = (number: number, digits: number) => Number(number.toFixed(digits));
