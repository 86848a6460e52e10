import { setTimeout as wait } from 'node:timers/promises';
import { releaseFile } from '../../web/release.ts';

/** Milliseconds. Netlify builds a site of a thousand products within five minutes. */
type Patience = { between?: number; atMost?: number };

/**
 * Waits until a site was built from this commit.
 * @param address of the site
 * @param commit its full hash
 * @throws Error with what the site says instead, after 15 minutes
 */
export async function awaitRelease(
  address: string,
  commit: string,
  { between = 10_000, atMost = 15 * 60_000 }: Patience = {},
): Promise<void> {
  const end = Date.now() + atMost;
  for (;;) {
    const said = await releaseAt(address);
    if (said === commit) return;
    if (Date.now() + between > end) throw new Error(`${address} is of ${said}, not of ${commit}.`);
    await wait(between);
  }
}

/** The commit that a site names, or in brackets why it names none. */
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
