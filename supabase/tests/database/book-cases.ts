// Cases of decision 31, computed by hand before its code. Two choices were changed afterwards, and are said here: what is
// agreed before the invoice is credited beside it, and an order of which some was sent stays paid when its cheque bounces.
// Two readings of the record too: a piece that comes back or is cancelled stays sold, as the refund says it; and what was
// sold by a payment that was in question is sold on the day of that payment.
// In cents: every field of a step except `asked`, and what is called cents in a call.
// In whole KES: `asked`, `price`, `deliveryPrice`, and `amount` of recordPayment, approveCard and reviewPayment.
// Orders are A, B, C; `as` gives the payment or refund that a call makes its letter. Line 1 is the first.
// `day` counts the days of a case from 1. `call: null` calls nothing: another order after the same call.
// `papers` are all those issued for the order so far, in the order of issue; `cause` of an invoice is null.

type Fate = 'restocked' | 'damaged' | 'kept';

export type BookCall =
  | {
      fn: 'placeOrderAsStaff';
      order: string;
      lines: { price: number; quantity: number }[];
      deliveryPrice: number | null;
    }
  | {
      fn: 'recordPayment';
      order: string;
      as: string;
      method: 'mpesa' | 'bank_transfer' | 'cash' | 'cheque';
      reference: string;
      amount: number;
      day?: number;
      shares?: { order: string; cents: number }[];
    }
  | { fn: 'approveCard'; order: string; as: string; amount: number }
  | {
      fn: 'reversePayment';
      payment: string;
      cause: 'mistake' | 'bounced' | 'charged_back' | 'payment';
      as?: string;
      day?: number;
    }
  | {
      fn: 'recordRefund';
      /** null: of what has no order. */
      order: string | null;
      as: string;
      payment: string;
      amountCents: number;
      day?: number;
      lines?: { line: number; quantity: number; fate: Fate }[];
      cancels?: boolean;
    }
  | { fn: 'recordRefundBack'; refund: string; as: string; amountCents: number; day?: number }
  | {
      fn: 'reduceOrder';
      order: string;
      cause: 'goods_back' | 'price_cut' | 'accepted_as_all' | 'written_off';
      /** Absent: the price of the lines. */
      cents?: number;
      lines?: { line: number; quantity: number; fate: Fate }[];
    }
  | {
      fn: 'changeOrder';
      order: string;
      lines?: { line: number; quantity: number }[];
      deliveryPrice?: number | null;
      company?: { name?: string; pin?: string; purchaseOrder?: string };
    }
  | { fn: 'cancelOrder'; order: string }
  | { fn: 'sendAll'; order: string }
  | { fn: 'sendSome'; order: string; lines: { line: number; quantity: number }[] }
  | { fn: 'reviewPayment'; order: string; as: string; amount: number }
  | { fn: 'acceptReviewed'; payment: string; asAll: boolean }
  | { fn: 'returnReviewed'; payment: string; day?: number };

type BookPaper = {
  kind: 'invoice' | 'credit_note';
  grossCents: number;
  netCents: number;
  vatCents: number;
  cause: string | null;
};

export type BookStep = {
  step: string;
  /** One of many, not read back: the papers and sums of a later one tell of it. */
  isBetween?: boolean;
  /** Whose state the row shows. */
  order: string;
  day: number;
  call: BookCall | null;
  charges: number;
  reductions: number;
  owed: number;
  received: number;
  givenBack: number;
  due: number;
  asked: number;
  status: 'pending' | 'paid' | 'completed' | 'failed' | 'cancelled';
  tasks: string[];
  papers: BookPaper[];
  /** Of all orders of the case on this day, as it reads after the step. */
  moneyOfDay: { grossCents: number; refundedCents: number; netCents: number };
  soldOfDay: { pieces: number; cents: number };
  /** Money of payments less refunds that has no order. */
  withoutOrderCents: number;
};

// prettier-ignore
const papersOfForty: BookPaper[] = [
  { kind: 'invoice', grossCents: 5332000, netCents: 4596552, vatCents: 735448, cause: null },
  ...Array.from({ length: 40 }, (_, n): BookPaper => {
    // Eight of the last sixteen have a cent more, so that all forty are what the invoice is.
    const vatCents = n >= 24 && n % 2 === 0 ? 18387 : 18386;
    return { kind: 'credit_note', grossCents: 133300, netCents: 133300 - vatCents, vatCents, cause: 'goods_back' };
  }),
];

