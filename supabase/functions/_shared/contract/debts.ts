import type { PageOfRows } from './admin.ts';
import { formatCents } from './money.ts';
import { formatDay } from './nairobi-time.ts';
import type { PaymentMethod } from './orders.ts';
import type { Paper } from './papers.ts';
import { paymentMethodLabels } from './payment-methods.ts';

// Who owes the shop for goods that left, and their statements of account (`list_debtors`, `customer_statement`).

/** In all and by the place of its age in `debtAges`; an age of which nothing is owed is left out. */
export type Owed = { cents: number; ages: Record<string, number> };

/** How late money is, after the day by which it was to be paid. */
export const debtAges = [
  'Not late',
  '1-30 days late',
  '31-60 days late',
  '61-90 days late',
  'Over 90 days late',
] as const;

/** What is owed of each age, `KES 1,200`; of none nothing. */
const owedByAge = ({ ages }: Owed): [age: string, sum: string][] =>
  debtAges.map((name, age) => [name, ages[age] ? formatCents(ages[age]) : '']);

/**
 * A customer who owes, named by one of their orders. `since`: the first day by which some of it was to be paid; null
 * where a certificate alone is awaited.
 * `expectedCents`: what of it is expected to be withheld, and is not asked for.
 */
export type Debtor = { id: string; name: string; owed: Owed; since: string | null; expectedCents: number };

/** `total`: what all customers owe; null when nobody does. */
export type DebtorPage = PageOfRows<Debtor> & { total: (Owed & Pick<Debtor, 'expectedCents'>) | null };

/** Days are `YYYY-MM-DD` in Nairobi. */
export type Statement = Pick<Paper['content'], 'seller' | 'buyer'> & {
  from: string;
  to: string;
  openingCents: number;
  closingCents: number;
  /** The oldest first. */
  lines: StatementLine[];
  /** What is asked for now, whatever the days are. */
  owed: Owed;
  /** What is due besides, and is expected to be withheld: a certificate is awaited. */
  expectedCents: number;
  /** Paid beyond both, for what has not left. */
  advanceCents: number;
  /** Invoiced and not paid any more, such as by a cheque that bounced, of what has not left: asked for, and not owed. */
  unsentCents: number;
  /** The order that has been owed for longest, or else is asked for before it is sent; null where nothing is. */
  oldestDebt: string | null;
};

export type StatementLine = {
  id: string;
  day: string;
  orderId: string;
  kind: keyof typeof kindNames;
  /** The number of a paper, or what the money is known by. */
  reference: string | null;
  method: PaymentMethod | null;
  /** More is owed: above 0. */
  cents: number;
  /** What is owed after it. */
  balanceCents: number;
  /** Of an invoice on account, by when it is to be paid. */
  dueDay: string | null;
  /** Of a paper, the buyer's own number of the order. */
  purchaseOrder: string | null;
};

const kindNames = {
  invoice: 'Invoice',
  sent: 'Sent, invoice to follow',
  credit_note: 'Credit note',
  payment: 'Payment',
  refund: 'Refund',
  bounced: 'Payment bounced',
  charged_back: 'Payment charged back',
  came_back: 'Refund came back',
  accepted_as_all: 'Accepted as paid',
  written_off: 'Written off',
};

/** The figures above the lines, those that are none left out. */
export const statementSums = ({
  owed,
  advanceCents,
  unsentCents,
}: Statement): [label: string, sum: string][] =>
  [
    ...owedByAge(owed),
    ['Paid in advance', advanceCents ? formatCents(advanceCents) : ''],
    ['To be paid before it is sent', unsentCents ? formatCents(unsentCents) : ''],
  ].filter((sums): sums is [string, string] => Boolean(sums[1]));

/** `due 30 Dec 2026, your order LPO 4471`; empty where there is neither. */
export const statementLineNote = ({ dueDay, purchaseOrder }: StatementLine): string =>
  [dueDay && `due ${formatDay(dueDay)}`, purchaseOrder && `purchase order ${purchaseOrder}`]
    .filter(Boolean)
    .join(', ');

/** `Payment, Bank transfer FT123` */
export const statementLineText = ({ kind, method, reference }: StatementLine): string =>
  [[kindNames[kind], method && paymentMethodLabels[method]].filter(Boolean).join(', '), reference]
    .filter(Boolean)
    .join(' ');
