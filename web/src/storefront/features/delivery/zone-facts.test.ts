import type { DeliveryCounty } from '@contract/delivery.ts';
import { expect, test } from 'vitest';
import { zoneFacts } from './zone-facts.ts';

const county = (over: Partial<DeliveryCounty>): DeliveryCounty => ({
  code: '027',
  name: 'Uasin Gishu',
  towns: ['Eldoret'],
  zone: 'city',
  daysFrom: 2,
  daysTo: 3,
  sameDayBefore: null,
  low: 1500,
  high: 3000,
  freeAbove: null,
  ...over,
});

test('a zone shows the widest range of its counties, as the owner has set them', () => {
  const { days, rate, cities } = zoneFacts([
    county({}),
    county({ name: 'Kisumu', towns: [], daysTo: 4, low: 1200 }),
  ]);
  expect(days('city')).toBe('2-4 business days');
  expect(rate('city').replaceAll('\u00a0', ' ')).toBe('KES 1,200-3,000');
  expect(cities).toEqual(['Eldoret', 'Kisumu']);
});

test('until the shop has answered, the figures with which it opened stand there', () => {
  const { days, rate } = zoneFacts(undefined);
  expect([days('nairobi'), days('remote')]).toEqual(['1 business day', '5-7 business days']);
  expect(rate('remote').replaceAll('\u00a0', ' ')).toBe('KES 3,000-5,000');
});
