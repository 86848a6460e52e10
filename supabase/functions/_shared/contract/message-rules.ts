import type { MessageChannelName, MessageKind } from './messages.ts';

// The dashboard reads and changes the rules with supabase-js (`list_message_rules`, `change_message_rule`).

/** What the owner can change of one kind of message: its channels, and where it goes when it is to the owner. */
export type MessageRuleValues = Record<MessageChannelName, boolean> & {
  /** Where mail to the owner goes; to the oldest admin while no address is given. */
  emails: string[];
  /** Where SMS and WhatsApp to the owner go, as `+254712345678`. */
  phones: string[];
};

/** `id` is what its history is found by. */
export type MessageRule = MessageRuleValues & { id: string; kind: MessageKind; audience: 'buyer' | 'owner' };

export type MessageRules = {
  rules: MessageRule[];
  /** The e-mail address of the oldest admin; null while there is no admin. */
  oldestAdmin: string | null;
};

/** Addresses of one sort that a rule may have; the table refuses more. */
export const maxRecipients = 5;
