import { collectedAtShop, isCollectedAtShop } from '../../contract/delivery-time.ts';
import { healthComponentNames } from '../../contract/health.ts';
import { failingWords } from '../../contract/health-text.ts';
import type { OwnerKind } from '../../contract/messages.ts';
import { formatDay, formatDayAndTime } from '../../contract/nairobi-time.ts';
import { onAccount } from '../../contract/on-account.ts';
import { kesOfCents } from './message-formats.ts';
import type { MessageWords, WordsInput } from './message-words.ts';

/** Messages to the owner. */
export const ownerWords: Record<OwnerKind, (input: WordsInput) => MessageWords> = {
  owner_order_paid: ({ facts, number, total, received, approved, last, certificate, rest, toCome }) => {
    // Its goods may have left since, a minute before this is sent.
    const terms =
      facts.order && received === null ? onAccount({ ...facts.order.payment, owedBy: null }) : null;
    const { name: company, purchaseOrder } = facts.order?.company ?? {};
    const word = certificate ? 'Certificate' : (last ? last.isByCard : approved) ? 'Approved' : 'Received';
    const sum = certificate ?? (last ? `${last.sum}, ${received} in all` : received);
    return {
      subject: terms ? `On account: order ${number}, ${total}` : `${word}: order ${number}, ${sum}`,
      preheader:
        facts.order?.customerPhone === null
          ? facts.order.customerName
          : `${facts.order?.customerName}, ${facts.order?.customerPhone}`,
      heading: terms
        ? `Order ${number} is made on account`
        : certificate
          ? `A certificate for order ${number} has come`
          : `The payment for order ${number} is ${word.toLowerCase()}`,
      paragraphs: [
        ...(terms ? [terms] : []),
        ...(terms && company ? [[company, purchaseOrder].filter(Boolean).join(', ')] : []),
        ...(certificate
          ? [
              `${certificate} of it was withheld as tax. ${rest ? `${rest} is still owed` : 'Nothing is owed any more'}.`,
            ]
          : []),
        ...(last ? [`${last.sum} came now, ${received} in all.`] : []),
        [facts.order?.customerName, facts.order?.customerPhone, facts.order?.customerEmail]
          .filter(Boolean)
          .join(', '),
        facts.order && isCollectedAtShop(facts.order.delivery)
          ? `${collectedAtShop}.`
          : `Deliver to: ${facts.order?.customerAddress}`,
        ...(toCome ? [`To be ordered from the maker: ${toCome.goods}`] : []),
      ],
      button: 'Open in the dashboard',
      short: terms ? `On account: ${number}, ${total}.` : `${word}: ${number}, ${sum}.`,
    };
  },
  owner_quotation: ({ facts: { quotation }, quotation: { number, total } }) => ({
    subject: `Quotation ${number}: ${quotation?.companyName ?? quotation?.name}, ${total}`,
    preheader: `${quotation?.name}, ${quotation?.contact}`,
    heading: `Somebody asked for a quotation of ${total}`,
    paragraphs: [
      [quotation?.name, quotation?.companyName, quotation?.contact]
        .filter((part) => part !== null)
        .join(', '),
    ],
    button: 'Open in the dashboard',
    short: `Quotation ${number}: ${total}.`,
  }),
  owner_task: ({ taskTitle }) => ({
    subject: taskTitle,
    preheader: 'A question about money is waiting for you.',
    heading: 'A task about money',
    paragraphs: [`${taskTitle}.`, 'It stays open until it is settled, or you close it with a reason.'],
    button: 'Open in the dashboard',
    short: taskTitle,
  }),
  owner_low_stock: ({ facts, number }) => ({
    subject: `Running out: ${(facts.lowStock ?? []).map(({ name }) => name).join(', ')}`,
    preheader: `After order ${number}.`,
    heading: 'Few pieces are left',
    paragraphs: (facts.lowStock ?? []).map(({ name, stock }) => `${name}: ${stock} left`),
    button: 'Open the products',
    short: `Running out: ${(facts.lowStock ?? []).map(({ name, stock }) => `${name} (${stock})`).join(', ')}`,
  }),
  owner_health: ({ facts: { health } }) => {
    if (!health) throw new Error('A message lacks the component that it is about.');
    const name = healthComponentNames[health.component];
    const { problem, advice } = failingWords(health);
    return {
      subject: `Needs attention: ${name}`,
      preheader: problem,
      heading: name,
      paragraphs: [problem, advice, `This began on ${formatDayAndTime(health.since)}.`],
      button: 'See the health of the shop',
      short: `${name}: ${problem}`,
    };
  },
  owner_broken_rules: ({ facts: { brokenRules } }) => {
    const { count, rows } = brokenRules ?? { count: 0, rows: [] };
    const title = `${count} ${count === 1 ? 'problem' : 'problems'} with money or stock`;
    return {
      subject: title,
      preheader: 'Found by the check of last night.',
      heading: title,
      paragraphs: [
        ...rows.map(({ broken, subject, detail }) => `${broken}: ${subject} (${detail})`),
        ...(count > rows.length ? [`and ${count - rows.length} more`] : []),
        'Ship nothing of it before you know why.',
      ],
      button: 'Open in the dashboard',
      short: `${title}.`,
    };
  },
  owner_daily_summary: ({ facts: { summary } }) => ({
    subject: `${formatDay(summary?.day ?? '')}: ${kesOfCents(summary?.sales.netCents ?? NaN)} in ${orders(summary?.sales.ordersPaid)}`,
    preheader: `${orders(summary?.toPack)} to send or do, ${summary?.openTasks} open ${summary?.openTasks === 1 ? 'task' : 'tasks'}.`,
    heading: `The day until 18:00`,
    paragraphs: [
      `Received, less what went back: ${kesOfCents(summary?.sales.netCents ?? NaN)}`,
      `Sold: ${orders(summary?.sales.ordersPaid)}`,
      `Received: ${kesOfCents(summary?.sales.grossCents ?? NaN)}, refunded or bounced: ${kesOfCents(summary?.sales.refundedCents ?? NaN)}`,
      `Difference between the bank and the shop: ${kesOfCents(summary?.differenceCents ?? NaN)}`,
      `Orders to send or do: ${summary?.toPack}`,
      `Open tasks about money: ${summary?.openTasks}`,
      `Counted from 18:00 the day before until 18:00 on ${formatDay(summary?.day ?? '')}, in Nairobi.`,
    ],
    button: 'Open the dashboard',
    short: `${formatDay(summary?.day ?? '')}: ${kesOfCents(summary?.sales.netCents ?? NaN)}, ${orders(summary?.sales.ordersPaid)}, ${summary?.toPack} to send or do.`,
  }),
};

const orders = (count: number | undefined) => `${count} ${count === 1 ? 'order' : 'orders'}`;
