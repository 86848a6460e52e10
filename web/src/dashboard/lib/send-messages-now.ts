import { sendWaitingMessages } from '@contract/admin.ts';
import { callApi } from '#lib/api/api-client.ts';

/** Has waiting messages sent. Nobody waits for it: if this call fails, the job that runs every minute sends them. */
export const sendMessagesNow = (): void => void callApi(sendWaitingMessages).catch(() => {});
