/** The interval of the hosted scheduler, in milliseconds. */
const minute = 60_000;

/** Does something as pg_cron does on a hosted project; a failure is a line on the console. */
function everyMinute(work: () => Promise<unknown>, failed: string): { stop(): void } {
  const timer = setInterval(() => {
    void work().catch((error: unknown) => console.warn(failed, String(error)));
  }, minute);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Calls a function. */
export const callEveryMinute = (url: string, key: string) =>
  everyMinute(async () => {
    const response = await fetch(url, { method: 'POST', headers: { 'x-reconcile-key': key } });
    await response.body?.cancel();
  }, `${url} was not called:`);

/** Does something at two o'clock at night in Nairobi. */
export const callEveryNight = (work: () => Promise<unknown>) =>
  everyMinute(async () => {
    const now = new Date();
    if (now.getUTCHours() === 23 && now.getUTCMinutes() === 0) await work();
  }, 'The nightly check failed:');
