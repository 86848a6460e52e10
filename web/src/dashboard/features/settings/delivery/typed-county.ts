import { type CountyChange, type CountySettings, deliveryZones } from '@contract/delivery.ts';
import { type FormField, ofText, optionalWholeNumber, wholeNumber } from '@contract/field-rules.ts';
import { type Schema, string } from 'yup';
import { optionsOf } from '#components/forms/select-field.tsx';
import { formatCount } from '#dashboard/lib/format-count.ts';
import { checkedFields } from '../checked-fields.ts';

export const zoneNames = {
  nairobi: 'Nairobi',
  city: 'Major city',
  town: 'Other town',
  remote: 'Remote',
} as const;

const days = (least = 1) =>
  wholeNumber('The number of days')
    .min(least, `Please enter days, from ${least} to 60`)
    .max(60, 'Please enter days, up to 60');
const price = (least = 0) => {
  const sentence = `Please enter whole shillings, from ${formatCount(least)} to 999,999`;
  return wholeNumber('The price').min(least, sentence).max(999_999, sentence);
};
const priceOrNone = (most: number) => {
  const sentence = 'Please enter whole shillings, or nothing';
  const rule = optionalWholeNumber('The price').default(null).min(0, sentence).max(most, sentence);
  return rule as unknown as Schema<number | null>;
};

/** In the order of the form; the limits are those of the table. */
export const countyFields = {
  zone: {
    label: 'Zone',
    options: optionsOf(deliveryZones, zoneNames),
    rule: string().oneOf(deliveryZones).required(),
  },
  daysFrom: { label: 'Business days, from', isFigure: true, rule: days() },
  daysTo: {
    label: 'Business days, to',
    isFigure: true,
    rule: days().when('daysFrom', ([from]: number[], rule) => (from! > 0 ? days(from) : rule)),
  },
  sameDayBefore: {
    label: 'Same day when ordered before',
    hint: 'In Nairobi time. Empty where that is not offered.',
    rule: string()
      .transform(ofText((typed) => typed || null))
      .nullable()
      .defined()
      .matches(/^(0[6-9]|1\d):|^20:00/, 'Please enter a time from 06:00 to 20:00, or nothing'),
  },
  low: { label: 'Costs from (KES)', isFigure: true, rule: price() },
  high: {
    label: 'Costs to (KES)',
    isFigure: true,
    rule: price().when('low', ([low]: number[], rule) => (low! > 0 ? price(low) : rule)),
  },
  freeAbove: {
    label: 'Free above (KES)',
    hint: 'Empty: no order total makes delivery free.',
    isFigure: true,
    rule: priceOrNone(99_999_999),
  },
  fixedPrice: {
    label: 'Fixed price (KES)',
    hint: 'Charged with the order once fixed prices are on. Empty: delivery stays outside the total.',
    isFigure: true,
    rule: priceOrNone(999_999),
  },
} satisfies Record<keyof CountyChange, FormField>;

/** A county's delivery settings as the form's texts. */
export const typedCounty = (county: CountySettings) => ({
  zone: county.zone as string,
  daysFrom: String(county.daysFrom),
  daysTo: String(county.daysTo),
  sameDayBefore: county.sameDayBefore?.slice(0, 5) ?? '',
  low: figure(county.low),
  high: figure(county.high),
  freeAbove: figure(county.freeAbove),
  fixedPrice: figure(county.fixedPrice),
});

const figure = (value: number | null) => (value === null ? '' : formatCount(value));

/** The typed values, or a sentence for each invalid field. */
export const checkedCounty = (typed: ReturnType<typeof typedCounty>) => checkedFields(countyFields, typed);
