import { ConnectionError } from './api-client.ts';

/** Did this fail for lack of a line? */
export const isCutOff = (error: unknown): boolean => error instanceof ConnectionError;
