import type { DataSheet } from '../contract/fit.ts';

/** What the judgement reads of a product. */
export type Sheet = DataSheet;

/** A value or a range, in V, A, W, Wh, Ah, pieces or %/°C. */
export type Amount = { low: number; high: number; isSecondHand: boolean };

const spare = 0.05;

/** As much as something may take at most, to the careful side. */
export const atMost = ({ high, isSecondHand }: Amount) => high * (isSecondHand ? 1 - spare : 1);
/** From how much on something works, to the careful side. */
export const atLeast = ({ low, isSecondHand }: Amount) => low * (isSecondHand ? 1 + spare : 1);
/** As much as something gives at most, to the careful side. */
export const upTo = ({ high, isSecondHand }: Amount) => high * (isSecondHand ? 1 + spare : 1);
/** As little as something gives, to the careful side. */
export const downTo = ({ low, isSecondHand }: Amount) => low * (isSecondHand ? 1 - spare : 1);

/** The text of an attribute. */
export function textOf({ specs }: Sheet, key: string): string | undefined {
  return specs.find((line) => line.key === key)?.value;
}

const units: Record<string, number> = {
  kW: 1000,
  kWp: 1000,
  kVA: 1000,
  kWh: 1000,
  kV: 1000,
  mA: 0.001,
  mV: 0.001,
};
const written =
  /^(?:about |up to |over |better than |within |from )?(-?\d[\d,]*(?:\.\d+)?)(?: (to|or) (-?\d[\d,]*(?:\.\d+)?))? ?([A-Za-z%/°]*)/;

/** The values of an attribute as Postgres reads them too: `40 to 60 V` is one, `12 or 24 V` are two; none when it is not known. */
export function amountsOf({ specs }: Sheet, key: string): Amount[] {
  const line = specs.find((one) => one.key === key);
  const [, first, joint, second, unit = ''] = written.exec(line?.value ?? '') ?? [];
  if (!line || first === undefined) return [];
  const scale = units[unit] ?? 1;
  const number = (text: string) => Number(text.replaceAll(',', '')) * scale;
  const amount = (low: number, high: number) => ({ low, high, isSecondHand: line.isSecondHand === true });
  const low = number(first);
  if (joint === 'or') return [amount(low, low), amount(number(second ?? first), number(second ?? first))];
  const high = second === undefined ? low : number(second);
  return high < low ? [] : [amount(low, high)];
}

export const amountOf = (sheet: Sheet, ...keys: string[]): Amount | undefined =>
  keys.flatMap((key) => amountsOf(sheet, key))[0];

/** What each tracker takes: `39 A (26 A + 13 A)`, `27 A (13.5 A per tracker)`, `13 A per tracker`, `18 A`, which is of all together. */
export function perTracker(sheet: Sheet, key: string, trackers: number): Amount[] {
  const [amount] = amountsOf(sheet, key);
  const text = textOf(sheet, key) ?? '';
  if (!amount) return [];
  const each = (amps: number) => ({ ...amount, low: amps, high: amps });
  const sum = /\(([\d.]+) A \+ ([\d.]+) A\)/.exec(text);
  if (sum) return [each(Number(sum[1])), each(Number(sum[2]))];
  const [, same] = /([\d.]+) A per tracker/.exec(text) ?? [];
  const amps = same === undefined ? amount.high / trackers : Number(same);
  return Array.from({ length: trackers }, () => each(amps));
}
