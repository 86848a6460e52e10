import { render } from '@react-email/render';
import { createElement } from 'react';
import {
  type AccountKind,
  type BuyerKind,
  type Language,
  type MessageChannelName,
  type MessageContent,
  type MessageFacts,
  type MessageKind,
  type OwnerKind,
  ownerKinds,
} from '../contract/messages.ts';
import { formatDay, formatDayAndTime } from '../contract/nairobi-time.ts';
import { fullOrderNumber } from '../contract/order-number.ts';
import { paymentMethodLabels } from '../contract/payment-methods.ts';
import { refusalAdvice } from '../contract/refusal-advice.ts';
import { type ShopDetails, shownPhone } from '../contract/shop-details.ts';
import { buyerWordsEn } from './templates/buyer-words-en.ts';
import { buyerWordsSw } from './templates/buyer-words-sw.ts';
import { arrivalSentence, deliveryLine } from './templates/delivery-in-words.ts';
import { kes, kesOfCents, smsText } from './templates/message-formats.ts';
import { MessageMail, orderLabels } from './templates/message-mail.tsx';
import type { MessageWords, WordsInput } from './templates/message-words.ts';
import { ownerWords } from './templates/owner-words.ts';

export type MessageToRender = {
  kind: MessageKind;
  channel: MessageChannelName;
  language: Language;
  facts: MessageFacts;
  /** Where the message leads: the buyer's order, or the dashboard. */
  link: string;
};

/**
 * The finished message, with the shop's name and contacts as they are now.
 * @throws Error when a value is missing: such a message must not go out. It names no value, since these are people's
 */
export async function renderMessage(message: MessageToRender, shop: ShopDetails): Promise<MessageContent> {
  const { kind, channel, language, facts, link } = message;
  const shopPhone = shownPhone(shop.phones[0] ?? '');
  const words = inLines(wordsOf(kind, language, wordsInput(facts, language, shopPhone)));
  const withoutGaps = wordsInput(withoutGapWords(facts), language, shopPhone);
  const gap = gapIn(inLines(wordsOf(kind, language, withoutGaps)));
  if (gap) throw new Error(`The message ${kind} lacks a value in its ${gap}.`);

  if (channel === 'sms') return { text: smsText(words.short, link) };
  if (channel === 'whatsapp') {
    return {
      text: `${words.short} ${link}`,
      template: { name: kind, language, parameters: [words.short, link] },
    };
  }
  const items = words.showsOrder ? facts.order : null;
  const sums = otherSums(facts, language);
  return {
    subject: words.subject,
    replyTo: shop.email,
    html: await render(createElement(MessageMail, { words, language, shop, items, sums, link })),
    text: plainText(words, language, facts, items !== null, link, shop),
  };
}

/** So many letters about carrier and waybill fit into an SMS with the number and the link of the order. */
const maxTrackingLength = 28;

const gapWord = /\b(undefined|null|NaN|Invalid Date)\b/;

/** The same facts with typed texts such as a customer named Null replaced, so that they do not count as gaps. */
function withoutGapWords(facts: MessageFacts): MessageFacts {
  return JSON.parse(
    JSON.stringify(facts, (_, value: unknown) =>
      typeof value === 'string' && gapWord.test(value) ? 'text' : value,
    ),
  ) as MessageFacts;
}

/** Where the words of a message lack a value. */
function gapIn({ subject, preheader, heading, short, paragraphs }: MessageWords): string | undefined {
  const parts = { subject, preheader, heading, short, paragraphs: paragraphs.length > 0 ? paragraphs : [''] };
  return Object.entries(parts).find(([, texts]) =>
    [texts].flat().some((text) => text === '' || gapWord.test(text)),
  )?.[0];
}

function wordsOf(kind: MessageKind, language: Language, input: WordsInput): MessageWords {
  const isForOwner = (ownerKinds as readonly string[]).includes(kind);
  if (isForOwner) return withOthers(ownerWords[kind as OwnerKind](input), input);
  return (language === 'sw' ? buyerWordsSw : buyerWordsEn)[kind as BuyerKind | AccountKind](input);
}

