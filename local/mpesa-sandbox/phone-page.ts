import type { Context } from 'hono';
import { html } from 'hono/html';
import { bankTime, type Html, showPage } from '../gateway-sandbox/bank-page.ts';
import { localMpesa } from './local-mpesa.ts';
import type { MpesaPayments } from './mpesa-payments.ts';

export const businessName = 'INSTRUMENTS & CURRENT';

type PhonePage = { payments: MpesaPayments; path: string };

/** The payer's phone: the prompts on it, and the menu that pays by hand. It needs no script: load it again to see more. */
export function showPhone(context: Context, { payments, path }: PhonePage, problem = ''): Promise<Response> {
  const prompts = payments.openPrompts();
  const field = (id: string, label: string, value: string): Html =>
    html`<div>
      <label for="${id}">${label}</label
      ><input id="${id}" name="${id}" autocomplete="off" value="${value}" required />
    </div>`;
  const content = html`<p role="alert">${problem}</p>
    ${prompts.length === 0 && html`<p>No prompt. Load this page again after the shop has sent one.</p>`}
    ${prompts.map(
      ({ checkoutId, amount, account, phone }) =>
        html`<form method="post" action="${path}/phone/prompts/${checkoutId}">
          <p>
            ${phone}: Do you want to pay KES ${amount.toLocaleString('en')} to ${businessName}, account
            ${account}?
          </p>
          <div>
            <label for="${checkoutId}"
              >M-Pesa PIN <small>0000 is wrong, with 1111 the balance is too low</small></label
            ><input
              id="${checkoutId}"
              name="pin"
              type="password"
              inputmode="numeric"
              maxlength="4"
              autocomplete="off"
            />
          </div>
          <button name="action" value="pay">Pay</button>
          <button name="action" value="cancel" class="quiet">Cancel</button>
          <button name="action" value="ignore" class="quiet">Ignore</button>
        </form>`,
    )}
    <h2>Lipa na M-Pesa: paybill</h2>
    <form method="post" action="${path}/phone/paybill">
      ${field('shortcode', 'Paybill', localMpesa.shortcode)} ${field('account', 'Account number', '')}
      ${field('amount', 'Sum in whole shillings', '')} ${field('phone', 'Phone', '254700000000')}
      ${field('name', 'Name', 'Test Payer')}
      <button>Pay</button>
    </form>
    <h2>Paid</h2>
    ${payments
      .paid()
      .slice(-10)
      .reverse()
      .map(
        ({ receipt, amount, account, at }) =>
          html`<p>${receipt}: KES ${amount.toLocaleString('en')}, account ${account}, ${bankTime(at)}</p>`,
      )}
    <p>
      <a href="${path}/ledger">Ledger as JSON</a> · <a href="${path}/faults">Faults</a> ·
      <a href="/mailbox">Mailbox</a>
    </p>`;
  return showPage(context, 'The payer’s phone', content, { status: problem === '' ? 200 : 400 });
}
