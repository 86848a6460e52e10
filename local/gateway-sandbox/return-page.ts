import type { Context } from 'hono';
import { html } from 'hono/html';
import { type PostedForm, type ReturnAddress, returnUrlOf } from './authorise-form.ts';
import { bankTime, showPage } from './bank-page.ts';
import { returnAddressOf } from './card-processor.ts';
import type { GatewayBehaviour } from './gateway-behaviour.ts';
import type { Transaction } from './gateway-ledger.ts';

const headings: Record<ReturnAddress, string> = {
  successful: 'Payment approved',
  fail: 'Payment declined',
  tryLater: 'Payment not completed',
  error: 'Payment not made',
};

/**
 * Answers with the form that takes the buyer back: it sends itself, and has a button for a browser without scripts.
 */
export function sendBuyerBack(
  context: Context,
  form: PostedForm,
  result: Transaction,
  behaviour: GatewayBehaviour,
): Promise<Response> {
  if (behaviour.returnLost) {
    const sentence = 'Nobody can tell from here whether the card was charged.';
    return showPage(context, 'Connection lost', html`<p>${sentence}</p>`);
  }
  const right = returnAddressOf(result.status);
  const { returnAddress, returnStatus } = behaviour;
  const url = returnUrlOf(form, returnAddress === 'right' ? right : returnAddress);
  const sentence = html`<p>${result.description}.</p>`;
  // The form named no address that a browser may be sent to.
  if (url === null) return showPage(context, headings[right], sentence, { status: 400 });
  const fields = returnFields(form, result);
  if (returnStatus !== '') fields.set('LITE_PAYMENT_CARD_STATUS', returnStatus);
  const content = html`${sentence}
    <form method="post" action="${url}">
      ${[...fields].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" /> `)}
      <p>You are being taken back to the shop. If nothing happens, press Continue.</p>
      <button>Continue</button>
    </form>`;
  return showPage(context, headings[right], content, { script: 'document.forms[0].submit()' });
}

/**
 * The fields of the return, names in upper case: the request and the merchant's own variables as posted, and over
 * them the result. A result that does not exist is left out, even when somebody posted a variable of that name.
 */
function returnFields(form: PostedForm, result: Transaction): Map<string, string> {
  const fields = new Map(form.entries.map(([name, value]) => [name.toUpperCase(), value]));
  const results: Record<string, string | null> = {
    LITE_PAYMENT_CARD_STATUS: String(result.status ?? ''),
    LITE_RESULT_DESCRIPTION: result.description,
    LITE_TRANSACTIONINDEX: result.transactionIndex,
    LITE_TRANSACTIONDATE: result.finishedAt === null ? null : bankTime(result.finishedAt),
    LITE_BANKREFERENCE: result.bankReference,
    LITE_ORDER_AUTHORISATIONCODE: result.authorisationCode,
    ECOM_PAYMENT_CARD_NUMBER: result.maskedCard,
  };
  for (const [name, value] of Object.entries(results)) {
    if (value === null) fields.delete(name);
    else fields.set(name, value);
  }
  return fields;
}
