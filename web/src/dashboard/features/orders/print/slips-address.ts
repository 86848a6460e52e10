/** The most packing slips printed at once. */
export const mostSlips = 100;

/** Where the packing slips of these orders are, one sheet each. */
export function slipsAddress(ids: readonly string[]): string {
  const [first = '', ...others] = ids.slice(0, mostSlips);
  const more = others.length > 0 ? `&with=${others.join(',')}` : '';
  return `/admin/orders/${first}/print?what=packing-slip${more}`;
}

/** The orders whose sheets an address asks for. */
export function ordersOfSlips(id: string, others: string | null): string[] {
  return [id, ...(others?.split(',') ?? [])].filter((one) => one !== '').slice(0, mostSlips);
}
