/** The limit of packing slips printed at once, and of orders on a pick list. */
export const maxSlips = 100;

/** The path of the packing slips of `maxSlips` orders at most, or of their pick list. */
export function slipsAddress(
  ids: readonly string[],
  what: 'packing-slip' | 'pick-list' = 'packing-slip',
): string {
  const [first = '', ...others] = ids;
  const more = others.length > 0 ? `&with=${others.join(',')}` : '';
  return `/admin/orders/${first}/print?what=${what}${more}`;
}

/** The ids of the orders in such a URL. */
export function ordersOfSlips(id: string, others: string | null): string[] {
  return [id, ...(others?.split(',') ?? [])].filter((one) => one !== '').slice(0, maxSlips);
}
