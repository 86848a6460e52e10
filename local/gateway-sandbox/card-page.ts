import type { Context } from 'hono';
import { html } from 'hono/html';
import type { PostedForm } from './authorise-form.ts';
import { type Html, showPage } from './bank-page.ts';
import { type Card, testCards } from './card-processor.ts';
import type { Transaction } from './gateway-ledger.ts';

const fields = {
  CardNumber: { label: 'Card number', hint: '', autocomplete: 'cc-number' },
  CardName: { label: 'Name on the card', hint: '', autocomplete: 'cc-name' },
  CardExpiry: { label: 'Expiry date', hint: 'MM/YY', autocomplete: 'cc-exp' },
  CardSecurityCode: { label: 'CVV', hint: '3 or 4 digits', autocomplete: 'cc-csc' },
};
type Texts = Partial<Record<keyof typeof fields, string>>;

const merchant = 'Instruments & Current';

/** The page on which the buyer types the card. It needs no script: the test cards are buttons of a second form. */
export function showCardPage(
  context: Context,
  { reference, amountInCents, trace }: Transaction,
  /** What the fields hold, and what to correct in them. */
  { typed = {}, errors = {} }: { typed?: Texts; errors?: Texts } = {},
): Promise<Response> {
  const amount = formatAmount(amountInCents);
  const content = html`<form method="post" action="/Lite/Card" novalidate>
      <p>${merchant} · ${reference} · <strong>${amount}</strong></p>
      <input type="hidden" name="Trace" value="${trace}" />
      ${Object.keys(fields).map((name) => cardField(name as keyof Texts, typed, errors))}
      <button name="Action" value="Pay">Pay ${amount}</button>
      <button name="Action" value="Cancel" class="quiet">Cancel</button>
    </form>
    <form method="post" action="/Lite/Card">
      <p>Test cards: choose one to fill in the form, then press Pay.</p>
      <input type="hidden" name="Trace" value="${trace}" />
      <input type="hidden" name="Action" value="Fill" />
      ${testCards.map(
        ({ number, hint }) =>
          html`<button class="quiet" name="TestCard" value="${number}">
            ${spaced(number)}<br />${hint}
          </button>`,
      )}
    </form>`;
  return showPage(context, 'Pay by card', content);
}

function cardField(name: keyof Texts, typed: Texts, errors: Texts): Html {
  const { label, hint, autocomplete } = fields[name];
  const error = errors[name];
  return html`<div>
    <label for="${name}">${label} <small>${hint}</small></label>
    <input
      id="${name}"
      name="${name}"
      value="${typed[name] ?? ''}"
      autocomplete="${autocomplete}"
      maxlength="100"
      required
      ${error === undefined ? '' : html`aria-invalid="true" aria-describedby="${name}-error"`}
    />
    ${error === undefined ? '' : html`<p role="alert" id="${name}-error">${error}</p>`}
  </div>`;
}

/** Cents as a person reads them: `KES 1,500.00`. */
function formatAmount(cents: number): string {
  const whole = Math.trunc(cents / 100).toLocaleString('en-KE');
  return `KES ${whole}.${String(cents % 100).padStart(2, '0')}`;
}

const spaced = (number: string) => number.replace(/(.{4})(?=.)/g, '$1 ');

/** What the fields hold after a press on a test card. */
export function filledWith(number: string, now: Date): Texts {
  const CardExpiry = `12/${String(now.getUTCFullYear() + 3).slice(-2)}`;
  return { CardNumber: spaced(number), CardName: 'Test Card Holder', CardExpiry, CardSecurityCode: '123' };
}

/** The card, or what was typed, without the security code, and what to correct. `now` decides whether it has expired. */
export function checkCardForm(form: PostedForm, now: Date): Card | { typed: Texts; errors: Texts } {
  const valueOf = (name: keyof Texts) => form.get(name).trim().slice(0, 100);
  const [CardNumber, CardName] = [valueOf('CardNumber'), valueOf('CardName')];
  const CardExpiry = valueOf('CardExpiry');
  const errors: Texts = {};

  const number = CardNumber.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number)) errors.CardNumber = 'Enter the 12 to 19 digits on the front of the card.';
  if (CardName === '') errors.CardName = 'Enter the name on the card.';

  const [, month = '', year = ''] = /^(\d{1,2})\s*[/ -]?\s*(\d{4}|\d{2})$/.exec(CardExpiry) ?? [];
  const expiryYear = year.length === 2 ? `20${year}` : year;
  if (Number(month) < 1 || Number(month) > 12 || year === '') {
    errors.CardExpiry = 'Enter the expiry date as month and year, such as 08/29.';
  } else if (Date.UTC(Number(expiryYear), Number(month), 1) <= now.getTime()) {
    // A card is good until the end of its month.
    errors.CardExpiry = 'This card has expired.';
  }
  if (!/^\d{3,4}$/.test(valueOf('CardSecurityCode')))
    errors.CardSecurityCode = 'Enter the 3 or 4 digits of the security code.';
  if (Object.keys(errors).length > 0) return { typed: { CardNumber, CardName, CardExpiry }, errors };
  return { number, expiryMonth: month.padStart(2, '0'), expiryYear };
}
