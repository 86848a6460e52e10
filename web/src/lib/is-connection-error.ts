import { ConnectionError } from './api-client.ts';

/** Whether this failed because there was no connection. */
export const isConnectionError = (error: unknown): boolean => error instanceof ConnectionError;
