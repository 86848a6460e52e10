import { setTimeout as wait } from 'node:timers/promises';
import { releaseFile } from '../../web/release.ts';

/** Netlify builds a site of a thousand products within five minutes. */
type Timing = { intervalMs?: number; timeoutMs?: number };

/**
 * Waits until a site was built from this commit.
 * @param address of the site
 * @param commit its full hash
 * @throws Error with the release of the site, after 15 minutes
 */
export async function awaitRelease(
  address: string,
  commit: string,
  { intervalMs = 10_000, timeoutMs = 15 * 60_000 }: Timing = {},
): Promise<void> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const found = await releaseAt(address);
    if (found === commit) return;
    if (Date.now() + intervalMs > end) throw new Error(`${address} has release ${found}, not ${commit}.`);
    await wait(intervalMs);
  }
}

/** The commit of a site, or the reason in brackets why it is unknown. */
async function releaseAt(address: string): Promise<string> {
  try {
    const answer = await fetch(new URL(releaseFile, address), {
      cache: 'no-store',
      signal: AbortSignal.timeout(30_000),
    });
    const text = (await answer.text()).trim();
    return answer.ok ? text : `[status ${answer.status}]`;
  } catch (error) {
    return `[${String(error)}]`;
  }
}
