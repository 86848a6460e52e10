/**
 * What a browser keeps between two pages: `{version, state}` as JSON. It is parsed on the way out. Whatever does not
 * parse (another version, a half-written text, edited by hand) reads as absent and never breaks a page.
 */

/** The text to store. Raise the version when the shape of the state changes. */
export function encodeState(version: number, state: unknown): string {
  return JSON.stringify({ version, state });
}

/** The stored state, as `parse` returns it; null when there is none, of this version, that `parse` accepts. */
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
 * A state that one tab remembers until it is closed. A browser that forbids storage, and a page rendered without a
 * browser, behave as if nothing had been stored.
 * @param parse the state of what JSON brought back, or null when it does not fit
 */
export const tabState = <State>(name: string, version: number, parse: Parse<State>) =>
  stateIn(() => sessionStorage, name, version, parse);

/** The same for all tabs of this browser, until somebody signs out or makes the browser forget. */
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

/** What the names of caches begin with that hold what a person has looked at. */
export const forgottenCaches = prefix;

/** Forgets everything this tab and this browser remember: the next person at this computer must not find it. */
export function forgetStates(): void {
  void forgetCaches().catch(() => {});
  for (const storage of [() => sessionStorage, () => localStorage]) {
    orNull(() => {
      for (const key of Object.keys(storage())) {
        if (key.startsWith(prefix)) storage().removeItem(key);
      }
    });
  }
}

async function forgetCaches(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(forgottenCaches)) await caches.delete(name);
}

/** Is it an object whose fields can be looked at? */
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
