/** The defaults, replaced by each stored field that has the type of its default. */
export function sameTypes<Fields extends object>(defaults: Fields, stored: Record<string, unknown>): Fields {
  const fitting = Object.entries(defaults).filter(([field, value]) => typeof stored[field] === typeof value);
  return { ...defaults, ...Object.fromEntries(fitting.map(([field]) => [field, stored[field]])) };
}
