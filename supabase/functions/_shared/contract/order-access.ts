import { type InferType, object, string } from 'yup';
import { emailField, phoneField } from './contact-fields.ts';
import { endpointWithBody } from './endpoint.ts';
import type { Order } from './orders.ts';
import { ofText, textField } from './field-rules.ts';

// Apart from orders.ts, like the form of the checkout: these forms need yup.

const contactMessage = 'Enter the e-mail or the phone number of the order';

/** An e-mail address, or a phone number in any form common in Kenya; cast to the one that is stored. */
const contactField = textField(contactMessage, 254)
  .transform((typed: unknown) => (typeof typed === 'string' ? (castContact(typed) ?? typed) : typed))
  .test('contact', contactMessage, (typed) => !typed || castContact(typed) !== null);

export const findOrderSchema = object({
  /** The last eight characters of the order's id, with or without `#IC-` before them. */
  orderNumber: string()
    .transform(ofText((typed) => typed.trim().replace(/^#?(ic-)?/i, '')))
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

function castContact(typed: string): string | null {
  for (const field of [emailField(contactMessage), phoneField(contactMessage, contactMessage)]) {
    const cast: unknown = field.cast(typed, { assert: false });
    if (typeof cast === 'string' && field.isValidSync(cast)) return cast;
  }
  return null;
}
