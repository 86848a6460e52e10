import { isCollectedAtShop, processedWhen } from '../../contract/delivery-time.ts';
import { roleNames } from '../../contract/staff.ts';
import type { AccountKind, BuyerKind } from '../../contract/messages.ts';
import { bankGaveNoAnswer } from '../../contract/orders.ts';
import { workFollows } from '../../contract/shipments.ts';
import { byMethod } from '../../contract/payment-methods.ts';
import type { MessageWords, WordsInput } from './message-words.ts';

/** Messages to buyers and to people with an account, in English. */
export const buyerWordsEn: Record<BuyerKind | AccountKind, (input: WordsInput) => MessageWords> = {
  order_unpaid: (input) => (input.came === null ? unpaid(input) : partialPayment(input, input.came)),
  order_paid: ({
    number,
    name,
    received,
    approved,
    recorded,
    last,
    certificate,
    refunded,
    arrival,
    by,
    delivery,
    toCome,
    toSend,
    hasWork,
    receipt,
    overpaid,
  }) => ({
    subject: certificate
      ? `Certificate received for order ${number}`
      : `Payment ${(last ? last.isByCard : approved) ? 'approved' : 'received'} for order ${number}`,
    preheader: `${certificate ?? last?.sum ?? received} for your order. Thank you.`,
    heading: certificate
      ? 'Thank you, your certificate has come'
      : `Thank you, your payment is ${(last ? last.isByCard : approved) ? 'approved' : 'received'}`,
    paragraphs: [
      certificate
        ? `Dear ${name}, your certificate for ${certificate} withheld as tax has come for your order ${number}.`
        : `Dear ${name}, ${whatCame({ received, approved, recorded, last })} for your order ${number}.`,
      ...(receipt.shared && !certificate
        ? [`It is a part of ${receipt.shared} that you paid at once, for other orders too.`]
        : []),
      ...(last ? [`With it ${received} is paid.`] : []),
      ...(overpaid
        ? [
            `${overpaid} is more than the order costs. We give it back${approved ? '' : ', unless you tell us which other order it is for'}.`,
          ]
        : []),
      ...(refunded ? [`${refunded} was refunded.`] : []),
      ...(toCome
        ? [
            `We get ${toCome.goods} for you from the maker${toCome.expected ? `, expected ${toCome.expected}` : ''}. ${toCome.later ? `${toCome.later} is due when it has come; we` : 'When it has come, we'} write to you. ${arrival}`,
          ]
        : toSend
          ? [
              isCollectedAtShop(delivery)
                ? 'You collect it at our shop.'
                : `We pack ${toSend === 'rest' ? 'the rest' : 'it'} ${processedWhen(delivery)}. ${arrival}`,
            ]
          : []),
      ...workFollowsIf(hasWork),
      toCome?.later
        ? `Your deposit was paid on ${receipt.paidOn}.${receipt.address ? ` The order goes to: ${receipt.address}.` : ''}`
        : `The order was paid on ${receipt.paidOn}${toSend && receipt.address ? ` and goes to: ${receipt.address}` : ''}.`,
      ...(receipt.warranties.length > 0
        ? [
            `Warranty: ${receipt.warranties.map(({ goods, years }) => `${goods}, ${years} ${years === 1 ? 'year' : 'years'}`).join('; ')}.`,
          ]
        : []),
      `This is your payment receipt. It is not a tax invoice. ${toCome?.later ? 'That follows once all of it is paid.' : invoiceOnPage()}`,
    ],
    button: 'View the order',
    // The link has the number too: there is no room for both.
    short: toCome?.later
      ? `Paid ${received}, ${toCome.later} due later.`
      : certificate
        ? `Certificate came: ${certificate}, ${number}.`
        : `Paid ${last ? `${last.sum} (${received} in all)` : received}, ${by ? `delivery ${by}` : number}.`,
  }),
  payment_refused: ({ number, name, received, rest, refunded, refusalReason, held, ways, shopPhone }) => ({
    subject: `The card was refused for order ${number}`,
    preheader: 'Your order is kept; you can pay again.',
    heading: 'The bank refused the card',
    paragraphs: [
      `Dear ${name}, the bank did not approve ${rest ? 'the payment of the rest' : 'the payment'} for your order ${number}.`,
      ...earlierPayments({ received, rest, refunded }),
      refusalReason,
      ...held,
      ...ways,
      `Questions: ${shopPhone}.`,
    ],
    button: 'Try to pay again',
    short: `Card refused, order ${number}. Try again:`,
  }),
  payment_checking: ({ number, name, received, rest, refunded, isBankSilent, shopPhone }) => ({
    subject: `We are checking the payment for order ${number}`,
    preheader: 'Please do not pay again.',
    heading: isBankSilent ? bankGaveNoAnswer : 'The bank has not decided yet',
    paragraphs: [
      `Dear ${name}, the bank has not told us yet whether ${rest ? 'the payment of the rest' : 'the payment'} for your order ${number} went through.`,
      ...earlierPayments({ received, rest, refunded }),
      'Please do not pay again. We keep asking the bank, and write to you as soon as it answers.',
      `If your bank shows the payment, keep its message. Questions: ${shopPhone}.`,
    ],
    button: 'See where it stands',
    short: `Checking payment of ${number}. Do not pay again.`,
  }),
  order_changed: ({
    facts: { isSameTotal },
    number,
    name,
    total,
    credited,
    creditNote,
    due,
    owed,
    overpaid,
    arrival,
    toSend,
    ways,
    shopPhone,
  }) => ({
    subject: `Your order ${number} was changed`,
    preheader: due
      ? `${due} is still to be paid.`
      : credited
        ? `${credited} is credited.`
        : `The total is ${total}.`,
    heading: 'Your order was changed',
    paragraphs: [
      credited
        ? `Dear ${name}, ${credited} is credited${creditNote ? ` (credit note ${creditNote})` : ''}, so that less is owed of your order ${number}.`
        : `Dear ${name}, we have changed your order ${number} as agreed with you. The total ${isSameTotal ? `stays ${total}` : `is ${total} now`}.`,
      ...(due ? [`${due} is still to be paid${owed ? whenOwed(owed) : ''}.`] : []),
      ...(owed?.isAdded && toSend ? ['What you have paid for does not wait for this payment.'] : []),
      ...ways,
      ...(overpaid ? [`${overpaid} was paid too much, and we send it back.`] : []),
      ...(toSend ? [arrival] : []),
      `If something is not as agreed, call us on ${shopPhone}.`,
    ],
    button: due ? 'See the order and pay' : 'View the order',
    // The link has the order's number.
    short: due
      ? creditNote
        ? `Pay ${due}${inShort(owed)}, credit ${creditNote}.`
        : owed?.when
          ? `Order changed. Pay ${due}${inShort(owed)}.`
          : `Order ${number} changed. To pay: ${due}.`
      : credited
        ? creditNote
          ? `${credited} credited: ${creditNote}.`
          : `Order ${number}: ${credited} credited.`
        : `Order ${number} changed. Total${isSameTotal ? ' still' : ''}: ${total}.`,
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
    short: `Order ${number} is complete.`,
  }),
  shipment_sent: ({
    number,
    name,
    owed,
    ways,
    toSend,
    invoice,
    hasWork,
    shopPhone,
    shipment: { carrier, waybill, tracking, day, contents, isLast },
  }) => ({
    subject: `A parcel of your order ${number} is on its way`,
    preheader: `Sent with ${carrier} on ${day}.`,
    heading: 'Your parcel is on its way',
    paragraphs: [
      `Dear ${name}, a parcel of your order ${number} left our shop on ${day}. Carrier: ${carrier}${waybill ? `, waybill ${waybill}` : ''}.`,
      `In the parcel: ${contents}.`,
      ...(isLast
        ? ['All of your order has left our shop.']
        : toSend
          ? restFollows(toSend)
          : hasWork
            ? ['All goods of your order have left our shop.']
            : []),
      ...workFollowsIf(hasWork),
      ...claimAndWays({ owed, number, ways }),
      ...invoiceOf(invoice),
      `Please check it when it arrives and report damage within 48 hours: ${shopPhone}.`,
    ],
    button: 'Track the order',
    // What an SMS has room for.
    short: `${isLast ? number : `Part of ${number.slice(-8)}`} sent, ${tracking}.`,
  }),
  shipment_delivered: ({
    number,
    name,
    owed,
    ways,
    toSend,
    invoice,
    hasWork,
    shopPhone,
    shipment: { carrier, day, contents, isWork },
  }) => ({
    subject: isWork
      ? `Done: ${contents}, order ${number}`
      : carrier
        ? `A parcel of your order ${number} was delivered`
        : `You have collected pieces of your order ${number}`,
    preheader: isWork ? `On ${day}.` : carrier ? `Delivered on ${day}.` : `At our counter on ${day}.`,
    heading: isWork ? 'Our work is done' : carrier ? 'Your parcel was delivered' : 'Collected at our counter',
    paragraphs: [
      isWork
        ? `Dear ${name}, this was done for your order ${number} on ${day}.`
        : carrier
          ? `Dear ${name}, a parcel of your order ${number} was delivered on ${day}. Carrier: ${carrier}.`
          : `Dear ${name}, these pieces of your order ${number} were handed over at our counter on ${day}.`,
      `What it was: ${contents}.`,
      ...restFollows(toSend),
      ...workFollowsIf(hasWork),
      ...claimAndWays({ owed, number, ways }),
      ...invoiceOf(invoice),
      isWork
        ? `If something is not as agreed, call us on ${shopPhone}.`
        : `If something is damaged or missing, tell us within 48 hours: ${shopPhone}.`,
    ],
    button: 'Track the order',
    short: `Order ${number}: ${isWork ? 'our work is done' : carrier ? 'parcel delivered' : 'collected at our counter'}.`,
  }),
  order_cancelled: ({ number, name, received, rest, refunded, shopPhone }) => ({
    subject: `Your order ${number} is cancelled`,
    preheader: 'Nothing will be delivered.',
    heading: 'Your order is cancelled',
    paragraphs: [
      `Dear ${name}, your order ${number} was cancelled. Nothing will be delivered for it.`,
      ...earlierPayments({ received, rest, refunded }),
      `Questions: ${shopPhone}.`,
    ],
    button: 'View the order',
    short: `Order ${number} is cancelled.`,
  }),
  order_link: ({ facts, number, name, toPay, owed, held, ways, shopPhone }) => ({
    subject: `The link of your order ${number}`,
    preheader: 'It opens your order on any device.',
    heading: 'Your order',
    paragraphs: [
      `Dear ${name}, this link opens your order ${number} on any device, without signing in.`,
      ...(toPay ? held : []),
      ...ways,
      `${facts.isLinkRenewed ? 'Earlier links of this order no longer work. ' : ''}Show this link only to people who may see the order.`,
      `Questions: ${shopPhone}.`,
    ],
    button: toPay ? 'See the order and pay' : 'View the order',
    short: !toPay
      ? `The link of your order ${number}:`
      : owed
        ? `${number}: ${toPay}${whenOwed(owed)}:`
        : `Order ${number}: ${toPay} to pay:`,
  }),
  goods_arrived: ({
    number,
    name,
    arrived,
    dueBefore: due,
    hasTerms,
    announced,
    awaited,
    deliveryApart,
    waysBefore,
    delivery,
    shopPhone,
  }) => ({
    subject: `${arrived} has come, order ${number}`,
    preheader: due ? `${due} is to be paid now.` : (announced ?? awaited ?? comesNext(delivery)),
    heading: 'What you ordered has come',
    paragraphs: [
      `Dear ${name}, ${arrived} of your order ${number} has come, and is kept for you.`,
      ...(due
        ? [
            `${due} is to be paid now; then ${isCollectedAtShop(delivery) ? 'you can collect it' : 'we send it'}.`,
          ]
        : announced || awaited
          ? []
          : [`${hasTerms ? '' : 'Nothing is to be paid for it. '}${comesNext(delivery)}`]),
      ...deliveryApart,
      ...waysBefore,
      `Questions: ${shopPhone}.`,
    ],
    button: due ? 'See the order and pay' : 'View the order',
    short: due ? `Order ${number} has come. To pay: ${due}.` : `What you ordered has come: ${number}.`,
  }),
  delivery_later: ({ number, name, arrival, by, shopPhone }) => ({
    subject: `Your order ${number} comes later`,
    preheader: arrival,
    heading: 'Your order comes later',
    paragraphs: [
      `Dear ${name}, the bank has transferred the money for your order ${number} later than usual, so it comes later than we said. We are sorry.`,
      arrival,
      `Questions: ${shopPhone}.`,
    ],
    button: 'View the order',
    short: `Order ${number} comes later${by && `, ${by}`}.`,
  }),
  debt_reminder: ({ number, name, debt: { amount, day }, ways, shopPhone }) => ({
    subject: `${amount} is owed for your order ${number}`,
    preheader: `To be paid by ${day}.`,
    heading: `${amount} is owed`,
    paragraphs: [
      `Dear ${name}, you have goods of your order ${number}, of which ${amount} was to be paid by ${day}.`,
      ...ways,
      `If you have paid, tell us how and when: ${shopPhone}.`,
    ],
    button: 'See the order and pay',
    short: `Order ${number}: ${amount} is owed. Pay:`,
  }),
  refund_due: ({ facts, number, name, isCancelled, taskAmount, shopPhone }) => ({
    subject: `A refund is due for order ${number}`,
    preheader: `${taskAmount} goes back to ${facts.task?.method === 'card' ? 'your card' : 'you'}.`,
    heading: 'We owe you a refund',
    paragraphs: [
      `Dear ${name}, ${facts.task?.method === 'card' ? 'the bank took' : 'we received'} ${taskAmount} for your order ${number} that we must give back.`,
      ...cancelledOrder(isCancelled),
      ...(facts.task?.method === 'card'
        ? ['We send it back to the card you paid with. Banks need 5-7 business days, some up to 10.']
        : []),
      `Questions: ${shopPhone}.`,
    ],
    button: 'View the order',
    short: isCancelled
      ? `${number} cancelled: we refund ${taskAmount}.`
      : `Refund due: ${taskAmount}, order ${number}.`,
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
    short: 'Confirm your e-mail address:',
  }),
  staff_invited: ({ confirmation: { name, email, role }, shopPhone }) => ({
    subject: 'You are invited to work in our shop',
    preheader: 'The link works for 72 hours.',
    heading: 'Join our staff',
    paragraphs: [
      `Dear ${name || 'colleague'}, you are invited to our staff. Your role: ${roleNames[role ?? 'customer']}.`,
      `Open the link, sign in to the account with the address ${email}, and press the button there. If you have no account yet, sign up with this address first. The link works for 72 hours.`,
      `If you do not expect this, ignore this mail. Questions: ${shopPhone}.`,
    ],
    button: 'Join the staff',
    short: 'You are invited to our staff:',
  }),
  password_changed: ({ confirmation: { name, at }, shopPhone }) => ({
    subject: 'The password of your account was changed',
    preheader: `On ${at}. If it was not you, undo it.`,
    heading: 'Was this you?',
    paragraphs: [
      `Dear ${name || 'customer'}, the password of your account with us was changed on ${at} in Nairobi.`,
      'If it was you, there is nothing to do.',
      `If it was not, open the link and press the button there: it signs everybody out, and we send you a link for a password of your own. It works for 72 hours. Questions: ${shopPhone}.`,
    ],
    button: 'It was not me',
    short: `Your password was changed on ${at}.`,
  }),
  email_changed: ({ confirmation: { name, at, opens }, shopPhone }) => ({
    subject: 'The e-mail address of your account was changed',
    preheader: `On ${at}. This mailbox is not its address any more.`,
    heading: 'Was this you?',
    paragraphs: [
      `Dear ${name || 'customer'}, your account with us got another e-mail address on ${at} in Nairobi. It had this one until then.`,
      'If it was you, there is nothing to do.',
      opens === 'undo'
        ? `If it was not, open the link and press the button there: the account has this address again, everybody is signed out, and we send you a link for a password of your own. It works for 72 hours. Questions: ${shopPhone}.`
        : `If it was not, call us: ${shopPhone}.`,
    ],
    ...(opens === 'undo' && { button: 'It was not me' }),
    short: `The e-mail address of your account was changed on ${at}.`,
  }),
  quotation: ({ quotation: { number, version, name, total, lastDay, reference, payment }, shopPhone }) => ({
    subject: version === 1 ? `Quotation ${number}: ${total}` : `Quotation ${number} was changed: ${total}`,
    preheader: `Valid until the end of ${lastDay}.`,
    heading: version === 1 ? 'Your quotation' : 'Your quotation was changed',
    paragraphs: [
      `Dear ${name}, this link opens our quotation ${number} of ${total}, VAT included, on any device. There you can save it as a PDF, print it, or accept it.`,
      ...(reference ? [`Your reference: ${reference}.`] : []),
      `Payment: ${payment}`,
      `It is valid until the end of ${lastDay}. Nothing is held for it before it is accepted.`,
      `If you did not ask for it, ignore this mail. Questions: ${shopPhone}.`,
    ],
    button: 'Open the quotation',
    short: `Quotation ${number}, ${total}:`,
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
    short: `New sign-in to your account: ${device || 'unknown browser'}, ${at}.`,
  }),
  settings_changed: ({ confirmation: { name, at, opens, changed }, shopPhone }) => {
    const what = changedSettings[changed ?? 'settings'];
    const isUndone = opens === 'nothing';
    return {
      subject: isUndone ? `Put back: ${what}` : `Changed: ${what}`,
      preheader: `On ${at}.`,
      heading: isUndone ? 'A change was undone' : 'Is this right?',
      paragraphs: isUndone
        ? [
            `On ${at} in Nairobi somebody used the link of an earlier mail and put back ${what}, as it was before a change.`,
            `If that was wrong, change it again in the dashboard. Questions: ${shopPhone}.`,
          ]
        : [
            `${name || 'Somebody of staff'} changed ${what} on ${at} in Nairobi. If this is right, there is nothing to do.`,
            'If it is not, open the link and press the button there: what was before is put back, and who changed it is signed out everywhere. It works for 72 hours. Then take their role away in People, or have them choose another password.',
          ],
      ...(!isUndone && { button: 'Undo the change' }),
      short: `Changed on ${at}: ${what}.`,
    };
  },
  second_factor_changed: ({ secondFactor: { name, isSetUp, at }, shopPhone }) => {
    const subject = `The authenticator app of your account was ${isSetUp ? 'set up' : 'removed'}`;
    return {
      subject,
      preheader: `On ${at}.`,
      heading: 'Was this you?',
      paragraphs: [
        `Dear ${name || 'colleague'}, on ${at} in Nairobi an authenticator app was ${isSetUp ? 'set up for' : 'removed from'} your staff account.`,
        isSetUp
          ? 'An earlier app and earlier recovery codes no longer work.'
          : 'You are signed out everywhere. At the next sign-in you set up an app again.',
        `If it was not you and you did not ask for it, change your password at once and call us: ${shopPhone}.`,
      ],
      button: 'Open my account',
      short: `${subject} on ${at}.`,
    };
  },
};

