/** The tables that an order writes to, without products and accounts, which have orders of their own number. */
export const tablesOfOrders = [
  ...['public.orders', 'public.order_items', 'public.transactions', 'private.gateway_answers'],
  ...['public.owner_tasks', 'public.refunds', 'public.bank_statements', 'public.statement_lines'],
  ...['public.history', 'private.stock_movements', 'private.stock_holds', 'private.messages'],
  ...['private.day_sums', 'private.product_sums'],
];

/** Bytes that an order may take with all that belongs to it and all indexes, without the texts of messages. */
const mostBytes = 6300;
/** With fewer orders to a product it is the products' history that is counted. */
const fewestOrdersToAProduct = 9;

/**
 * What an order takes on the disk, table by table, the largest first.
 * @param tables their bytes with indexes
 */
export function diskPerOrder(
  tables: readonly { name: string; bytes: number }[],
  { orders, products }: { orders: number; products: number },
): { lines: string[]; isTooMuch: boolean } {
  const perOrder = (bytes: number) => Math.round(bytes / orders);
  const total = perOrder(tables.reduce((sum, { bytes }) => sum + bytes, 0));
  const isJudged = orders >= fewestOrdersToAProduct * products;
  const isTooMuch = isJudged && total > mostBytes;
  return {
    lines: [
      ...[...tables]
        .sort((a, b) => b.bytes - a.bytes)
        .map(({ name, bytes }) => `    ${name}: ${perOrder(bytes)} bytes`),
      `  ${isTooMuch ? '✗' : ' '} ${total} bytes in all, ${isJudged ? `of ${mostBytes} at most` : 'not judged with so few orders to a product'}`,
    ],
    isTooMuch,
  };
}
