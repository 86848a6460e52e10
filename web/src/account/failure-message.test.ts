import { expect, it } from 'vitest';
import { ApiError, ConnectionError } from '../lib/api/api-client.ts';
import { failureMessage, loginFailureMessage, refusedFields } from './failure-message.ts';

const refuse = (status: number, body: object) => new ApiError(status, JSON.stringify(body), '');

it('a failed login shows the server’s message', () => {
  const error = refuse(429, { code: 'too_many_requests', message: 'Too many attempts.' });
  expect(loginFailureMessage(error)).toBe('Too many attempts.');
});

it('a 401 without a message means a wrong password; a server error does not', () => {
  expect(loginFailureMessage(new ApiError(401, '', ''))).toBe('Invalid email or password');
  expect(loginFailureMessage(new ApiError(502, '<html>', ''))).toBe('Login failed');
  expect(loginFailureMessage(new ConnectionError(null))).toContain('No connection');
});

it('an address that already has an account is shown under the e-mail field', () => {
  const error = refuse(409, { code: 'email_taken', message: 'Sign in instead.' });
  expect(refusedFields(error)).toEqual({ email: 'Sign in instead.' });
  expect(failureMessage(error)).toBe('Sign in instead.');
});

it('a registration that failed without a message asks to try again', () => {
  expect(failureMessage(new ApiError(500, '', ''))).toBe('Please try again');
  expect(refusedFields(new ConnectionError(null))).toEqual({});
});
