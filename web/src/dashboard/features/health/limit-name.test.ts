import { expect, test } from 'vitest';
import { limitName } from './limit-name.ts';

test('a limit is named by its action and its subject', () => {
  expect(limitName({ action: 'sign_in', subject: 'address' })).toBe('Signing in, from one network address');
});
