import type { MessageRow, MessageState } from '@contract/admin-messages.ts';
import type { MessageChannelName, MessageKind } from '@contract/messages.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';

export const kindLabels: Record<MessageKind, string> = {
  order_unpaid: 'Order not paid in full yet',
  order_paid: 'Payment receipt',
  payment_refused: 'Card refused',
  payment_checking: 'Payment being checked',
  order_changed: 'Order changed',
  order_completed: 'Order completed',
  shipment_sent: 'Parcel sent',
  shipment_delivered: 'Parcel delivered, or work done',
  order_cancelled: 'Order cancelled',
  order_link: 'Link of the order',
  goods_arrived: 'What was ordered has come',
  delivery_later: 'Delivery later than promised',
  debt_reminder: 'Reminder of what is owed',
  refund_due: 'Refund due',
  refund_recorded: 'Refund sent',
  confirm_email: 'Confirm the e-mail address',
  staff_invited: 'Invitation to the staff',
  quotation: 'Quotation',
  new_device: 'Staff sign-in on a new device',
  settings_changed: 'Settings about money changed',
  second_factor_changed: 'Authenticator app set up or removed',
  password_changed: 'Password changed',
  email_changed: 'E-mail address changed',
  owner_order_paid: 'To you: order paid or on account',
  owner_quotation: 'To you: request for a quotation',
  owner_task: 'To you: task about money',
  owner_low_stock: 'To you: low stock',
  owner_health: 'To you: health of the shop',
  owner_broken_rules: 'To you: broken rules about money and stock',
  owner_daily_summary: 'To you: summary of the day',
};

export const channelLabels: Record<MessageChannelName, string> = {
  email: 'E-mail',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
};

export const stateLabels: Record<MessageState, string> = {
  waiting: 'Waiting',
  sending: 'Being sent',
  accepted: 'Sent',
  delivered: 'Delivered',
  bounced: 'Bounced',
  complained: 'Called spam',
  failed: 'Failed',
  unknown: 'Not certain',
  skipped: 'Not sent',
  stopped: 'Stopped',
};

export const stateTones: Record<MessageState, 'good' | 'wait' | 'bad' | 'neutral'> = {
  waiting: 'wait',
  sending: 'wait',
  accepted: 'good',
  delivered: 'good',
  bounced: 'bad',
  complained: 'bad',
  failed: 'bad',
  unknown: 'bad',
  skipped: 'neutral',
  stopped: 'neutral',
};

/** Why nothing is sent to an address, as the rest of a sentence that starts with it. */
export const blockedReasons = {
  bounced: 'is blocked: a message bounced',
  complained: 'is blocked: a message was called spam',
} as const;

/** What says why a message is in its state. */
export type MessageWhy = Pick<MessageRow, 'state' | 'reason' | 'attempts' | 'nextAttemptAt'>;

/** Why the shop does not send a message, or sends it later, by the key that Postgres stores. */
const reasonLabels: Record<string, string> = {
  put_off: 'Waits: of many mails to the owner, several become one',
  sent_with_others: 'Sent in one mail with others',
  no_longer_true: 'No longer true',
  provider_gone: 'The provider that may have it is no longer set up',
  sender_stopped: 'The sender stopped in the middle',
  too_late_to_repeat: 'No answer within the time in which a repeat is safe',
  channel_off: 'The channel is not set up',
  no_consent: 'No consent to WhatsApp',
  waits_its_turn: 'Waits its turn: more messages were asked for than may go out at once',
  daily_limit: 'Waited its turn for a day, and is not sent any more',
  bounced: 'Nothing is sent to this address since a message bounced',
  complained: 'Nothing is sent to this address since a message was called spam',
};

/** Why a message is in its state: the shop's reason in words, or what the provider said. */
export const reasonText = (reason: string | null): string | null =>
  reason === null ? null : (reasonLabels[reason] ?? reason);

/** Why a message is in its state, and of one that waits when it is tried next; empty where the state says it all. */
export function whyText(message: MessageWhy): string {
  const next = nextTry(message);
  const sentence = next && next.charAt(0).toUpperCase() + next.slice(1);
  return [reasonText(message.reason), sentence].filter(Boolean).join('. ');
}

/** `Not sent: No consent to WhatsApp`, `Waiting: goes out 1 Dec 2026, 14:05` */
export function stateText(message: MessageWhy): string {
  const why = message.reason === null ? nextTry(message) : whyText(message);
  return [stateLabels[message.state], why].filter(Boolean).join(': ');
}

/** `tried again 1 Dec 2026, 14:05`; null of a message that does not wait. */
function nextTry({ state, attempts, nextAttemptAt }: MessageWhy): string | null {
  if (state !== 'waiting' || nextAttemptAt === null) return null;
  const what = attempts > 0 ? 'tried again' : 'goes out';
  return Date.parse(nextAttemptAt) <= Date.now()
    ? `${what} within a minute`
    : `${what} ${formatDayAndTime(nextAttemptAt)}`;
}
