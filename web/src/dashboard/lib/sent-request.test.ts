import { expect, test } from 'vitest';
import { notSent, sentAs } from './sent-request.ts';

test('the same request keeps its key, another gets a new one', () => {
  const first = sentAs(notSent, { pieces: 2 });
  expect(first.id).not.toBe('');
  expect(sentAs(first, { pieces: 2 })).toBe(first);
  expect(sentAs(first, { pieces: 3 }).id).not.toBe(first.id);
});
