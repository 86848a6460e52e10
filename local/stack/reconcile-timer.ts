/** How often the hosted scheduler would call, in milliseconds. */
const everyMinute = 60_000;

/** Calls the reconcile function as pg_cron does on a hosted project. */
export function callReconcile(url: string, key: string): { stop(): void } {
  const timer = setInterval(() => {
    void fetch(url, { method: 'POST', headers: { 'x-reconcile-key': key } })
      .then((response) => response.body?.cancel())
      .catch((error: unknown) => console.warn('Reconciliation was not called:', String(error)));
  }, everyMinute);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
