import type { PaymentMethod } from './orders.ts';

// What the dashboard reads of refunds; it writes them with `record_refund` and `correct_refund`.

/** A payment, or what is left of it, that was accepted for an order and can be given back. */
export type RefundablePayment = {
  /** The row of the transaction. */
  transactionId: string;
  reference: string;
  /** How it came. */
  method: PaymentMethod;
  amountCents: number;
  /** ISO 8601; only the day of a payment that staff recorded. */
  receivedAt: string;
};

/**
 * What became of pieces that were refunded: on the shelf again, came back and cannot be sold, or nothing came back.
 */
export const pieceFates = ['restocked', 'damaged', 'kept'] as const;
export type PieceFate = (typeof pieceFates)[number];
/** Pieces that a refund is for. `serials`: of those that come back, as far as they are known. */
export type RefundLine = { itemId: string; quantity: number; fate: PieceFate; serials?: string[] };

/** A refund as it stands: the latest entry about it. */
export type RecordedRefund = Omit<RefundablePayment, 'receivedAt'> & {
  /** Of that entry. */
  id: string;
  /** How the payment came; `method` is how it went back. */
  paidBy: PaymentMethod;
  /** `YYYY-MM-DD` */
  day: string;
  bankReference: string;
  /** Given back as a whole: its amount is not typed and never wrong. */
  isWhole: boolean;
};
