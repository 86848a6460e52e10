import { expect, test } from 'vitest';
import type { Language } from '../../contract/messages.ts';
import type { OrderDelivery } from '../../contract/orders.ts';
import { arrivalSentence, deliveryLine } from './delivery-in-words.ts';

const said = { by: '2026-12-03', after: null, isPromised: true } as OrderDelivery;

test.each([
  [
    { promise: '2-3 business days' },
    '2-3 business days: by Thu 3 Dec',
    'siku 2-3 za kazi, kufikia 3 Dec 2026',
  ],
  [
    { promise: 'Same day, ordered before 2:00 PM' },
    'Same day, ordered before 2:00 PM: by Thu 3 Dec',
    'siku hiyo hiyo, kufikia 3 Dec 2026',
  ],
  [
    { promise: 'Next business day', after: 'bank' as const },
    'Next business day after the bank has paid us: by Thu 3 Dec',
    'siku ya kazi inayofuata baada ya benki kututumia pesa, kufikia 3 Dec 2026',
  ],
  [
    { promise: '5-7 business days', after: 'maker' as const, isPromised: false },
    '5-7 business days after it has come: by Thu 3 Dec if paid today',
    'siku 5-7 za kazi baada ya bidhaa kufika, kufikia 3 Dec 2026 ukilipa leo',
  ],
  [
    { promise: '5-7 business days', by: null, after: 'rest' as const },
    '5-7 business days after it has come and the rest is paid',
    'siku 5-7 za kazi baada ya bidhaa kufika na salio kulipwa',
  ],
  [
    {
      promise: '2-3 business days',
      after: 'bank' as const,
      isPromised: false,
      otherwise: { promise: '2-3 business days', by: '2026-12-01' },
    },
    '2-3 business days: by Tue 1 Dec if paid today (by card after the bank has paid us, by Thu 3 Dec)',
    'siku 2-3 za kazi, kufikia 1 Dec 2026 ukilipa leo (kwa kadi baada ya benki kututumia pesa, kufikia 3 Dec 2026)',
  ],
  // As a seller has typed it.
  [{ promise: '6 weeks', by: null }, '6 weeks', '6 weeks'],
])('%j: %s', (over, english, swahili) => {
  expect(arrivalSentence('en', { ...said, ...over })).toBe(`Delivery: ${english}.`);
  expect(arrivalSentence('sw', { ...said, ...over })).toBe(`Usafirishaji: ${swahili}.`);
});

test('the line of the delivery says its price, that it is free, or that it is not included', () => {
  const kisumu = {
    countyName: 'Kisumu',
    freeBecause: null,
    price: null,
    low: null,
    high: null,
  } as OrderDelivery;
  const line = (language: Language, over: object = {}) =>
    deliveryLine(language, { items: [], delivery: { ...kisumu, ...over } });
  expect(line('en')).toEqual({ label: 'Delivery to Kisumu', amount: 'not included' });
  expect(line('en', { low: 1500, high: 3000 })?.amount).toBe('not included: KES 1,500-3,000');
  expect(line('sw', { price: 2500 })).toEqual({
    label: 'Usafirishaji hadi Kisumu',
    amount: 'KES 2,500',
  });
  expect(line('en', { countyName: null, freeBecause: 'every ABEM Terrameter' })).toEqual({
    label: 'Delivery',
    amount: 'Free',
  });
});
