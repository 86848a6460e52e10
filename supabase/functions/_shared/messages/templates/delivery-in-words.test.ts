import { expect, test } from 'vitest';
import type { OrderDelivery } from '../../contract/orders.ts';
import { arrivalSentence, deliveryLine } from './delivery-in-words.ts';

test.each([
  ['2-3 business days', 'Delivery takes 2-3 business days.', 'Usafirishaji huchukua siku 2-3 za kazi.'],
  ['5-7 business days', 'Delivery takes 5-7 business days.', 'Usafirishaji huchukua siku 5-7 za kazi.'],
  ['Same day, ordered before 2:00 PM', 'Delivery is on the same day.', 'Usafirishaji ni siku hiyo hiyo.'],
  ['Next business day', 'Delivery is on the next business day.', 'Usafirishaji ni siku ya kazi inayofuata.'],
])('%s: %s', (promise, english, swahili) => {
  expect(arrivalSentence('en', { promise })).toBe(english);
  expect(arrivalSentence('sw', { promise })).toBe(swahili);
});

test('the line of the delivery says its price, that it is free, or that it is not included', () => {
  const kisumu = {
    countyName: 'Kisumu',
    freeBecause: null,
    price: null,
    low: null,
    high: null,
  } as OrderDelivery;
  expect(deliveryLine('en', kisumu)).toEqual({ label: 'Delivery to Kisumu', amount: 'not included' });
  expect(deliveryLine('en', { ...kisumu, low: 1500, high: 3000 }).amount).toBe(
    'not included: KES 1,500-3,000',
  );
  expect(deliveryLine('sw', { ...kisumu, price: 2500 })).toEqual({
    label: 'Usafirishaji hadi Kisumu',
    amount: 'KES 2,500',
  });
  expect(deliveryLine('en', { ...kisumu, countyName: null, freeBecause: 'every ABEM Terrameter' })).toEqual({
    label: 'Delivery',
    amount: 'Free',
  });
});
