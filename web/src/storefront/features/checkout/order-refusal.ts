import type { ErrorCode } from '@contract/error-messages.ts';
import type { LineProblem } from '@contract/errors.ts';
import type { Order } from '@contract/orders.ts';
import type { Customer } from '@contract/place-order.ts';
import { ApiError } from '#lib/api/api-client.ts';
import { type CustomerField, customerFields } from './details/customer-draft.ts';

/** Why no order was placed, split by where the page shows it. */
export type OrderRefusal = {
  /** One sentence for the toast. */
  message: string;
  fields: Partial<Record<CustomerField, string>>;
  lines: LineProblem[];
  /** It is unknown whether the order exists: only the same key may be used again. */
  outcomeUnknown: boolean;
  /** What is paid differs from what was accepted, and not by the price of a line. */
  isSumChanged: boolean;
  /** The next attempt is a new order even when nothing is changed. */
  isFinal: boolean;
  /** The order that was sent is paid already, or the bank is still deciding on it. */
  sameOrder: Order | null;
};

/** Shown when an order failed and the shop said nothing about it. */
const fallbackMessage = 'Failed to create order. Please try again.';

/** Codes after which the order may exist, or still be placed. */
const undecidedCodes: readonly ErrorCode[] = ['internal', 'service_unavailable', 'too_many_requests'];

/** Reads a failed call: an error of the shop, or no response at all. */
export function readOrderRefusal(error: unknown): OrderRefusal {
  const { reply, serverMessage } = error instanceof ApiError ? error : { reply: null, serverMessage: null };
  const message = serverMessage || fallbackMessage;
  const nothing = { fields: {}, lines: [], sameOrder: null };
  if (!reply) return { ...nothing, message, outcomeUnknown: true, isSumChanged: false, isFinal: false };
  const outcomeUnknown = undecidedCodes.includes(reply.code);
  return {
    message,
    fields: formFieldsOf(reply.fields ?? {}),
    lines: reply.lines ?? [],
    outcomeUnknown,
    isSumChanged:
      reply.code === 'delivery_changed' || (reply.code === 'price_changed' && !reply.lines?.length),
    // A payment for this order may be in progress, so the next attempt must use the same one.
    isFinal: !outcomeUnknown && reply.code !== 'payment_undecided',
    sameOrder: reply.order ?? null,
  };
}

/** The server's messages by form field. A refused name is shown under both name fields. */
function formFieldsOf(fields: Record<string, string>): Partial<Record<CustomerField, string>> {
  const formFields: Partial<Record<CustomerField, string>> = {};
  for (const [path, message] of Object.entries(fields)) {
    for (const field of formFieldsByPath[path] ?? []) formFields[field] = message;
  }
  return formFields;
}

const formFieldsByPath: Record<string, CustomerField[]> = {
  'orderData.customerName': ['firstName', 'lastName'],
  'orderData.customerEmail': ['email'],
  'orderData.customerPhone': ['phone'],
  'orderData.customerAddress': ['address'],
  'orderData.company.name': ['companyName'],
  'orderData.company.pin': ['pin'],
  'orderData.company.purchaseOrder': ['purchaseOrder'],
};

/** Whether any field that must be filled in is still empty. */
export function isAnyDetailMissing(typed: Customer): boolean {
  return customerFields.some((field) => typed[field].trim() === '');
}
