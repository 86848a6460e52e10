import { useSearchParams } from 'react-router-dom';
import { useOrderUntilDecided } from '../orders-queries.ts';
import { paymentStateOf } from './payment-state.ts';
import { orderIdIn, readOutcomeDetails } from './outcome-details.ts';

/** A payment as described by the query string and by the order. */
export function usePaymentOutcome() {
  const [query] = useSearchParams();
  const orderId = orderIdIn(query);
  const {
    data: order,
    isFetching,
    isPending,
    hasStopped,
    watchAgain,
  } = useOrderUntilDecided(orderId, {
    asksBankFirst: true,
  });
  const state = paymentStateOf({
    orderId,
    order,
    isFetching: isPending && isFetching,
    hasStopped,
  });
  return {
    details: readOutcomeDetails(query, order ?? null),
    order: order ?? null,
    state,
    /** Polling has stopped. */
    hasStopped,
    isFetching,
    watchAgain,
  };
}

export type PaymentOutcome = ReturnType<typeof usePaymentOutcome>;
