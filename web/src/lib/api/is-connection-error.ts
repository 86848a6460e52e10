import { ConnectionError } from './api-client.ts';

/** Whether this failed because there was no connection. */
export const isConnectionError = (error: unknown): boolean => error instanceof ConnectionError;

/** Whether nothing came back: no connection, or no reply within the time limit of the call. */
export const isWithoutReply = (error: unknown): boolean =>
  isConnectionError(error) || (error instanceof DOMException && error.name === 'TimeoutError');
