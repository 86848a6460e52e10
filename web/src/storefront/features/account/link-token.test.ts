import { expect, it } from 'vitest';
import { linkTokenIn } from './link-token.ts';

it('is read from behind the #', () => {
  expect(linkTokenIn('#token=5f2c')).toBe('5f2c');
});

it.each(['', '#', '#token=', '#main', '#other=1'])('is absent in "%s"', (hash) => {
  expect(linkTokenIn(hash)).toBeNull();
});
