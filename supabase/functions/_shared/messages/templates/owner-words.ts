import { healthPartNames } from '../../contract/health.ts';
import type { MessageFacts, OwnerKind } from '../../contract/messages.ts';
import { formatDay, formatDayAndTime } from '../../contract/nairobi-time.ts';
import { kes, kesOfCents } from './message-formats.ts';
import type { MessageWords, WordsInput } from './message-words.ts';

/** Messages to the owner. */
export const ownerWords: Record<OwnerKind, (input: WordsInput) => MessageWords> = {
  owner_order_paid: ({ facts, number, received }) => ({
    subject: `Paid: order ${number}, ${received}`,
    preheader: `${facts.order?.customerName}, ${facts.order?.customerPhone}`,
    heading: `Order ${number} is paid`,
    paragraphs: [
      `${facts.order?.customerName}, ${facts.order?.customerPhone}, ${facts.order?.customerEmail}`,
      `Deliver to: ${facts.order?.customerAddress}`,
    ],
    button: 'Open in the dashboard',
    showsOrder: true,
    short: `Paid: ${number}, ${received}.`,
  }),
  owner_task: ({ facts }) => ({
    subject: facts.task?.title ?? '',
    preheader: 'A question about money is waiting for you.',
    heading: 'A task about money',
    paragraphs: [`${facts.task?.title}.`, 'It stays open until you close it with a reason.'],
    button: 'Open in the dashboard',
    showsOrder: false,
    short: facts.task?.title ?? '',
  }),
  owner_low_stock: ({ facts, number }) => ({
    subject: `Running out: ${(facts.lowStock ?? []).map(({ name }) => name).join(', ')}`,
    preheader: `After order ${number}.`,
    heading: 'Few pieces are left',
    paragraphs: (facts.lowStock ?? []).map(({ name, stock }) => `${name}: ${stock} left`),
    button: 'Open the products',
    showsOrder: false,
    short: `Running out: ${(facts.lowStock ?? []).map(({ name, stock }) => `${name} (${stock})`).join(', ')}`,
  }),
  owner_health: ({ facts }) => {
    const { name, since, isUnwell, problem, advice } = health(facts);
    return {
      subject: `${isUnwell ? 'Needs attention' : 'Working again'}: ${name}`,
      preheader: isUnwell ? problem : `Since ${since}.`,
      heading: isUnwell ? name : `${name}: working again`,
      paragraphs: isUnwell
        ? [problem, advice, `This began on ${since}. The next message about it comes when it works again.`]
        : [`No problem was found since ${since}.`],
      button: 'See the health of the shop',
      showsOrder: false,
      short: isUnwell ? `${name}: ${problem}` : `${name}: working again since ${since}.`,
    };
  },
  owner_daily_summary: ({ facts: { summary } }) => ({
    subject: `${formatDay(summary?.day ?? '')}: ${kes(summary?.sales ?? 0)} in ${orders(summary?.orders)}`,
    preheader: `${orders(summary?.toPack)} to pack, ${summary?.openTasks} open ${summary?.openTasks === 1 ? 'task' : 'tasks'}.`,
    heading: `The day until 18:00`,
    paragraphs: [
      `Sales approved: ${kes(summary?.sales ?? 0)} in ${orders(summary?.orders)}`,
      `Difference between the bank and the shop: ${kesOfCents(summary?.differenceCents ?? NaN)}`,
      `Orders to pack: ${summary?.toPack}`,
      `Open tasks about money: ${summary?.openTasks}`,
      `Counted from 18:00 the day before until 18:00 on ${formatDay(summary?.day ?? '')}, in Nairobi.`,
    ],
    button: 'Open the dashboard',
    showsOrder: false,
    short: `${formatDay(summary?.day ?? '')}: ${kes(summary?.sales ?? 0)}, ${orders(summary?.orders)}, ${summary?.toPack} to pack.`,
  }),
};

const orders = (count: number | undefined) => `${count} ${count === 1 ? 'order' : 'orders'}`;

/** A part of the shop as a person reads of it. @throws Error when the message has none */
function health({ health: part }: MessageFacts) {
  if (!part) throw new Error('A message lacks the part of the shop that it is about.');
  const { problem, advice, since } = part;
  return {
    name: healthPartNames[part.part],
    isUnwell: part.isUnwell,
    problem: problem ?? '',
    advice: advice ?? '',
    since: formatDayAndTime(since),
  };
}
