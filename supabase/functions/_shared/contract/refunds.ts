import { type InferType, object, string } from 'yup';
import type { AdminOrder } from './admin.ts';
import { endpointWithBody } from './endpoint.ts';
import { textField } from './text-field.ts';
import { wholeNumber } from './whole-number.ts';

/** The most letters of the bank's reference, and of the reason. */
const maxBankReferenceLength = 100;
const maxRefundReasonLength = 1000;

/** What the bank's transfer is called and when it was sent, in a form and in a request. */
export const refundFields = {
  /** In Nairobi, `YYYY-MM-DD`. */
  day: string()
    .required('Please give the day of the refund')
    .matches(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Please give the day of the refund'),
  bankReference: textField('Please give the bank’s reference of the refund', maxBankReferenceLength),
};

export const recordRefundSchema = object({
  /** The row of the payment that is given back. */
  transactionId: string().required('Please choose the payment').uuid('Unknown payment'),
  amountCents: wholeNumber('The amount').min(1, 'Please give the amount that was refunded'),
  ...refundFields,
  reason: textField('Please say why it was refunded', maxRefundReasonLength),
}).required();

export type RecordRefundRequest = InferType<typeof recordRefundSchema>;

/** A payment, or what is left of it, that was accepted for an order and can be given back. */
export type RefundablePayment = {
  /** The row of the transaction. */
  transactionId: string;
  reference: string;
  amountCents: number;
  /** ISO 8601. */
  receivedAt: string;
};

/**
 * The owner writes down that the bank gave back money which was accepted for the order. The `Idempotency-Key` becomes its
 * id: sent twice it is one refund. 400 `invalid_request` for a day in the future or before the payment; 409
 * `refund_too_large`, `refund_recorded` (by somebody else, under another key), `refund_not_whole` (a part of an order that is not paid), `transition_refused` (nothing was accepted).
 */
export const recordRefund = endpointWithBody<AdminOrder>()('POST', '/api/admin/refunds', recordRefundSchema);
