/** The interval of the hosted scheduler, in milliseconds. */
const minute = 60_000;

/** Calls a function as pg_cron does on a hosted project. */
export function callEveryMinute(url: string, key: string): { stop(): void } {
  const timer = setInterval(() => {
    void fetch(url, { method: 'POST', headers: { 'x-reconcile-key': key } })
      .then((response) => response.body?.cancel())
      .catch((error: unknown) => console.warn(`${url} was not called:`, String(error)));
  }, minute);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Does something at two o'clock at night in Nairobi, as pg_cron does on a hosted project. */
export function callEveryNight(work: () => Promise<unknown>): { stop(): void } {
  const timer = setInterval(() => {
    const now = new Date();
    if (now.getUTCHours() === 23 && now.getUTCMinutes() === 0)
      void work().catch((error: unknown) => console.warn('The nightly check failed:', String(error)));
  }, minute);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