const changedSettings = {
  settings: 'when goods may be sent',
  shop_details: 'how the shop is paid, its PIN or contacts',
  message_rules: 'who gets messages about the shop',
};

/** Of a parcel after which others left before its mail did, nothing follows. */
const restFollows = (toSend: WordsInput['toSend']) => (toSend ? ['The rest of your order follows.'] : []);
/** @param numbers empty, or ` (INV-2026-00001)` */
const invoiceOnPage = (numbers = '') =>
  `The invoice${numbers} is a PDF on the page of the order: type your phone or e-mail there, if it asks for that.`;
const invoiceOf = (invoice: WordsInput['invoice']) =>
  invoice === 'tonight'
    ? ['Its invoice is made tonight, as a PDF on the page of the order.']
    : invoice
      ? [invoiceOnPage(` (${invoice})`)]
      : [];
const workFollowsIf = (hasWork: boolean) => (hasWork ? [workFollows] : []);

/** Nothing has just come, or what came does not count any more. */
const unpaid = ({
  number,
  name,
  total,
  received,
  rest,
  due,
  refunded,
  reversed,
  announced,
  awaited,
  held,
  owed,
  ways,
  shopPhone,
}: WordsInput): MessageWords => ({
  subject:
    (announced && `We are checking the payment of your order ${number}`) ??
    (awaited && `We wait for the certificate of your order ${number}`) ??
    claimOf({ owed, number }) ??
    (rest ? `The rest of your order ${number}: ${rest}` : `Your order ${number} is waiting for payment`),
  preheader: announced ?? awaited ?? `${rest ?? due ?? total} is still to be paid.`,
  heading:
    (announced && 'We are checking your payment') ??
    (awaited && 'We wait for your certificate') ??
    claimOf({ owed, number }) ??
    (rest ? 'A part of your order is paid' : 'Your order is waiting for payment'),
  paragraphs: [
    owed
      ? `Dear ${name}, ${claimOf({ owed, number })}${whenOwed(owed)}.`
      : `Dear ${name}, ${rest ? `thank you for a part of the price of your order ${number}` : `we have your order ${number}`}.`,
    ...(reversed ? [`${whyReversed[reversed.why]}: ${reversed.payment}.`] : []),
    ...(rest || refunded
      ? earlierPayments({ received, rest, refunded })
      : owed || announced || awaited
        ? []
        : ['We have no payment for it yet.']),
    ...held,
    ...ways,
    `If something went wrong, call us on ${shopPhone}.`,
  ],
  button: announced || awaited ? 'View the order' : 'See the order and pay',
  short: announced
    ? `Order ${number}: we are checking your M-Pesa:`
    : awaited
      ? `Order ${number}: please send the certificate:`
      : owed
        ? `Order ${number}: ${owed.sum} is ${owed.isAdded ? 'to be paid' : 'owed'}. Pay:`
        : rest
          ? `Order ${number}: ${rest} left to pay:`
          : `Order ${number} (${due ?? total}) is unpaid. Pay:`,
});

