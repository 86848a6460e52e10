import type { StaffRole } from './staff.ts';
import type { AdminOrder, Sales } from './admin.ts';
import type { BrokenInvariants } from './admin-transactions.ts';
import type { HealthFinding } from './health.ts';
import type { Shipment } from './shipments.ts';
import type { PaymentMethod } from './orders.ts';
import type { Quotation } from './quotations.ts';
import type { TaskInShort } from './owner-task-text.ts';

export type MessageChannelName = 'email' | 'sms' | 'whatsapp';
/** In which buyers are written to; the first unless they choose. */
export const languages = ['en', 'sw'] as const;
export type Language = (typeof languages)[number];

export const buyerKinds = [
  'order_unpaid',
  'order_paid',
  'payment_refused',
  'payment_checking',
  'order_changed',
  'order_completed',
  'shipment_sent',
  'shipment_delivered',
  'order_cancelled',
  'order_link',
  'goods_arrived',
  'delivery_later',
  'debt_reminder',
  'refund_due',
  'refund_recorded',
] as const;
export const ownerKinds = [
  'owner_order_paid',
  'owner_quotation',
  'owner_task',
  'owner_low_stock',
  'owner_health',
  'owner_broken_rules',
  'owner_daily_summary',
] as const;

/** To the person of an account, about the account, or to whoever asked for a quotation. By e-mail alone, and no owner switches them off. */
export const accountKinds = [
  'confirm_email',
  'second_factor_changed',
  'settings_changed',
  'staff_invited',
  'quotation',
  'new_device',
  'password_changed',
  'email_changed',
] as const;

/** Every kind, in the order in which people read them. */
export const messageKinds = [...buyerKinds, ...accountKinds, ...ownerKinds] as const;

export type BuyerKind = (typeof buyerKinds)[number];
export type OwnerKind = (typeof ownerKinds)[number];
export type AccountKind = (typeof accountKinds)[number];
export type MessageKind = BuyerKind | AccountKind | OwnerKind;

/** What texts are made of: the reply of `private.message_facts` in SQL. What a message is not about is null. */
export type MessageFacts = {
  order: AdminOrder | null;
  /** Its link was made anew: earlier ones open nothing any more. Null without an order. */
  isLinkRenewed: boolean | null;
  task: (TaskInShort & { amountCents: number | null; method: PaymentMethod | null }) | null;
  /** What its buyer is reminded of, and by which day it was to be paid. */
  debt: { cents: number; owedBy: string } | null;
  /** The product that has come from the maker. */
  arrived: string | null;
  /** What has just come for an order of which an `order_unpaid` asks for the rest; null when nothing came. */
  came: number | null;
  /** The total of an order that was changed is as before; null of a message about anything else. */
  isSameTotal: boolean | null;
  /** What is owed no more of an order, with a credit note: what an `order_changed` is about instead of its total. */
  creditedCents: number | null;
  /** The number of that, or those of several invoices: `CN-2026-00001`; null of what is not invoiced yet. */
  creditNote: string | null;
  /** What is to be given back, since more was paid than is owed. */
  overpaidCents: number;
  /**
   * The payment that does not count any more, of which an `order_unpaid` speaks; KES. Taken back: its cheque bounced, or
   * a bank took it back.
   */
  reversed: { method: PaymentMethod; reference: string; cents: number; isTakenBack: boolean } | null;
  /**
   * What the owner wrote down that was given back; `day` in Nairobi. 0 cents: nothing was given back after all. A
   * correction: an earlier message may have said otherwise.
   */
  refund: {
    amountCents: number;
    day: string;
    bankReference: string;
    isCorrection: boolean;
    /** How it went back. */
    method: PaymentMethod;
  } | null;
  /**
   * The parcel; `isLast` when nothing of the order is left to send, nor left after it. `invoices`: the numbers of those of
   * the order, `INV-2026-00001, INV-2026-00002`; null before the first.
   */
  shipment: (Shipment & { isLast: boolean; invoices: string | null }) | null;
  /**
   * The link that shows whose an address is: what its key is made of, and the account it is for. `opens`: what the link
   * does; `at` in ISO 8601, when the link was made, which is when what it undoes was done.
   */
  confirmation: {
    id: string;
    name: string;
    email: string;
    opens: 'confirmation' | 'undo' | 'nothing' | 'invitation';
    /** Of an invitation. */
    role: StaffRole | null;
    at: string;
    /** Of a link about a setting: the table that changed. `name` is then who changed it. */
    changed: 'settings' | 'shop_details' | 'message_rules' | null;
  } | null;
  /** A sign-in to a staff account where it has not signed in before; `device` in words, empty when it did not say; `at` in ISO 8601. */
  newDevice: { name: string; device: string; at: string } | null;
  /** Whether an app was set up for a staff account, or removed; `at` in ISO 8601. */
  secondFactor: { name: string; isSetUp: boolean; at: string } | null;
  /**
   * Of an `order_paid`: the Nairobi day of the payment, and what was bought; `sharedCents`: the whole payment, where it
   * pays other orders, too.
   */
  receipt: {
    paidOn: string;
    sharedCents: number | null;
    goods: { name: string; model: string | null; warrantyYears: number | null }[];
  } | null;
  /** KES; `contact`: phone and e-mail address, as far as they are known; `lastDay` of its validity in Nairobi, `YYYY-MM-DD`. */
  quotation: {
    id: string;
    number: string;
    /** Of its link, at this moment. */
    linkVersion: number;
    version: number;
    name: string;
    contact: string;
    companyName: string | null;
    totalAmount: number;
    lastDay: string;
    /** The buyer's own number of what it asked for. */
    reference: string | null;
    paymentTerms: string;
    termsDays: number | null;
    lines: Quotation['lines'];
  } | null;
  lowStock: { name: string; stock: number }[] | null;
  /** Of the 24 hours until 18:00 in Nairobi. */
  summary: {
    day: string;
    sales: Sales;
    differenceCents: number;
    toPack: number;
    openTasks: number;
  } | null;
  /** A component of the shop that is failing. */
  health: (HealthFinding & { since: string }) | null;
  /** What the nightly check found: how many rows, and the first 20. */
  brokenRules: Pick<BrokenInvariants, 'count' | 'rows'> | null;
  /** Messages to the owner that go out within this one, since there were many; oldest first. */
  others: { kind: OwnerKind; facts: MessageFacts }[] | null;
};

