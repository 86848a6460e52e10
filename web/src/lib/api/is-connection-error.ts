import { ConnectionError } from './api-client.ts';

/** Whether this failed because there was no connection. */
export const isConnectionError = (error: unknown): boolean => error instanceof ConnectionError;

/** The same in a browser that has the shop's files and its last replies on the device, and goes on with these. */
export const isOffline = (error: unknown): boolean =>
  isConnectionError(error) && Boolean(navigator.serviceWorker?.controller);

/** Whether nothing came back: no connection, or no reply within the time limit of the call. */
export const isWithoutReply = (error: unknown): boolean =>
  isConnectionError(error) || (error instanceof DOMException && error.name === 'TimeoutError');
