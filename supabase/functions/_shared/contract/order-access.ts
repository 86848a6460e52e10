import { type InferType, object, string } from 'yup';
import { emailOrPhoneField } from './contact-fields.ts';
import { endpointWithBody } from './endpoint.ts';
import type { Order } from './orders.ts';
import { ofText } from './field-rules.ts';
import type { PdfFile } from './papers.ts';

// Apart from orders.ts, like the form of the checkout: these forms need yup.

export const contactMissing = 'Enter the e-mail or the phone number of the order';
const contactField = emailOrPhoneField(contactMissing);

export const findOrderSchema = object({
  /** The last eight characters of the order's id; `#IC-`, spaces and hyphens of any kind may stand with them. */
  orderNumber: string()
    .transform(ofText((typed) => typed.replaceAll(/[#\s\p{Pd}]/gu, '').replace(/^ic/i, '')))
    .typeError('Enter the eight characters of the order number')
    .required('Enter the order number')
    .matches(/^[0-9a-f]{8}$/i, {
      message: 'Enter the eight characters of the order number',
      excludeEmptyString: true,
    }),
  contact: contactField,
}).required();

export type FindOrderRequest = InferType<typeof findOrderSchema>;

export const claimOrderSchema = object({ contact: contactField }).required();

export type ClaimOrderRequest = InferType<typeof claimOrderSchema>;

/** The link of an order, for anyone who knows its number and a contact. Any wrong guess is the same 404 `not_found`; 429. */
export const findOrder = endpointWithBody<{ orderId: string; linkKey: string }>()(
  'POST',
  '/api/orders/find',
  findOrderSchema,
);

/**
 * The signed-in account takes over an order that a guest placed in this browser. 403 `contact_mismatch` when the contact
 * is not the order's; 404 when it is not of this browser, or is another account's; 429.
 */
export const claimOrder = endpointWithBody<Order>()('POST', '/api/orders/:orderId/claim', claimOrderSchema);

export const linkedPaperSchema = object({
  contact: emailOrPhoneField(contactMissing).notRequired(),
}).required();

/**
 * The proforma or the invoices as a PDF, in base64, for whoever sees the order (`X-Order-Key`): with its e-mail or phone
 * they have the buyer's name, and invoices are seen with it alone. 400 without it; 403 `contact_mismatch`; 404
 * `not_found` when the order or the paper does not exist; 429.
 */
export const getLinkedPaper = endpointWithBody<PdfFile>()(
  'POST',
  '/api/orders/:orderId/papers/:kind',
  linkedPaperSchema,
);