/** A finished message as it is stored and sent: an attempt that is repeated sends these bytes. */
export type MessageContent = {
  /** E-mail only. */
  subject?: string;
  /** The whole text of an SMS or WhatsApp message; the plain part of an e-mail. */
  text: string;
  /** E-mail only. */
  html?: string;
  /** E-mail only: who reads what is answered, where the settings name nobody. */
  replyTo?: string;
  /** WhatsApp only: what fills the template that Meta has approved. */
  template?: { name: string; language: Language; parameters: string[] };
};

/** A provider that is set up. `keySeconds`: how long it remembers an idempotency key; 0 when it knows none. */
export type MessageProvider = { channel: MessageChannelName; provider: string; keySeconds: number };

/** The reply of `public.claim_messages` in SQL; `handled` counts the rows that turned out not to be sent, too. */
export type ClaimedMessages = { messages: ClaimedMessage[]; handled: number };

/** One row of the outbox, claimed for sending. */
export type ClaimedMessage = {
  id: string;
  /** Proves that this caller claimed it. */
  lease: string;
  kind: MessageKind;
  channel: MessageChannelName;
  recipient: string;
  language: Language;
  /** Through whom it must go. */
  provider: string;
  /** The idempotency key. */
  key: string;
  orderId: string | null;
  /** Of the order's link, at this moment. */
  linkVersion: number | null;
  /** The finished message, once an earlier attempt has stored it. */
  content: MessageContent | null;
  /** Null once the message is finished. */
  facts: MessageFacts | null;
};

/** What a provider says about a message after it took it. */
export type MessageEvent = {
  /** The provider's own name for this report: it sends one again until it is answered. At most 300 characters. */
  id: string;
  /** The provider's id of the message; at most 200 characters. */
  providerId: string;
  /** bounced: the address does not exist or takes nothing; complained: its owner called the message spam. */
  report: 'delivered' | 'failed' | 'bounced' | 'complained';
  reason: string | null;
};

/** How many reports were new, known already, or about no message of this shop. */
export type RecordedEvents = { recorded: number; repeated: number; unknown: number };