// prettier-ignore: a step is a row
// prettier-ignore
export const bookCases: {
  name: string
  lines: { price: number; quantity: number }[]
  deliveryPrice: number | null
  steps: BookStep[]
}[] = [
  {
    name: 'a. five parts by four methods: one a mistake, one too much, one refunded for a damaged piece',
    lines: [{ price: 1850000, quantity: 1 }, { price: 47350, quantity: 3 }, { price: 83534, quantity: 1 }],
    deliveryPrice: 4500,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 1850000, quantity: 1 }, { price: 47350, quantity: 3 }, { price: 83534, quantity: 1 }], deliveryPrice: 4500 }, charges: 208008400, reductions: 0, owed: 208008400, received: 0, givenBack: 0, due: 208008400, asked: 2080084, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'M-Pesa 150,000.00 recorded as P1', order: 'A', day: 1, call: { fn: 'recordPayment', order: 'A', as: 'P1', method: 'mpesa', reference: 'UA01AAAAA1', amount: 150000, day: 1 }, charges: 208008400, reductions: 0, owed: 208008400, received: 15000000, givenBack: 0, due: 193008400, asked: 1930084, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 15000000, refundedCents: 0, netCents: 15000000 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'transfer 1,600,000.00 recorded as P2', order: 'A', day: 2, call: { fn: 'recordPayment', order: 'A', as: 'P2', method: 'bank_transfer', reference: 'FT-A-2', amount: 1600000, day: 2 }, charges: 208008400, reductions: 0, owed: 208008400, received: 175000000, givenBack: 0, due: 33008400, asked: 330084, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 160000000, refundedCents: 0, netCents: 160000000 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'cash 83,534.00 recorded as P3', order: 'A', day: 2, call: { fn: 'recordPayment', order: 'A', as: 'P3', method: 'cash', reference: 'CASH-A-3', amount: 83534, day: 2 }, charges: 208008400, reductions: 0, owed: 208008400, received: 183353400, givenBack: 0, due: 24655000, asked: 246550, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 168353400, refundedCents: 0, netCents: 168353400 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'cheque 246,550.00 recorded as P4', order: 'A', day: 3, call: { fn: 'recordPayment', order: 'A', as: 'P4', method: 'cheque', reference: 'CHQ-A-4', amount: 246550, day: 3 }, charges: 208008400, reductions: 0, owed: 208008400, received: 208008400, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 208008400, netCents: 179317587, vatCents: 28690813, cause: null }], moneyOfDay: { grossCents: 24655000, refundedCents: 0, netCents: 24655000 }, soldOfDay: { pieces: 5, cents: 207558400 }, withoutOrderCents: 0 },
      { step: 'P3 (cash 83,534) was typed by mistake: it never was money; day 2 reads 1,600,000.00 from now on', order: 'A', day: 5, call: { fn: 'reversePayment', payment: 'P3', cause: 'mistake', day: 5 }, charges: 208008400, reductions: 0, owed: 208008400, received: 199655000, givenBack: 0, due: 8353400, asked: 83534, status: 'pending', tasks: [], papers: [{ kind: 'invoice', grossCents: 208008400, netCents: 179317587, vatCents: 28690813, cause: null }, { kind: 'credit_note', grossCents: 208008400, netCents: 179317587, vatCents: 28690813, cause: 'mistake' }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: -5, cents: -207558400 }, withoutOrderCents: 0 },
      { step: 'transfer 84,000.00 recorded as P5', order: 'A', day: 6, call: { fn: 'recordPayment', order: 'A', as: 'P5', method: 'bank_transfer', reference: 'FT-A-5', amount: 84000, day: 6 }, charges: 208008400, reductions: 0, owed: 208008400, received: 208055000, givenBack: 0, due: -46600, asked: 0, status: 'paid', tasks: ['overpaid'], papers: [{ kind: 'invoice', grossCents: 208008400, netCents: 179317587, vatCents: 28690813, cause: null }, { kind: 'credit_note', grossCents: 208008400, netCents: 179317587, vatCents: 28690813, cause: 'mistake' }, { kind: 'invoice', grossCents: 208008400, netCents: 179317587, vatCents: 28690813, cause: null }], moneyOfDay: { grossCents: 8400000, refundedCents: 0, netCents: 8400000 }, soldOfDay: { pieces: 5, cents: 207558400 }, withoutOrderCents: 0 },
      { step: '466.00 of P5 given back (X1)', order: 'A', day: 7, call: { fn: 'recordRefund', order: 'A', as: 'X1', payment: 'P5', amountCents: 46600, day: 7 }, charges: 208008400, reductions: 0, owed: 208008400, received: 208055000, givenBack: 46600, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 208008400, netCents: 179317587, vatCents: 28690813, cause: null }, { kind: 'credit_note', grossCents: 208008400, netCents: 179317587, vatCents: 28690813, cause: 'mistake' }, { kind: 'invoice', grossCents: 208008400, netCents: 179317587, vatCents: 28690813, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 46600, netCents: -46600 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'a piece of line 2 is damaged before it is sent: 47,350.00 of P2 given back (X2)', order: 'A', day: 8, call: { fn: 'recordRefund', order: 'A', as: 'X2', payment: 'P2', amountCents: 4735000, day: 8, lines: [{ line: 2, quantity: 1, fate: 'damaged' }] }, charges: 208008400, reductions: 4735000, owed: 203273400, received: 208055000, givenBack: 4781600, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 208008400, netCents: 179317587, vatCents: 28690813, cause: null }, { kind: 'credit_note', grossCents: 208008400, netCents: 179317587, vatCents: 28690813, cause: 'mistake' }, { kind: 'invoice', grossCents: 208008400, netCents: 179317587, vatCents: 28690813, cause: null }, { kind: 'credit_note', grossCents: 4735000, netCents: 4081897, vatCents: 653103, cause: 'goods_back' }], moneyOfDay: { grossCents: 0, refundedCents: 4735000, netCents: -4735000 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'all of order A sent', order: 'A', day: 9, call: { fn: 'sendAll', order: 'A' }, charges: 208008400, reductions: 4735000, owed: 203273400, received: 208055000, givenBack: 4781600, due: 0, asked: 0, status: 'completed', tasks: [], papers: [{ kind: 'invoice', grossCents: 208008400, netCents: 179317587, vatCents: 28690813, cause: null }, { kind: 'credit_note', grossCents: 208008400, netCents: 179317587, vatCents: 28690813, cause: 'mistake' }, { kind: 'invoice', grossCents: 208008400, netCents: 179317587, vatCents: 28690813, cause: null }, { kind: 'credit_note', grossCents: 4735000, netCents: 4081897, vatCents: 653103, cause: 'goods_back' }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'b1. one transfer over three orders, exactly',
    lines: [{ price: 47350, quantity: 1 }],
    deliveryPrice: 2200,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 47350, quantity: 1 }], deliveryPrice: 2200 }, charges: 4955000, reductions: 0, owed: 4955000, received: 0, givenBack: 0, due: 4955000, asked: 49550, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'order B placed', order: 'B', day: 1, call: { fn: 'placeOrderAsStaff', order: 'B', lines: [{ price: 1850000, quantity: 1 }, { price: 83534, quantity: 1 }], deliveryPrice: null }, charges: 193353400, reductions: 0, owed: 193353400, received: 0, givenBack: 0, due: 193353400, asked: 1933534, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'order C placed', order: 'C', day: 1, call: { fn: 'placeOrderAsStaff', order: 'C', lines: [{ price: 83534, quantity: 3 }], deliveryPrice: 4500 }, charges: 25510200, reductions: 0, owed: 25510200, received: 0, givenBack: 0, due: 25510200, asked: 255102, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'transfer 2,238,186.00 recorded as P', order: 'A', day: 2, call: { fn: 'recordPayment', order: 'A', as: 'P', method: 'bank_transfer', reference: 'FT-B1', amount: 2238186, day: 2, shares: [{ order: 'A', cents: 4955000 }, { order: 'B', cents: 193353400 }, { order: 'C', cents: 25510200 }] }, charges: 4955000, reductions: 0, owed: 4955000, received: 4955000, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 4955000, netCents: 4271552, vatCents: 683448, cause: null }], moneyOfDay: { grossCents: 223818600, refundedCents: 0, netCents: 223818600 }, soldOfDay: { pieces: 6, cents: 223148600 }, withoutOrderCents: 0 },
      { step: 'the same moment, order B', order: 'B', day: 2, call: null, charges: 193353400, reductions: 0, owed: 193353400, received: 193353400, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 193353400, netCents: 166683966, vatCents: 26669434, cause: null }], moneyOfDay: { grossCents: 223818600, refundedCents: 0, netCents: 223818600 }, soldOfDay: { pieces: 6, cents: 223148600 }, withoutOrderCents: 0 },
      { step: 'the same moment, order C', order: 'C', day: 2, call: null, charges: 25510200, reductions: 0, owed: 25510200, received: 25510200, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 25510200, netCents: 21991552, vatCents: 3518648, cause: null }], moneyOfDay: { grossCents: 223818600, refundedCents: 0, netCents: 223818600 }, soldOfDay: { pieces: 6, cents: 223148600 }, withoutOrderCents: 0 },
      { step: 'all of order B sent', order: 'B', day: 3, call: { fn: 'sendAll', order: 'B' }, charges: 193353400, reductions: 0, owed: 193353400, received: 193353400, givenBack: 0, due: 0, asked: 0, status: 'completed', tasks: [], papers: [{ kind: 'invoice', grossCents: 193353400, netCents: 166683966, vatCents: 26669434, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'b2. one transfer larger than its three orders; the rest given back',
    lines: [{ price: 47350, quantity: 1 }],
    deliveryPrice: 2200,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 47350, quantity: 1 }], deliveryPrice: 2200 }, charges: 4955000, reductions: 0, owed: 4955000, received: 0, givenBack: 0, due: 4955000, asked: 49550, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'order B placed', order: 'B', day: 1, call: { fn: 'placeOrderAsStaff', order: 'B', lines: [{ price: 1850000, quantity: 1 }, { price: 83534, quantity: 1 }], deliveryPrice: null }, charges: 193353400, reductions: 0, owed: 193353400, received: 0, givenBack: 0, due: 193353400, asked: 1933534, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'order C placed', order: 'C', day: 1, call: { fn: 'placeOrderAsStaff', order: 'C', lines: [{ price: 83534, quantity: 3 }], deliveryPrice: 4500 }, charges: 25510200, reductions: 0, owed: 25510200, received: 0, givenBack: 0, due: 25510200, asked: 255102, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'transfer 2,250,000.00 recorded as P: three shares, 11,814.00 without an order', order: 'A', day: 2, call: { fn: 'recordPayment', order: 'A', as: 'P', method: 'bank_transfer', reference: 'FT-B2', amount: 2250000, day: 2, shares: [{ order: 'A', cents: 4955000 }, { order: 'B', cents: 193353400 }, { order: 'C', cents: 25510200 }] }, charges: 4955000, reductions: 0, owed: 4955000, received: 4955000, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 4955000, netCents: 4271552, vatCents: 683448, cause: null }], moneyOfDay: { grossCents: 223818600, refundedCents: 0, netCents: 223818600 }, soldOfDay: { pieces: 6, cents: 223148600 }, withoutOrderCents: 1181400 },
      { step: 'the same moment, order B', order: 'B', day: 2, call: null, charges: 193353400, reductions: 0, owed: 193353400, received: 193353400, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 193353400, netCents: 166683966, vatCents: 26669434, cause: null }], moneyOfDay: { grossCents: 223818600, refundedCents: 0, netCents: 223818600 }, soldOfDay: { pieces: 6, cents: 223148600 }, withoutOrderCents: 1181400 },
      { step: 'the same moment, order C', order: 'C', day: 2, call: null, charges: 25510200, reductions: 0, owed: 25510200, received: 25510200, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 25510200, netCents: 21991552, vatCents: 3518648, cause: null }], moneyOfDay: { grossCents: 223818600, refundedCents: 0, netCents: 223818600 }, soldOfDay: { pieces: 6, cents: 223148600 }, withoutOrderCents: 1181400 },
      { step: 'the rest without an order, 11,814.00 of P, given back (X)', order: 'A', day: 5, call: { fn: 'recordRefund', order: null, as: 'X', payment: 'P', amountCents: 1181400, day: 5 }, charges: 4955000, reductions: 0, owed: 4955000, received: 4955000, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 4955000, netCents: 4271552, vatCents: 683448, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the same moment, order B', order: 'B', day: 5, call: null, charges: 193353400, reductions: 0, owed: 193353400, received: 193353400, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 193353400, netCents: 166683966, vatCents: 26669434, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the same moment, order C', order: 'C', day: 5, call: null, charges: 25510200, reductions: 0, owed: 25510200, received: 25510200, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 25510200, netCents: 21991552, vatCents: 3518648, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'c. one transfer over three orders bounces: A and B not sent, C sent',
    lines: [{ price: 47350, quantity: 1 }],
    deliveryPrice: 2200,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 47350, quantity: 1 }], deliveryPrice: 2200 }, charges: 4955000, reductions: 0, owed: 4955000, received: 0, givenBack: 0, due: 4955000, asked: 49550, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'order B placed', order: 'B', day: 1, call: { fn: 'placeOrderAsStaff', order: 'B', lines: [{ price: 1850000, quantity: 1 }, { price: 83534, quantity: 1 }], deliveryPrice: null }, charges: 193353400, reductions: 0, owed: 193353400, received: 0, givenBack: 0, due: 193353400, asked: 1933534, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'order C placed', order: 'C', day: 1, call: { fn: 'placeOrderAsStaff', order: 'C', lines: [{ price: 83534, quantity: 3 }], deliveryPrice: 4500 }, charges: 25510200, reductions: 0, owed: 25510200, received: 0, givenBack: 0, due: 25510200, asked: 255102, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'transfer 2,238,186.00 recorded as P', order: 'A', day: 2, call: { fn: 'recordPayment', order: 'A', as: 'P', method: 'bank_transfer', reference: 'FT-C', amount: 2238186, day: 2, shares: [{ order: 'A', cents: 4955000 }, { order: 'B', cents: 193353400 }, { order: 'C', cents: 25510200 }] }, charges: 4955000, reductions: 0, owed: 4955000, received: 4955000, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 4955000, netCents: 4271552, vatCents: 683448, cause: null }], moneyOfDay: { grossCents: 223818600, refundedCents: 0, netCents: 223818600 }, soldOfDay: { pieces: 6, cents: 223148600 }, withoutOrderCents: 0 },
      { step: 'the same moment, order B', order: 'B', day: 2, call: null, charges: 193353400, reductions: 0, owed: 193353400, received: 193353400, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 193353400, netCents: 166683966, vatCents: 26669434, cause: null }], moneyOfDay: { grossCents: 223818600, refundedCents: 0, netCents: 223818600 }, soldOfDay: { pieces: 6, cents: 223148600 }, withoutOrderCents: 0 },
      { step: 'the same moment, order C', order: 'C', day: 2, call: null, charges: 25510200, reductions: 0, owed: 25510200, received: 25510200, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 25510200, netCents: 21991552, vatCents: 3518648, cause: null }], moneyOfDay: { grossCents: 223818600, refundedCents: 0, netCents: 223818600 }, soldOfDay: { pieces: 6, cents: 223148600 }, withoutOrderCents: 0 },
      { step: 'all of order C sent', order: 'C', day: 3, call: { fn: 'sendAll', order: 'C' }, charges: 25510200, reductions: 0, owed: 25510200, received: 25510200, givenBack: 0, due: 0, asked: 0, status: 'completed', tasks: [], papers: [{ kind: 'invoice', grossCents: 25510200, netCents: 21991552, vatCents: 3518648, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the transfer P bounces (X over three orders)', order: 'A', day: 4, call: { fn: 'reversePayment', payment: 'P', cause: 'bounced', day: 4, as: 'X' }, charges: 4955000, reductions: 0, owed: 4955000, received: 4955000, givenBack: 4955000, due: 4955000, asked: 49550, status: 'pending', tasks: [], papers: [{ kind: 'invoice', grossCents: 4955000, netCents: 4271552, vatCents: 683448, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 223818600, netCents: -223818600 }, soldOfDay: { pieces: -3, cents: -198088400 }, withoutOrderCents: 0 },
      { step: 'the same moment, order B', order: 'B', day: 4, call: null, charges: 193353400, reductions: 0, owed: 193353400, received: 193353400, givenBack: 193353400, due: 193353400, asked: 1933534, status: 'pending', tasks: [], papers: [{ kind: 'invoice', grossCents: 193353400, netCents: 166683966, vatCents: 26669434, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 223818600, netCents: -223818600 }, soldOfDay: { pieces: -3, cents: -198088400 }, withoutOrderCents: 0 },
      { step: 'the same moment, order C', order: 'C', day: 4, call: null, charges: 25510200, reductions: 0, owed: 25510200, received: 25510200, givenBack: 25510200, due: 25510200, asked: 255102, status: 'completed', tasks: ['payment_reversed'], papers: [{ kind: 'invoice', grossCents: 25510200, netCents: 21991552, vatCents: 3518648, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 223818600, netCents: -223818600 }, soldOfDay: { pieces: -3, cents: -198088400 }, withoutOrderCents: 0 },
      { step: 'order C paid again: transfer 255,102.00 recorded as Q', order: 'C', day: 5, call: { fn: 'recordPayment', order: 'C', as: 'Q', method: 'bank_transfer', reference: 'FT-C-2', amount: 255102, day: 5 }, charges: 25510200, reductions: 0, owed: 25510200, received: 51020400, givenBack: 25510200, due: 0, asked: 0, status: 'completed', tasks: [], papers: [{ kind: 'invoice', grossCents: 25510200, netCents: 21991552, vatCents: 3518648, cause: null }], moneyOfDay: { grossCents: 25510200, refundedCents: 0, netCents: 25510200 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the same moment, order A', order: 'A', day: 5, call: null, charges: 4955000, reductions: 0, owed: 4955000, received: 4955000, givenBack: 4955000, due: 4955000, asked: 49550, status: 'pending', tasks: [], papers: [{ kind: 'invoice', grossCents: 4955000, netCents: 4271552, vatCents: 683448, cause: null }], moneyOfDay: { grossCents: 25510200, refundedCents: 0, netCents: 25510200 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the same moment, order B', order: 'B', day: 5, call: null, charges: 193353400, reductions: 0, owed: 193353400, received: 193353400, givenBack: 193353400, due: 193353400, asked: 1933534, status: 'pending', tasks: [], papers: [{ kind: 'invoice', grossCents: 193353400, netCents: 166683966, vatCents: 26669434, cause: null }], moneyOfDay: { grossCents: 25510200, refundedCents: 0, netCents: 25510200 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'd. a card charged back after sending; then won',
    lines: [{ price: 152000, quantity: 1 }, { price: 47350, quantity: 1 }],
    deliveryPrice: 4500,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 152000, quantity: 1 }, { price: 47350, quantity: 1 }], deliveryPrice: 4500 }, charges: 20385000, reductions: 0, owed: 20385000, received: 0, givenBack: 0, due: 20385000, asked: 203850, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the bank approves the card for 203,850.00, as asked (P)', order: 'A', day: 1, call: { fn: 'approveCard', order: 'A', as: 'P', amount: 203850 }, charges: 20385000, reductions: 0, owed: 20385000, received: 20385000, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 20385000, netCents: 17573276, vatCents: 2811724, cause: null }], moneyOfDay: { grossCents: 20385000, refundedCents: 0, netCents: 20385000 }, soldOfDay: { pieces: 2, cents: 19935000 }, withoutOrderCents: 0 },
      { step: 'all of order A sent', order: 'A', day: 2, call: { fn: 'sendAll', order: 'A' }, charges: 20385000, reductions: 0, owed: 20385000, received: 20385000, givenBack: 0, due: 0, asked: 0, status: 'completed', tasks: [], papers: [{ kind: 'invoice', grossCents: 20385000, netCents: 17573276, vatCents: 2811724, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the bank charges P back (X)', order: 'A', day: 12, call: { fn: 'reversePayment', payment: 'P', cause: 'charged_back', day: 12, as: 'X' }, charges: 20385000, reductions: 0, owed: 20385000, received: 20385000, givenBack: 20385000, due: 20385000, asked: 203850, status: 'completed', tasks: ['payment_reversed'], papers: [{ kind: 'invoice', grossCents: 20385000, netCents: 17573276, vatCents: 2811724, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 20385000, netCents: -20385000 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the charge-back X is won: 203,850.00 came back (Y)', order: 'A', day: 40, call: { fn: 'recordRefundBack', refund: 'X', amountCents: 20385000, day: 40, as: 'Y' }, charges: 20385000, reductions: 0, owed: 20385000, received: 20385000, givenBack: 0, due: 0, asked: 0, status: 'completed', tasks: [], papers: [{ kind: 'invoice', grossCents: 20385000, netCents: 17573276, vatCents: 2811724, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: -20385000, netCents: 20385000 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'e. charged back after a part was refunded; then won',
    lines: [{ price: 152000, quantity: 1 }],
    deliveryPrice: null,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 152000, quantity: 1 }], deliveryPrice: null }, charges: 15200000, reductions: 0, owed: 15200000, received: 0, givenBack: 0, due: 15200000, asked: 152000, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the bank approves the card for 152,000.00, as asked (P)', order: 'A', day: 1, call: { fn: 'approveCard', order: 'A', as: 'P', amount: 152000 }, charges: 15200000, reductions: 0, owed: 15200000, received: 15200000, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 15200000, netCents: 13103448, vatCents: 2096552, cause: null }], moneyOfDay: { grossCents: 15200000, refundedCents: 0, netCents: 15200000 }, soldOfDay: { pieces: 1, cents: 15200000 }, withoutOrderCents: 0 },
      { step: 'all of order A sent', order: 'A', day: 2, call: { fn: 'sendAll', order: 'A' }, charges: 15200000, reductions: 0, owed: 15200000, received: 15200000, givenBack: 0, due: 0, asked: 0, status: 'completed', tasks: [], papers: [{ kind: 'invoice', grossCents: 15200000, netCents: 13103448, vatCents: 2096552, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the buyer keeps the scratched piece: 12,350.75 of P given back (X)', order: 'A', day: 3, call: { fn: 'recordRefund', order: 'A', as: 'X', payment: 'P', amountCents: 1235075, day: 3, lines: [{ line: 1, quantity: 1, fate: 'kept' }] }, charges: 15200000, reductions: 1235075, owed: 13964925, received: 15200000, givenBack: 1235075, due: 0, asked: 0, status: 'completed', tasks: [], papers: [{ kind: 'invoice', grossCents: 15200000, netCents: 13103448, vatCents: 2096552, cause: null }, { kind: 'credit_note', grossCents: 1235075, netCents: 1064720, vatCents: 170355, cause: 'price_cut' }], moneyOfDay: { grossCents: 0, refundedCents: 1235075, netCents: -1235075 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the bank charges back what is left of P (Y)', order: 'A', day: 20, call: { fn: 'reversePayment', payment: 'P', cause: 'charged_back', day: 20, as: 'Y' }, charges: 15200000, reductions: 1235075, owed: 13964925, received: 15200000, givenBack: 15200000, due: 13964925, asked: 139650, status: 'completed', tasks: ['payment_reversed'], papers: [{ kind: 'invoice', grossCents: 15200000, netCents: 13103448, vatCents: 2096552, cause: null }, { kind: 'credit_note', grossCents: 1235075, netCents: 1064720, vatCents: 170355, cause: 'price_cut' }], moneyOfDay: { grossCents: 0, refundedCents: 13964925, netCents: -13964925 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the charge-back Y is won: 139,649.25 came back (Z)', order: 'A', day: 45, call: { fn: 'recordRefundBack', refund: 'Y', amountCents: 13964925, day: 45, as: 'Z' }, charges: 15200000, reductions: 1235075, owed: 13964925, received: 15200000, givenBack: 1235075, due: 0, asked: 0, status: 'completed', tasks: [], papers: [{ kind: 'invoice', grossCents: 15200000, netCents: 13103448, vatCents: 2096552, cause: null }, { kind: 'credit_note', grossCents: 1235075, netCents: 1064720, vatCents: 170355, cause: 'price_cut' }], moneyOfDay: { grossCents: 0, refundedCents: -13964925, netCents: 13964925 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'f. two parts that are together too much',
    lines: [{ price: 47350, quantity: 2 }],
    deliveryPrice: null,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 47350, quantity: 2 }], deliveryPrice: null }, charges: 9470000, reductions: 0, owed: 9470000, received: 0, givenBack: 0, due: 9470000, asked: 94700, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'M-Pesa 50,000.00 recorded as P', order: 'A', day: 1, call: { fn: 'recordPayment', order: 'A', as: 'P', method: 'mpesa', reference: 'UA01FFFFF1', amount: 50000, day: 1 }, charges: 9470000, reductions: 0, owed: 9470000, received: 5000000, givenBack: 0, due: 4470000, asked: 44700, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 5000000, refundedCents: 0, netCents: 5000000 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'cash 45,000.00 recorded as Q', order: 'A', day: 2, call: { fn: 'recordPayment', order: 'A', as: 'Q', method: 'cash', reference: 'CASH-F', amount: 45000, day: 2 }, charges: 9470000, reductions: 0, owed: 9470000, received: 9500000, givenBack: 0, due: -30000, asked: 0, status: 'paid', tasks: ['overpaid'], papers: [{ kind: 'invoice', grossCents: 9470000, netCents: 8163793, vatCents: 1306207, cause: null }], moneyOfDay: { grossCents: 4500000, refundedCents: 0, netCents: 4500000 }, soldOfDay: { pieces: 2, cents: 9470000 }, withoutOrderCents: 0 },
      { step: '300.00 of Q given back (X)', order: 'A', day: 3, call: { fn: 'recordRefund', order: 'A', as: 'X', payment: 'Q', amountCents: 30000, day: 3 }, charges: 9470000, reductions: 0, owed: 9470000, received: 9500000, givenBack: 30000, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 9470000, netCents: 8163793, vatCents: 1306207, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 30000, netCents: -30000 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'g. a piece back on Monday, its refund on Friday',
    lines: [{ price: 47350, quantity: 3 }, { price: 83534, quantity: 1 }],
    deliveryPrice: 2200,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 47350, quantity: 3 }, { price: 83534, quantity: 1 }], deliveryPrice: 2200 }, charges: 22778400, reductions: 0, owed: 22778400, received: 0, givenBack: 0, due: 22778400, asked: 227784, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the bank approves the card for 227,784.00, as asked (P)', order: 'A', day: 1, call: { fn: 'approveCard', order: 'A', as: 'P', amount: 227784 }, charges: 22778400, reductions: 0, owed: 22778400, received: 22778400, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 22778400, netCents: 19636552, vatCents: 3141848, cause: null }], moneyOfDay: { grossCents: 22778400, refundedCents: 0, netCents: 22778400 }, soldOfDay: { pieces: 4, cents: 22558400 }, withoutOrderCents: 0 },
      { step: 'all of order A sent', order: 'A', day: 2, call: { fn: 'sendAll', order: 'A' }, charges: 22778400, reductions: 0, owed: 22778400, received: 22778400, givenBack: 0, due: 0, asked: 0, status: 'completed', tasks: [], papers: [{ kind: 'invoice', grossCents: 22778400, netCents: 19636552, vatCents: 3141848, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'Monday: a piece of line 1 is back on the shelf', order: 'A', day: 6, call: { fn: 'reduceOrder', order: 'A', cause: 'goods_back', lines: [{ line: 1, quantity: 1, fate: 'restocked' }] }, charges: 22778400, reductions: 4735000, owed: 18043400, received: 22778400, givenBack: 0, due: -4735000, asked: 0, status: 'completed', tasks: ['overpaid'], papers: [{ kind: 'invoice', grossCents: 22778400, netCents: 19636552, vatCents: 3141848, cause: null }, { kind: 'credit_note', grossCents: 4735000, netCents: 4081897, vatCents: 653103, cause: 'goods_back' }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'Friday: 47,350.00 of P given back (X): pays out what is too much, reduces nothing', order: 'A', day: 10, call: { fn: 'recordRefund', order: 'A', as: 'X', payment: 'P', amountCents: 4735000, day: 10 }, charges: 22778400, reductions: 4735000, owed: 18043400, received: 22778400, givenBack: 4735000, due: 0, asked: 0, status: 'completed', tasks: [], papers: [{ kind: 'invoice', grossCents: 22778400, netCents: 19636552, vatCents: 3141848, cause: null }, { kind: 'credit_note', grossCents: 4735000, netCents: 4081897, vatCents: 653103, cause: 'goods_back' }], moneyOfDay: { grossCents: 0, refundedCents: 4735000, netCents: -4735000 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'h1. owed 83,534.48 after a reduction in cents, asked as 83,535 and paid so',
    lines: [{ price: 85000, quantity: 1 }],
    deliveryPrice: null,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 85000, quantity: 1 }], deliveryPrice: null }, charges: 8500000, reductions: 0, owed: 8500000, received: 0, givenBack: 0, due: 8500000, asked: 85000, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'a price cut of 1,465.52 agreed before any payment', order: 'A', day: 1, call: { fn: 'reduceOrder', order: 'A', cause: 'price_cut', cents: 146552 }, charges: 8500000, reductions: 146552, owed: 8353448, received: 0, givenBack: 0, due: 8353448, asked: 83535, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the bank approves the card for 83,535.00, what was asked (P); 0.52 is no task', order: 'A', day: 2, call: { fn: 'approveCard', order: 'A', as: 'P', amount: 83535 }, charges: 8500000, reductions: 146552, owed: 8353448, received: 8353500, givenBack: 0, due: -52, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 8500000, netCents: 7327586, vatCents: 1172414, cause: null }, { kind: 'credit_note', grossCents: 146552, netCents: 126338, vatCents: 20214, cause: 'price_cut' }], moneyOfDay: { grossCents: 8353500, refundedCents: 0, netCents: 8353500 }, soldOfDay: { pieces: 1, cents: 8500000 }, withoutOrderCents: 0 },
      { step: 'all of order A sent', order: 'A', day: 3, call: { fn: 'sendAll', order: 'A' }, charges: 8500000, reductions: 146552, owed: 8353448, received: 8353500, givenBack: 0, due: -52, asked: 0, status: 'completed', tasks: [], papers: [{ kind: 'invoice', grossCents: 8500000, netCents: 7327586, vatCents: 1172414, cause: null }, { kind: 'credit_note', grossCents: 146552, netCents: 126338, vatCents: 20214, cause: 'price_cut' }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'all is brought back: 83,535.00 of P given back (X); the reduction is what was still owed, 83,534.48', order: 'A', day: 9, call: { fn: 'recordRefund', order: 'A', as: 'X', payment: 'P', amountCents: 8353500, day: 9, lines: [{ line: 1, quantity: 1, fate: 'restocked' }] }, charges: 8500000, reductions: 8500000, owed: 0, received: 8353500, givenBack: 8353500, due: 0, asked: 0, status: 'completed', tasks: [], papers: [{ kind: 'invoice', grossCents: 8500000, netCents: 7327586, vatCents: 1172414, cause: null }, { kind: 'credit_note', grossCents: 146552, netCents: 126338, vatCents: 20214, cause: 'price_cut' }, { kind: 'credit_note', grossCents: 8353448, netCents: 7201248, vatCents: 1152200, cause: 'goods_back' }], moneyOfDay: { grossCents: 0, refundedCents: 8353500, netCents: -8353500 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'h2. owed 83,534.48, paid 83,534: less than a shilling is not due',
    lines: [{ price: 85000, quantity: 1 }],
    deliveryPrice: null,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 85000, quantity: 1 }], deliveryPrice: null }, charges: 8500000, reductions: 0, owed: 8500000, received: 0, givenBack: 0, due: 8500000, asked: 85000, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'a price cut of 1,465.52 agreed before any payment', order: 'A', day: 1, call: { fn: 'reduceOrder', order: 'A', cause: 'price_cut', cents: 146552 }, charges: 8500000, reductions: 146552, owed: 8353448, received: 0, givenBack: 0, due: 8353448, asked: 83535, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'transfer 83,534.00 recorded as P', order: 'A', day: 2, call: { fn: 'recordPayment', order: 'A', as: 'P', method: 'bank_transfer', reference: 'FT-H2', amount: 83534, day: 2 }, charges: 8500000, reductions: 146552, owed: 8353448, received: 8353400, givenBack: 0, due: 48, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 8500000, netCents: 7327586, vatCents: 1172414, cause: null }, { kind: 'credit_note', grossCents: 146552, netCents: 126338, vatCents: 20214, cause: 'price_cut' }], moneyOfDay: { grossCents: 8353400, refundedCents: 0, netCents: 8353400 }, soldOfDay: { pieces: 1, cents: 8500000 }, withoutOrderCents: 0 },
      { step: 'a scratch: 1,000.25 of P given back (X), the buyer keeps the piece', order: 'A', day: 3, call: { fn: 'recordRefund', order: 'A', as: 'X', payment: 'P', amountCents: 100025, day: 3, lines: [{ line: 1, quantity: 1, fate: 'kept' }] }, charges: 8500000, reductions: 246577, owed: 8253423, received: 8353400, givenBack: 100025, due: 48, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 8500000, netCents: 7327586, vatCents: 1172414, cause: null }, { kind: 'credit_note', grossCents: 146552, netCents: 126338, vatCents: 20214, cause: 'price_cut' }, { kind: 'credit_note', grossCents: 100025, netCents: 86228, vatCents: 13797, cause: 'price_cut' }], moneyOfDay: { grossCents: 0, refundedCents: 100025, netCents: -100025 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'h3. owed 83,534.48, paid 83,533: 1.48 is due',
    lines: [{ price: 85000, quantity: 1 }],
    deliveryPrice: null,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 85000, quantity: 1 }], deliveryPrice: null }, charges: 8500000, reductions: 0, owed: 8500000, received: 0, givenBack: 0, due: 8500000, asked: 85000, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'a price cut of 1,465.52 agreed before any payment', order: 'A', day: 1, call: { fn: 'reduceOrder', order: 'A', cause: 'price_cut', cents: 146552 }, charges: 8500000, reductions: 146552, owed: 8353448, received: 0, givenBack: 0, due: 8353448, asked: 83535, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'transfer 83,533.00 recorded as P', order: 'A', day: 2, call: { fn: 'recordPayment', order: 'A', as: 'P', method: 'bank_transfer', reference: 'FT-H3', amount: 83533, day: 2 }, charges: 8500000, reductions: 146552, owed: 8353448, received: 8353300, givenBack: 0, due: 148, asked: 2, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 8353300, refundedCents: 0, netCents: 8353300 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'M-Pesa 2.00 recorded as Q', order: 'A', day: 3, call: { fn: 'recordPayment', order: 'A', as: 'Q', method: 'mpesa', reference: 'UA01HHHHH3', amount: 2, day: 3 }, charges: 8500000, reductions: 146552, owed: 8353448, received: 8353500, givenBack: 0, due: -52, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 8500000, netCents: 7327586, vatCents: 1172414, cause: null }, { kind: 'credit_note', grossCents: 146552, netCents: 126338, vatCents: 20214, cause: 'price_cut' }], moneyOfDay: { grossCents: 200, refundedCents: 0, netCents: 200 }, soldOfDay: { pieces: 1, cents: 8500000 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'i. an unpaid order cancelled; money comes afterwards; given back',
    lines: [{ price: 83534, quantity: 1 }],
    deliveryPrice: 4500,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 83534, quantity: 1 }], deliveryPrice: 4500 }, charges: 8803400, reductions: 0, owed: 8803400, received: 0, givenBack: 0, due: 8803400, asked: 88034, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'order A cancelled', order: 'A', day: 3, call: { fn: 'cancelOrder', order: 'A' }, charges: 8803400, reductions: 8803400, owed: 0, received: 0, givenBack: 0, due: 0, asked: 0, status: 'cancelled', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'transfer 88,034.00 recorded as P', order: 'A', day: 4, call: { fn: 'recordPayment', order: 'A', as: 'P', method: 'bank_transfer', reference: 'FT-I', amount: 88034, day: 4 }, charges: 8803400, reductions: 8803400, owed: 0, received: 8803400, givenBack: 0, due: -8803400, asked: 0, status: 'cancelled', tasks: ['overpaid'], papers: [], moneyOfDay: { grossCents: 8803400, refundedCents: 0, netCents: 8803400 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: '88,034.00 of P given back (X)', order: 'A', day: 5, call: { fn: 'recordRefund', order: 'A', as: 'X', payment: 'P', amountCents: 8803400, day: 5 }, charges: 8803400, reductions: 8803400, owed: 0, received: 8803400, givenBack: 8803400, due: 0, asked: 0, status: 'cancelled', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 8803400, netCents: -8803400 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'j1. a cheque bounces before sending; paid again',
    lines: [{ price: 83534, quantity: 2 }],
    deliveryPrice: 4500,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 83534, quantity: 2 }], deliveryPrice: 4500 }, charges: 17156800, reductions: 0, owed: 17156800, received: 0, givenBack: 0, due: 17156800, asked: 171568, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'cheque 171,568.00 recorded as P', order: 'A', day: 2, call: { fn: 'recordPayment', order: 'A', as: 'P', method: 'cheque', reference: 'CHQ-J1', amount: 171568, day: 2 }, charges: 17156800, reductions: 0, owed: 17156800, received: 17156800, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 17156800, netCents: 14790345, vatCents: 2366455, cause: null }], moneyOfDay: { grossCents: 17156800, refundedCents: 0, netCents: 17156800 }, soldOfDay: { pieces: 2, cents: 16706800 }, withoutOrderCents: 0 },
      { step: 'the cheque P bounces (X), nothing is sent', order: 'A', day: 6, call: { fn: 'reversePayment', payment: 'P', cause: 'bounced', day: 6, as: 'X' }, charges: 17156800, reductions: 0, owed: 17156800, received: 17156800, givenBack: 17156800, due: 17156800, asked: 171568, status: 'pending', tasks: [], papers: [{ kind: 'invoice', grossCents: 17156800, netCents: 14790345, vatCents: 2366455, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 17156800, netCents: -17156800 }, soldOfDay: { pieces: -2, cents: -16706800 }, withoutOrderCents: 0 },
      { step: 'transfer 171,568.00 recorded as Q', order: 'A', day: 7, call: { fn: 'recordPayment', order: 'A', as: 'Q', method: 'bank_transfer', reference: 'FT-J1', amount: 171568, day: 7 }, charges: 17156800, reductions: 0, owed: 17156800, received: 34313600, givenBack: 17156800, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 17156800, netCents: 14790345, vatCents: 2366455, cause: null }], moneyOfDay: { grossCents: 17156800, refundedCents: 0, netCents: 17156800 }, soldOfDay: { pieces: 2, cents: 16706800 }, withoutOrderCents: 0 },
      { step: 'all of order A sent', order: 'A', day: 8, call: { fn: 'sendAll', order: 'A' }, charges: 17156800, reductions: 0, owed: 17156800, received: 34313600, givenBack: 17156800, due: 0, asked: 0, status: 'completed', tasks: [], papers: [{ kind: 'invoice', grossCents: 17156800, netCents: 14790345, vatCents: 2366455, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'j2. a cheque bounces after a part is sent; paid again; the rest sent',
    lines: [{ price: 83534, quantity: 2 }],
    deliveryPrice: 4500,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 83534, quantity: 2 }], deliveryPrice: 4500 }, charges: 17156800, reductions: 0, owed: 17156800, received: 0, givenBack: 0, due: 17156800, asked: 171568, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'cheque 171,568.00 recorded as P', order: 'A', day: 2, call: { fn: 'recordPayment', order: 'A', as: 'P', method: 'cheque', reference: 'CHQ-J2', amount: 171568, day: 2 }, charges: 17156800, reductions: 0, owed: 17156800, received: 17156800, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 17156800, netCents: 14790345, vatCents: 2366455, cause: null }], moneyOfDay: { grossCents: 17156800, refundedCents: 0, netCents: 17156800 }, soldOfDay: { pieces: 2, cents: 16706800 }, withoutOrderCents: 0 },
      { step: 'some of order A sent', order: 'A', day: 3, call: { fn: 'sendSome', order: 'A', lines: [{ line: 1, quantity: 1 }] }, charges: 17156800, reductions: 0, owed: 17156800, received: 17156800, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 17156800, netCents: 14790345, vatCents: 2366455, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the cheque P bounces (X), one piece is with the buyer', order: 'A', day: 6, call: { fn: 'reversePayment', payment: 'P', cause: 'bounced', day: 6, as: 'X' }, charges: 17156800, reductions: 0, owed: 17156800, received: 17156800, givenBack: 17156800, due: 17156800, asked: 171568, status: 'paid', tasks: ['payment_reversed'], papers: [{ kind: 'invoice', grossCents: 17156800, netCents: 14790345, vatCents: 2366455, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 17156800, netCents: -17156800 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'M-Pesa 100,000.00 recorded as Q', order: 'A', day: 7, call: { fn: 'recordPayment', order: 'A', as: 'Q', method: 'mpesa', reference: 'UA01JJJJJ2', amount: 100000, day: 7 }, charges: 17156800, reductions: 0, owed: 17156800, received: 27156800, givenBack: 17156800, due: 7156800, asked: 71568, status: 'paid', tasks: ['payment_reversed'], papers: [{ kind: 'invoice', grossCents: 17156800, netCents: 14790345, vatCents: 2366455, cause: null }], moneyOfDay: { grossCents: 10000000, refundedCents: 0, netCents: 10000000 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'cash 71,568.00 recorded as R', order: 'A', day: 8, call: { fn: 'recordPayment', order: 'A', as: 'R', method: 'cash', reference: 'CASH-J2', amount: 71568, day: 8 }, charges: 17156800, reductions: 0, owed: 17156800, received: 34313600, givenBack: 17156800, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 17156800, netCents: 14790345, vatCents: 2366455, cause: null }], moneyOfDay: { grossCents: 7156800, refundedCents: 0, netCents: 7156800 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'all of order A sent', order: 'A', day: 9, call: { fn: 'sendAll', order: 'A' }, charges: 17156800, reductions: 0, owed: 17156800, received: 34313600, givenBack: 17156800, due: 0, asked: 0, status: 'completed', tasks: [], papers: [{ kind: 'invoice', grossCents: 17156800, netCents: 14790345, vatCents: 2366455, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'j3. a cheque bounces after all is sent; a part is paid again, the rest written off',
    lines: [{ price: 83534, quantity: 2 }],
    deliveryPrice: 4500,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 83534, quantity: 2 }], deliveryPrice: 4500 }, charges: 17156800, reductions: 0, owed: 17156800, received: 0, givenBack: 0, due: 17156800, asked: 171568, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'cheque 171,568.00 recorded as P', order: 'A', day: 2, call: { fn: 'recordPayment', order: 'A', as: 'P', method: 'cheque', reference: 'CHQ-J3', amount: 171568, day: 2 }, charges: 17156800, reductions: 0, owed: 17156800, received: 17156800, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 17156800, netCents: 14790345, vatCents: 2366455, cause: null }], moneyOfDay: { grossCents: 17156800, refundedCents: 0, netCents: 17156800 }, soldOfDay: { pieces: 2, cents: 16706800 }, withoutOrderCents: 0 },
      { step: 'all of order A sent', order: 'A', day: 3, call: { fn: 'sendAll', order: 'A' }, charges: 17156800, reductions: 0, owed: 17156800, received: 17156800, givenBack: 0, due: 0, asked: 0, status: 'completed', tasks: [], papers: [{ kind: 'invoice', grossCents: 17156800, netCents: 14790345, vatCents: 2366455, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the cheque P bounces (X), all is with the buyer', order: 'A', day: 6, call: { fn: 'reversePayment', payment: 'P', cause: 'bounced', day: 6, as: 'X' }, charges: 17156800, reductions: 0, owed: 17156800, received: 17156800, givenBack: 17156800, due: 17156800, asked: 171568, status: 'completed', tasks: ['payment_reversed'], papers: [{ kind: 'invoice', grossCents: 17156800, netCents: 14790345, vatCents: 2366455, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 17156800, netCents: -17156800 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'M-Pesa 50,000.00 recorded as Q', order: 'A', day: 20, call: { fn: 'recordPayment', order: 'A', as: 'Q', method: 'mpesa', reference: 'UA01JJJJJ3', amount: 50000, day: 20 }, charges: 17156800, reductions: 0, owed: 17156800, received: 22156800, givenBack: 17156800, due: 12156800, asked: 121568, status: 'completed', tasks: ['payment_reversed'], papers: [{ kind: 'invoice', grossCents: 17156800, netCents: 14790345, vatCents: 2366455, cause: null }], moneyOfDay: { grossCents: 5000000, refundedCents: 0, netCents: 5000000 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the rest, 121,568.00, is written off: no credit note', order: 'A', day: 60, call: { fn: 'reduceOrder', order: 'A', cause: 'written_off', cents: 12156800 }, charges: 17156800, reductions: 12156800, owed: 5000000, received: 22156800, givenBack: 17156800, due: 0, asked: 0, status: 'completed', tasks: [], papers: [{ kind: 'invoice', grossCents: 17156800, netCents: 14790345, vatCents: 2366455, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'j4. a cheque bounces before sending; the order is cancelled',
    lines: [{ price: 83534, quantity: 2 }],
    deliveryPrice: 4500,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 83534, quantity: 2 }], deliveryPrice: 4500 }, charges: 17156800, reductions: 0, owed: 17156800, received: 0, givenBack: 0, due: 17156800, asked: 171568, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'cheque 171,568.00 recorded as P', order: 'A', day: 2, call: { fn: 'recordPayment', order: 'A', as: 'P', method: 'cheque', reference: 'CHQ-J4', amount: 171568, day: 2 }, charges: 17156800, reductions: 0, owed: 17156800, received: 17156800, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 17156800, netCents: 14790345, vatCents: 2366455, cause: null }], moneyOfDay: { grossCents: 17156800, refundedCents: 0, netCents: 17156800 }, soldOfDay: { pieces: 2, cents: 16706800 }, withoutOrderCents: 0 },
      { step: 'the cheque P bounces (X), nothing is sent', order: 'A', day: 6, call: { fn: 'reversePayment', payment: 'P', cause: 'bounced', day: 6, as: 'X' }, charges: 17156800, reductions: 0, owed: 17156800, received: 17156800, givenBack: 17156800, due: 17156800, asked: 171568, status: 'pending', tasks: [], papers: [{ kind: 'invoice', grossCents: 17156800, netCents: 14790345, vatCents: 2366455, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 17156800, netCents: -17156800 }, soldOfDay: { pieces: -2, cents: -16706800 }, withoutOrderCents: 0 },
      { step: 'order A cancelled', order: 'A', day: 8, call: { fn: 'cancelOrder', order: 'A' }, charges: 17156800, reductions: 17156800, owed: 0, received: 17156800, givenBack: 17156800, due: 0, asked: 0, status: 'cancelled', tasks: [], papers: [{ kind: 'invoice', grossCents: 17156800, netCents: 14790345, vatCents: 2366455, cause: null }, { kind: 'credit_note', grossCents: 17156800, netCents: 14790345, vatCents: 2366455, cause: 'cancelled' }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'k1. money in review returned; then paid',
    lines: [{ price: 47350, quantity: 1 }],
    deliveryPrice: null,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 47350, quantity: 1 }], deliveryPrice: null }, charges: 4735000, reductions: 0, owed: 4735000, received: 0, givenBack: 0, due: 4735000, asked: 47350, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the bank approves the card for 47,000.00 where 47,350.00 was asked: P is in review, in no sum', order: 'A', day: 1, call: { fn: 'reviewPayment', order: 'A', as: 'P', amount: 47000 }, charges: 4735000, reductions: 0, owed: 4735000, received: 0, givenBack: 0, due: 4735000, asked: 47350, status: 'pending', tasks: ['in_review'], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'P is given back out of review: returned, never in a sum', order: 'A', day: 2, call: { fn: 'returnReviewed', payment: 'P', day: 2 }, charges: 4735000, reductions: 0, owed: 4735000, received: 0, givenBack: 0, due: 4735000, asked: 47350, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'M-Pesa 47,350.00 recorded as Q', order: 'A', day: 3, call: { fn: 'recordPayment', order: 'A', as: 'Q', method: 'mpesa', reference: 'UA01KKKKK1', amount: 47350, day: 3 }, charges: 4735000, reductions: 0, owed: 4735000, received: 4735000, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 4735000, netCents: 4081897, vatCents: 653103, cause: null }], moneyOfDay: { grossCents: 4735000, refundedCents: 0, netCents: 4735000 }, soldOfDay: { pieces: 1, cents: 4735000 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'k2. money in review accepted as all',
    lines: [{ price: 47350, quantity: 1 }],
    deliveryPrice: null,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 47350, quantity: 1 }], deliveryPrice: null }, charges: 4735000, reductions: 0, owed: 4735000, received: 0, givenBack: 0, due: 4735000, asked: 47350, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the bank approves the card for 47,000.00 where 47,350.00 was asked: P is in review, in no sum', order: 'A', day: 1, call: { fn: 'reviewPayment', order: 'A', as: 'P', amount: 47000 }, charges: 4735000, reductions: 0, owed: 4735000, received: 0, givenBack: 0, due: 4735000, asked: 47350, status: 'pending', tasks: ['in_review'], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'P out of review accepted as all: the difference is a reduction accepted_as_all; day 1 reads 47,000.00 from now on', order: 'A', day: 2, call: { fn: 'acceptReviewed', payment: 'P', asAll: true }, charges: 4735000, reductions: 35000, owed: 4700000, received: 4700000, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 4735000, netCents: 4081897, vatCents: 653103, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'k3. money in review accepted as a part, then the rest',
    lines: [{ price: 47350, quantity: 1 }],
    deliveryPrice: null,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 47350, quantity: 1 }], deliveryPrice: null }, charges: 4735000, reductions: 0, owed: 4735000, received: 0, givenBack: 0, due: 4735000, asked: 47350, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the bank approves the card for 47,000.00 where 47,350.00 was asked: P is in review, in no sum', order: 'A', day: 1, call: { fn: 'reviewPayment', order: 'A', as: 'P', amount: 47000 }, charges: 4735000, reductions: 0, owed: 4735000, received: 0, givenBack: 0, due: 4735000, asked: 47350, status: 'pending', tasks: ['in_review'], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'P out of review accepted as money of the order; day 1 reads 47,000.00 from now on', order: 'A', day: 2, call: { fn: 'acceptReviewed', payment: 'P', asAll: false }, charges: 4735000, reductions: 0, owed: 4735000, received: 4700000, givenBack: 0, due: 35000, asked: 350, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'M-Pesa 350.00 recorded as Q', order: 'A', day: 3, call: { fn: 'recordPayment', order: 'A', as: 'Q', method: 'mpesa', reference: 'UA01KKKKK3', amount: 350, day: 3 }, charges: 4735000, reductions: 0, owed: 4735000, received: 4735000, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 4735000, netCents: 4081897, vatCents: 653103, cause: null }], moneyOfDay: { grossCents: 35000, refundedCents: 0, netCents: 35000 }, soldOfDay: { pieces: 1, cents: 4735000 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'k4. more than was asked in review, accepted: too much',
    lines: [{ price: 47350, quantity: 1 }],
    deliveryPrice: null,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 47350, quantity: 1 }], deliveryPrice: null }, charges: 4735000, reductions: 0, owed: 4735000, received: 0, givenBack: 0, due: 4735000, asked: 47350, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the bank approves the card for 48,000.00 where 47,350.00 was asked: P is in review, in no sum', order: 'A', day: 1, call: { fn: 'reviewPayment', order: 'A', as: 'P', amount: 48000 }, charges: 4735000, reductions: 0, owed: 4735000, received: 0, givenBack: 0, due: 4735000, asked: 47350, status: 'pending', tasks: ['in_review'], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'P out of review accepted as money of the order; day 1 reads 48,000.00 from now on', order: 'A', day: 2, call: { fn: 'acceptReviewed', payment: 'P', asAll: true }, charges: 4735000, reductions: 0, owed: 4735000, received: 4800000, givenBack: 0, due: -65000, asked: 0, status: 'paid', tasks: ['overpaid'], papers: [{ kind: 'invoice', grossCents: 4735000, netCents: 4081897, vatCents: 653103, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: '650.00 of P given back (X)', order: 'A', day: 3, call: { fn: 'recordRefund', order: 'A', as: 'X', payment: 'P', amountCents: 65000, day: 3 }, charges: 4735000, reductions: 0, owed: 4735000, received: 4800000, givenBack: 65000, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 4735000, netCents: 4081897, vatCents: 653103, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 65000, netCents: -65000 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'l. delivery agreed after payment; a line taken out; a PIN given after the invoice',
    lines: [{ price: 83534, quantity: 1 }, { price: 47350, quantity: 3 }, { price: 12350, quantity: 1 }],
    deliveryPrice: null,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 83534, quantity: 1 }, { price: 47350, quantity: 3 }, { price: 12350, quantity: 1 }], deliveryPrice: null }, charges: 23793400, reductions: 0, owed: 23793400, received: 0, givenBack: 0, due: 23793400, asked: 237934, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'transfer 237,934.00 recorded as P', order: 'A', day: 1, call: { fn: 'recordPayment', order: 'A', as: 'P', method: 'bank_transfer', reference: 'FT-L', amount: 237934, day: 1 }, charges: 23793400, reductions: 0, owed: 23793400, received: 23793400, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 23793400, netCents: 20511552, vatCents: 3281848, cause: null }], moneyOfDay: { grossCents: 23793400, refundedCents: 0, netCents: 23793400 }, soldOfDay: { pieces: 5, cents: 23793400 }, withoutOrderCents: 0 },
      { step: 'delivery of 2,200 agreed', order: 'A', day: 2, call: { fn: 'changeOrder', order: 'A', deliveryPrice: 2200 }, charges: 24013400, reductions: 0, owed: 24013400, received: 23793400, givenBack: 0, due: 220000, asked: 2200, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 23793400, netCents: 20511552, vatCents: 3281848, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'M-Pesa 2,200.00 recorded as Q', order: 'A', day: 3, call: { fn: 'recordPayment', order: 'A', as: 'Q', method: 'mpesa', reference: 'UA01LLLLL1', amount: 2200, day: 3 }, charges: 24013400, reductions: 0, owed: 24013400, received: 24013400, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 23793400, netCents: 20511552, vatCents: 3281848, cause: null }, { kind: 'invoice', grossCents: 220000, netCents: 189655, vatCents: 30345, cause: null }], moneyOfDay: { grossCents: 220000, refundedCents: 0, netCents: 220000 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'line 3 taken out', order: 'A', day: 4, call: { fn: 'changeOrder', order: 'A', lines: [{ line: 3, quantity: 0 }] }, charges: 22778400, reductions: 0, owed: 22778400, received: 24013400, givenBack: 0, due: -1235000, asked: 0, status: 'paid', tasks: ['overpaid'], papers: [{ kind: 'invoice', grossCents: 23793400, netCents: 20511552, vatCents: 3281848, cause: null }, { kind: 'invoice', grossCents: 220000, netCents: 189655, vatCents: 30345, cause: null }, { kind: 'credit_note', grossCents: 23793400, netCents: 20511552, vatCents: 3281848, cause: 'changed' }, { kind: 'credit_note', grossCents: 220000, netCents: 189655, vatCents: 30345, cause: 'changed' }, { kind: 'invoice', grossCents: 22778400, netCents: 19636552, vatCents: 3141848, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: -1, cents: -1235000 }, withoutOrderCents: 0 },
      { step: '12,350.00 of P given back (X)', order: 'A', day: 5, call: { fn: 'recordRefund', order: 'A', as: 'X', payment: 'P', amountCents: 1235000, day: 5 }, charges: 22778400, reductions: 0, owed: 22778400, received: 24013400, givenBack: 1235000, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 23793400, netCents: 20511552, vatCents: 3281848, cause: null }, { kind: 'invoice', grossCents: 220000, netCents: 189655, vatCents: 30345, cause: null }, { kind: 'credit_note', grossCents: 23793400, netCents: 20511552, vatCents: 3281848, cause: 'changed' }, { kind: 'credit_note', grossCents: 220000, netCents: 189655, vatCents: 30345, cause: 'changed' }, { kind: 'invoice', grossCents: 22778400, netCents: 19636552, vatCents: 3141848, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 1235000, netCents: -1235000 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the buyer gives a PIN', order: 'A', day: 6, call: { fn: 'changeOrder', order: 'A', company: { pin: 'P051234567X' } }, charges: 22778400, reductions: 0, owed: 22778400, received: 24013400, givenBack: 1235000, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 23793400, netCents: 20511552, vatCents: 3281848, cause: null }, { kind: 'invoice', grossCents: 220000, netCents: 189655, vatCents: 30345, cause: null }, { kind: 'credit_note', grossCents: 23793400, netCents: 20511552, vatCents: 3281848, cause: 'changed' }, { kind: 'credit_note', grossCents: 220000, netCents: 189655, vatCents: 30345, cause: 'changed' }, { kind: 'invoice', grossCents: 22778400, netCents: 19636552, vatCents: 3141848, cause: null }, { kind: 'credit_note', grossCents: 22778400, netCents: 19636552, vatCents: 3141848, cause: 'changed' }, { kind: 'invoice', grossCents: 22778400, netCents: 19636552, vatCents: 3141848, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'm. 40 pieces credited one by one',
    lines: [{ price: 1333, quantity: 40 }],
    deliveryPrice: null,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 1333, quantity: 40 }], deliveryPrice: null }, charges: 5332000, reductions: 0, owed: 5332000, received: 0, givenBack: 0, due: 5332000, asked: 53320, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'transfer 53,320.00 recorded as P', order: 'A', day: 1, call: { fn: 'recordPayment', order: 'A', as: 'P', method: 'bank_transfer', reference: 'FT-M', amount: 53320, day: 1 }, charges: 5332000, reductions: 0, owed: 5332000, received: 5332000, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: papersOfForty.slice(0, 1), moneyOfDay: { grossCents: 5332000, refundedCents: 0, netCents: 5332000 }, soldOfDay: { pieces: 40, cents: 5332000 }, withoutOrderCents: 0 },
      { step: 'all of order A sent', order: 'A', day: 2, call: { fn: 'sendAll', order: 'A' }, charges: 5332000, reductions: 0, owed: 5332000, received: 5332000, givenBack: 0, due: 0, asked: 0, status: 'completed', tasks: [], papers: papersOfForty.slice(0, 1), moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      ...Array.from({ length: 40 }, (_, n): BookStep => ({ step: `piece ${n + 1} of 40 back`, isBetween: (n + 1) % 10 > 0, order: 'A', day: 3, call: { fn: 'reduceOrder', order: 'A', cause: 'goods_back', lines: [{ line: 1, quantity: 1, fate: 'restocked' }] }, charges: 5332000, reductions: 133300 * (n + 1), owed: 5332000 - 133300 * (n + 1), received: 5332000, givenBack: 0, due: -133300 * (n + 1), asked: 0, status: 'completed', tasks: ['overpaid'], papers: papersOfForty.slice(0, n + 2), moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 })),
      { step: '53,320.00 of P given back (X)', order: 'A', day: 4, call: { fn: 'recordRefund', order: 'A', as: 'X', payment: 'P', amountCents: 5332000, day: 4 }, charges: 5332000, reductions: 5332000, owed: 0, received: 5332000, givenBack: 5332000, due: 0, asked: 0, status: 'completed', tasks: [], papers: papersOfForty.slice(0, 41), moneyOfDay: { grossCents: 0, refundedCents: 5332000, netCents: -5332000 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'n. a second full payment',
    lines: [{ price: 83534, quantity: 1 }],
    deliveryPrice: null,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 83534, quantity: 1 }], deliveryPrice: null }, charges: 8353400, reductions: 0, owed: 8353400, received: 0, givenBack: 0, due: 8353400, asked: 83534, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'M-Pesa 83,534.00 recorded as P', order: 'A', day: 1, call: { fn: 'recordPayment', order: 'A', as: 'P', method: 'mpesa', reference: 'UA01NNNNN1', amount: 83534, day: 1 }, charges: 8353400, reductions: 0, owed: 8353400, received: 8353400, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 8353400, netCents: 7201207, vatCents: 1152193, cause: null }], moneyOfDay: { grossCents: 8353400, refundedCents: 0, netCents: 8353400 }, soldOfDay: { pieces: 1, cents: 8353400 }, withoutOrderCents: 0 },
      { step: 'transfer 83,534.00 recorded as Q', order: 'A', day: 2, call: { fn: 'recordPayment', order: 'A', as: 'Q', method: 'bank_transfer', reference: 'FT-N', amount: 83534, day: 2 }, charges: 8353400, reductions: 0, owed: 8353400, received: 16706800, givenBack: 0, due: -8353400, asked: 0, status: 'paid', tasks: ['overpaid'], papers: [{ kind: 'invoice', grossCents: 8353400, netCents: 7201207, vatCents: 1152193, cause: null }], moneyOfDay: { grossCents: 8353400, refundedCents: 0, netCents: 8353400 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: '83,534.00 of Q given back (X)', order: 'A', day: 3, call: { fn: 'recordRefund', order: 'A', as: 'X', payment: 'Q', amountCents: 8353400, day: 3 }, charges: 8353400, reductions: 0, owed: 8353400, received: 16706800, givenBack: 8353400, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 8353400, netCents: 7201207, vatCents: 1152193, cause: null }], moneyOfDay: { grossCents: 0, refundedCents: 8353400, netCents: -8353400 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'o. a damaged piece given back never makes an order unpaid',
    lines: [{ price: 83534, quantity: 2 }, { price: 12350, quantity: 1 }],
    deliveryPrice: 2200,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 83534, quantity: 2 }, { price: 12350, quantity: 1 }], deliveryPrice: 2200 }, charges: 18161800, reductions: 0, owed: 18161800, received: 0, givenBack: 0, due: 18161800, asked: 181618, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'M-Pesa 100,000.00 recorded as P', order: 'A', day: 1, call: { fn: 'recordPayment', order: 'A', as: 'P', method: 'mpesa', reference: 'UA01OOOOO1', amount: 100000, day: 1 }, charges: 18161800, reductions: 0, owed: 18161800, received: 10000000, givenBack: 0, due: 8161800, asked: 81618, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 10000000, refundedCents: 0, netCents: 10000000 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'cash 81,618.00 recorded as Q', order: 'A', day: 1, call: { fn: 'recordPayment', order: 'A', as: 'Q', method: 'cash', reference: 'CASH-O', amount: 81618, day: 1 }, charges: 18161800, reductions: 0, owed: 18161800, received: 18161800, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 18161800, netCents: 15656724, vatCents: 2505076, cause: null }], moneyOfDay: { grossCents: 18161800, refundedCents: 0, netCents: 18161800 }, soldOfDay: { pieces: 3, cents: 17941800 }, withoutOrderCents: 0 },
      { step: 'a piece of line 1 breaks in the shop: 83,534.00 of P given back (X)', order: 'A', day: 2, call: { fn: 'recordRefund', order: 'A', as: 'X', payment: 'P', amountCents: 8353400, day: 2, lines: [{ line: 1, quantity: 1, fate: 'damaged' }] }, charges: 18161800, reductions: 8353400, owed: 9808400, received: 18161800, givenBack: 8353400, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 18161800, netCents: 15656724, vatCents: 2505076, cause: null }, { kind: 'credit_note', grossCents: 8353400, netCents: 7201207, vatCents: 1152193, cause: 'goods_back' }], moneyOfDay: { grossCents: 0, refundedCents: 8353400, netCents: -8353400 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'all of order A sent', order: 'A', day: 3, call: { fn: 'sendAll', order: 'A' }, charges: 18161800, reductions: 8353400, owed: 9808400, received: 18161800, givenBack: 8353400, due: 0, asked: 0, status: 'completed', tasks: [], papers: [{ kind: 'invoice', grossCents: 18161800, netCents: 15656724, vatCents: 2505076, cause: null }, { kind: 'credit_note', grossCents: 8353400, netCents: 7201207, vatCents: 1152193, cause: 'goods_back' }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'line 2 came scratched, the buyer keeps it: 6,175.50 of Q given back (Y)', order: 'A', day: 6, call: { fn: 'recordRefund', order: 'A', as: 'Y', payment: 'Q', amountCents: 617550, day: 6, lines: [{ line: 2, quantity: 1, fate: 'kept' }] }, charges: 18161800, reductions: 8970950, owed: 9190850, received: 18161800, givenBack: 8970950, due: 0, asked: 0, status: 'completed', tasks: [], papers: [{ kind: 'invoice', grossCents: 18161800, netCents: 15656724, vatCents: 2505076, cause: null }, { kind: 'credit_note', grossCents: 8353400, netCents: 7201207, vatCents: 1152193, cause: 'goods_back' }, { kind: 'credit_note', grossCents: 617550, netCents: 532371, vatCents: 85179, cause: 'price_cut' }], moneyOfDay: { grossCents: 0, refundedCents: 617550, netCents: -617550 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the other piece of line 1 came back damaged, 41,767.33 is agreed for it: 41,767.33 of Q given back (Z)', order: 'A', day: 7, call: { fn: 'recordRefund', order: 'A', as: 'Z', payment: 'Q', amountCents: 4176733, day: 7, lines: [{ line: 1, quantity: 1, fate: 'damaged' }] }, charges: 18161800, reductions: 13147683, owed: 5014117, received: 18161800, givenBack: 13147683, due: 0, asked: 0, status: 'completed', tasks: [], papers: [{ kind: 'invoice', grossCents: 18161800, netCents: 15656724, vatCents: 2505076, cause: null }, { kind: 'credit_note', grossCents: 8353400, netCents: 7201207, vatCents: 1152193, cause: 'goods_back' }, { kind: 'credit_note', grossCents: 617550, netCents: 532371, vatCents: 85179, cause: 'price_cut' }, { kind: 'credit_note', grossCents: 4176733, netCents: 3600632, vatCents: 576101, cause: 'goods_back' }], moneyOfDay: { grossCents: 0, refundedCents: 4176733, netCents: -4176733 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'p1. a full refund, then cancelled',
    lines: [{ price: 47350, quantity: 2 }],
    deliveryPrice: 4500,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 47350, quantity: 2 }], deliveryPrice: 4500 }, charges: 9920000, reductions: 0, owed: 9920000, received: 0, givenBack: 0, due: 9920000, asked: 99200, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the bank approves the card for 99,200.00, as asked (P)', order: 'A', day: 1, call: { fn: 'approveCard', order: 'A', as: 'P', amount: 99200 }, charges: 9920000, reductions: 0, owed: 9920000, received: 9920000, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 9920000, netCents: 8551724, vatCents: 1368276, cause: null }], moneyOfDay: { grossCents: 9920000, refundedCents: 0, netCents: 9920000 }, soldOfDay: { pieces: 2, cents: 9470000 }, withoutOrderCents: 0 },
      { step: '99,200.00 of P given back (X)', order: 'A', day: 2, call: { fn: 'recordRefund', order: 'A', as: 'X', payment: 'P', amountCents: 9920000, day: 2 }, charges: 9920000, reductions: 9920000, owed: 0, received: 9920000, givenBack: 9920000, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 9920000, netCents: 8551724, vatCents: 1368276, cause: null }, { kind: 'credit_note', grossCents: 9920000, netCents: 8551724, vatCents: 1368276, cause: 'price_cut' }], moneyOfDay: { grossCents: 0, refundedCents: 9920000, netCents: -9920000 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'order A cancelled', order: 'A', day: 3, call: { fn: 'cancelOrder', order: 'A' }, charges: 9920000, reductions: 9920000, owed: 0, received: 9920000, givenBack: 9920000, due: 0, asked: 0, status: 'cancelled', tasks: [], papers: [{ kind: 'invoice', grossCents: 9920000, netCents: 8551724, vatCents: 1368276, cause: null }, { kind: 'credit_note', grossCents: 9920000, netCents: 8551724, vatCents: 1368276, cause: 'price_cut' }], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
    ],
  },
  {
    name: 'p2. a full refund that cancels, in one step',
    lines: [{ price: 47350, quantity: 2 }],
    deliveryPrice: 4500,
    steps: [
      { step: 'order A placed', order: 'A', day: 1, call: { fn: 'placeOrderAsStaff', order: 'A', lines: [{ price: 47350, quantity: 2 }], deliveryPrice: 4500 }, charges: 9920000, reductions: 0, owed: 9920000, received: 0, givenBack: 0, due: 9920000, asked: 99200, status: 'pending', tasks: [], papers: [], moneyOfDay: { grossCents: 0, refundedCents: 0, netCents: 0 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
      { step: 'the bank approves the card for 99,200.00, as asked (P)', order: 'A', day: 1, call: { fn: 'approveCard', order: 'A', as: 'P', amount: 99200 }, charges: 9920000, reductions: 0, owed: 9920000, received: 9920000, givenBack: 0, due: 0, asked: 0, status: 'paid', tasks: [], papers: [{ kind: 'invoice', grossCents: 9920000, netCents: 8551724, vatCents: 1368276, cause: null }], moneyOfDay: { grossCents: 9920000, refundedCents: 0, netCents: 9920000 }, soldOfDay: { pieces: 2, cents: 9470000 }, withoutOrderCents: 0 },
      { step: '99,200.00 of P given back (X), which cancels the order', order: 'A', day: 2, call: { fn: 'recordRefund', order: 'A', as: 'X', payment: 'P', amountCents: 9920000, day: 2, cancels: true }, charges: 9920000, reductions: 9920000, owed: 0, received: 9920000, givenBack: 9920000, due: 0, asked: 0, status: 'cancelled', tasks: [], papers: [{ kind: 'invoice', grossCents: 9920000, netCents: 8551724, vatCents: 1368276, cause: null }, { kind: 'credit_note', grossCents: 9920000, netCents: 8551724, vatCents: 1368276, cause: 'cancelled' }], moneyOfDay: { grossCents: 0, refundedCents: 9920000, netCents: -9920000 }, soldOfDay: { pieces: 0, cents: 0 }, withoutOrderCents: 0 },
    ],
  },
];
