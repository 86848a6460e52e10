import type { OrderPayment } from '@contract/orders.ts';

type Refusal = NonNullable<OrderPayment['refusal']>;

/** The bank's code for a form it could not process; also for a buyer who presses Cancel on its page. */
const formRefused = '255';

/** Whether the buyer cancelled on the bank's page, which is no error. */
export function isCancelledByBuyer({ code, description }: Refusal): boolean {
  return code === formRefused && /cancel/i.test(description ?? '');
}

/** What happened to the card, and what to try. */
export function refusalAdvice({ code }: Refusal): string {
  return (
    adviceByCode[code ?? ''] ??
    'It did not say why. Try another card, or ask your bank about the limit of this one.'
  );
}

const blocked =
  'The card is blocked. Try another card, or call your bank: its number is on the back of the card.';

const adviceByCode: Record<string, string> = {
  '3': blocked,
  '4': 'The card was declined, often because its limit for online payments is too low. Ask your bank to raise the limit, or try another card.',
  '5': 'Your bank wants you to call it before it allows this payment. Its number is on the back of the card. You can also try another card.',
  '7': 'The security code or your bank’s confirmation of the card was not right. Check it and try again, or try another card.',
  '8': 'The bank does not take this kind of card. Try another card.',
  '10': blocked,
  '14': 'The card number was not right. Check it and try again.',
  '16': 'The expiry date was not right. Check it and try again.',
  [formRefused]: 'Its page could not read the payment. Try again; if it happens again, call us.',
};
