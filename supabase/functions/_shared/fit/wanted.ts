import { type Kind, kindOf, spelling } from '../contract/search-kinds.ts';
import { isNearly, splitWords } from '../contract/search-words.ts';
import type { Job } from './jobs.ts';
import { judge } from './judge.ts';
import { listsOf } from './lists.ts';
import type { Part } from './part.ts';
import type { ShopParts } from './shop-parts.ts';

const jobsOf: Partial<Record<Kind, Job[]>> = {
  battery: ['battery'],
  panel: ['panels'],
  inverter: ['inverter'],
  converter: ['converter'],
  charger: ['solar charger', 'vehicle charger'],
  cable: ['accessory'],
};

/**
 * What the shop has of a kind for something that it sells, "battery for deye 8kw inverter": the best first, nothing when by
 * the data sheets none fits; null when that is no question of them.
 */
export function wantedFor(kind: Kind, purpose: string, shop: ShopParts): Part[] | null {
  const jobs = jobsOf[kind];
  const named = jobs ? partsNamed(purpose, shop.parts) : [];
  if (!jobs || named.length === 0) return null;
  const lists = named.flatMap((part) => listsOf(part, shop).flatMap(({ parts }) => parts));
  const fitting = lists.filter(({ job }) => jobs.includes(job));
  if (fitting.length > 0) return [...new Set(fitting)];
  if (!named.every(({ job }) => isJudged(job, jobs))) return null;
  // What a sheet does not say is no reason against it.
  const isNotKnown = (part: Part) =>
    named.some((one) => {
      const both = [one, part].map((each) => ({ part: each, quantity: 1 }));
      const { findings } = judge(both, shop.sheets);
      return (
        findings.some(({ strength }) => strength === 'unknown') &&
        !findings.some(({ strength, rule }) => strength === 'misfit' || rule === 'wiring')
      );
    });
  return shop.parts
    .filter((part) => jobs.includes(part.job) && isNotKnown(part))
    .toSorted((one, other) => one.sheet.price - other.sheet.price);
}

/** Whether batteries or panels are asked for beside what they are connected to, or the other way round. */
function isJudged(job: Job, jobs: Job[]): boolean {
  const stores = (one: Job) => one === 'battery' || one === 'panels';
  const takes = (one: Job) =>
    one === 'inverter' || one === 'solar charger' || (one === 'converter' && !jobs.includes('panels'));
  return jobs.some((one) => (stores(one) && takes(job)) || (takes(one) && stores(job)));
}

/** By what a product is named. */
type Named = {
  part: Part;
  maker: string;
  words: Set<string>;
  /** Words of its model that no other maker's product has. */
  own: Set<string>;
  /** Its model without blanks and signs. */
  code: string;
};

function namesOf(parts: Part[]): Named[] {
  const makers = new Map<string, Set<string | null>>();
  const named = parts.map((part) => {
    const { name, brand, model } = part.sheet;
    const [maker = ''] = splitWords(brand ?? '');
    const ofModel = splitWords(model ?? '');
    const words = new Set([...splitWords(`${name} ${brand ?? ''}`), ...ofModel]);
    for (const word of words) makers.set(word, (makers.get(word) ?? new Set()).add(brand));
    return { part, maker, words, ofModel, code: ofModel.join('').replaceAll('.', '') };
  });
  return named.map(({ ofModel, ...rest }) => ({
    ...rest,
    own: new Set(ofModel.filter((word) => makers.get(word)?.size === 1)),
  }));
}

/** More are a whole range, of which the first speak for the others. */
const mostNamed = 4;

/** The products that most of these words name, by model, or by maker and kind: a maker alone is that of what is wanted. */
function partsNamed(text: string, parts: Part[]): Part[] {
  const typed = splitWords(text).map((word) => spelling(word) ?? word);
  const hasKind = typed.some(kindOf);
  // A model of up to three words: "us 5000", "sun 12k".
  const codes = typed.map((_, at) =>
    [1, 2, 3]
      .map((length) => typed.slice(at, at + length).join(''))
      .filter((code) => /^(?=.*[a-z])(?=.*\d\d|.*\d[a-z]).{4,}$/.test(code)),
  );
  const scored = namesOf(parts).map(({ part, maker, words, own, code }) => {
    const names = typed.filter(
      (word, at) =>
        (hasKind && isNearly(word, maker)) || own.has(word) || codes[at]?.some((one) => code.includes(one)),
    );
    const others = typed.filter((word) => words.has(word));
    return { part, score: names.length === 0 ? 0 : names.length * 2 + others.length };
  });
  const best = Math.max(1, ...scored.map(({ score }) => score));
  const meant = scored.filter(({ score }) => score === best);
  return meant.slice(0, mostNamed).map(({ part }) => part);
}
