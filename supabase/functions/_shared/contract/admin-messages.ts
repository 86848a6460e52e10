import type { Language, MessageChannelName, MessageKind } from './messages.ts';

export const messageStates = [
  'waiting',
  'sending',
  'accepted',
  'delivered',
  'bounced',
  'complained',
  'failed',
  'unknown',
  'skipped',
  'stopped',
] as const;

/** See the comment of `private.messages.state`. */
export type MessageState = (typeof messageStates)[number];

/** A message as the dashboard lists it. */
export type MessageRow = {
  id: string;
  kind: MessageKind;
  orderId: string | null;
  channel: MessageChannelName;
  /** An e-mail address, or a phone number as `+254712345678`. */
  recipient: string;
  state: MessageState;
  /** Why it is in this state: a key of the shop, or what the provider said. */
  reason: string | null;
  attempts: number;
  /** Times in ISO 8601. */
  createdAt: string;
  nextAttemptAt: string | null;
  finishedAt: string | null;
  /** When the owner said that nothing more is to be done. */
  dismissedAt: string | null;
  /** Why nothing is sent to this recipient any more; null when it is. */
  blocked: 'bounced' | 'complained' | null;
};

export type MessageStep = {
  at: string;
  step:
    | 'sent again'
    | 'address corrected'
    | 'address corrected for the order'
    | 'address unblocked'
    | 'stopped'
    | 'dismissed';
  /** The address before, the one that was unblocked, or the owner's reason. */
  detail: string | null;
  byName: string | null;
};

/** One message with its text as it was sent; the texts are null before, and 30 days after its end. */
export type MessageDetail = MessageRow & {
  language: Language;
  provider: string | null;
  subject: string | null;
  text: string | null;
  steps: MessageStep[];
};

export type MessageFilter = {
  states?: MessageState[];
  /** Those in trouble that no admin has dismissed. */
  isOpen?: boolean;
  /** A part of the recipient, or an order's number. */
  text?: string;
  orderId?: string;
};

/** What an outage of a provider left: messages that may have gone out, and nobody has sent again. */
export type MessagesToSendAgain = {
  ids: string[];
  /** How many may get one twice; the others’ provider still knows the key of theirs. */
  people: number;
};
