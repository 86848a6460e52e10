/** What differs from what was seen, with the values seen; null when nothing does. */
export function changedFields<Fields extends object>(wanted: Fields, seen: Fields) {
  const names = (Object.keys(wanted) as (keyof Fields)[]).filter(
    (name) => JSON.stringify(wanted[name]) !== JSON.stringify(seen[name]),
  );
  const of = (fields: Fields) =>
    Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<Fields>;
  return names.length === 0 ? null : { changes: of(wanted), seen: of(seen) };
}
