import { array, type InferType, object, string } from 'yup';
import { cartLine } from './cart.ts';
import { companyFields, companyNameField, pinField, purchaseOrderField } from './company.ts';
import { emailField, phoneField, requiredFieldMessage } from './contact-fields.ts';
import { endpointWithBody } from './endpoint.ts';
import { cutAfter, textField, trueOrFalse, wholeNumber } from './field-rules.ts';
import { languages } from './messages.ts';
import { maxLines, maxQuantity } from './order-limits.ts';
import type { PlaceOrderReply } from './orders.ts';

// Apart from orders.ts: the cart and the list of orders, which check no form, then need no yup.

/** The form of the checkout page. */
export const customerSchema = object({
  firstName: textField('Enter your first name', 60),
  lastName: textField('Enter your last name', 60),
  email: emailField('Enter your email address'),
  phone: phoneField('Enter your phone number'),
  address: addressField('Enter your delivery address'),
  ...companyFields,
});

/** The form as typed. */
export type Customer = Record<keyof InferType<typeof customerSchema>, string>;

/** Who gets an order, and how they are written to about it. */
export const contactOfOrder = {
  customerName: textField(requiredFieldMessage, 121),
  customerEmail: emailField(requiredFieldMessage),
  customerPhone: phoneField(requiredFieldMessage),
  customerAddress: addressField(requiredFieldMessage),
  /** The organisation for which it is ordered; absent for a person. */
  company: object({
    name: companyNameField(),
    pin: pinField(),
    purchaseOrder: purchaseOrderField(),
  })
    .default(undefined)
    .nullable()
    .optional(),
  /** In which the buyer is written to; English when absent. */
  language: string().oneOf(languages, 'Choose English or Swahili'),
  /** The shop may write on WhatsApp about this order; not without. */
  whatsAppConsent: trueOrFalse(),
};

export const placeOrderSchema = object({
  orderData: object({
    ...contactOfOrder,
    /** KES, the goods' sum without delivery; compared with the server's sum, never used. */
    totalAmount: wholeNumber('Total')
      .min(1, 'Total must be positive')
      .max(2_000_000_000, 'Total is too large'),
    /** Where it goes: the official number of the county. */
    county: countyField(),
    /** KES: the price of delivery that the buyer has seen and accepts as a part of what is paid; without it delivery stays outside. */
    deliveryPrice: wholeNumber('Delivery price')
      .optional()
      .min(0, 'Delivery price must not be negative')
      .max(999_999, 'Delivery price is too large'),
    /** KES: what the buyer has agreed to pay now, of an order with pieces from the maker; the whole total when absent. */
    dueNow: wholeNumber('Amount due now')
      .optional()
      .min(1, 'Amount due now must be positive')
      .max(2_000_000_000, 'Amount due now is too large'),
    status: string().oneOf(['pending'], 'A new order is always pending'),
  }).required('Order details are missing'),
  items: array(
    cartLine.shape({
      /** KES for one piece; compared with today's price, never used. */
      price: wholeNumber('Price').min(1, 'Price must be positive').max(2_000_000_000, 'Price is too large'),
    }),
  )
    .required('Your cart is empty')
    .min(1, 'Your cart is empty')
    .transform(cutAfter(maxLines))
    .max(maxLines, `An order has at most ${maxLines} lines`)
    .test('pieces', `An order has at most ${maxQuantity} pieces of one product`, isOneOrdersPieces),
}).required();

export type PlaceOrderRequest = InferType<typeof placeOrderSchema>;

/**
 * Places an order in this browser's session. With an `Idempotency-Key` header (a UUID, optional) the same key gives the
 * same reply, as long as the payment in it can still be made. With or without one, the same items to the same person at
 * the same total are one order while that order is unpaid: its reply is given again, with the form of the transaction that
 * can be paid now. An order that differs in anything is another one.
 *
 * Refuses with 409 and the order that stands in the way as `order` in the reply:
 * - `payment_undecided`: the same order exists, and the bank has not decided about it.
 * - `order_closed`: it was sent with the same key, and was paid or cancelled since.
 *
 * `order_outdated`: it was sent with the same key more than three days ago, and a price or a product has changed since.
 *
 * `delivery_changed`: delivery does not cost what was accepted; `delivery` in the reply says what it does.
 *
 * Besides: `out_of_stock`, `price_changed`, `product_unavailable` (with `lines`), `total_too_large`, `key_reused`.
 */
export const placeOrder = endpointWithBody<PlaceOrderReply>()('POST', '/api/orders', placeOrderSchema);

/** Where an order goes: not `x`, `-` or a number alone. */
function addressField(missing: string) {
  return textField(missing, 500).test(
    'place',
    'Enter the town, street or landmark',
    (typed) => !typed || (typed.match(/\p{L}/gu)?.length ?? 0) >= 3,
  );
}

/** The same product on two lines is one quantity. What is no line is refused where it stands. */
function isOneOrdersPieces(items: readonly unknown[] | undefined): boolean {
  const pieces = new Map<string, number>();
  for (const item of items ?? []) {
    const { productId, quantity } = (item ?? {}) as { productId?: unknown; quantity?: unknown };
    if (typeof productId !== 'string' || typeof quantity !== 'number' || quantity > maxQuantity) continue;
    const product = productId.toLowerCase();
    pieces.set(product, (pieces.get(product) ?? 0) + quantity);
  }
  return [...pieces.values()].every((sum) => sum <= maxQuantity);
}

/** The official number of a county as three digits, `001` to `047`; may be absent. @param excludeEmptyString what is empty is missing, not wrong */
export function countyField(excludeEmptyString = false) {
  const message = 'Choose one of the 47 counties';
  return string().matches(/^0(0[1-9]|[1-3]\d|4[0-7])$/, { message, excludeEmptyString });
}
