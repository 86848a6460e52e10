import { deliveryZones } from '@contract/delivery.ts';
import type { FieldText } from '@contract/field-rules.ts';
import { optionsOf } from '#components/forms/select-field.tsx';
import { formatCount } from '#dashboard/lib/format-count.ts';
import { figureProblem, typedFigure } from '@contract/typed-figure.ts';
import type { CountyChange, CountySettings } from '@contract/delivery.ts';

export const zoneNames = {
  nairobi: 'Nairobi',
  city: 'Major city',
  town: 'Other town',
  remote: 'Remote',
} as const;

/** In the order of the form. */
export const countyFields: Record<keyof CountyChange, FieldText> = {
  zone: { label: 'Zone', options: optionsOf(deliveryZones, zoneNames) },
  daysFrom: { label: 'Business days, from', isFigure: true },
  daysTo: { label: 'Business days, to', isFigure: true },
  sameDayBefore: {
    label: 'Same day when ordered before',
    hint: 'In Nairobi time. Empty where that is not offered.',
  },
  low: { label: 'Costs from (KES)', isFigure: true },
  high: { label: 'Costs to (KES)', isFigure: true },
  freeAbove: {
    label: 'Free above (KES)',
    hint: 'Empty: no order total makes delivery free.',
    isFigure: true,
  },
  fixedPrice: {
    label: 'Fixed price (KES)',
    hint: 'Charged with the order once fixed prices are on. Empty: delivery stays outside the total.',
    isFigure: true,
  },
};

/** A county's delivery settings as the form's texts. */
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

/** The typed values, or a sentence for each invalid field; the limits are those of the table. */
export function checkedCounty(typed: TypedCounty): { value?: CountyChange; problems: Partial<TypedCounty> } {
  const problems: Partial<TypedCounty> = {};
  const wholeNumber = (name: keyof TypedCounty, min: number, max: number, sentence: string) => {
    const figure = typedFigure(typed[name]);
    if (typeof figure === 'number' && Number.isInteger(figure) && figure >= min && figure <= max)
      return figure;
    problems[name] = figureProblem(typed[name]) ?? sentence;
    return 0;
  };
  const orNone = (name: keyof TypedCounty, max: number, sentence: string) =>
    typed[name].trim() ? wholeNumber(name, 0, max, sentence) : null;
  const daysFrom = wholeNumber('daysFrom', 1, 60, 'Please enter days, from 1 to 60');
  const low = wholeNumber('low', 0, 999_999, 'Please enter whole shillings, from 0 to 999,999');
  if (typed.sameDayBefore && (typed.sameDayBefore < '06:00' || typed.sameDayBefore > '20:00'))
    problems.sameDayBefore = 'Please enter a time from 06:00 to 20:00, or nothing';
  const wanted = {
    zone: deliveryZones.find((zone) => zone === typed.zone) ?? 'town',
    daysFrom,
    daysTo: wholeNumber('daysTo', daysFrom, 60, `Please enter days, from ${daysFrom || 1} to 60`),
    sameDayBefore: typed.sameDayBefore || null,
    low,
    high: wholeNumber(
      'high',
      low,
      999_999,
      `Please enter whole shillings, from ${formatCount(low)} to 999,999`,
    ),
    freeAbove: orNone('freeAbove', 99_999_999, 'Please enter whole shillings, or nothing'),
    fixedPrice: orNone('fixedPrice', 999_999, 'Please enter whole shillings, or nothing'),
  };
  return Object.keys(problems).length > 0 ? { problems } : { value: wanted, problems };
}
