import { expect, test } from 'vitest';
import { findOrderSchema } from './order-access.ts';

const numberOf = (orderNumber: string) =>
  findOrderSchema.validate({ orderNumber, contact: '0712 345 678' }).then(
    (request) => request.orderNumber,
    (error: Error) => error.message,
  );

test.each(['#IC-5E7F06F8', 'IC 5E7F06F8', 'ic–5e7f 06f8', ' 5E7F-06F8 ', '# ic‑5E7F06F8'])(
  'an order number is understood as %s',
  async (typed) => expect((await numberOf(typed)).toUpperCase()).toBe('5E7F06F8'),
);

test.each(['5E7F06F', '5E7F06F88', 'IC-5E7F06FG', '5E7F.06F8'])('%s is no order number', async (typed) =>
  expect(await numberOf(typed)).toBe('Enter the eight characters of the order number'),
);
