import { ConnectionError } from './api-client.ts';

/** Did this fail because there was no connection? */
export const isConnectionError = (error: unknown): boolean => error instanceof ConnectionError;
