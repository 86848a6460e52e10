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
import { isAllAnnounced, isOnlyWithheld, openCentsOf } from '../contract/on-account.ts';
import { type ShopDetails, shownPhone } from '../contract/shop-details.ts';
import { buyerWordsEn } from './templates/buyer-words-en.ts';
import { buyerWordsSw } from './templates/buyer-words-sw.ts';
import { deliveryLine } from './templates/delivery-in-words.ts';
import { kes, kesOfCents, smsText } from './templates/message-formats.ts';
import { MessageMail, orderLabels } from './templates/message-mail.tsx';
import {
  acceptedCents,
  type MessageWords,
  refundedOf,
  type WordsInput,
  wordsInput,
} from './templates/message-words.ts';
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
  const words = inLines(wordsOf(kind, language, wordsInput(facts, language, shop), shop));
  const withoutGaps = wordsInput(withoutGapWords(facts), language, shop);
  const gap = gapIn(inLines(wordsOf(kind, language, withoutGaps, shop)));
  if (gap) throw new Error(`The message ${kind} lacks a value in its ${gap}.`);

  if (channel === 'sms') return { text: smsText(words.short, link) };
  if (channel === 'whatsapp') {
    return {
      text: `${words.short} ${link}`,
      template: { name: kind, language, parameters: [words.short, link] },
    };
  }
  const items = kindsWithOrder.includes(kind) ? facts.order : null;
  const sums = otherSums(facts, language);
  return {
    subject: words.subject,
    replyTo: shop.email,
    html: await render(createElement(MessageMail, { words, language, shop, items, sums, link })),
    text: plainText(words, language, facts, items !== null, link, shop),
  };
}

/** The messages that end with the order's lines and total. */
const kindsWithOrder: readonly MessageKind[] = [
  'order_unpaid',
  'order_paid',
  'payment_refused',
  'payment_checking',
  'order_changed',
  'order_completed',
  'owner_order_paid',
];

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

function wordsOf(kind: MessageKind, language: Language, input: WordsInput, shop: ShopDetails): MessageWords {
  const isForOwner = (ownerKinds as readonly string[]).includes(kind);
  if (isForOwner) return withOthers(ownerWords[kind as OwnerKind](input), input, shop);
  return (language === 'sw' ? buyerWordsSw : buyerWordsEn)[kind as BuyerKind | AccountKind](input);
}

/** A message to the owner with the subjects of those that go out within it. */
function withOthers(words: MessageWords, { facts: { others } }: WordsInput, shop: ShopDetails): MessageWords {
  if (!others) return words;
  const subjects = others.map(({ kind, facts }) => ownerWords[kind](wordsInput(facts, 'en', shop)).subject);
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
    subject: oneLine(subject),
    preheader: oneLine(preheader),
    heading: oneLine(heading),
    paragraphs: paragraphs.map(oneLine),
    short: oneLine(short),
  };
}

/** The sums below an order's total where its money is not simply the total. */
function otherSums(facts: MessageFacts, language: Language): { label: string; amount: string }[] {
  const { order } = facts;
  const { credited, approved, recorded, withheld, writtenOff, refunded, rest, awaited, unsent } =
    orderLabels[language];
  const { receivedCents, approvedCents, recordedCents } = acceptedCents(facts);
  const total = order?.totalAmount ?? 0;
  const open = order ? openCentsOf(order.payment) : 0;
  const { withheldCents = 0, writtenOffCents = 0, creditedCents = 0, unsentCents = 0 } = order?.payment ?? {};
  const isOther = receivedCents > 0 && receivedCents !== total * 100;
  return [
    { label: credited, amount: creditedCents > 0 ? kesOfCents(creditedCents) : null },
    { label: approved, amount: isOther && approvedCents > 0 ? kesOfCents(approvedCents) : null },
    { label: recorded, amount: isOther && recordedCents > 0 ? kesOfCents(recordedCents) : null },
    { label: withheld, amount: withheldCents > 0 ? kesOfCents(withheldCents) : null },
    { label: writtenOff, amount: writtenOffCents > 0 ? kesOfCents(writtenOffCents) : null },
    { label: refunded, amount: refundedOf(facts) },
    {
      label: order && (isOnlyWithheld(order.payment) || isAllAnnounced(order.payment)) ? awaited : rest,
      amount:
        order && order.payment.dueAmount > 0 && open > 0 && open !== total * 100 && order.word !== 'sent_paid'
          ? kesOfCents(open)
          : null,
    },
    { label: unsent, amount: unsentCents > 0 ? kesOfCents(unsentCents) : null },
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
  const delivery = facts.order && deliveryLine(language, facts.order);
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
