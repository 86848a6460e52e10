// What the dashboard reads of refunds; it writes them with `record_refund` and `correct_refund`.

/** A payment, or what is left of it, that was accepted for an order and can be given back. */
export type RefundablePayment = {
  /** The row of the transaction. */
  transactionId: string;
  reference: string;
  amountCents: number;
  /** ISO 8601. */
  receivedAt: string;
};

/** A refund as it stands: the latest entry about it. */
export type RecordedRefund = {
  /** Of that entry. */
  id: string;
  transactionId: string;
  /** Of the payment. */
  reference: string;
  amountCents: number;
  /** `YYYY-MM-DD` */
  day: string;
  bankReference: string;
  /** Given back as a whole: its amount is not typed and never wrong. */
  isWhole: boolean;
};