/** The receipt of a part of the price, and what is asked for next. */
const partialPayment = (input: WordsInput, came: string): MessageWords => {
  const {
    number,
    name,
    received,
    rest,
    refunded,
    awaited,
    isOnAccount,
    isSentPaid,
    held,
    owed,
    ways,
    shopPhone,
  } = input;
  const claim = owed && `${owed.sum} is ${owed.isAdded ? 'still to be paid' : 'owed'}${whenOwed(owed)}`;
  return {
    subject: `Payment received for order ${number}: ${came}`,
    preheader: isOnAccount ? 'Thank you.' : `${claim ?? `${rest} is still to be paid`}.`,
    heading: isSentPaid
      ? 'What was sent is paid'
      : awaited
        ? 'Thank you, your payment is received'
        : 'A part of your order is paid',
    paragraphs: [
      `Dear ${name}, we have received ${came} for your order ${number}. This is your payment receipt. It is not a tax invoice.`,
      ...(isSentPaid ? ['What we have sent is paid for. The rest of the order is not sent yet.'] : []),
      ...(claim
        ? [`${claim}.`]
        : isOnAccount
          ? []
          : received === came && !refunded
            ? [`${rest} is still to be paid.`]
            : earlierPayments({ received, rest, refunded })),
      ...held,
      ...ways,
      `Questions: ${shopPhone}.`,
    ],
    button: isOnAccount ? 'View the order' : 'See the order and pay',
    short: isOnAccount
      ? `Received: ${came}, order ${number}.`
      : `Received ${came}. ${owed?.sum ?? rest} to pay:`,
  };
};

