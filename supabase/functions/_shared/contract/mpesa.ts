import { object, string } from 'yup';
import { normalisePhoneNumber } from './contact-fields.ts';
import { endpointWithBody } from './endpoint.ts';
import { formatCents, formatKes } from './money.ts';
import type { Order } from './orders.ts';
import type { ShopDetails } from './shop-details.ts';
import { accountOf, paymentReference } from './ways-to-pay.ts';

/** A prompt that was sent to a phone for an order. */
export type Prompt = {
  /** `254712345678` */
  phone: string;
  /** KES. */
  amount: number;
  /** ISO 8601. */
  sentAt: string;
  /** Safaricom's last code of it, `refused` when it took no prompt, `no answer`; null while nothing is known. */
  code: string | null;
  /** Neither paid nor refused yet. */
  isOpen: boolean;
  isPaid: boolean;
  /** Its receipt is known: until then it is "to follow". */
  hasReceipt: boolean;
  /** ISO 8601: until then nothing is paid another way; null when it blocks nothing. A stored order may not say it. */
  blocksUntil?: string | null;
};

/** What a buyer types as the account of the paybill: letters and digits only, twelve at most. */
export const accountNumber = (orderId: string) => accountOf(paymentReference(orderId));

/**
 * A mobile number in any spelling as `254…`, the form that Safaricom takes; null for any other. Numbers are taken along
 * from one company to another, so only Safaricom knows which are its own.
 */
export const safaricomPhone = (typed: string): string | null =>
  /^\+(254[17]\d{8})$/.exec(normalisePhoneNumber(typed) ?? '')?.[1] ?? null;

export const phoneSentence = 'Enter a Safaricom number, such as 0712 345 678';

export const promptSchema = object({
  phone: string()
    .required(phoneSentence)
    .test('safaricom', phoneSentence, (typed) => safaricomPhone(typed ?? '') !== null),
});

/**
 * Sends a prompt of M-Pesa to a phone, for what is due now or the most that M-Pesa takes of it; the order tells what
 * becomes of it. Refuses as `payOrder`, with 409 `prompts_are_off` too.
 */
export const promptOrder = endpointWithBody<Order>()('POST', '/api/orders/:orderId/prompt', promptSchema);

/** The same, sent by staff who may record payments, while the buyer is on the phone or at the counter. */
export const promptOrderAsStaff = endpointWithBody<{ success: true }>()(
  'POST',
  '/api/admin/orders/:id/prompt',
  promptSchema,
);

/** What happened to a prompt, and the one thing to do next; of every code that is not known, that we ask on. */
export function promptText({ code, isOpen, phone }: Pick<Prompt, 'code' | 'isOpen' | 'phone'>): {
  says: string;
  next: string;
} {
  if (code === '0') return { says: 'Paid.', next: '' };
  const known = code === null ? undefined : sentences[code];
  // Safaricom is asked once more after a minute.
  if (known && code === '1032' && isOpen) return { ...known, next: 'In a minute you can send it again.' };
  if (known) return known;
  if (isOpen)
    return {
      says: phone ? `Look at the phone ${shownSafaricom(phone)}.` : 'Look at the phone that was asked.',
      next: 'Enter your M-Pesa PIN there. This page goes on by itself.',
    };
  return { says: 'This payment did not go through.', next: 'Try again, or pay in another way.' };
}

/** `0712 345 678` */
export const shownSafaricom = (phone: string) => phone.replace(/^254(\d{3})(\d{3})(\d{3})$/, '0$1 $2 $3');

const again = 'You can send the request again.';

const sentences: Partial<Record<string, { says: string; next: string }>> = {
  1: {
    says: 'There was not enough money in this M-Pesa account.',
    next: 'Add money and send the request again, or pay in another way.',
  },
  8: { says: 'This is more than M-Pesa lets this account pay.', next: 'Please pay in another way.' },
  17: { says: 'M-Pesa is busy.', next: 'We ask on. Nothing is paid twice.' },
  26: { says: 'M-Pesa is busy.', next: 'We ask on. Nothing is paid twice.' },
  1001: {
    says: 'The phone was busy with another M-Pesa menu.',
    next: 'Close it, wait two minutes and send the request again.',
  },
  1019: { says: 'The request ran out before it was answered.', next: again },
  1025: { says: 'The request could not be sent to the phone.', next: again },
  1032: { says: 'The request was cancelled on the phone, or ran out.', next: again },
  1037: {
    says: 'The phone gave no answer.',
    next: 'Check that it is on and has a signal. Newer phones may need *234# to update the SIM menu.',
  },
  2001: {
    says: 'The PIN was wrong.',
    next: 'Send the request again and enter your M-Pesa PIN. After three wrong ones M-Pesa blocks it for an hour.',
  },
  9999: { says: 'The request could not be sent to the phone.', next: again },
  E3008: { says: 'Safaricom’s test system does not know this phone.', next: 'Use its test number.' },
  refused: {
    says: 'M-Pesa did not take the request.',
    next: 'Try again in a minute, or pay in another way.',
  },
  'no answer': {
    says: 'M-Pesa has not answered us yet.',
    next: 'If the phone asks, enter your PIN there: nothing is paid twice.',
  },
};

/** Said beside a card that is offered first. */
export const mpesaIsSilent =
  'M-Pesa does not answer at the moment. Please pay by card, or try M-Pesa again later.';

/** KES: what one prompt asks for, all that is due or as much of it as M-Pesa takes at a time. */
export const amountOfPrompt = (due: number, { mpesaLimit }: Pick<ShopDetails, 'mpesaLimit'>) =>
  Math.min(due, mpesaLimit);

/** What one prompt leaves of a sum in cents, as a sentence; null where it pays all of it. */
export const leftByPrompt = (
  dueCents: number,
  { mpesaLimit }: Pick<ShopDetails, 'mpesaLimit'>,
): string | null =>
  dueCents > mpesaLimit * 100
    ? `M-Pesa takes at most ${formatKes(mpesaLimit)} at a time: a request is for so much, and ${formatCents(dueCents - mpesaLimit * 100)} is left to pay after it.`
    : null;
