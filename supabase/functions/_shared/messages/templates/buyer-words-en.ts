import type { AccountKind, BuyerKind } from '../../contract/messages.ts';
import type { MessageWords, WordsInput } from './message-words.ts';

/** Messages to buyers and to people with an account, in English. */
export const buyerWordsEn: Record<BuyerKind | AccountKind, (input: WordsInput) => MessageWords> = {
  order_unpaid: ({ number, name, total, holdUntil, shopPhone }) => ({
    subject: `Your order ${number} is waiting for payment`,
    preheader: `${total} is still to be paid.`,
    heading: 'Your order is not paid yet',
    paragraphs: [
      `Dear ${name}, we have your order ${number}, but no payment for it.`,
      holdUntil
        ? `We keep the items for you until ${holdUntil}. You can pay by card from the page of your order.`
        : 'We no longer keep the items for you, but you can still pay while they are in stock.',
      `If something went wrong, call us on ${shopPhone}.`,
    ],
    button: 'See the order and pay',
    showsOrder: true,
    short: `Order ${number} (${total}) is unpaid. Pay:`,
  }),
  order_paid: ({ number, name, received, arrival }) => ({
    subject: `Payment received for order ${number}`,
    preheader: `We have received ${received}. Thank you.`,
    heading: 'Thank you, your payment is approved',
    paragraphs: [
      `Dear ${name}, the bank has approved ${received} for your order ${number}.`,
      `We pack it within 24 hours. ${arrival}`,
      'This is your payment receipt. It is not a tax invoice.',
    ],
    button: 'View the order',
    showsOrder: true,
    short: `Paid: ${received}, order ${number}. Thanks.`,
  }),
  payment_refused: ({ number, name, shopPhone }) => ({
    subject: `The card was refused for order ${number}`,
    preheader: 'Your order is kept; you can pay again.',
    heading: 'The bank refused the card',
    paragraphs: [
      `Dear ${name}, the bank did not approve the payment for your order ${number}.`,
      'Most often the amount is above the card’s limit for payments on the internet. Your bank can raise it by phone. You can also try another card.',
      `You can pay again from the page of your order while the items are in stock. Questions: ${shopPhone}.`,
    ],
    button: 'Try to pay again',
    showsOrder: true,
    short: `Card refused, order ${number}. Try again:`,
  }),
  payment_checking: ({ number, name, shopPhone }) => ({
    subject: `We are checking the payment for order ${number}`,
    preheader: 'Please do not pay again.',
    heading: 'The bank has not decided yet',
    paragraphs: [
      `Dear ${name}, the bank has not told us yet whether the payment for your order ${number} went through.`,
      'Please do not pay again. We keep asking the bank, and write to you as soon as it answers.',
      `If your bank shows the payment, keep its message. Questions: ${shopPhone}.`,
    ],
    button: 'See where it stands',
    showsOrder: true,
    short: `Checking payment of ${number}. Do not pay again.`,
  }),
  order_completed: ({ number, name, shopPhone }) => ({
    subject: `Your order ${number} is complete`,
    preheader: 'Everything has been handed over.',
    heading: 'Your order is complete',
    paragraphs: [
      `Dear ${name}, your order ${number} has been packed and handed over.`,
      `Please check it when it arrives and report damage within 48 hours: ${shopPhone}.`,
    ],
    button: 'View the order',
    showsOrder: true,
    short: `Order ${number} is complete.`,
  }),
  order_cancelled: ({ number, name, shopPhone }) => ({
    subject: `Your order ${number} is cancelled`,
    preheader: 'Nothing will be delivered.',
    heading: 'Your order is cancelled',
    paragraphs: [
      `Dear ${name}, your order ${number} was cancelled. Nothing will be delivered for it.`,
      `If that was a mistake, order again or call us on ${shopPhone}.`,
    ],
    button: 'View the order',
    showsOrder: false,
    short: `Order ${number} is cancelled.`,
  }),
  refund_due: ({ number, name, taskAmount, shopPhone }) => ({
    subject: `A refund is due for order ${number}`,
    preheader: `${taskAmount} goes back to your card.`,
    heading: 'We owe you a refund',
    paragraphs: [
      `Dear ${name}, the bank took ${taskAmount} for your order ${number} that we must give back.`,
      'We send it back to the card you paid with. Banks need 5-7 business days, some up to 10.',
      `Questions: ${shopPhone}.`,
    ],
    button: 'View the order',
    showsOrder: false,
    short: `Refund due: ${taskAmount}, order ${number}.`,
  }),
  refund_recorded: (input) =>
    input.refund.amount === null ? noRefund(input) : refund(input, input.refund.amount),
  confirm_email: ({ confirmation: { name, email }, shopPhone }) => ({
    subject: 'Confirm your e-mail address',
    preheader: 'The link works for 24 hours.',
    heading: 'Is this your e-mail address?',
    paragraphs: [
      `Dear ${name || 'customer'}, please confirm that ${email} belongs to your account. Open the link, sign in if you are asked to, and press the button there. It works for 24 hours.`,
      'Your account works without it. Only what belongs to an e-mail address waits for it.',
      `If you have no account with us, ignore this mail: without this link nobody can use your address. Questions: ${shopPhone}.`,
    ],
    button: 'Confirm the address',
    showsOrder: false,
    short: 'Confirm your e-mail address:',
  }),
  new_device: ({ newDevice: { name, device, at }, shopPhone }) => ({
    subject: 'Your account was opened on a new device',
    preheader: `${device || 'An unknown browser'}, ${at}.`,
    heading: 'Was this you?',
    paragraphs: [
      `Dear ${name || 'colleague'}, somebody signed in to your staff account on a device that we have not seen before: ${device || 'an unknown browser'}, ${at} in Nairobi.`,
      'If it was you, there is nothing to do.',
      `If it was not, sign that device out on your account page and change your password at once. Questions: ${shopPhone}.`,
    ],
    button: 'Open my account',
    showsOrder: false,
    short: `New sign-in to your account: ${device || 'unknown browser'}, ${at}.`,
  }),
};

