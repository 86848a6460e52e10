import type { MessageFacts } from '../../contract/messages.ts';

/** What one message says, before it is laid out as an e-mail or a short text. */
export type MessageWords = {
  /** The e-mail's subject. */
  subject: string;
  /** What a mail program shows after the subject in its list. */
  preheader: string;
  heading: string;
  paragraphs: string[];
  /** The button that leads to `link`; none when absent. */
  button?: string;
  /** Whether the order's lines and total are shown. */
  showsOrder: boolean;
  /** The SMS, without the link that follows it; in letters of GSM-7. */
  short: string;
};

/** What the words of a message are made of, written as on the site. */
export type WordsInput = {
  facts: MessageFacts;
  /** `#IC-1A2B3C4D` */
  number: string;
  name: string;
  /** `KES 1,850,000` */
  total: string;
  /** What the bank approved as the payment, which need not be the total. */
  received: string;
  /** The amount of a task. */
  taskAmount: string;
  /**
   * What was given back, null when nothing was after all; on which day (`21 Nov 2026`), what the bank calls the transfer,
   * and whether an earlier message may have said otherwise.
   */
  refund: { amount: string | null; day: string; bankReference: string; isCorrection: boolean };
  /** The address to confirm, and whose account it is for. */
  confirmation: { name: string; email: string };
  /** Who signed in on which new device, and when: `21 Nov 2026, 14:35` in Nairobi. */
  newDevice: { name: string; device: string; at: string };
  /** `21 Nov 2026, 14:35` in Nairobi; null when nothing is kept any more. */
  holdUntil: string | null;
  /** When it is delivered, as a sentence in the language of the message. */
  arrival: string;
  shopPhone: string;
};
