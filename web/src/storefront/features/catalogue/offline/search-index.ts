import type { IndexedProduct } from '@contract/product-index.ts';
import { figureIn } from '@contract/search-kinds.ts';
import { readSearch, type ReadSearch } from '@contract/search-wish.ts';
import { splitWords } from '@contract/search-words.ts';
import { categoryHeading } from '../category-facts.ts';

/**
 * Searches the index, best matches first: products with the largest number of the search words, at least half of
 * them, unless they name a kind of thing. A search word matches as a prefix, or in a part number however that is spaced.
 * Misspelt words find nothing. A query means what it means to the server, without what fits what.
 */
export function searchIndex(products: readonly IndexedProduct[], text: string): IndexedProduct[] {
  const search = readSearch(text);
  const { words, category, noun = '', isKnown } = search.wish;
  const typed = splitWords(words).slice(0, maxWords);
  const whole = typed.join('');
  const hits = products.flatMap((product, position) => {
    const texts = textsOf(product);
    const distance = distanceOf(texts, search);
    const isOfKind = (!category || product.category === category) && texts.without_spaces.includes(noun);
    return isOfKind && distance !== null
      ? [{ product, position, distance, ...match(typed, whole, texts) }]
      : [];
  });
  const maxFound = Math.max(...hits.map(({ found }) => found), 0);
  if (maxFound === 0 || (!isKnown && maxFound * 2 < typed.length)) return [];
  return hits
    .filter(({ found }) => found === maxFound)
    .sort(
      (one, other) =>
        one.distance - other.distance || other.score - one.score || one.position - other.position,
    )
    .map(({ product }) => product);
}

/** How much larger a product is than what is asked for; null when it is smaller, says nothing of it, or goes the other way. */
function distanceOf({ figures, volts }: Texts, { sizes, way }: ReadSearch): number | null {
  const takes = (side: string, wanted: number) =>
    volts.some((range) => range.side === side && range.low <= wanted && range.high >= wanted);
  if (way && !(takes('in', way.input) && takes('out', way.output))) return null;
  let distance = 0;
  for (const { amount, unit } of sizes) {
    const own = figures.find((figure) => figure.unit === unit);
    if (!own || own.amount < amount) return null;
    distance += Math.log(own.amount / amount);
  }
  return distance;
}

/** More search words are ignored. */
const maxWords = 8;

/** The searched texts of a product; `without_spaces` is without spaces. */
type Texts = {
  named: string[];
  others: string[];
  without_spaces: string;
  model: string;
  /** Those of the name, then of the key values: the first of a unit is the product's size. */
  figures: { amount: number; unit: string }[];
  /** As key values write them: `33.6 to 67.2 V in`. */
  volts: { low: number; high: number; side?: string }[];
};

// Cached, because preparing them takes ten times as long as searching them, and each keystroke searches.
const readTexts = new WeakMap<IndexedProduct, Texts>();

function textsOf(product: IndexedProduct): Texts {
  const known = readTexts.get(product);
  if (known) return known;
  const { name, model, category, brand, slug, keywords, keyValues } = product;
  const named = splitWords(`${name} ${model ?? ''}`);
  const others = splitWords(
    [brand, slug, keywords, category, categoryHeading(category).title, ...keyValues].join(' '),
  );
  const texts = {
    named,
    others,
    without_spaces: [...named, ...others].join(''),
    model: splitWords(model ?? '').join(''),
    figures: splitWords([name, ...keyValues].join(' ; ')).flatMap((word) => figureIn(word) ?? []),
    volts: keyValues.flatMap((value) => {
      const [, low, high = low, side] = /^([\d.]+)(?: to ([\d.]+))? V (in|out)$/.exec(value) ?? [];
      return low ? [{ low: Number(low), high: Number(high), side }] : [];
    }),
  };
  readTexts.set(product, texts);
  return texts;
}

function match(typed: readonly string[], whole: string, texts: Texts) {
  const scores = typed.map((word) => scoreOf(word, texts));
  return {
    found: scores.filter((score) => score > 0).length,
    score: scores.reduce((sum, score) => sum + score, whole === texts.model ? 10 : 0),
  };
}

/** A match in the name scores higher than elsewhere, and a whole word higher than a prefix. */
function scoreOf(word: string, { named, others, without_spaces }: Texts): number {
  // "inverters" finds "inverter".
  const stem = word.length > 3 ? word.replace(/s$/, '') : word;
  const begins = (one: string) => one.startsWith(stem);
  if (named.includes(word)) return 4;
  if (named.some(begins)) return 3;
  if (others.includes(word)) return 2;
  if (others.some(begins)) return 1;
  return word.length >= 3 && without_spaces.includes(word) ? 1 : 0;
}