function refund({ number, name, refund, shopPhone }: WordsInput, amount: string): MessageWords {
  const { day, bankReference, isCorrection } = refund;
  return {
    subject: `${isCorrection ? 'Correction: ' : ''}${amount} was sent back to you for order ${number}`,
    preheader: `On ${day}, reference ${bankReference}.`,
    heading: isCorrection ? 'Your refund, corrected' : 'Your refund was sent',
    paragraphs: [
      ...(isCorrection
        ? ['What we wrote to you about this refund before was not right. We are sorry. This is right:']
        : []),
      `Dear ${name}, on ${day} our bank sent ${amount} back to you for your order ${number}.`,
      `Your bank may need 5-7 business days to show it, some up to 10. If you ask your bank about it, name this reference: ${bankReference}.`,
      `Questions: ${shopPhone}.`,
    ],
    button: 'View the order',
    showsOrder: false,
    short: isCorrection
      ? `Correction: refund ${amount}, order ${number}.`
      : `Refund sent: ${amount}, order ${number}.`,
  };
}

/** A refund was announced that was written down by mistake. */
function noRefund({ number, name, shopPhone }: WordsInput): MessageWords {
  return {
    subject: `Correction: nothing was sent back for order ${number}`,
    preheader: 'Our message about a refund was a mistake.',
    heading: 'No refund was sent',
    paragraphs: [
      `Dear ${name}, we wrote to you that a refund for your order ${number} was sent. That was a mistake of ours: it was not. We are sorry.`,
      `Questions: ${shopPhone}.`,
    ],
    button: 'View the order',
    showsOrder: false,
    short: `Correction: no refund was sent, order ${number}.`,
  };
}
