import type { DeliveryCounty } from '@contract/delivery.ts';
import { kisumu } from '#testing/kisumu.ts';
import { expect, test } from 'vitest';
import { zoneFacts } from './zone-facts.ts';

const county = (over: Partial<DeliveryCounty>): DeliveryCounty => ({
  ...kisumu,
  code: '027',
  name: 'Uasin Gishu',
  towns: ['Eldoret'],
  ...over,
});

test('a zone shows the widest range of its counties’ settings', () => {
  const { days, rate, cities } = zoneFacts([
    county({}),
    county({ name: 'Kisumu', towns: [], daysTo: 4, low: 1200 }),
  ]);
  expect(days('city')).toBe('2-4 business days');
  expect(rate('city').replaceAll('\u00a0', ' ')).toBe('KES 1,200-3,000');
  expect(cities).toEqual(['Eldoret', 'Kisumu']);
});

test('two zones with one rate show the range of both', () => {
  const { rate } = zoneFacts([county({}), county({ name: 'Machakos', zone: 'town', low: 2000, high: 4000 })]);
  expect(rate('city', 'town').replaceAll('\u00a0', ' ')).toBe('KES 1,500-4,000');
});

test('a zone in which every county has one fixed price shows it alone', () => {
  const { rate } = zoneFacts([county({ low: 2500, high: 2500 })]);
  expect(rate('city').replaceAll('\u00a0', ' ')).toBe('KES 2,500');
});

test('same-day and free delivery are promised for the counties in which the owner offers them', () => {
  const { sameDay, freeAbove } = zoneFacts([
    county({ name: 'Nairobi', zone: 'nairobi', sameDayBefore: '11:30:00', freeAbove: 60_000 }),
    county({ name: 'Kiambu', zone: 'town', sameDayBefore: '12:00:00' }),
    county({ freeAbove: 0 }),
    county({}),
  ]);
  expect(sameDay).toEqual([
    { name: 'Nairobi', before: '11:30 AM' },
    { name: 'Kiambu', before: '12 PM' },
  ]);
  expect(freeAbove).toEqual([
    { name: 'Nairobi', sum: 60_000 },
    { name: 'Uasin Gishu', sum: 0 },
  ]);
  expect(zoneFacts(undefined)).toMatchObject({
    sameDay: [{ name: 'Nairobi', before: '2 PM' }],
    freeAbove: [{ name: 'Nairobi', sum: 50_000 }],
  });
});

test('until the counties are loaded, the built-in figures are shown', () => {
  const { days, rate } = zoneFacts(undefined);
  expect([days('nairobi'), days('remote')]).toEqual(['1 business day', '5-7 business days']);
  expect(rate('remote').replaceAll('\u00a0', ' ')).toBe('KES 3,000-5,000');
});
