import type { OrderPayment } from './orders.ts';

/**
 * When an order is processed, as the rest of a sentence; by default one of which nothing is known.
 * @param since from when on the hours count, where they do not yet
 */
export function processedWhen(
  { isSettlementAwaited }: Pick<OrderPayment, 'isSettlementAwaited'> = { isSettlementAwaited: false },
  since?: 'payment' | 'confirmation',
): string {
  if (isSettlementAwaited)
    return 'once the bank has transferred the money to us, usually within two bank days';
  return `within 24 hours${since ? ` after ${since}` : ''}`;
}
