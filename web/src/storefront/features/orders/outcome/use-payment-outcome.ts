import { useSearchParams } from 'react-router-dom';
import { useOrderUntilDecided } from '../orders-queries.ts';
import { paymentTruth } from './payment-truth.ts';
import { orderIdIn, readOutcomeDetails } from './outcome-details.ts';

/** What the query string and the shop say about the same payment. */
export function usePaymentOutcome() {
  const [query] = useSearchParams();
  const orderId = orderIdIn(query);
  const { data: order, isFetching, isPending, hasStopped, watchAgain } = useOrderUntilDecided(orderId);
  const truth = paymentTruth({
    orderId,
    order,
    isAsking: isPending && isFetching,
  });
  return {
    details: readOutcomeDetails(query, Boolean(order)),
    order: order ?? null,
    truth,
    /** The page has stopped asking by itself. */
    hasStopped,
    isAsking: isFetching,
    watchAgain,
  };
}

export type PaymentOutcome = ReturnType<typeof usePaymentOutcome>;
