import type { IndexedProduct } from '@contract/product-index.ts';
import { categoryHeading } from '../category-facts.ts';

/**
 * What the index finds for a text, the best first: products that have the most of its words, half of them at least. A
 * word may be the beginning of one, or stand in a part number however that is spaced. Misspelt words find nothing.
 */
export function searchIndex(products: readonly IndexedProduct[], text: string): IndexedProduct[] {
  const typed = [...new Set(wordsOf(text))].slice(0, mostWords);
  const whole = typed.join('');
  const hits = products.map((product, place) => ({
    product,
    place,
    ...match(typed, whole, textsOf(product)),
  }));
  const most = Math.max(...hits.map(({ found }) => found), 0);
  if (most === 0 || most * 2 < typed.length) return [];
  return hits
    .filter(({ found }) => found === most)
    .sort((one, other) => other.score - one.score || one.place - other.place)
    .map(({ product }) => product);
}

/** More than eight words find nothing more. */
const mostWords = 8;

/** What a search looks at in a product: `squashed` has no spaces. */
type Texts = { named: string[]; others: string[]; squashed: string; model: string };

// Reading them out of the product takes ten times as long as looking at them, and each letter that is typed searches.
const readTexts = new WeakMap<IndexedProduct, Texts>();

function textsOf(product: IndexedProduct): Texts {
  const known = readTexts.get(product);
  if (known) return known;
  const { name, model, category, brand, slug, keywords, keyFigures } = product;
  const named = wordsOf(`${name} ${model ?? ''}`);
  const others = wordsOf(
    [brand, slug, keywords, category, categoryHeading(category).title, ...keyFigures].join(' '),
  );
  const texts = {
    named,
    others,
    squashed: [...named, ...others].join(''),
    model: wordsOf(model ?? '').join(''),
  };
  readTexts.set(product, texts);
  return texts;
}

function match(typed: readonly string[], whole: string, texts: Texts) {
  const worths = typed.map((word) => worthOf(word, texts));
  return {
    found: worths.filter((worth) => worth > 0).length,
    score: worths.reduce((sum, worth) => sum + worth, whole === texts.model ? 10 : 0),
  };
}

/** What stands in the name counts more than what stands elsewhere, and a whole word more than its beginning. */
function worthOf(word: string, { named, others, squashed }: Texts): number {
  // "inverters" finds the inverter.
  const stem = word.length > 3 ? word.replace(/s$/, '') : word;
  const begins = (one: string) => one.startsWith(stem);
  if (named.includes(word)) return 4;
  if (named.some(begins)) return 3;
  if (others.includes(word)) return 2;
  if (others.some(begins)) return 1;
  return word.length >= 3 && squashed.includes(word) ? 1 : 0;
}

/** A text as words of small letters and figures; a figure and its unit are one, as in the search of the shop. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9.]+|\.(?!\d)|(?<!\d)\./g, ' ')
    .replace(
      /(?<![a-z])([\d.]+) (m?v|k?va|m?a|ah|k?wp?|k?wh|hp|k?hz|mm|m|kg|l|channels?|inch)(?= |$)/g,
      '$1$2',
    )
    .split(' ')
    .filter((word) => word !== '');
}
