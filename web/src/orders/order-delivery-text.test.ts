import { expect, test } from 'vitest';
import { arrivalSentence } from './order-delivery-text.ts';

test.each([
  ['2-3 business days', 'In 2-3 business days.'],
  ['2 weeks after the order', '2 weeks after the order.'],
  ['By agreement', 'By agreement.'],
  ['', ''],
])('when goods come is a sentence, whatever a seller typed: "%s"', (promise, sentence) => {
  expect(arrivalSentence({ promise, by: null } as Parameters<typeof arrivalSentence>[0])).toBe(sentence);
});
