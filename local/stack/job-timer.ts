/** How often the hosted scheduler would call, in milliseconds. */
const everyMinute = 60_000;

/** Calls a function as pg_cron does on a hosted project. */
export function callEveryMinute(url: string, key: string): { stop(): void } {
  const timer = setInterval(() => {
    void fetch(url, { method: 'POST', headers: { 'x-reconcile-key': key } })
      .then((response) => response.body?.cancel())
      .catch((error: unknown) => console.warn(`${url} was not called:`, String(error)));
  }, everyMinute);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
