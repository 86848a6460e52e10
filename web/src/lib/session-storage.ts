/**
 * What one tab remembers until it is closed. Every value is parsed on the way out: what does not fit
 * (an older version, a half-written text) reads as absent and never breaks a page. A browser that
 * forbids storage, and a page rendered without a browser, behave like an empty store.
 */
const prefix = 'shop.';

/** The value kept under `name`, or null when there is none or `parse` refuses it by returning null. */
export function recall<Value>(name: string, parse: (kept: unknown) => Value | null): Value | null {
  try {
    const kept = sessionStorage.getItem(prefix + name);
    return kept === null ? null : parse(JSON.parse(kept));
  } catch {
    return null;
  }
}

/** Keeps a value that JSON can carry. */
export function remember(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // Full or forbidden: the shop works without it.
  }
}

/** Forgets one value. */
export function forget(name: string): void {
  try {
    sessionStorage.removeItem(prefix + name);
  } catch {
    // Nothing was kept.
  }
}

/** Forgets everything this tab remembers: the next person at this computer must not find it. */
export function forgetEverything(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix)) sessionStorage.removeItem(key);
    }
  } catch {
    // Nothing was kept.
  }
}
