import { expect, test } from 'vitest';
import { ApiError, ConnectionError } from '#lib/api/api-client.ts';
import { errorReference } from './error-reference.tsx';

const body = (code: string) =>
  JSON.stringify({ message: 'Words', code, requestId: '3f2a9c1e-0000-4000-8000-000000000000' });

test('an unexpected failure has the reference of its request', () => {
  expect(errorReference(new ApiError(500, body('internal'), ''))).toBe('3f2a9c1e');
  expect(errorReference(new ApiError(503, body('service_unavailable'), ''))).toBe('3f2a9c1e');
});

test('a refusal, a lost connection and a response from elsewhere have none', () => {
  expect(errorReference(new ApiError(409, body('order_closed'), ''))).toBeNull();
  expect(errorReference(new ApiError(502, '<html>Bad gateway</html>', ''))).toBeNull();
  expect(errorReference(new ConnectionError('lost'))).toBeNull();
  expect(errorReference(null)).toBeNull();
});
