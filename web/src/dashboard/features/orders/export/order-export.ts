import type { ExportedOrder, OrderFilter } from '@contract/admin-orders.ts';
import { adminDatabase, answerOf } from '../../../lib/admin-database.ts';

/** The most orders of one file: what a phone's memory and a spreadsheet still open. */
export const mostExported = 50_000;

type Part = { rows: ExportedOrder[]; after: OrderFilter['after'] | null };

/** An export under way: what there is already, and where it goes on after a cut line. */
export type OrderExport = {
  readonly filter: OrderFilter;
  orders: ExportedOrder[];
  after: OrderFilter['after'] | null;
};

export function newOrderExport(filter: OrderFilter): OrderExport {
  return { filter, orders: [], after: null };
}

/**
 * Fetches what is missing, a thousand orders at a time, newest first.
 * @throws ConnectionError, AdminDataError; what was fetched is kept, and calling again goes on from there
 */
export async function fetchOrders(
  under: OrderExport,
  { signal, onProgress }: { signal: AbortSignal; onProgress(fetched: number): void },
): Promise<void> {
  const database = await adminDatabase();
  do {
    const filter = under.after ? { ...under.filter, after: under.after } : under.filter;
    const { data } = await answerOf(
      database.rpc('export_orders', { p_filter: filter, p_limit: 1000 }).abortSignal(signal),
    );
    signal.throwIfAborted();
    const { rows, after } = data as unknown as Part;
    under.orders.push(...rows);
    under.after = after;
    onProgress(under.orders.length);
  } while (under.after !== null && under.orders.length < mostExported);
}
