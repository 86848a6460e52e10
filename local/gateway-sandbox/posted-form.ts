/** A form as it was posted: names are found without regard to case, values stay byte for byte. */
export type PostedForm = {
  /** In the order of posting, names as posted. */
  entries: ReadonlyArray<readonly [name: string, value: string]>;
  /** The first value under this name, or null when the name was not posted. */
  get(name: string): string | null;
  /** How often the name was posted, in any case. */
  count(name: string): number;
};

export function readPostedForm(body: string): PostedForm {
  return postedFormOf([...new URLSearchParams(body)]);
}

export function postedFormOf(entries: ReadonlyArray<readonly [string, string]>): PostedForm {
  const valuesByName = new Map<string, string[]>();
  for (const [name, value] of entries) {
    const folded = name.toLowerCase();
    valuesByName.set(folded, [...(valuesByName.get(folded) ?? []), value]);
  }
  return {
    entries,
    get: (name) => valuesByName.get(name.toLowerCase())?.[0] ?? null,
    count: (name) => valuesByName.get(name.toLowerCase())?.length ?? 0,
  };
}
