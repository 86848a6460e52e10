import { expect, it } from 'vitest';
import { dataOf, personsDataOf } from './query-result.ts';

const failed =
  (code: string | undefined, message = 'x', { status = 400, details = null as string | null } = {}) =>
  () =>
    dataOf({ data: null, error: { code, message, details }, status });
const refusal = (code: string, details = {}) =>
  expect.objectContaining({ name: 'Refusal', code, details }) as Error;

it('a query that went well gives its data', () => {
  expect(dataOf({ data: [1], error: null, status: 200 })).toEqual([1]);
});

it.each([
  '40001',
  '40P01',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '53100',
  '53300',
  '08000',
  '08006',
  '08P01',
  'PGRST000',
  'PGRST001',
  'PGRST002',
  'PGRST003',
])('what Postgres gave up for now (%s) may be tried again, and says so', (code) => {
  expect(failed(code)).toThrow(refusal('service_unavailable'));
});

it('a row that stayed locked for too long is a shop that is busy', () => {
  expect(failed('55P03')).toThrow(refusal('shop_busy'));
});

it.each([0, 502, 503, 504, 522])(
  'no answer of the database, or one of what stands before it (%i), may be tried again',
  (status) => {
    expect(failed(undefined, '<html>', { status })).toThrow(refusal('service_unavailable'));
    expect(failed('', '', { status })).toThrow(refusal('service_unavailable'));
  },
);

it('an answer that nobody foresaw is an error', () => {
  expect(failed(undefined, 'Not found', { status: 404 })).toThrow('Database: 404: Not found');
  expect(failed('XX000', 'x', { status: 500 })).toThrow('Database: XX000: x');
  expect(failed('PGRST202', 'x', { status: 404 })).toThrow('Database: PGRST202: x');
});

it('a code raised by SQL is its refusal, and what nobody foresaw stays an error', () => {
  expect(failed('PT409', 'slug_taken')).toThrow(refusal('slug_taken'));
  expect(failed('23514')).toThrow('Database: 23514: x');
  expect(failed('PT409', 'a word that is no code')).toThrow('Database: PT409: a word that is no code');
  expect(failed('XPT409', 'slug_taken')).toThrow('Database: XPT409: slug_taken');
  expect(failed('PT4090', 'slug_taken')).toThrow('Database: PT4090: slug_taken');
  expect(failed('PT309', 'slug_taken')).toThrow('Database: PT309: slug_taken');
});

it.each([
  ['out_of_stock', 'lines'],
  ['price_changed', 'lines'],
  ['product_unavailable', 'lines'],
  ['quotation_unavailable', 'lines'],
  ['changed_meanwhile', 'product'],
  ['payment_undecided', 'order'],
  ['payment_undecided', 'order'],
  ['order_closed', 'order'],
  ['products_refused', 'products'],
  ['import_refused', 'rows'],
])('%s carries what SQL sends along as its %s', (code, field) => {
  expect(failed('PT409', code, { details: '[{"id":1}]' })).toThrow(refusal(code, { [field]: [{ id: 1 }] }));
  expect(failed('PT409', code)).toThrow(refusal(code));
});

it('the details of other codes are for the log', () => {
  expect(failed('PT409', 'transition_refused', { details: 'paid to pending' })).toThrow(
    refusal('transition_refused'),
  );
});

it('a person whose token is no longer accepted is not signed in, the shop with a wrong key is broken', () => {
  const expired = { data: null, error: { code: 'PGRST301', message: 'JWT expired' }, status: 401 };
  expect(() => personsDataOf(expired)).toThrow(refusal('not_signed_in'));
  expect(() => dataOf(expired)).toThrow('Database: PGRST301: JWT expired');
  expect(personsDataOf({ data: 1, error: null, status: 200 })).toBe(1);
});