/** `, by 28 Dec 2026`; empty where there is no day. */
const whenOwed = ({ when }: NonNullable<WordsInput['owed']>) =>
  when ? `, ${when.isLate ? 'since' : 'by'} ${when.day}` : '';

/** ` by 28 Dec`, as an SMS has room for it. */
const inShort = (owed: WordsInput['owed']) =>
  owed?.when ? (owed.when.isLate ? ' now' : ` by ${owed.when.day.slice(0, -5)}`) : '';

/** What is owed for goods that were sent, or for what was added to a paid order; null where nothing is. */
const claimOf = ({ owed, number }: Pick<WordsInput, 'owed' | 'number'>) =>
  owed && `${owed.sum} is ${owed.isAdded ? 'still to be paid' : 'owed'} for your order ${number}`;

/** What is owed, by when, and how it can be paid; nothing where nothing is asked for. */
const claimAndWays = ({ owed, number, ways }: Pick<WordsInput, 'owed' | 'number' | 'ways'>) => [
  ...(owed ? [`${claimOf({ owed, number })}${whenOwed(owed)}.`] : []),
  ...ways,
];

/** How the money that paid an order came. */
const comesNext = (delivery: Parameters<typeof isCollectedAtShop>[0]) =>
  isCollectedAtShop(delivery) ? 'You can collect it at our shop.' : 'We send it to you next.';

