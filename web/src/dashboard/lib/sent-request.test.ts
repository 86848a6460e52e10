import { expect, test } from 'vitest';
import { notSent, parseSent, sentAs } from './sent-request.ts';

test('the same request keeps its key, another gets a new one', () => {
  const first = sentAs(notSent, { pieces: 2 });
  expect(first.id).not.toBe('');
  expect(sentAs(first, { pieces: 2 })).toBe(first);
  expect(sentAs(first, { pieces: 3 }).id).not.toBe(first.id);
});

test('a stored request is read field by field', () => {
  const sent = sentAs(notSent, 'a note');
  expect(parseSent(JSON.parse(JSON.stringify(sent)))).toEqual(sent);
  expect(parseSent({ id: 4, what: 'x' })).toEqual({ id: '', what: 'x' });
  expect(parseSent(null)).toEqual(notSent);
});
