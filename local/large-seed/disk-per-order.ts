/** The tables that an order writes to, without products and accounts, whose size does not depend on orders. */
export const tablesOfOrders = [
  ...['public.orders', 'public.order_items', 'public.transactions', 'private.gateway_answers'],
  ...['public.owner_tasks', 'public.refunds', 'public.bank_statements', 'public.statement_lines'],
  ...['public.history', 'private.stock_movements', 'private.stock_holds', 'private.messages'],
  ...['private.day_sums', 'private.product_sums'],
];

/** Maximum size of an order with all its rows and indexes, without the texts of messages. */
const maxBytes = 5100;
/** With fewer orders per product, the products' own history dominates. */
const minOrdersPerProduct = 9;

/**
 * The disk space of an order by table, the largest first.
 * @param tables their bytes with indexes
 */
export function diskPerOrder(
  tables: readonly { name: string; bytes: number }[],
  { orders, products }: { orders: number; products: number },
): { lines: string[]; isTooMuch: boolean } {
  const perOrder = (bytes: number) => Math.round(bytes / orders);
  const total = perOrder(tables.reduce((sum, { bytes }) => sum + bytes, 0));
  const isChecked = orders >= minOrdersPerProduct * products;
  const isTooMuch = isChecked && total > maxBytes;
  return {
    lines: [
      ...[...tables]
        .sort((a, b) => b.bytes - a.bytes)
        .map(({ name, bytes }) => `    ${name}: ${perOrder(bytes)} bytes`),
      `  ${isTooMuch ? '✗' : ' '} ${total} bytes in all, ${isChecked ? `of ${maxBytes} at most` : 'not checked with so few orders per product'}`,
    ],
    isTooMuch,
  };
}
