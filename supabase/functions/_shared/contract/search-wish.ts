import type { ValueRange } from './product-filter.ts';
import {
  anySizes,
  figureIn,
  type Kind,
  kindOf,
  kinds,
  meantBy,
  spelling,
  type Unit,
} from './search-kinds.ts';
import { isValue, splitWords, stopWords, withFigures } from './search-words.ts';

/** What a search asks for beside its words; the database reads it. */
export type SearchWish = {
  /** What is compared with the words of products. */
  words: string;
  /** They name a kind of thing that the shop has, so that words that it does not know say nothing against it. */
  isKnown?: true;
  category?: string;
  /** What its names or search words have, on a category of many kinds. */
  noun?: string;
  /** The last word of what is wanted, in front of what it is for. */
  head?: string;
  /** Of each of these one value, by attribute and in its unit: the nearest first where a range is open. */
  values?: Record<string, ValueRange>[];
  /** These products and no others, by id, in this order. */
  products?: string[];
};

type Size = { amount: number; unit: Unit };
type Way = { input: number; output: number };

/** A query as it is understood. */
export type ReadSearch = {
  wish: SearchWish;
  kind: Kind | null;
  /** For what it is wanted: `deye 8kw inverter` of "battery for deye 8kw inverter". */
  purpose: string | null;
  /** The sizes that are asked for, at least. */
  sizes: Size[];
  /** The nominal voltages of what goes in and comes out. */
  way: Way | null;
};

// Behind these stands what something is for, or what is with it or in it: "betri ya inverta" is a battery for an inverter.
const purposeMarks = new Set(['for', 'ya', 'za', 'la', 'wa', 'cha', 'vya', 'kwa']);
const besideMarks = new Set(['with', 'without', 'from', 'in', 'of', 'bila', 'kutoka', 'na']);

/** What a typed query means: a pure function of its text. */
export function readSearch(query: string): ReadSearch {
  const text = withFigures(query.slice(0, 200))
    .replace(/\bsola(r?) systems?\b/g, 'sola$1 kit')
    .replace(/\bstep[ -](up|down)\b/g, 'step$1');
  const typed = splitWords(text);
  const { kind, purposeAt, head, isNarrow } = wantedIn(typed);
  const purposeWords = purposeAt === null ? [] : typed.slice(purposeAt);
  const words = typed.map((word) => spelling(word) ?? word);
  const way = wayIn(text, kind);
  if (way)
    return {
      kind: 'converter',
      purpose: null,
      sizes: [],
      way,
      wish: {
        words: join([...words, 'converter']),
        isKnown: true,
        category: 'converters',
        values: [{ input_voltage: [way.input, way.input] }, { output_voltage: [way.output, way.output] }],
      },
    };
  // What another thing has is not asked of this one: "battery for a 5 kW inverter".
  const isOfOther = purposeWords.some((word) => (kindOf(word) ?? kind) !== kind);
  const { rest, sizes, values, meant } = sizesIn(words, kind, isOfOther ? purposeAt : null);
  const noun = kind ?? meant;
  const category = noun && (isNarrow || values.length > 0) ? kinds[noun].category : undefined;
  return {
    kind,
    purpose: purposeAt === null ? null : purposeWords.join(' '),
    sizes,
    way: null,
    wish: {
      words: join(rest.some(says) || !noun ? rest : [noun]),
      ...(noun && { isKnown: true as const }),
      ...(category && { category }),
      // The one category of many kinds.
      ...(noun && category === 'solar' && { noun }),
      ...(!noun && head && { head }),
      ...(values.length > 0 && { values }),
    },
  };
}

const says = (word: string) => !stopWords.has(word);
const join = (words: string[]) => [...new Set(words.filter(says))].join(' ');

/** The last kind named before "for" or "with"; without one there, the last kind named after it. */
function wantedIn(words: string[]) {
  let kind: Kind | null = null;
  let isBeside = false;
  const isHead = (word: string) => says(word) && !/\d/.test(word);
  const mark = words.findIndex((word, at) => purposeMarks.has(word) && words.slice(0, at).some(isHead));
  const head = words.slice(0, mark > 0 ? mark : undefined).findLast(isHead);
  for (const [at, word] of words.entries()) {
    const isPurpose = purposeMarks.has(word);
    if (isPurpose || besideMarks.has(word)) {
      // "na" is "with" and "and".
      if (kind) return { kind, purposeAt: isPurpose ? at + 1 : null, head, isNarrow: word !== 'na' };
      isBeside = !isPurpose;
    } else if (!isBeside) kind = kindOf(word) ?? kind;
  }
  return { kind, purposeAt: null, head, isNarrow: false };
}

const nominal = new Set([12, 24, 36, 48]);
const words = (most: number) => String.raw`(?: [a-z]+){0,${most}}`;
const wayTo = new RegExp(String.raw`\b(\d\d) ?v?${words(2)} (?:to|into|hadi|kwenda) (\d\d) ?v\b`);
const wayFrom = new RegExp(String.raw`\b(\d\d) ?v${words(3)} (?:from|kutoka)${words(2)} (\d\d) ?v\b`);
const wayInName = /(?<!\d)(\d\d)\/(\d\d)(?!\d)/;

/** "24 V to 12 V", "12 V from 24 V" and the 24/12 of a converter: what goes in and what comes out. */
function wayIn(text: string, kind: Kind | null): Way | null {
  if (kind && kind !== 'converter' && kind !== 'charger' && kind !== 'battery') return null;
  const from = wayFrom.exec(text);
  const named = kind === null || kind === 'converter' ? wayInName.exec(text) : null;
  const [, first, second] = wayTo.exec(text) ?? named ?? [];
  const [input, output] = first ? [Number(first), Number(second)] : [Number(from?.[2]), Number(from?.[1])];
  if (!nominal.has(input) || !nominal.has(output)) return null;
  return { input, output };
}

/** Letters and figures, or a long number, are a model, whose name has figures of its own. */
const isModel = (word: string) => /^\d{3,}$|^(?=.*[a-z]).*\d\d/.test(word) && !isValue(word);

/** The sizes that are asked for, and the other words. */
function sizesIn(typed: string[], kind: Kind | null, end: number | null) {
  const rest: string[] = [];
  const sizes: Size[] = [];
  const values: Record<string, ValueRange>[] = [];
  let meant: Kind | null = null;
  const isAlone = typed.filter(says).every(figureIn);
  const hasModel = typed.some(isModel);
  for (const [at, word] of typed.entries()) {
    const figure = figureIn(word);
    if (figure && !kind) meant = (isAlone || figure.name.endsWith('va') ? meantBy(figure) : null) ?? meant;
    const noun = kind ?? meant;
    const compare = noun ? kinds[noun].sizes : anySizes;
    const { amount = 0, unit = 'a' } = figure ?? {};
    const compared = unit === 'a' || hasModel || at >= (end ?? typed.length) ? undefined : compare?.[unit];
    if (compared && unit !== 'a') {
      sizes.push({ amount, unit: noun === 'battery' ? 'wh' : unit });
      values.push(
        Object.fromEntries(Object.entries(compared).map(([key, scale]) => [key, [amount / scale, null]])),
      );
    }
    // "A battery of 200 A" has 200 Ah.
    else rest.push(figure?.unit === 'a' && noun === 'battery' ? `${figure.amount}ah` : word);
  }
  return { rest, sizes, values, meant };
}
