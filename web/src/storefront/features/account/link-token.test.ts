import { expect, it } from 'vitest';
import { isRefusedLink, linkTokenIn } from './link-token.ts';

it('is read from behind the #', () => {
  expect(linkTokenIn('#token=5f2c')).toBe('5f2c');
});

it.each(['', '#', '#token=', '#main', '#other=1'])('is absent in "%s"', (hash) => {
  expect(linkTokenIn(hash)).toBeNull();
});

it('is the session in a link of the platform’s default mail', () => {
  const link = '#access_token=a.b.c&expires_at=1&expires_in=3600&refresh_token=r&sb=&token_type=bearer';
  expect(linkTokenIn(`${link}&type=recovery`)).toBe('a.b.c');
  expect(linkTokenIn(`${link}&type=signup`)).toBeNull();
});

it('is absent when the platform has refused the link', () => {
  const refused = '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid&sb=';
  expect([isRefusedLink(refused), linkTokenIn(refused)]).toEqual([true, null]);
  expect(isRefusedLink('#token=5f2c')).toBe(false);
});
