import { lock } from 'proper-lockfile';

/** How long to wait for another process, and how often to check whether it is done. */
const timeoutMs = 120_000;
const retryMs = 500;

/**
 * Makes something on disk that several processes may need at the same time: one makes it, the others wait for it.
 * A process that was killed while making it delays the others for ten seconds.
 * @param lockPath a folder that exists while a process is making it
 * @returns whether this process made it
 * @throws what `make` throws; Error when another process takes more than two minutes
 */
export async function makeOnce(
  lockPath: string,
  isMade: () => boolean,
  make: () => Promise<void>,
): Promise<boolean> {
  if (isMade()) return false;
  const release = await lock(lockPath, {
    realpath: false,
    lockfilePath: lockPath,
    retries: { retries: timeoutMs / retryMs, factor: 1, minTimeout: retryMs, maxTimeout: retryMs },
  });
  try {
    if (isMade()) return false;
    await make();
    return true;
  } finally {
    await release();
  }
}