/** A message to the owner with the subjects of those that go out within it. */
function withOthers(words: MessageWords, { facts: { others }, shopPhone }: WordsInput): MessageWords {
  if (!others) return words;
  const subjects = others.map(
    ({ kind, facts }) => ownerWords[kind](wordsInput(facts, 'en', shopPhone)).subject,
  );
  return {
    ...words,
    subject: `${words.subject}, and ${others.length} more`,
    paragraphs: [...words.paragraphs, 'In the same hour:', ...subjects],
  };
}

/** Each text in one line, whatever people typed into what it is made of. */
function inLines(words: MessageWords): MessageWords {
  const { subject, preheader, heading, paragraphs, short } = words;
  return {
    ...words,
    ...{ subject: oneLine(subject), preheader: oneLine(preheader), heading: oneLine(heading) },
    ...{ paragraphs: paragraphs.map(oneLine), short: oneLine(short) },
  };
}

/** Each value is made when a text asks for it. @throws Error when what it is made of is missing */
function wordsInput(facts: MessageFacts, language: Language, shopPhone: string): WordsInput {
  const { order, task, refund } = facts;
  const { approvedCents, recordedCents } = partsOf(facts);
  return {
    facts,
    get number() {
      return fullOrderNumber(present(order, 'the order').id);
    },
    get name() {
      return greetable(present(order, 'the order').customerName) || customer[language];
    },
    get total() {
      return kes(present(order, 'the order').totalAmount);
    },
    get taskAmount() {
      return kesOfCents(present(task?.amountCents, 'the amount of the task'));
    },
    get refund() {
      const { amountCents, day, bankReference, isCorrection } = present(refund, 'the refund');
      return {
        bankReference,
        isCorrection,
        amount: amountCents > 0 ? kesOfCents(amountCents) : null,
        day: formatDay(day),
      };
    },
    get shipment() {
      const { carrier, waybill, deliveredOn, sentOn, lines, isLast } = present(facts.shipment, 'the parcel');
      const contents = lines.map(
        ({ quantity, productName, serials }) =>
          `${quantity} x ${productName}${serials.length > 0 ? ` (${serials.join(', ')})` : ''}`,
      );
      const day = formatDay(present(deliveredOn ?? sentOn, 'the day of the parcel'));
      const both = [carrier, waybill].filter((part) => part !== null).join(' ');
      const tracking = both.length <= maxTrackingLength ? both : (waybill ?? both);
      return { carrier, waybill, tracking, day, contents: contents.join('; '), isLast };
    },
    // A text that needs it lacks a value without it.
    received: facts.sales.grossCents > 0 ? kesOfCents(facts.sales.grossCents) : null,
    approved: approvedCents > 0 ? kesOfCents(approvedCents) : null,
    recorded: recordedCents > 0 ? kesOfCents(recordedCents) : null,
    isBankSilent: order?.payment.isBankSilent ?? false,
    rest: restOf(facts),
    toPay: order?.nextStep === 'pay' ? kes(order.payment.dueAmount) : null,
    overpaid: facts.overpaidCents > 0 ? kesOfCents(facts.overpaidCents) : null,
    reversed:
      facts.reversed &&
      `${kes(facts.reversed.amount)}, ${paymentMethodLabels[facts.reversed.method]} ${facts.reversed.reference}`,
    refunded: refundedOf(facts),
    get confirmation() {
      const { name, at, ...rest } = present(facts.confirmation, 'the address to confirm');
      return { ...rest, name: greetable(name), at: formatDayAndTime(at) };
    },
    get newDevice() {
      const { at, ...rest } = present(facts.newDevice, 'the new device');
      return { ...rest, at: formatDayAndTime(at) };
    },
    get receipt() {
      const { paidOn, goods } = present(facts.receipt, 'the receipt');
      return {
        ...{ paidOn: formatDay(paidOn), address: present(order, 'the order').customerAddress },
        warranties: goods.flatMap(({ name, model, warrantyYears: years }) =>
          years ? [{ goods: model && !name.includes(model) ? `${name} (${model})` : name, years }] : [],
        ),
      };
    },
    get quotation() {
      const { number, version, name, totalAmount, lastDay } = present(facts.quotation, 'the quotation');
      return {
        ...{ number, version, name: greetable(name) || customer[language] },
        ...{ total: kes(totalAmount), lastDay: formatDay(lastDay) },
      };
    },
    get arrival() {
      return arrivalSentence(language, present(order, 'the order').delivery);
    },
    get held() {
      const { heldUntil } = present(order, 'the order').payment;
      return heldUntil ? heldUntilSentence[language](formatDayAndTime(heldUntil)) : notHeld[language];
    },
    get refusalReason() {
      return refusalAdvice(present(order, 'the order').payment.refusal?.code, language);
    },
    shopPhone,
  };
}

