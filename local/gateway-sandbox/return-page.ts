import { html, raw } from 'hono/html';
import { bankPage, type Html } from './bank-layout.ts';
import type { GatewayBehaviour } from './gateway-behaviour.ts';
import type { Transaction } from './gateway-ledger.ts';
import type { PostedForm } from './posted-form.ts';

/**
 * The fields of the return, names in upper case: the request and the merchant's own variables as posted, and over
 * them the result. A result that does not exist is left out, even when somebody posted a variable of that name.
 */
export function returnFields(form: PostedForm, result: Transaction): Map<string, string> {
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

/**
 * The form that takes the buyer back: it sends itself, and has a button for a browser without scripts. What the
 * browser does with it is in the form's `data-delay-ms` and `data-posts`, for a buyer without a browser too.
 */
export function returnPage(page: {
  nonce: string;
  url: string;
  fields: ReadonlyMap<string, string>;
  heading: string;
  sentence: string;
  behaviour: Pick<GatewayBehaviour, 'returnDelayedMs' | 'returnDoubled'>;
}): Html {
  const { returnDelayedMs, returnDoubled } = page.behaviour;
  const content = html`<div class="panel">
    <h1>${page.heading}</h1>
    <p>${page.sentence}</p>
    <form
      id="return"
      method="post"
      action="${page.url}"
      data-delay-ms="${returnDelayedMs}"
      data-posts="${returnDoubled ? 2 : 1}"
    >
      ${[...page.fields].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" /> `)}
      <p>You are being taken back to the shop. If nothing happens, press Continue.</p>
      <button type="submit">Continue</button>
    </form>
    <script nonce="${page.nonce}">
      ${raw(returnScript)};
    </script>
  </div>`;
  return bankPage({ title: page.heading, nonce: page.nonce, content });
}

/** A page without a way back: the form named no address that a browser may be sent to. */
export function deadEndPage(page: { nonce: string; heading: string; sentence: string }): Html {
  const content = html`<div class="panel">
    <h1>${page.heading}</h1>
    <p class="notice">${page.sentence}</p>
  </div>`;
  return bankPage({ title: page.heading, nonce: page.nonce, content });
}

/** The first of two posts goes out beside the page, as when a browser repeats a post whose answer it did not get. */
const returnScript = `
const form = document.getElementById('return');
setTimeout(() => {
  if (form.dataset.posts === '2') {
    fetch(form.action, { method: 'POST', mode: 'no-cors', keepalive: true, body: new URLSearchParams(new FormData(form)) });
  }
  form.submit();
}, Number(form.dataset.delayMs));
`;

/** The gateway's description shows no format for dates: the sandbox writes date and time in Nairobi (UTC+3). */
export function bankTime(utc: string): string {
  const nairobi = new Date(Date.parse(utc) + 3 * 60 * 60 * 1000);
  return nairobi.toISOString().slice(0, 19).replace('T', ' ');
}
