import { outcomeParameters } from '@contract/payment-return.ts';

/** What the query string of an outcome page says, with defaults for what it does not say. */
export type OutcomeDetails = {
  /** The bank's name for the order. */
  consumerOrderId: string;
  transactionId: string;
  errorCode: string;
  reason: string;
  details: string;
  /** Our own id of the order; null when the address does not carry one. */
  orderId: string | null;
};

/** The longest text that is shown from the query string, which anyone can write. */
const longestShown = 200;

/** Reads the query string of an outcome page. Nothing in it proves anything. */
export function readOutcomeDetails(query: URLSearchParams): OutcomeDetails {
  const shown = (name: string) => query.get(name)?.trim().slice(0, longestShown) ?? '';
  return {
    consumerOrderId: shown(outcomeParameters.consumerOrderId) || 'N/A',
    transactionId: shown(outcomeParameters.transactionIndex) || 'N/A',
    errorCode: shown(outcomeParameters.errorCode) || 'Unknown',
    reason: shown(outcomeParameters.errorMessage) || 'Payment could not be processed',
    details:
      shown(outcomeParameters.errorDetails) ||
      shown(outcomeParameters.errorMessage) ||
      'An unexpected error occurred during payment processing',
    orderId: shown(outcomeParameters.order) || null,
  };
}
