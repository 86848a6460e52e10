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

/** A name or a code of the bank, in which nobody can write a sentence. */
const isReference = (text: string) => /^[\w.:{}-]{1,60}$/.test(text);

/**
 * Reads the query string of an outcome page. Nothing in it proves anything, and anybody can send a link with words of
 * their own: without an order that this browser may see, sentences are not shown.
 */
export function readOutcomeDetails(query: URLSearchParams, isOrderKnown: boolean): OutcomeDetails {
  const shown = (name: string) => {
    const text = query.get(name)?.trim().slice(0, longestShown) ?? '';
    return isOrderKnown || isReference(text) ? text : '';
  };
  const words = (name: string) => (isOrderKnown ? shown(name) : '');
  return {
    consumerOrderId: shown(outcomeParameters.consumerOrderId) || 'N/A',
    transactionId: shown(outcomeParameters.transactionIndex) || 'N/A',
    errorCode: shown(outcomeParameters.errorCode) || 'Unknown',
    reason: words(outcomeParameters.errorMessage) || 'Payment could not be processed',
    details:
      words(outcomeParameters.errorDetails) ||
      words(outcomeParameters.errorMessage) ||
      'An unexpected error occurred during payment processing',
    orderId: orderIdIn(query),
  };
}

/** Our own id of the order, null when the address does not carry one. */
export function orderIdIn(query: URLSearchParams): string | null {
  return query.get(outcomeParameters.order)?.trim().slice(0, longestShown) || null;
}
