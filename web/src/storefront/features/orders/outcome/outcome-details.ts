import { outcomeParameters } from '@contract/payment-return.ts';

/** The values in the query string of an outcome page, with defaults for missing ones. */
export type OutcomeDetails = {
  /** The bank's reference of the order. */
  consumerOrderId: string;
  transactionId: string;
  errorCode: string;
  reason: string;
  details: string;
  /** Our own id of the order; null when the URL has none. */
  orderId: string | null;
};

/** The longest text shown from the query string, which anyone can write. */
const maxTextLength = 200;

/** A reference or a code of the bank: too restricted to contain a sentence. */
const isReference = (text: string) => /^[\w.:{}-]{1,60}$/.test(text);

/**
 * Reads the query string of an outcome page. It proves nothing, and anybody can send a link with their own text:
 * without an order that this browser may see, sentences are not shown.
 */
export function readOutcomeDetails(query: URLSearchParams, isOrderKnown: boolean): OutcomeDetails {
  const shown = (name: string) => {
    const text = query.get(name)?.trim().slice(0, maxTextLength) ?? '';
    return isOrderKnown || isReference(text) ? text : '';
  };
  const sentence = (name: string) => (isOrderKnown ? shown(name) : '');
  return {
    consumerOrderId: shown(outcomeParameters.consumerOrderId) || 'N/A',
    transactionId: shown(outcomeParameters.transactionIndex) || 'N/A',
    errorCode: shown(outcomeParameters.errorCode) || 'Unknown',
    reason: sentence(outcomeParameters.errorMessage) || 'Payment could not be processed',
    details:
      sentence(outcomeParameters.errorDetails) ||
      sentence(outcomeParameters.errorMessage) ||
      'An unexpected error occurred during payment processing',
    orderId: orderIdIn(query),
  };
}

/** Our own id of the order; null when the URL has none. */
export function orderIdIn(query: URLSearchParams): string | null {
  return query.get(outcomeParameters.order)?.trim().slice(0, maxTextLength) || null;
}
