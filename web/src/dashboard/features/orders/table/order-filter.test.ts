import { expect, test } from 'vitest';
import { orderFilterOf } from './order-filter.ts';

const nothing = {
  q: '',
  status: '',
  product: '',
  from: '',
  to: '',
  min: '',
  max: '',
  tasks: '',
};

test('a URL without filters matches every order', () => {
  expect(orderFilterOf(nothing)).toEqual({});
});

test('the filters in the URL become the filter of the query', () => {
  expect(
    orderFilterOf({
      q: ' 0712 345 678 ',
      status: 'paid',
      product: '00000000-0000-4000-8000-00000000cafe',
      from: '2026-11-01',
      to: '2026-11-30',
      min: '1000',
      max: '90000',
      tasks: 'open',
    }),
  ).toEqual({
    text: '0712 345 678',
    status: 'paid',
    waitsFor: '00000000-0000-4000-8000-00000000cafe',
    from: '2026-11-01',
    to: '2026-11-30',
    min: 1000,
    max: 90000,
    hasTask: true,
  });
});

test('the paid orders that are to be sent are a choice of their own, without those that were refunded', () => {
  expect(orderFilterOf({ ...nothing, status: 'to-send' })).toEqual({ toSend: true });
});

test('the orders that are partly paid are a choice of their own', () => {
  expect(orderFilterOf({ ...nothing, status: 'partly-paid' })).toEqual({ partlyPaid: true });
  // An order whose payment failed may still be paid.
  expect(orderFilterOf({ ...nothing, status: 'unpaid' })).toEqual({ isUnpaid: true });
  expect(orderFilterOf({ ...nothing, status: 'owed' })).toEqual({ isOwed: true });
  expect(orderFilterOf({ ...nothing, status: 'certificate' })).toEqual({ certificate: true });
  expect(orderFilterOf({ ...nothing, status: 'to-order' })).toEqual({ waits: true });
});

test('invalid values in the URL are ignored', () => {
  expect(
    orderFilterOf({
      q: '  ',
      status: 'lost',
      product: 'terrameter',
      from: '2026-02-31x',
      to: 'yesterday',
      min: '-5',
      max: '1000000000',
      tasks: 'some',
    }),
  ).toEqual({});
});
