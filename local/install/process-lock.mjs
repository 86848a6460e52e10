// Plain JavaScript without dependencies: it is used before anything is installed.
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Waits until no other process holds the lock, a file with the id of the one that does; that of a dead process is ignored.
 * Returns what releases it.
 */
export async function takeLock(file, onWait = () => {}) {
  const ownFile = `${file}.${process.pid}`;
  let isAnnounced = false;
  for (;;) {
    try {
      // Linked with its content, so that no process reads an empty file.
      writeFileSync(ownFile, String(process.pid));
      linkSync(ownFile, file);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    } finally {
      rmSync(ownFile, { force: true });
    }
    const holder = readHolder(file);
    if (holder !== null && !isAlive(holder)) rmSync(file, { force: true });
    else if (holder !== null && !isAnnounced) {
      onWait(holder);
      isAnnounced = true;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Null when the file does not exist any more. */
function readHolder(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || null;
  } catch {
    return null;
  }
}

/** Whether a process with this id exists, including zombies. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
