import { isWithoutReply } from '#lib/api/is-connection-error.ts';
import { readOrderRefusal } from '../order-refusal.ts';

export const promptFailureTitle = 'Request Not Confirmed';

/** Why it is not known that a request went to a phone; of a lost reply, that it may have gone out. */
export const promptFailure = (error: unknown): string =>
  isWithoutReply(error)
    ? 'No answer came. If your phone asks, enter your M-Pesa PIN there: nothing is paid twice.'
    : readOrderRefusal(error).message;
