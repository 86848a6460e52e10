import { typedCompany } from '@contract/company.ts';
import { expect, it } from 'vitest';
import { ApiError, ConnectionError } from '#lib/api/api-client.ts';
import { isAnyDetailMissing, readOrderRefusal } from './order-refusal.ts';

const refuse = (status: number, body: object) => new ApiError(status, JSON.stringify(body), '');

it('a refused e-mail is shown under the e-mail field and a refused name under both names', () => {
  const refusal = readOrderRefusal(
    refuse(400, {
      message: 'Please check the marked fields.',
      code: 'invalid_request',
      fields: { 'orderData.customerEmail': 'Invalid email address', 'orderData.customerName': 'Too long' },
    }),
  );
  expect(refusal.fields).toEqual({
    email: 'Invalid email address',
    firstName: 'Too long',
    lastName: 'Too long',
  });
  expect(refusal.message).toBe('Please check the marked fields.');
  expect(refusal.outcomeUnknown).toBe(false);
});

it('lines that cannot be ordered are passed on unchanged', () => {
  const line = {
    productId: 'p',
    name: 'GPS',
    problem: 'out_of_stock',
    quantity: 3,
    available: 2,
    price: 85_000,
  };
  expect(readOrderRefusal(refuse(409, { message: 'm', code: 'out_of_stock', lines: [line] })).lines).toEqual([
    line,
  ]);
});

it('without a response it is unknown whether the order exists', () => {
  for (const error of [new ConnectionError(null), new ApiError(502, '<html>', ''), new Error('time')]) {
    expect(readOrderRefusal(error)).toEqual({
      isSumChanged: false,
      message: 'Failed to create order. Please try again.',
      fields: {},
      lines: [],
      outcomeUnknown: true,
      isFinal: false,
      sameOrder: null,
    });
  }
  for (const code of ['internal', 'service_unavailable', 'too_many_requests']) {
    expect(readOrderRefusal(refuse(500, { message: 'Oh', code }))).toMatchObject({
      outcomeUnknown: true,
      isFinal: false,
    });
  }
});

it('spaces alone do not fill a field; an organisation is no must', () => {
  const typed = {
    firstName: 'Ada',
    lastName: ' ',
    email: 'a@b.ke',
    phone: '0712345678',
    address: 'Nairobi',
    ...typedCompany(null),
  };
  expect(isAnyDetailMissing(typed)).toBe(true);
  expect(isAnyDetailMissing({ ...typed, lastName: 'Otieno' })).toBe(false);
});

it('while the bank is deciding, the next attempt is still for the same order', () => {
  const refusal = readOrderRefusal(refuse(409, { message: 'Please wait', code: 'payment_undecided' }));
  expect(refusal).toMatchObject({ outcomeUnknown: false, isFinal: false });
  expect(readOrderRefusal(refuse(409, { message: 'm', code: 'out_of_stock' })).isFinal).toBe(true);
});

it('the message of a response that is not the shop’s own is shown, and it is unknown whether the order exists', () => {
  expect(readOrderRefusal(refuse(502, { message: 'Try at noon.' }))).toMatchObject({
    message: 'Try at noon.',
    outcomeUnknown: true,
    isFinal: false,
  });
});

it('the same order is shown when it is paid or undecided', () => {
  const order = { id: 'o' };
  for (const code of ['payment_undecided', 'order_closed'])
    expect(readOrderRefusal(refuse(409, { message: 'm', code, order })).sameOrder).toEqual(order);
});

it('a changed delivery price is fetched again', () => {
  const reply = { message: 'The price of delivery has changed.', code: 'delivery_changed' };
  expect(readOrderRefusal(new ApiError(409, JSON.stringify(reply), 'Conflict'))).toMatchObject({
    isSumChanged: true,
    isFinal: true,
    lines: [],
  });
});
