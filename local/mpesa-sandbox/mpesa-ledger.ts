type Common = {
  account: string;
  phone: string;
  /** Whole shillings, as are all sums here. */
  amount: number;
  /** The truth about the money, whatever was answered: how much left the phone, when, and its receipt. */
  moneyMoved: number;
  receipt: string | null;
  at: string | null;
};

/** A prompt on a phone. Times are ISO 8601 in UTC. */
export type Prompt = Common & {
  checkoutId: string;
  merchantId: string;
  callBackUrl: string;
  openedAt: string;
  /** Whether it has gone from the phone. */
  answered: boolean;
  /** Its result; null while it is open or being paid. */
  code: number | null;
  /** The money will move at a moment, or after so many more queries. */
  paysLater: { at: string } | { afterAsks: number } | null;
  /** Queries so far. */
  asks: number;
};

/** Money that somebody sent to the paybill by hand. */
export type PaybillPayment = Common & { checkoutId: null; receipt: string; at: string; name: string };

/** What really happened, apart from the shop's database so that the two can be compared; oldest first. */
export type MpesaLedger = { prompts: Prompt[]; payments: PaybillPayment[] };
