import type { DeliveryCounty } from '@contract/delivery.ts';

type NamedCounty = Pick<DeliveryCounty, 'code' | 'name' | 'towns'>;

/**
 * The county with this name or a town of this name, ignoring case, spaces and punctuation, or the only one whose name
 * stands in the text: "nairobi cbd" is Nairobi. Null for any other text.
 */
export function findCounty<County extends NamedCounty>(
  typed: string,
  counties: readonly County[],
): County | null {
  const wanted = normalized(typed);
  if (!wanted) return null;
  const isNamed = (name: string) => wordsOf(typed).includes(wordsOf(name));
  const named = counties.filter(({ name, towns }) => [name, ...towns].some(isNamed));
  return (
    counties.find(({ name }) => normalized(name) === wanted) ??
    counties.find(({ towns }) => towns.some((town) => normalized(town) === wanted)) ??
    (named.length === 1 ? named[0]! : null)
  );
}

/** With a space before, between and after the words. */
function wordsOf(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()} `;
}

/** Without "County" and "City", which people often add. */
function normalized(text: string): string {
  return text
    .toLowerCase()
    .replace(/\b(county|city)\b/g, '')
    .replace(/[^a-z]/g, '');
}
