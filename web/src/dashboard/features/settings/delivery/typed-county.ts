import { deliveryZones } from '@contract/delivery.ts';
import { formatCount } from '../../../lib/count-words.ts';
import { typedFigure } from '../../../lib/typed-figure.ts';
import type { CountyChange, CountySettings } from './county-queries.ts';

/** The delivery to a county as text, as a form shows it. */
export type TypedCounty = Record<keyof CountyChange, string>;

export function typedCounty(county: CountySettings): TypedCounty {
  const figure = (value: number | null) => (value === null ? '' : formatCount(value));
  return {
    zone: county.zone,
    daysFrom: String(county.daysFrom),
    daysTo: String(county.daysTo),
    sameDayBefore: county.sameDayBefore?.slice(0, 5) ?? '',
    low: figure(county.low),
    high: figure(county.high),
    freeAbove: figure(county.freeAbove),
    fixedPrice: figure(county.fixedPrice),
  };
}

/** What was typed, or a sentence for each field that cannot be right; the limits are those of the table. */
export function checkedCounty(
  typed: TypedCounty,
): { change: CountyChange } | { errors: Partial<TypedCounty> } {
  const errors: Partial<TypedCounty> = {};
  const whole = (name: keyof TypedCounty, least: number, most: number, sentence: string) => {
    const figure = Number(typedFigure(typed[name]));
    if (typed[name].trim() && Number.isInteger(figure) && figure >= least && figure <= most) return figure;
    errors[name] = sentence;
    return 0;
  };
  const orNone = (name: keyof TypedCounty, most: number, sentence: string) =>
    typed[name].trim() ? whole(name, 0, most, sentence) : null;
  const daysFrom = whole('daysFrom', 1, 60, 'Please enter days, from 1 to 60');
  const low = whole('low', 0, 999_999, 'Please enter whole shillings, from 0 to 999,999');
  const change = {
    zone: deliveryZones.find((zone) => zone === typed.zone) ?? 'town',
    daysFrom,
    daysTo: whole('daysTo', daysFrom, 60, `Please enter days, from ${daysFrom || 1} to 60`),
    sameDayBefore: typed.sameDayBefore || null,
    low,
    high: whole('high', low, 999_999, `Please enter whole shillings, from ${formatCount(low)} to 999,999`),
    freeAbove: orNone('freeAbove', 99_999_999, 'Please enter whole shillings, or nothing'),
    fixedPrice: orNone('fixedPrice', 999_999, 'Please enter whole shillings, or nothing'),
  };
  return Object.keys(errors).length > 0 ? { errors } : { change };
}
