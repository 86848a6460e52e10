/** How many loads in the background are running. */
let running = 0;

/** Loads code that nobody is waiting for; null when that fails, and the page stays as it is. */
export async function loadInBackground<Code>(load: () => Promise<Code>): Promise<Code | null> {
  running += 1;
  try {
    return await load();
  } catch {
    return null;
  } finally {
    running -= 1;
  }
}

/** Is code being loaded that nobody is waiting for? */
export const isLoadingInBackground = (): boolean => running > 0;
