import { browserState } from '#lib/storage/stored-state.ts';

/** The id of the latest quotation that this browser asked for from its cart: accepted, its lines leave the cart. */
export const quotationOfCart = browserState('quotation-of-cart', 1, (id) =>
  typeof id === 'string' ? id : null,
);
