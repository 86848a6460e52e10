import { type InferType, object } from 'yup';
import type { AdminOrder } from './admin.ts';
import { currentPasswordField, type User } from './auth.ts';
import { endpoint, endpointWithBody } from './endpoint.ts';
import type { Quotation } from './quotations.ts';
import type { Language, MessageChannelName, MessageKind } from './messages.ts';

/** Everything that is stored about an account, without secrets. Times are ISO 8601, sums in KES unless they say cents. */
export type AccountExport = {
  exportedAt: string;
  profile: User;
  /** Addresses to which the account is to change, once the mailed link is used. */
  unconfirmedAddresses: string[];
  /** The oldest first. */
  orders: (AdminOrder & { language: Language; whatsappConsentAt: string | null })[];
  /** What staff wrote about the orders. */
  notes: { orderId: string; text: string; createdAt: string }[];
  /** What staff wrote about the buyer of these orders, those of a guest with the confirmed address included. */
  customerNotes: { orderId: string; text: string; createdAt: string }[];
  /** What the person asked the shop to offer; those of a guest with the confirmed address included. */
  quotations: (Omit<Quotation, 'order'> & { orderId: string | null })[];
  /** What lies in the cart that the account keeps. */
  cart: { productId: string; quantity: number }[];
  /** What was written to the person about the account and its orders. */
  messages: {
    kind: MessageKind;
    channel: MessageChannelName;
    recipient: string;
    language: Language;
    state: string;
    orderId: string | null;
    createdAt: string;
    /** Null for what is not an e-mail, and for texts that were deleted after 30 days. */
    subject: string | null;
    /** Without the keys of links. */
    text: string | null;
  }[];
  /** Browsers in which the account is signed in. */
  sessions: { device: string | null; signedInAt: string; lastUsedAt: string; expiresAt: string }[];
  /** What changed in the profile and the orders, when, and whether the person did it. */
  history: {
    at: string;
    table: string;
    rowId: string;
    operation: 'insert' | 'update' | 'delete';
    before: Record<string, unknown> | null;
    after: Record<string, unknown> | null;
    byYourself: boolean;
  }[];
};

/** An order that needs its buyer: it is paid and not delivered, the bank has not decided, or its money is in question. */
export type ErasureObstacle = { orderId: string; reason: 'delivery' | 'payment' | 'money' };

export const eraseAccountSchema = object({
  currentPassword: currentPasswordField,
}).required();

export type EraseAccountRequest = InferType<typeof eraseAccountSchema>;

/** Everything stored about the account of who is signed in. */
export const exportAccount = endpoint<AccountExport>('GET', '/api/auth/export');
/** The orders that prevent erasing the account of who is signed in. */
export const listErasureObstacles = endpoint<ErasureObstacle[]>('GET', '/api/auth/erase');
/**
 * Erases the person at once and signs out; their finished orders stay without name and contact. 403 `wrong_password`;
 * 409 `erase_staff`, `erase_later`.
 */
export const eraseAccount = endpointWithBody<{ success: true }>()(
  'POST',
  '/api/auth/erase',
  eraseAccountSchema,
);
