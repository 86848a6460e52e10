/**
 * Cuts a list to one more than it may have, before its items are looked at: a list that is too long is still refused, at
 * no cost. A hundred kilobytes of `0,` would else be fifty thousand lines to check, with a message for each.
 */
export const cutAfter =
  (max: number) =>
  (list: unknown): unknown =>
    Array.isArray(list) ? list.slice(0, max + 1) : list;

/** Is every id in the list different? Its items may still be anything: what is not an id is refused by its own rule. */
export function isEachOnce(items: readonly unknown[] | undefined): boolean {
  const ids = (items ?? [])
    .map((item) => (item as { id?: unknown } | null | undefined)?.id)
    .filter((id) => typeof id === 'string')
    .map((id) => id.toLowerCase());
  return new Set(ids).size === ids.length;
}
