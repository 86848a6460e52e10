import { expect, it } from 'vitest';
import { resetTokenIn } from './reset-token.ts';

it('is read from behind the #', () => {
  expect(resetTokenIn('#token=5f2c')).toBe('5f2c');
});

it.each(['', '#', '#token=', '#main', '#other=1'])('is absent in "%s"', (hash) => {
  expect(resetTokenIn(hash)).toBeNull();
});
