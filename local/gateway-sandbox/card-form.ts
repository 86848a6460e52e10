import type { PostedForm } from './posted-form.ts';

/** What the buyer typed; kept on the page when something must be corrected. The security code never is. */
export type TypedCard = { number: string; name: string; expiry: string };

export type CardFieldErrors = Partial<Record<'number' | 'name' | 'expiry' | 'securityCode', string>>;

/** A card that can be shown to the bank: digits only, month `01` to `12`, year with four digits. */
export type Card = { number: string; name: string; expiryMonth: string; expiryYear: string };

export function typedCardOf(form: PostedForm): TypedCard {
  return {
    number: (form.get('CardNumber') ?? '').trim().slice(0, 40),
    name: (form.get('CardName') ?? '').trim().slice(0, 100),
    expiry: (form.get('CardExpiry') ?? '').trim().slice(0, 20),
  };
}

/** The card, or what to correct, field by field. `now` decides whether the card has expired. */
export function checkCardForm(form: PostedForm, now: Date): Card | { errors: CardFieldErrors } {
  const typed = typedCardOf(form);
  const errors: CardFieldErrors = {};

  const number = typed.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number)) errors.number = 'Enter the 12 to 19 digits on the front of the card.';
  if (typed.name === '') errors.name = 'Enter the name on the card.';

  const [, month = '', year = ''] = /^(\d{1,2})\s*[/ -]?\s*(\d{4}|\d{2})$/.exec(typed.expiry) ?? [];
  const expiryMonth = month.padStart(2, '0');
  const expiryYear = year.length === 2 ? `20${year}` : year;
  if (Number(month) < 1 || Number(month) > 12 || year === '') {
    errors.expiry = 'Enter the expiry date as month and year, such as 08/29.';
  } else if (Date.UTC(Number(expiryYear), Number(month), 1) <= now.getTime()) {
    // A card is good until the end of its month.
    errors.expiry = 'This card has expired.';
  }
  if (!/^\d{3,4}$/.test((form.get('CardSecurityCode') ?? '').trim())) {
    errors.securityCode = 'Enter the 3 or 4 digits of the security code.';
  }
  if (Object.keys(errors).length > 0) return { errors };
  return { number, name: typed.name, expiryMonth, expiryYear };
}
