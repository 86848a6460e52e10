import type { ErrorCode, LineProblem } from '@contract/errors.ts';
import type { Order } from '@contract/orders.ts';
import type { Customer } from '@contract/place-order.ts';
import { ApiError } from '../../../lib/api-client.ts';
import { type CustomerField, customerFields } from './details/customer-draft.ts';

/** Why no order was made, in the parts that the page shows in different places. */
export type OrderRefusal = {
  /** One sentence for the toast. */
  message: string;
  fields: Partial<Record<CustomerField, string>>;
  lines: LineProblem[];
  /** It is unknown whether the order exists: only the same key may be sent again. */
  outcomeUnknown: boolean;
  /** Delivery costs something else than was accepted. */
  isDeliveryChanged: boolean;
  /** The next try is a new order even when nothing is changed. */
  isFinal: boolean;
  /** An unpaid order with the same items and other details: the buyer continues with it or replaces it. */
  similarOrder: Order | null;
  /** The very order that was sent: paid already, or the bank is still deciding on it. */
  sameOrder: Order | null;
};

const fallbackMessage = 'Failed to create order. Please try again.';

/** Codes after which the order that was sent may still exist, or still be made. */
const undecidedCodes: readonly ErrorCode[] = ['internal', 'service_unavailable', 'too_many_requests'];

/** Reads a failed call: the shop's own refusal, or no answer at all. */
export function readOrderRefusal(error: unknown): OrderRefusal {
  const { reply, serverMessage } = error instanceof ApiError ? error : { reply: null, serverMessage: null };
  const message = serverMessage || fallbackMessage;
  const nothing = { fields: {}, lines: [], similarOrder: null, sameOrder: null };
  if (!reply) return { ...nothing, message, outcomeUnknown: true, isDeliveryChanged: false, isFinal: false };
  const outcomeUnknown = undecidedCodes.includes(reply.code);
  return {
    message,
    fields: formFieldsOf(reply.fields ?? {}),
    lines: reply.lines ?? [],
    outcomeUnknown,
    isDeliveryChanged: reply.code === 'delivery_changed',
    // Money may be on its way for this very order, so the next try must be about the same one.
    isFinal: !outcomeUnknown && reply.code !== 'payment_undecided',
    similarOrder: reply.code === 'similar_order_unpaid' ? (reply.order ?? null) : null,
    sameOrder: reply.code !== 'similar_order_unpaid' ? (reply.order ?? null) : null,
  };
}

/** The server's messages by field of the form. A refused name is shown under both its parts. */
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
};

/** Whether any field is still empty. */
export function isAnyDetailMissing(typed: Customer): boolean {
  return customerFields.some((field) => typed[field].trim() === '');
}

/** The first field with a message, in the order of the form. */
export function firstBadField(errors: Partial<Record<CustomerField, unknown>>): CustomerField | null {
  return customerFields.find((field) => errors[field]) ?? null;
}
