import { isRecord, tabState } from '#lib/storage/stored-state.ts';

/** What was pressed on a page before its scripts ran: `cart {product id}` with the pieces, or `compare {slug}`. */
export type EarlyPress = { act: string; pieces: number; at: number };

/** In milliseconds: later nobody expects it any more. */
const maxAge = 60_000;

/** Written by the inline script of every page (`web/start-after-paint.ts`). */
const stored = tabState('early-presses', 1, (state) => (Array.isArray(state) ? state.filter(isPress) : null));

/** Those of the last minute that were made before a moment, in milliseconds since 1970. */
export const earlyPressesBefore = (moment: number): EarlyPress[] =>
  (stored.recall() ?? []).filter(({ at }) => at < moment && at > Date.now() - maxAge);

/** Whether it was still to be carried out; from now on it is not. */
export function takeEarlyPress(act: string): boolean {
  const all = stored.recall() ?? [];
  const others = all.filter((press) => press.act !== act);
  if (others.length > 0) stored.remember(others);
  else stored.forget();
  return others.length < all.length;
}

/** Nothing of them is wanted any more: the cart was emptied, or paid. */
export const forgetEarlyPresses = stored.forget;

const isPress = (value: unknown): value is EarlyPress =>
  isRecord(value) &&
  typeof value.act === 'string' &&
  typeof value.at === 'number' &&
  Number.isInteger(value.pieces);