/** `21 Nov 2026, 14:35` in Nairobi. */
const heldUntilSentence: Record<Language, (time: string) => string> = {
  en: (time) => `We keep the items for you until ${time}.`,
  sw: (time) => `Tunakuwekea bidhaa hadi saa ${time}.`,
};
const notHeld: Record<Language, string> = {
  en: 'We no longer keep the items for you, but you can still pay while they are in stock.',
  sw: 'Hatukuwekei tena bidhaa, lakini bado unaweza kulipa zikiwa zipo.',
};

/** How a buyer is addressed whose name is left out. */
const customer: Record<Language, string> = { en: 'customer', sw: 'mteja' };

/** A name for a greeting; empty when it looks like a link: anybody can have a mail sent to an address that nobody confirmed. */
function greetable(name: string): string {
  return /[/@]|\bwww\.|\.\p{L}{2,}/iu.test(name) ? '' : name;
}

function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`A message lacks ${what}.`);
  return value;
}

/** What of the money that was accepted for an order the bank approved, and what staff recorded. */
function partsOf({ order, sales }: MessageFacts) {
  const recordedCents = Math.min(order?.payment.recordedCents ?? 0, sales.grossCents);
  return { approvedCents: sales.grossCents - recordedCents, recordedCents };
}

/** What is left to pay once a part was accepted. */
function restOf({ order, sales }: MessageFacts): string | null {
  const due = order?.payment.dueAmount ?? 0;
  return sales.grossCents > 0 && due > 0 ? kes(due) : null;
}

/** What was given back: of a paid order, of what has paid it; otherwise of all that came. */
function refundedOf({ order, sales }: MessageFacts): string | null {
  const isPaid = order?.status === 'paid' || order?.status === 'completed';
  const cents = (isPaid ? sales.refundedCents : order?.payment.refundedCents) ?? 0;
  return cents > 0 ? kesOfCents(cents) : null;
}

/** The sums below an order's total where its money is not simply the total. */
function otherSums(facts: MessageFacts, language: Language): { label: string; amount: string }[] {
  const { order } = facts;
  const { grossCents } = facts.sales;
  const { approved, recorded, refunded, rest } = orderLabels[language];
  const { approvedCents, recordedCents } = partsOf(facts);
  const isOther = grossCents > 0 && grossCents !== (order?.totalAmount ?? 0) * 100;
  return [
    { label: approved, amount: isOther && approvedCents > 0 ? kesOfCents(approvedCents) : null },
    { label: recorded, amount: isOther && recordedCents > 0 ? kesOfCents(recordedCents) : null },
    { label: refunded, amount: refundedOf(facts) },
    { label: rest, amount: restOf(facts) },
  ].flatMap(({ label, amount }) => (amount === null ? [] : [{ label, amount }]));
}

/** The same content for mail programs that show no HTML. */
function plainText(
  words: MessageWords,
  language: Language,
  facts: MessageFacts,
  showsOrder: boolean,
  link: string,
  shop: ShopDetails,
): string {
  const lines = (facts.order?.items ?? []).map(
    ({ quantity, productName, price }) => `${quantity} x ${productName}: ${kes(quantity * price)}`,
  );
  const delivery = facts.order && deliveryLine(language, facts.order.delivery);
  const totals = [
    ...(delivery ? [`${delivery.label}: ${delivery.amount}`] : []),
    `${orderLabels[language].total}: ${kes(facts.order?.totalAmount ?? 0)}`,
    ...otherSums(facts, language).map(({ label, amount }) => `${label}: ${amount}`),
  ].join('\n');
  return [
    words.heading,
    ...words.paragraphs,
    words.button ? `${words.button}: ${link}` : '',
    ...(showsOrder ? [lines.join('\n'), totals] : []),
    `${shop.name}, ${shop.address}\n${shownPhone(shop.phones[0] ?? '')}, ${shop.email}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Names come from people: a line break would end a header, and marks that turn the direction of writing would hide what follows. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, ' ').trim();
}
