import { expect, test } from 'vitest';
import { nothingSent, withIdempotencyKey } from './sent-request.ts';

test('the same request keeps its key, another gets a new one', () => {
  const first = withIdempotencyKey(nothingSent, { pieces: 2 });
  expect(first.id).not.toBe('');
  expect(withIdempotencyKey(first, { pieces: 2 })).toBe(first);
  expect(withIdempotencyKey(first, { pieces: 3 }).id).not.toBe(first.id);
});
