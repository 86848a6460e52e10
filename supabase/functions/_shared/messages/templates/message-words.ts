import type { StaffRole } from '../../contract/staff.ts';
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
  /** What was accepted as the payment, which need not be the total; before refunds. Null when that is nothing. */
  received: string | null;
  /** How much of it the bank approved, and how much staff recorded; null when that is nothing. */
  approved: string | null;
  recorded: string | null;
  /** What is left to pay of a partly paid order; null when the whole price is due, or nothing. */
  rest: string | null;
  /** What can be paid now, all or the rest; null when nothing is due, or the bank or a person decides about a payment. */
  toPay: string | null;
  /** What was given back of the order's money; null when nothing was. */
  refunded: string | null;
  /** What is to be given back of an order that was changed after it was paid; null when that is nothing. */
  overpaid: string | null;
  /** The recorded payment that does not count any more, e.g. `KES 2,000, M-Pesa SGR7XK2P1Q`; null without one. */
  reversed: string | null;
  /** The bank gave no answer when it was asked about the payment. */
  isBankSilent: boolean;
  /** The amount of a task. */
  taskAmount: string;
  /**
   * What was given back, null when nothing was after all; on which day (`21 Nov 2026`), what the bank calls the transfer,
   * and whether an earlier message may have said otherwise.
   */
  refund: { amount: string | null; day: string; bankReference: string; isCorrection: boolean };
  /** The parcel: `2 x Auger, 1 x Battery (serial B-1)`; on which day it was sent or delivered (`21 Nov 2026`). */
  shipment: {
    carrier: string | null;
    waybill: string | null;
    /** Of both, what an SMS has room for: the waybill first. */
    tracking: string;
    day: string;
    contents: string;
    /** Nothing of the order is left to send. */
    isLast: boolean;
  };
  /** The address to confirm or to be told of a change, whose account it is for, and when: `21 Nov 2026, 14:35` in Nairobi. */
  confirmation: {
    name: string;
    email: string;
    opens: 'confirmation' | 'undo' | 'nothing' | 'invitation';
    role: StaffRole | null;
    at: string;
  };
  /** Who signed in on which new device, and when: `21 Nov 2026, 14:35` in Nairobi. */
  newDevice: { name: string; device: string; at: string };
  /**
   * Of a payment: its day (`21 Nov 2026`), where the order goes, and what has a warranty, each as
   * `ABEM Terrameter LS 2 (LS 2)` and its years.
   */
  receipt: { paidOn: string; address: string; warranties: { goods: string; years: number }[] };
  /** What was asked for, its sum, and its last day: `21 Nov 2026`. */
  quotation: { number: string; version: number; name: string; total: string; lastDay: string };
  /** Until when the items are held, or that they are not, as a sentence in the language of the message. */
  held: string;
  /** Why the bank refused the card and what to try, in the language of the message: as on the order's page. */
  refusalReason: string;
  /** When it is delivered, as a sentence in the language of the message. */
  arrival: string;
  shopPhone: string;
};
