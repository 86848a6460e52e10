import { html } from 'hono/html';
import type { Html } from './bank-page.ts';
import type { GatewayLedger } from './gateway-ledger.ts';

const columns = [
  ...(['openedAt', 'reference', 'trace', 'state', 'status', 'description'] as const),
  ...(['currency', 'amountInCents', 'moneyMoved'] as const),
];

/** The newest transactions, with what really happened to the money, in cents. */
export function ledgerTable(ledger: GatewayLedger): Html {
  const newestFirst = ledger.lines().slice(-50).reverse();
  return html`<section tabindex="0" aria-label="Newest transactions">
    <p>
      <a href="/ledger">Whole ledger as JSON</a> · <a href="/mailbox">Mailbox</a> ·
      <a href="/daraja/faults">Faults of M-Pesa</a> · <a href="/daraja/phone">The payer’s phone</a>
    </p>
    <table>
      <tr>
        ${columns.map((name) => html`<th scope="col">${name}</th>`)}
      </tr>
      ${newestFirst.map(
        (line) =>
          html`<tr>
            ${columns.map((name) => html`<td>${line[name]}</td>`)}
          </tr>`,
      )}
    </table>
  </section>`;
}
