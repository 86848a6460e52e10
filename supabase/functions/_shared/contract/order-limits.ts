/** The most pieces of one product in an order, and the most lines. */
export const maxQuantity = 999;
export const maxLines = 100;

/** The longest that staff reserve the pieces of an order that is to be paid, hours. SQL: `public.place_order_as_staff()`. */
export const maxHoldHours = 168;
