/** The number of background loads that are running. */
let running = 0;

/** Loads code that nobody is waiting for; null when that fails, without reloading the page. */
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

/** Whether code that nobody is waiting for is being loaded. */
export const isLoadingInBackground = (): boolean => running > 0;
