import { Parser } from 'htmlparser2';

/**
 * The gateway's answer to a status query, as the database judges it. Every value is the answer's own text;
 * what the answer lacks is null. Card number masked by the gateway and masked again here; no expiry date.
 */
export type StatusAnswer = {
  status: string | null;
  trace: string | null;
  reference: string | null;
  amountCents: string | null;
  transactionIndex: string | null;
  description: string | null;
  transactionDate: string | null;
  bankReference: string | null;
  authorisationCode: string | null;
  cardNumber: string | null;
};

/**
 * Reads the page that `AuthoriseInfo.aspx` answers: a form of hidden inputs, names in mixed case.
 * A page without the status input is not an answer: null. One with a blank status is: the bank knows of nothing.
 * A page on which an input stands twice with different values says two things and so nothing: null too.
 */
export function parseStatusAnswer(html: string): StatusAnswer | null {
  const inputs = new Map<string, string>();
  let saysTwoThings = false;
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        if (tag !== 'input' || !attributes.name) return;
        const name = attributes.name.toLowerCase();
        // Word for word: an approval is exactly `0`, and what is kept is evidence. The judge compares, not the reader.
        const value = attributes.value ?? '';
        saysTwoThings ||= inputs.has(name) && inputs.get(name) !== value;
        inputs.set(name, value);
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  if (saysTwoThings || !inputs.has('lite_payment_card_status')) return null;
  // Nothing but spaces says nothing: an index of spaces is no transaction.
  const read = (name: string) => (inputs.get(name)?.trim() ? (inputs.get(name) ?? null) : null);
  return {
    status: read('lite_payment_card_status'),
    trace: read('lite_merchant_trace'),
    reference: read('merchantreference'),
    amountCents: read('lite_order_amount'),
    transactionIndex: read('lite_transactionindex'),
    description: read('lite_result_description'),
    transactionDate: read('lite_transactiondate'),
    bankReference: read('lite_bankreference'),
    authorisationCode: read('lite_order_authorisationcode'),
    cardNumber: maskCard(read('ecom_payment_card_number')),
  };
}

/** First four and last four digits; a gateway that forgets to mask must not put a card number into our tables. */
function maskCard(number: string | null): string | null {
  if (!number) return null;
  return `${number.slice(0, 4)}........${number.slice(-4)}`;
}