function whatCame({
  received,
  approved,
  recorded,
  last,
}: Pick<WordsInput, 'received' | 'approved' | 'recorded' | 'last'>) {
  if (last) return `${last.isByCard ? 'the bank has approved' : 'we have received'} ${last.sum}`;
  if (recorded === null) return `the bank has approved ${received}`;
  if (approved === null) return `we have received ${recorded}`;
  return `the bank has approved ${approved}, and we have received ${recorded},`;
}

/** What came of earlier payments, which no message may deny: a sentence for each. */
function earlierPayments({ received, rest, refunded }: Pick<WordsInput, 'received' | 'rest' | 'refunded'>) {
  return [
    ...(rest ? [`We have received ${received}, and ${rest} is still to be paid.`] : []),
    ...(refunded ? [`${refunded} was received and refunded.`] : []),
  ];
}

/** Whoever gets its money back reads why; an SMS about the cancelling itself goes out only where the owner lets it. */
const cancelledOrder = (isCancelled: boolean) =>
  isCancelled ? ['The order is cancelled: nothing will be delivered for it.'] : [];

function refund({ number, name, isCancelled, refund, shopPhone }: WordsInput, amount: string): MessageWords {
  const { day, method, bankReference, isCorrection } = refund;
  return {
    subject: `${isCorrection ? 'Correction: ' : ''}${amount} was sent back to you for order ${number}`,
    preheader: `On ${day}, reference ${bankReference}.`,
    heading: isCorrection ? 'Your refund, corrected' : 'Your refund was sent',
    paragraphs: [
      ...(isCorrection
        ? ['What we wrote to you about this refund before was not right. We are sorry. This is right:']
        : []),
      `Dear ${name}, on ${day} ${method === 'card' ? 'our bank' : 'we'} sent ${amount} back to you ${byMethod[method]} for your order ${number}.`,
      ...cancelledOrder(isCancelled),
      method === 'card'
        ? `Your bank may need 5-7 business days to show it, some up to 10. If you ask your bank about it, name this reference: ${bankReference}.`
        : `If you ask about it, name this reference: ${bankReference}.`,
      `Questions: ${shopPhone}.`,
    ],
    button: 'View the order',
    short: isCorrection
      ? `Correction: refund ${amount}, order ${number}.`
      : isCancelled
        ? `${number} cancelled: ${amount} refunded.`
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
    short: `Correction: no refund was sent, order ${number}.`,
  };
}

const whyReversed = {
  mistake:
    'A payment that we had recorded for it does not count, since it did not come or was not for this order',
  bounced: 'Your cheque bounced, so it does not count',
  taken_back: 'Your bank took the payment back, so it does not count',
};
