import type { DeliveryCounty } from '@contract/delivery.ts';

type NamedCounty = Pick<DeliveryCounty, 'code' | 'name' | 'towns'>;

/**
 * The county with this name or a town of this name, ignoring case, spaces and punctuation; null when there is none.
 */
export function findCounty<County extends NamedCounty>(
  typed: string,
  counties: readonly County[],
): County | null {
  const wanted = normalized(typed);
  if (!wanted) return null;
  return (
    counties.find(({ name }) => normalized(name) === wanted) ??
    counties.find(({ towns }) => towns.some((town) => normalized(town) === wanted)) ??
    null
  );
}

/** Without "County" and "City", which people often add. */
function normalized(text: string): string {
  return text
    .toLowerCase()
    .replace(/\b(county|city)\b/g, '')
    .replace(/[^a-z]/g, '');
}
