import type { IndexedProduct } from '@contract/product-index.ts';
import { categoryHeading } from '../category-facts.ts';

/**
 * Searches the index, best matches first: products with the largest number of the search words, at least half of
 * them. A search word matches as a prefix, or in a part number however that is spaced. Misspelt words find nothing.
 */
export function searchIndex(products: readonly IndexedProduct[], text: string): IndexedProduct[] {
  const typed = [...new Set(splitWords(text))].slice(0, maxWords);
  const whole = typed.join('');
  const hits = products.map((product, position) => ({
    product,
    position,
    ...match(typed, whole, textsOf(product)),
  }));
  const maxFound = Math.max(...hits.map(({ found }) => found), 0);
  if (maxFound === 0 || maxFound * 2 < typed.length) return [];
  return hits
    .filter(({ found }) => found === maxFound)
    .sort((one, other) => other.score - one.score || one.position - other.position)
    .map(({ product }) => product);
}

/** More search words are ignored. */
const maxWords = 8;

/** The searched texts of a product; `without_spaces` is without spaces. */
type Texts = { named: string[]; others: string[]; without_spaces: string; model: string };

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

/** Splits a text into lower-case words and figures; a figure and its unit are one word, as in the server's search. */
function splitWords(text: string): string[] {
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
