/** How many pieces of code are on the way that nobody waits for. */
let quiet = 0;

/** Code that nobody waits for; null when it does not arrive, and the page stays as it is. */
export async function loadQuietly<Code>(load: () => Promise<Code>): Promise<Code | null> {
  quiet += 1;
  try {
    return await load();
  } catch {
    return null;
  } finally {
    quiet -= 1;
  }
}

/** Is a piece of code on the way that nobody waits for? */
export const isLoadingQuietly = (): boolean => quiet > 0;
