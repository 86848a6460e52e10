import type { MessageContent, MessageKind, MessageProvider } from '../contract/messages.ts';

export type OutgoingMessage = {
  /** The idempotency key: the same for every attempt of one message. */
  key: string;
  /** An e-mail address, or a phone number as `+254712345678`. */
  recipient: string;
  kind: MessageKind;
  orderId: string | null;
  content: MessageContent;
};

/**
 * What came of one attempt.
 * - accepted: the provider has it.
 * - refused: certainly not sent; another attempt may succeed.
 * - rejected: certainly not sent, and it never will be.
 * - unknown: no answer, or none that can be understood; it may have gone out.
 *
 * A reason begins with a code and a colon; what follows is in the provider's words, which no log may have.
 */
export type SendResult =
  | { outcome: 'accepted'; providerId: string }
  | { outcome: 'refused'; reason: string; retryAfterSeconds?: number }
  | { outcome: 'rejected' | 'unknown'; reason: string };

/** One way to reach people, through one provider. */
export type MessageChannel = MessageProvider & {
  /** One attempt, within 15 seconds. Never throws. */
  send(message: OutgoingMessage): Promise<SendResult>;
};
