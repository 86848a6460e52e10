/** What can be ordered from the maker: weeks until it comes, and per cent of the price that are paid first. */
export type ToOrder = { low: number; high: number; deposit: number };

/** `6 to 8 weeks` */
export const weeksOf = ({ low, high }: Pick<ToOrder, 'low' | 'high'>): string =>
  low < high ? `${low} to ${high} weeks` : low === 1 ? '1 week' : `${low} weeks`;
