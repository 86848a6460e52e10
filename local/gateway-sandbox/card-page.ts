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
  /** What the fields hold, and whether there is something to correct in them. */
  { typed = {}, isWrong = false }: { typed?: Texts; isWrong?: boolean } = {},
): Promise<Response> {
  const amount = formatAmount(amountInCents);
  const content = html`<form method="post" action="/Lite/Card">
      <p>${merchant} · ${reference} · <strong>${amount}</strong></p>
      <input type="hidden" name="Trace" value="${trace}" />
      ${isWrong && html`<p role="alert">${advice}</p>`}
      ${Object.keys(fields).map((name) => cardField(name as keyof Texts, typed))}
      <button name="Action" value="Pay">Pay ${amount}</button>
      <button name="Action" value="Cancel" class="quiet" formnovalidate>Cancel</button>
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

function cardField(name: keyof Texts, typed: Texts): Html {
  const { label, hint, autocomplete } = fields[name];
  return html`<div>
    <label for="${name}">${label} <small>${hint}</small></label>
    <input
      id="${name}"
      name="${name}"
      value="${typed[name] ?? ''}"
      autocomplete="${autocomplete}"
      maxlength="100"
      required
    />
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

const advice =
  'Check the number (12 to 19 digits), the name, the expiry date (such as 08/29, not past) and the CVV (3 or 4 digits).';

/** The card, or what was typed, without the security code. `now` decides whether it has expired. */
export function checkCardForm(form: PostedForm, now: Date): Card | { typed: Texts } {
  const valueOf = (name: keyof Texts) => form.get(name).trim().slice(0, 100);
  const [CardNumber, CardName] = [valueOf('CardNumber'), valueOf('CardName')];
  const CardExpiry = valueOf('CardExpiry');
  const number = CardNumber.replace(/[\s-]/g, '');
  const [, month = '', year = ''] = /^(0?[1-9]|1[0-2])\s*[/ -]?\s*(\d{4}|\d{2})$/.exec(CardExpiry) ?? [];
  const expiryYear = year.length === 2 ? `20${year}` : year;
  const isGood =
    /^\d{12,19}$/.test(number) &&
    CardName !== '' &&
    // A card is good until the end of its month.
    Date.UTC(Number(expiryYear), Number(month), 1) > now.getTime() &&
    /^\d{3,4}$/.test(valueOf('CardSecurityCode'));
  if (!isGood) return { typed: { CardNumber, CardName, CardExpiry } };
  return { number, expiryMonth: month.padStart(2, '0'), expiryYear };
}
