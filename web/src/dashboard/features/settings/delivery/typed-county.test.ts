import { expect, test } from 'vitest';
import type { CountySettings } from '@contract/delivery.ts';
import { checkedCounty, typedCounty } from './typed-county.ts';

const nairobi: CountySettings = {
  id: 'x',
  code: '047',
  name: 'Nairobi',
  zone: 'nairobi',
  daysFrom: 1,
  daysTo: 1,
  sameDayBefore: '14:00:00',
  low: 500,
  high: 1500,
  freeAbove: 50_000,
  fixedPrice: null,
  updatedAt: '2026-11-22T06:00:00Z',
};

test('the form’s values are read back unchanged', () => {
  const typed = typedCounty(nairobi);
  expect(typed).toMatchObject({ freeAbove: '50,000', fixedPrice: '', sameDayBefore: '14:00' });
  expect(checkedCounty(typed)).toMatchObject({
    value: { low: 500, high: 1500, freeAbove: 50_000, fixedPrice: null, sameDayBefore: '14:00' },
  });
});

test.each([
  ['daysTo', '0'],
  ['daysFrom', ''],
  ['high', '400'],
  ['low', 'a lot'],
  ['fixedPrice', '12.5'],
  ['low', '95.000'],
  ['freeAbove', '+500'],
  ['sameDayBefore', '05:59'],
  ['sameDayBefore', '20:01'],
] as const)('%s %j is reported and not sent', (field, typed) => {
  expect(checkedCounty({ ...typedCounty(nairobi), [field]: typed })).toHaveProperty(`problems.${field}`);
});

test('an amount with two readings is refused with both', () => {
  expect(checkedCounty({ ...typedCounty(nairobi), fixedPrice: '1.500' })).toEqual({
    problems: { fixedPrice: 'Is “1.500” 1.5 or 1,500? Write thousands with a comma' },
  });
});
