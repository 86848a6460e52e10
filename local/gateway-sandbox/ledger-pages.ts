import { html } from 'hono/html';
import { bankPage, type Html } from './bank-layout.ts';
import { formatAmount } from './card-page.ts';
import type { LedgerLine } from './gateway-ledger.ts';
import { bankTime } from './return-page.ts';

/** What a developer sees at the sandbox's own address. */
export function sandboxHomePage(page: { nonce: string; lines: readonly LedgerLine[] }): Html {
  const newestFirst = [...page.lines].reverse().slice(0, 50);
  const content = html`<div class="panel">
    <h1>Card gateway sandbox</h1>
    <p>
      It stands in for the bank's hosted card page on this machine and keeps its own ledger, apart from the
      shop's database. <a href="/ledger">Whole ledger as JSON</a> · <a href="/mailbox">Mailbox</a> ·
      <a href="/faults">Faults: let the gateway misbehave</a>
    </p>
    ${
      newestFirst.length === 0
        ? html`<p>No payment was tried yet.</p>`
        : html`<div class="scroll" tabindex="0" role="region" aria-label="Newest transactions">
            <table>
              <thead>
                <tr>
                  <th scope="col">Opened (Nairobi)</th>
                  <th scope="col">Reference</th>
                  <th scope="col">Amount</th>
                  <th scope="col">State</th>
                  <th scope="col">Status</th>
                  <th scope="col">Money moved</th>
                </tr>
              </thead>
              <tbody>
                ${newestFirst.map(
                  (line) =>
                    html`<tr>
                      <td>${bankTime(line.openedAt)}</td>
                      <td>${line.reference}</td>
                      <td>${formatAmount(line.amountInCents, line.currency)}</td>
                      <td>${line.state}</td>
                      <td>${line.status === null ? '' : `${line.status} ${line.description}`}</td>
                      <td>${line.moneyMoved > 0 ? formatAmount(line.moneyMoved, line.currency) : 'no'}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`
    }
  </div>`;
  return bankPage({ title: 'Card gateway sandbox', nonce: page.nonce, content });
}
