let copy: { path: string; at: number } | null = null;

/** Notes whether the reply from an address is the edge proxy's copy. @param at ISO time of the copy; null for a fresh reply */
export function noteCopy(path: string, at: string | null): void {
  if (at) copy = { path, at: Date.parse(at) };
  else if (copy?.path === path) copy = null;
}

/** From when the last public reply is that is a copy, because no function answered, in milliseconds; null when none is. */
export const copyTime = (): number | null => copy?.at ?? null;
