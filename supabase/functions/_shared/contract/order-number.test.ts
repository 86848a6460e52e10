import { expect, test } from 'vitest';
import { orderNumber } from './order-number.ts';

test('the number of an order is the last eight characters of its id, in capitals', () => {
  expect(orderNumber('0199a0b1-aaaa-7bbb-8ccc-1234abcd5678')).toBe('ABCD5678');
});
