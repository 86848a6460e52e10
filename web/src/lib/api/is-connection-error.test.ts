import { expect, test } from 'vitest';
import { ApiError, ConnectionError } from './api-client.ts';
import { isConnectionError, isWithoutReply } from './is-connection-error.ts';

test.each([
  [new ConnectionError(null), true, true],
  [new DOMException('It took too long.', 'TimeoutError'), false, true],
  [new DOMException('The page was left.', 'AbortError'), false, false],
  [new ApiError(503, '', 'Service Unavailable'), false, false],
])('%s: no connection %s, no reply %s', (error, isConnection, isSilent) => {
  expect([isConnectionError(error), isWithoutReply(error)]).toEqual([isConnection, isSilent]);
});
