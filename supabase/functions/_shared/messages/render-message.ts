import { render } from '@react-email/render';
import { createElement } from 'react';
import { shopFacts } from '../contract/shop-facts.ts';
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
import { buyerWordsEn } from './templates/buyer-words-en.ts';
import { buyerWordsSw } from './templates/buyer-words-sw.ts';
import { arrivalSentence, deliveryLine } from './templates/delivery-in-words.ts';
import { kes, kesOfCents, orderNumber, smsText } from './templates/message-formats.ts';
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
 * The finished message.
 * @throws Error when a value is missing: such a message must not go out. It names no value, since these are people's
 */
export async function renderMessage(message: MessageToRender): Promise<MessageContent> {
  const { kind, channel, language, facts, link } = message;
  const words = inLines(wordsOf(kind, language, wordsInput(facts, language)));
  const gap = gapIn(inLines(wordsOf(kind, language, wordsInput(withoutGapWords(facts), language))));
  if (gap) throw new Error(`The message ${kind} lacks a value in its ${gap}.`);

  if (channel === 'sms') return { text: smsText(words.short, link) };
  if (channel === 'whatsapp') {
    return {
      text: `${words.short} ${link}`,
      template: { name: kind, language, parameters: [words.short, link] },
    };
  }
  const items = words.showsOrder ? facts.order : null;
  const received = items && otherSumReceived(facts);
  return {
    subject: words.subject,
    html: await render(createElement(MessageMail, { words, language, items, received, link })),
    text: plainText(words, language, facts, items !== null, link),
  };
}

const gapWord = /\b(undefined|null|NaN|Invalid Date)\b/;

/** The same facts, but for texts that people typed which read like a missing value: a Mr Null gets his messages. */
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
  if (isForOwner) return ownerWords[kind as OwnerKind](input);
  return (language === 'sw' ? buyerWordsSw : buyerWordsEn)[kind as BuyerKind | AccountKind](input);
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
function wordsInput(facts: MessageFacts, language: Language): WordsInput {
  const { order, task, holdUntil, refund } = facts;
  return {
    facts,
    get number() {
      return orderNumber(present(order, 'the order').id);
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
      const { amountCents, day, ...rest } = present(refund, 'the refund');
      return { ...rest, amount: amountCents > 0 ? kesOfCents(amountCents) : null, day: formatDay(day) };
    },
    get received() {
      return kesOfCents(present(order?.payment.acceptedCents || null, 'what was received'));
    },
    get confirmation() {
      const { name, ...rest } = present(facts.confirmation, 'the address to confirm');
      return { ...rest, name: greetable(name) };
    },
    get newDevice() {
      const { at, ...rest } = present(facts.newDevice, 'the new device');
      return { ...rest, at: formatDayAndTime(at) };
    },
    get arrival() {
      return arrivalSentence(language, present(order, 'the order').delivery);
    },
    holdUntil: holdUntil && formatDayAndTime(holdUntil),
    shopPhone: shopFacts.phones[0].shown,
  };
}

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

/** The sum received where it is not the total, which an owner may accept; otherwise null. */
function otherSumReceived({ order }: MessageFacts): string | null {
  const acceptedCents = order?.payment.acceptedCents ?? 0;
  if (!order || acceptedCents === 0 || acceptedCents === order.totalAmount * 100) return null;
  return kesOfCents(acceptedCents);
}

/** The same content for mail programs that show no HTML. */
function plainText(
  words: MessageWords,
  language: Language,
  facts: MessageFacts,
  showsOrder: boolean,
  link: string,
): string {
  const lines = (facts.order?.items ?? []).map(
    ({ quantity, productName, price }) => `${quantity} x ${productName}: ${kes(quantity * price)}`,
  );
  const delivery = facts.order && deliveryLine(language, facts.order.delivery);
  const received = otherSumReceived(facts);
  const totals = [
    ...(delivery ? [`${delivery.label}: ${delivery.amount}`] : []),
    `${orderLabels[language].total}: ${kes(facts.order?.totalAmount ?? 0)}`,
    ...(received === null ? [] : [`${orderLabels[language].received}: ${received}`]),
  ].join('\n');
  return [
    words.heading,
    ...words.paragraphs,
    words.button ? `${words.button}: ${link}` : '',
    ...(showsOrder ? [lines.join('\n'), totals] : []),
    `${shopFacts.name}, ${shopFacts.address}\n${shopFacts.phones[0].shown}, ${shopFacts.email}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Names come from people: a line break would end a header, and marks that turn the direction of writing would hide what follows. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, ' ').trim();
}
