import type { DeliveryCounty } from '@contract/delivery.ts';

type NamedCounty = Pick<DeliveryCounty, 'code' | 'name' | 'towns'>;

/** The county that was typed, by its own name or by one of its towns, whatever the case, spaces and marks; null when there is none. */
export function findCounty<County extends NamedCounty>(
  typed: string,
  counties: readonly County[],
): County | null {
  const wanted = plain(typed);
  if (!wanted) return null;
  return (
    counties.find(({ name }) => plain(name) === wanted) ??
    counties.find(({ towns }) => towns.some((town) => plain(town) === wanted)) ??
    null
  );
}

/** Without "County" and "City", which people add. */
function plain(words: string): string {
  return words
    .toLowerCase()
    .replace(/\b(county|city)\b/g, '')
    .replace(/[^a-z]/g, '');
}
