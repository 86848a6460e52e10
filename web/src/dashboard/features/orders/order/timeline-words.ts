import type { OrderEvent } from '@contract/admin-orders.ts';
import { formatDay } from '@contract/nairobi-time.ts';
import { formatCents, formatKes } from '@contract/money.ts';
import { blockedWords, channelWords, kindWords, stateTones, stateWords } from '../../../lib/message-words.ts';
import { taskOutcomeWords } from '../../../lib/task-outcome-words.ts';
import { counted } from '../../../lib/count-words.ts';
import { orderStatusWords } from '../../../components/order-status-badge.tsx';

type TimelineTone = 'good' | 'wait' | 'bad' | 'neutral' | 'note';

/** One entry of the timeline, in plain words. */
export type TimelineEntry = {
  key: string;
  /** ISO 8601; of the last event when it stands for several. */
  at: string;
  title: string;
  detail: string | null;
  /** Who did it; null when no person did. */
  by: string | null;
  tone: TimelineTone;
  /** How many times in a row the bank answered the same, and since when. */
  times: number;
  since: string;
  /** The message that it is about. */
  messageId?: string;
};

/** What happened to an order, newest first; an answer that the bank repeats is one entry. */
export function timelineOf(events: readonly OrderEvent[]): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  events.forEach((event, place) => {
    const words = wordsOf(event);
    const last = entries.at(-1);
    if (event.kind === 'bank_answered' && last?.title === words.title && last.detail === words.detail) {
      last.at = event.at;
      last.times += 1;
      return;
    }
    entries.push({
      key: String(place),
      at: event.at,
      since: event.at,
      by: actorOf(event),
      times: 1,
      ...words,
      ...(event.kind === 'message' && { messageId: event.id }),
    });
  });
  return entries.reverse();
}

type Words = Pick<TimelineEntry, 'title' | 'detail' | 'tone'>;

/** One event in words. */
export function wordsOf(event: OrderEvent): Words {
  switch (event.kind) {
    case 'ordered':
      return said(`Ordered for ${formatKes(event.amount)}`);
    case 'transaction_opened':
      return said('Payment started', `${formatKes(event.amount)}, reference ${event.reference}`);
    case 'hold_ended':
      return said(`The hold on ${pieces(event.pieces)} ended`, 'They are on sale again.');
    case 'bank_answered':
      return wordsOfAnswer(event);
    case 'transaction_expired':
      return said(`Payment ${event.reference} ended undecided`, null, 'wait');
    case 'stock_taken':
      return said(`${pieces(event.pieces)} taken off the shelf`);
    case 'stock_returned':
      return said(`${pieces(event.pieces)} put back on the shelf`);
    case 'refunded':
      return said(
        `Refunded: ${formatCents(event.amountCents)}`,
        `On ${formatDay(event.day)}, the bank’s reference ${event.bankReference}. ${event.reason}`,
      );
    case 'refund_corrected':
      return said(
        event.amountCents > 0
          ? `Refund corrected: ${formatCents(event.amountCents)}`
          : 'Refund corrected: nothing was refunded',
        event.amountCents > 0
          ? `On ${formatDay(event.day)}, the bank’s reference ${event.bankReference}. ${event.reason}`
          : event.reason,
      );
    case 'status_changed':
      return said(
        `${orderStatusWords[event.from]} → ${orderStatusWords[event.to]}`,
        event.reason,
        toneOfStatus[event.to],
      );
    case 'settled':
      return said(
        `Settled: in the bank’s statement of ${formatDay(event.day)}`,
        `${event.fileName}, reference ${event.reference}`,
        'good',
      );
    case 'claimed':
      return said('The order was added to the buyer’s account');
    case 'task_opened':
      return said('Task for the owner', event.title, 'bad');
    case 'task_closed':
      return said(`Task closed: ${taskOutcomeWords[event.outcome]}`, `${event.title}. ${event.reason}`);
    case 'noted':
      return said('Note', event.text, 'note');
    case 'message':
      return said(
        `${kindWords[event.message]}, ${channelWords[event.channel]} to ${event.recipient}`,
        [
          event.reason ? `${stateWords[event.state]}: ${event.reason}` : stateWords[event.state],
          event.blocked && `The address ${blockedWords[event.blocked]}`,
        ]
          .filter(Boolean)
          .join('. '),
        stateTones[event.state],
      );
  }
}

type Answered = Extract<OrderEvent, { kind: 'bank_answered' }>;

function wordsOfAnswer(event: Answered): Words {
  const { answer, verdict, reference } = event;
  const asked = `${askedWords[event.askedBy]}, reference ${reference}`;
  if (answer === null) return said('The bank gave no answer', asked, 'wait');
  const took =
    answer.amountCents && /^\d+$/.test(answer.amountCents)
      ? formatCents(Number(answer.amountCents))
      : 'an amount';
  const evidence = [
    answer.cardNumber && `Card ${answer.cardNumber}`,
    answer.transactionIndex && `Bank’s payment number ${answer.transactionIndex}`,
    asked,
  ]
    .filter(Boolean)
    .join(' · ');
  switch (verdict) {
    case 'approved':
      return said(`The bank approved ${took}`, evidence, 'good');
    case 'refused':
      return said(`The bank refused the payment${inWords(answer)}`, evidence, 'bad');
    case 'undecided':
      return answer.status === null || answer.status === '255'
        ? said('The bank knows of no payment yet', asked, 'wait')
        : said(`The bank has not decided${inWords(answer)}`, asked, 'wait');
    case 'wrong_amount':
      return said(`The bank approved ${took}, which is not the total`, evidence, 'bad');
    case 'wrong_reference':
      return said(`The bank approved ${took} under another reference (${answer.reference})`, evidence, 'bad');
    case 'wrong_trace':
      return said('Asked about this payment, the bank approved another one', evidence, 'bad');
    case 'reused_index':
      return said('The bank named a payment that paid another order', evidence, 'bad');
  }
}

const askedWords = {
  return: 'Asked when the buyer came back',
  reconcile: 'Asked automatically',
  shopper: 'Asked for the waiting buyer',
  owner: 'Asked by the owner',
};

const toneOfStatus = {
  pending: 'wait',
  paid: 'good',
  completed: 'good',
  failed: 'bad',
  cancelled: 'neutral',
} as const;

/** The bank's own description, when it gave one. */
const inWords = ({ description, status }: { description: string | null; status: string | null }) =>
  description ? `: ${description}` : status ? ` (code ${status})` : '';

const pieces = (number: number) => counted(number, 'piece');

function said(title: string, detail: string | null = null, tone: TimelineTone = 'neutral'): Words {
  return { title, detail, tone };
}

/** A guest, the bank and scheduled jobs have no name. */
function actorOf({ by, kind }: OrderEvent): string | null {
  if (by) return by.name ?? 'a deleted account';
  return kind === 'ordered' ? 'a guest' : null;
}
