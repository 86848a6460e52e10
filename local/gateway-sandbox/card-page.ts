import { html } from 'hono/html';
import { bankPage, type Html } from './bank-layout.ts';
import type { CardFieldErrors, TypedCard } from './card-form.ts';
import { testCards } from './card-outcome.ts';

export type CardPage = {
  nonce: string;
  merchantName: string;
  reference: string;
  amountInCents: number;
  currency: string;
  trace: string;
  typed: TypedCard;
  /** Filled in for a test card alone; what a buyer typed is never sent back. */
  securityCode: string;
  errors: CardFieldErrors;
};

/** The page on which the buyer types the card. It needs no script: the test cards are buttons of a second form. */
export function cardPage(page: CardPage): Html {
  const amount = formatAmount(page.amountInCents, page.currency);
  const content = html`<div class="pay">
    <form class="panel" method="post" action="/Lite/Card" novalidate>
      <h1>Pay by card</h1>
      <dl class="order">
        <dt>Merchant</dt>
        <dd>${page.merchantName}</dd>
        <dt>Reference</dt>
        <dd>${page.reference}</dd>
        <dt>Amount</dt>
        <dd class="amount">${amount}</dd>
      </dl>
      <input type="hidden" name="Trace" value="${page.trace}" />
      ${field({
        label: 'Card number',
        name: 'CardNumber',
        value: page.typed.number,
        error: page.errors.number,
        autocomplete: 'cc-number',
        inputmode: 'numeric',
        maxLength: 23,
      })}
      ${field({
        label: 'Name on the card',
        name: 'CardName',
        value: page.typed.name,
        error: page.errors.name,
        autocomplete: 'cc-name',
        inputmode: 'text',
        maxLength: 100,
      })}
      <div class="pair">
        ${field({
          label: 'Expiry date',
          hint: 'MM/YY',
          name: 'CardExpiry',
          value: page.typed.expiry,
          error: page.errors.expiry,
          autocomplete: 'cc-exp',
          inputmode: 'numeric',
          maxLength: 9,
        })}
        ${field({
          label: 'CVV',
          hint: '3 or 4 digits',
          name: 'CardSecurityCode',
          value: page.securityCode,
          error: page.errors.securityCode,
          autocomplete: 'cc-csc',
          inputmode: 'numeric',
          maxLength: 4,
        })}
      </div>
      <div class="actions">
        <button type="submit" name="Action" value="Pay">Pay ${amount}</button>
        <button type="submit" name="Action" value="Cancel" class="quiet">Cancel</button>
      </div>
    </form>
    <form class="panel" method="post" action="/Lite/Card">
      <h2>Test cards</h2>
      <p>Choose one to fill in the form, then press Pay.</p>
      <input type="hidden" name="Trace" value="${page.trace}" />
      <input type="hidden" name="Action" value="Fill" />
      <ul class="cards">
        ${testCards.map(
          (card) =>
            html`<li>
              <button type="submit" class="quiet" name="TestCard" value="${card.name}">
                <strong>${card.number.replace(/(.{4})(?=.)/g, '$1 ')}</strong> ${card.hint}
              </button>
            </li>`,
        )}
      </ul>
    </form>
  </div>`;
  return bankPage({ title: `Pay ${amount}`, nonce: page.nonce, content });
}

/** Cents as a person reads them: `KES 1,500.00`. */
export function formatAmount(cents: number, currency: string): string {
  const whole = Math.trunc(cents / 100).toLocaleString('en-KE');
  return `${currency} ${whole}.${String(cents % 100).padStart(2, '0')}`;
}

type Field = {
  label: string;
  hint?: string;
  name: string;
  value: string;
  error: string | undefined;
  autocomplete: string;
  inputmode: 'numeric' | 'text';
  maxLength: number;
};

function field(field: Field): Html {
  const errorId = `${field.name}-error`;
  return html`<div class="field">
    <label for="${field.name}"
      >${field.label}${field.hint === undefined ? '' : html` <span class="hint">${field.hint}</span>`}</label
    >
    <input
      id="${field.name}"
      name="${field.name}"
      value="${field.value}"
      autocomplete="${field.autocomplete}"
      inputmode="${field.inputmode}"
      maxlength="${field.maxLength}"
      required
      ${field.error === undefined ? '' : html`aria-invalid="true" aria-describedby="${errorId}"`}
    />
    ${field.error === undefined ? '' : html`<p class="error" id="${errorId}">${field.error}</p>`}
  </div>`;
}
