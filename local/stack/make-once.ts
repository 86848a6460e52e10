import { lock } from 'proper-lockfile';

/** How long somebody else may take to make it, and how often it is looked whether they are done; in milliseconds. */
const patience = 120_000;
const pause = 500;

/**
 * Makes something on the disk that several processes may need at once: one makes it, the others wait and find it made.
 * A process that was killed while it made it holds the others up for ten seconds.
 * @param lockPath of a folder that is there while somebody makes it
 * @returns whether it was made here
 * @throws what `make` throws; Error when somebody else takes more than two minutes
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
    retries: { retries: patience / pause, factor: 1, minTimeout: pause, maxTimeout: pause },
  });
  try {
    if (isMade()) return false;
    await make();
    return true;
  } finally {
    await release();
  }
}
