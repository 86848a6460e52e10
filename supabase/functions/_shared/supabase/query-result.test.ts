import { expect, it } from 'vitest';
import { dataOf } from './query-result.ts';

const failed =
  (code: string, message = 'x') =>
  () =>
    dataOf({ data: null, error: { code, message }, status: 400 });

it.each(['40001', '40P01', '55P03', '57014', '53300'])(
  'what Postgres gave up for now (%s) may be tried again, and says so',
  (code) => {
    expect(failed(code)).toThrow(expect.objectContaining({ code: 'service_unavailable' }) as Error);
  },
);

it('a code word is its refusal, and what nobody foresaw stays an error', () => {
  expect(failed('PT409', 'slug_taken')).toThrow(expect.objectContaining({ code: 'slug_taken' }) as Error);
  expect(failed('23514')).toThrow('Database: 23514: x');
});
