/** The limit of packing slips printed at once. */
export const maxSlips = 100;

/** The path of the packing slips of `maxSlips` orders at most. */
export function slipsAddress(ids: readonly string[]): string {
  const [first = '', ...others] = ids;
  const more = others.length > 0 ? `&with=${others.join(',')}` : '';
  return `/admin/orders/${first}/print?what=packing-slip${more}`;
}

/** The ids of the orders in such a URL. */
export function ordersOfSlips(id: string, others: string | null): string[] {
  return [id, ...(others?.split(',') ?? [])].filter((one) => one !== '').slice(0, maxSlips);
}
