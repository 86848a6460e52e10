/** The most pieces of one product in an order, and the most lines. */
export const maxQuantity = 999;
export const maxLines = 100;
