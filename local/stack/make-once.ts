import { takeLock } from '../install/process-lock.mjs';

/**
 * Makes something on disk that several processes may need at the same time: one makes it, the others wait for it.
 * @param lockFile exists while a process is making it
 * @returns whether this process made it
 * @throws what `make` throws
 */
export async function makeOnce(
  lockFile: string,
  isMade: () => boolean,
  make: () => Promise<void>,
): Promise<boolean> {
  if (isMade()) return false;
  const release = await takeLock(lockFile);
  try {
    if (isMade()) return false;
    await make();
    return true;
  } finally {
    release();
  }
}
