import type { Order } from '@contract/orders.ts';
import { isUuid } from '@contract/uuid.ts';
import { outcomeParameters } from '@contract/payment-return.ts';

/** The values in the query string of an outcome page; null for what it does not say about an error. */
export type OutcomeDetails = {
  /** The bank's reference of the order. */
  consumerOrderId: string;
  transactionId: string;
  errorCode: string | null;
  reason: string | null;
  details: string | null;
  /** Our own id of the order; null when the URL has none. */
  orderId: string | null;
};

/** The longest text shown from the query string, which anyone can write. */
const maxTextLength = 200;

/** A reference or a code of the bank: too restricted to contain a sentence. */
const isReference = (text: string) => /^[\w.:{}-]{1,60}$/.test(text);

/**
 * A web address, an e-mail address, or a telephone number of nine digits or more: what a forged link would lead its reader
 * to.
 */
const waysOut = /\S*(?:\/\/|@|[\p{L}\p{N}]\.\p{L}{2})\S*|[+(]*\p{N}(?:[\s().\p{Pd}]*\p{N}){8,}/gu;

/** The full stop of a sentence that the next one follows without a space: the next word is capitalised, and ends no address. */
const missingSpace =
  /(?<=\p{Ll}\.)(?!(?:Com|Net|Org|Info|Co|Ke)\b)(?=\p{Lu}\p{Ll}+(?:[\s,;]|\.(?!\p{L})|$))/gu;

/**
 * Reads the query string of an outcome page. It proves nothing, and anybody can send a link with their own text: it is
 * shown without ways to reach whoever wrote it. What the shop knows of a refusal comes first.
 */
export function readOutcomeDetails(
  query: URLSearchParams,
  order: Pick<Order, 'payment'> | null,
): OutcomeDetails {
  const reference = (name: string) => {
    const text = query.get(name)?.trim() ?? '';
    return isReference(text) ? text : '';
  };
  const sentence = (name: string) => {
    const text = query.get(name)?.normalize('NFKC').replaceAll(/\p{C}/gu, ' ') ?? '';
    return (
      text
        .replaceAll(missingSpace, ' ')
        .replaceAll(waysOut, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim()
        .slice(0, maxTextLength) || null
    );
  };
  const { payment } = order ?? {};
  const refusal = payment?.refusal;
  return {
    consumerOrderId: reference(outcomeParameters.consumerOrderId) || payment?.reference || 'N/A',
    transactionId: reference(outcomeParameters.transactionIndex) || 'N/A',
    errorCode: refusal?.code || sentence(outcomeParameters.errorCode),
    reason: refusal?.description || sentence(outcomeParameters.errorMessage),
    details:
      refusal?.description ||
      sentence(outcomeParameters.errorDetails) ||
      sentence(outcomeParameters.errorMessage),
    orderId: orderIdIn(query),
  };
}

/** Our own id of the order; null when the URL has none, or what cannot be one. */
export function orderIdIn(query: URLSearchParams): string | null {
  const id = query.get(outcomeParameters.order)?.trim() ?? '';
  return isUuid(id) ? id : null;
}
