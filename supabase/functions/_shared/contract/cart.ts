import { endpoint } from './endpoint.ts';
import type { Product } from './products.ts';

/** The cart of an account with its products as they are now; what is not sold any more is left out. */
export type Cart = { items: { product: Product; quantity: number }[] };

/** 401 `not_signed_in`: a guest's cart lives in the guest's browser. */
export const getCart = endpoint<Cart>('GET', '/api/cart');
