/**
 * State that a browser stores: `{version, state}` as JSON. It is validated when it is read. Invalid state (another
 * version, incomplete, edited by hand) reads as absent and never breaks a page.
 */

/** The text to store. Increase the version when the shape of the state changes. */
export function encodeState(version: number, state: unknown): string {
  return JSON.stringify({ version, state });
}

/** The stored state, as `parse` returns it; null when there is none of this version that `parse` accepts. */
export function decodeState<State>(
  text: string | null,
  version: number,
  parse: (state: unknown) => State | null,
): State | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    return isRecord(stored) && stored.version === version ? parse(stored.state) : null;
  } catch {
    return null;
  }
}

const prefix = 'shop.';

type Parse<State> = (state: unknown) => State | null;

/**
 * State of one tab, until it is closed. In a browser that forbids storage, and on the server, nothing is stored.
 * @param parse the state from parsed JSON, or null when it is invalid
 */
export const tabState = <State>(name: string, version: number, parse: Parse<State>) =>
  stateIn(() => sessionStorage, name, version, parse);

/** State of all tabs of this browser, until sign-out or "Forget This Browser". */
export const browserState = <State>(name: string, version: number, parse: Parse<State>) =>
  stateIn(() => localStorage, name, version, parse);

function stateIn<State>(storage: () => Storage, name: string, version: number, parse: Parse<State>) {
  const key = prefix + name;
  return {
    recall: (): State | null => orNull(() => decodeState(storage().getItem(key), version, parse)),
    /** @param state must survive JSON */
    remember: (state: State): void => void orNull(() => storage().setItem(key, encodeState(version, state))),
    forget: (): void => void orNull(() => storage().removeItem(key)),
  };
}

/** The name prefix of caches that store what a person has viewed. */
export const forgottenCaches = prefix;

/**
 * Deletes everything stored by this tab and this browser, so that the next person at this computer does not see it.
 */
export function forgetStates(): void {
  void forgetCaches().catch(() => {});
  forgetIn(() => localStorage);
  forgetTabStates();
}

/** Deletes what this tab has stored, where another has deleted what the browser has. */
export const forgetTabStates = (): void => forgetIn(() => sessionStorage);

function forgetIn(storage: () => Storage): void {
  orNull(() => {
    for (const key of Object.keys(storage())) {
      if (key.startsWith(prefix)) storage().removeItem(key);
    }
  });
}

async function forgetCaches(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(forgottenCaches)) await caches.delete(name);
}

/** Whether a value is an object whose fields can be read. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function orNull<Result>(access: () => Result): Result | null {
  try {
    return access();
  } catch {
    // Full or forbidden: the shop works without it.
    return null;
  }
}
