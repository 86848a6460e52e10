import type { DeliveryCounty } from '@contract/delivery.ts';

type NamedCounty = Pick<DeliveryCounty, 'code' | 'name' | 'towns'>;

/**
 * The counties that a text can mean, ignoring case, spaces and punctuation: with this name, else with a place of this name,
 * else named in the text: "nairobi cbd" is Nairobi. Rongai is in two; none has another text.
 */
export function findCounties<County extends NamedCounty>(
  typed: string,
  counties: readonly County[],
): County[] {
  const wanted = normalized(typed);
  if (!wanted) return [];
  const isIt = (name: string) => normalized(name) === wanted;
  const own = counties.filter(({ name }) => isIt(name));
  const byPlace = own.length > 0 ? own : counties.filter(({ towns }) => towns.some(isIt));
  return byPlace.length > 0 ? byPlace : countiesNamedIn(typed, counties);
}

/** What a street or a house can be called after a county far away: Mombasa Road is in Nairobi. */
const notThere =
  'avenue|ave|building|centre|center|close|court|drive|estate|flats|highway|hotel|house|lane|lodge|mall|plaza|rd|road|st|street|towers?|way';

/**
 * The counties named in an address, by their own name or that of a place. Of "Rongai, Kajiado" it is Kajiado alone: all
 * that names the other county names it too.
 */
export function countiesNamedIn<County extends NamedCounty>(
  address: string,
  counties: readonly County[],
): County[] {
  const all = counties.flatMap(({ name, towns }) => [name, ...towns]).map((name) => wordsOf(name).trim());
  const text = wordsOf(address).replace(
    new RegExp(`(?: (?:${all.join('|')}))+(?= (?:${notThere}) )`, 'g'),
    '',
  );
  const named = counties.flatMap((county) => {
    const names = [county.name, ...county.towns].map(wordsOf).filter((name) => text.includes(name));
    return names.length > 0 ? [{ county, names }] : [];
  });
  return named
    .filter(
      ({ names }) =>
        !named.some(
          (other) => other.names.length > names.length && names.every((name) => other.names.includes(name)),
        ),
    )
    .map(({ county }) => county);
}

/** With a space before, between and after the words. */
function wordsOf(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/['’]/g, '')
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
