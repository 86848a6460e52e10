import { Parser } from 'htmlparser2';

/** The inputs of the answer that are stored, by the names that the database uses. */
const inputNames = {
  status: 'lite_payment_card_status',
  trace: 'lite_merchant_trace',
  reference: 'merchantreference',
  amountCents: 'lite_order_amount',
  transactionIndex: 'lite_transactionindex',
  description: 'lite_result_description',
  transactionDate: 'lite_transactiondate',
  bankReference: 'lite_bankreference',
  authorisationCode: 'lite_order_authorisationcode',
  cardNumber: 'ecom_payment_card_number',
} as const;

/**
 * The gateway's answer to a status query. Every value is the answer's own text; what the answer lacks is null. Card
 * number masked by the gateway and masked again here; no expiry date.
 */
export type StatusAnswer = Record<keyof typeof inputNames, string | null>;

/**
 * Reads the page that `AuthoriseInfo.aspx` answers: a form of hidden inputs, names in mixed case.
 * A page without the status input is not an answer: null. A blank status is one: the bank has no such transaction.
 * A page with two different values of an input is ambiguous and not an answer either: null.
 */
export function parseStatusAnswer(html: string): StatusAnswer | null {
  const inputs = new Map<string, string>();
  let isContradictory = false;
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        if (tag !== 'input' || !attributes.name) return;
        const name = attributes.name.toLowerCase();
        // Not trimmed: an approval is exactly `0`, and the stored answer is evidence. SQL interprets it, not this parser.
        // Postgres stores no NUL, and without it the value would be another.
        const value = (attributes.value ?? '').replaceAll('\0', '\uFFFD');
        isContradictory ||= inputs.has(name) && inputs.get(name) !== value;
        inputs.set(name, value);
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  if (isContradictory || !inputs.has(inputNames.status)) return null;
  const answer = Object.fromEntries(
    // Only spaces count as missing: an index of spaces is no transaction.
    Object.entries(inputNames).map(([key, name]) => [
      key,
      inputs.get(name)?.trim() ? inputs.get(name) : null,
    ]),
  ) as StatusAnswer;
  return { ...answer, cardNumber: maskCard(answer.cardNumber) };
}

/** First four and last four digits; a gateway that forgets to mask must not put a card number into our tables. */
function maskCard(number: string | null): string | null {
  if (!number) return null;
  return `${number.slice(0, 4)}........${number.slice(-4)}`;
}
