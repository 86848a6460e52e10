import { array, type InferType, object, string } from 'yup';
import { endpoint, endpointWithBody } from './endpoint.ts';
import { cutAfter, uuidRule, wholeNumber } from './field-rules.ts';
import { maxLines, maxQuantity } from './order-limits.ts';
import type { Product } from './products.ts';

/** The cart of an account with its products as they are now; what is not sold any more is left out. */
export type Cart = { items: { product: Product; quantity: number }[] };

/** 401 `not_signed_in`: a guest's cart lives in the guest's browser. */
export const getCart = endpoint<Cart>('GET', '/api/cart');

export const cartLine = object({
  productId: string().required('Product is missing').test(uuidRule('Unknown product')),
  quantity: wholeNumber('Quantity')
    .min(1, 'Quantity must be at least 1')
    .max(maxQuantity, `Quantity must be at most ${maxQuantity}`),
});

/** Ids and quantities only: what a product costs is looked up whenever the cart is shown. */
const saveCartSchema = object({
  items: array(cartLine)
    .required('Items are missing')
    .transform(cutAfter(maxLines))
    .max(maxLines, `A cart has at most ${maxLines} lines`),
}).required();

export type SaveCartRequest = InferType<typeof saveCartSchema>;

const mergeCartSchema = saveCartSchema.shape({
  /** Names the guest's cart, so that a repeated request adds nothing. */
  token: string().required('Token is missing').test(uuidRule('Token must be a UUID')),
});

export type MergeCartRequest = InferType<typeof mergeCartSchema>;

/** The cart becomes exactly this; the last device to save wins. */
export const saveCart = endpointWithBody<{ success: true }>()('PUT', '/api/cart', saveCartSchema);
/** Adds a guest's cart to the account's, to no more than is in stock; once for each token. */
export const mergeCart = endpointWithBody<Cart>()('POST', '/api/cart/merge', mergeCartSchema);
