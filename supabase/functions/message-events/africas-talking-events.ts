import type { MessageEvent } from '../_shared/contract/messages.ts';

/** Reasons that are about the number and not about this message. */
const aboutTheNumber = ['UserInBlackList', 'UserDoesNotExist', 'UserIsInactive'];

/**
 * A delivery report of Africa's Talking, a form: https://developers.africastalking.com/docs/sms/notifications.
 * `Sent`, `Submitted` and `Buffered` are on the way.
 */
export function africasTalkingEvents(form: URLSearchParams): MessageEvent[] {
  const providerId = form.get('id') ?? '';
  const status = form.get('status') ?? '';
  const failure = form.get('failureReason') ?? '';
  const id = `${providerId} ${status}`;
  if (status === 'Success') return [{ id, providerId, report: 'delivered', reason: null }];
  if (!['Failed', 'Rejected', 'Expired', 'AbsentSubscriber'].includes(status)) return [];
  const report = aboutTheNumber.includes(failure) ? 'bounced' : 'failed';
  return [{ id, providerId, report, reason: failure ? `${status}: ${failure}` : status }];
}
