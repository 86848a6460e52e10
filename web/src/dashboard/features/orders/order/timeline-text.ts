import type { AgreedPrice, OrderEvent, PiecesBack, SpecialPrice } from '@contract/admin-orders.ts';
import { formatDay } from '@contract/nairobi-time.ts';
import { bankGaveNoAnswer } from '@contract/orders.ts';
import { promptText } from '@contract/mpesa.ts';
import { closingWords, taskTitle } from '@contract/owner-task-text.ts';
import { paidWith, paymentMethodLabels } from '@contract/payment-methods.ts';
import { isCancelledByBuyer } from '@contract/refusal-advice.ts';
import { formatCents, formatKes } from '@contract/money.ts';
import {
  blockedReasons,
  channelLabels,
  kindLabels,
  stateTones,
  stateText,
} from '#dashboard/lib/message-text.ts';
import { askedBecause } from '#dashboard/lib/decider.ts';
import { taskOutcomeLabels } from '#dashboard/lib/task-outcome-text.ts';
import { counted } from '#dashboard/lib/format-count.ts';
import { piecesChanged } from '../change/changed-order.ts';
import { sumHere } from '../payment/recorded-text.ts';
import { fateLabels } from '../refund/refunded-pieces.tsx';
import { depositPaid } from '#orders/earlier-payments-text.ts';
import { orderStatusLabels, statusToneOf } from '#orders/order-status-text.ts';

type TimelineTone = 'good' | 'wait' | 'bad' | 'neutral' | 'note';

/** One entry of the timeline. */
export type TimelineEntry = {
  key: string;
  /** ISO 8601; of the last event when it stands for several. */
  at: string;
  title: string;
  detail: string | null;
  /** Codes and references that only a question to the bank needs. */
  technical: string | null;
  /** Who did it; null when no person did. */
  by: string | null;
  tone: TimelineTone;
  /** How many times in a row the bank responded the same, and since when. */
  times: number;
  since: string;
  /** The message of the event. */
  messageId?: string;
};

/** The timeline of an order, newest first; repeated responses of the bank are one entry. */
export function timelineOf(events: readonly OrderEvent[]): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  events.forEach((event, index) => {
    const text = textOf(event);
    const last = entries.at(-1);
    if (event.kind === 'bank_answered' && last?.title === text.title && last.technical === text.technical) {
      last.at = event.at;
      last.times += 1;
      return;
    }
    entries.push({
      key: String(index),
      at: event.at,
      since: event.at,
      by: actorOf(event),
      times: 1,
      ...text,
      ...(event.kind === 'message' && { messageId: event.id }),
    });
  });
  return entries.reverse();
}

/** `Special price in place of KES 1,000: for the county hospital` */
export const specialPriceText = ({ listPrice, reason }: SpecialPrice): string =>
  `Special price in place of ${formatKes(listPrice)}: ${reason}`;

const agreedPriceText = ({ productName, price, ...special }: AgreedPrice) =>
  `${productName}: ${formatKes(price)}. ${specialPriceText(special)}`;

type EntryText = Pick<TimelineEntry, 'title' | 'detail' | 'tone' | 'technical'>;

/** The text of one event. */
export function textOf(event: OrderEvent): EntryText {
  switch (event.kind) {
    case 'ordered':
      return entryText(
        `Ordered for ${formatKes(event.amount)}`,
        event.specialPrices.map(agreedPriceText).join(' ') || null,
      );
    case 'transaction_opened':
      return entryText('Payment started', formatKes(event.amount), 'neutral', `Reference ${event.reference}`);
    case 'hold_ended':
      return entryText(`The hold on ${pieces(event.pieces)} ended`, 'They are on sale again.');
    case 'bank_answered':
      return answerText(event);
    case 'payment_counted':
      return countedText(event);
    case 'payment_reversed':
      return entryText(
        `Payment reversed: ${sumHere(event)}`,
        `${paidWith(event.method, event.reference)}. ${event.reason}`,
        'bad',
      );
    case 'written_off':
      return entryText(
        event.amountCents > 0
          ? `${event.isCredited ? 'Credited' : 'Written off'}: ${formatCents(event.amountCents)}`
          : `Owed again: ${formatCents(-event.amountCents)}`,
        [...piecesText(event), event.reason].join(' '),
      );
    case 'transaction_expired':
      return entryText('Payment ended undecided', null, 'wait', `Reference ${event.reference}`);
    case 'arrived':
      return entryText(`${pieces(event.pieces)} came for it`, event.productName, 'good');
    case 'stock_taken':
      return entryText(`${pieces(event.pieces)} sold`);
    case 'stock_returned':
      return event.isHeld
        ? entryText(`${pieces(event.pieces)} not sold any more`, 'They are held for this order.')
        : entryText(`${pieces(event.pieces)} on sale again`);
    case 'refunded':
      return entryText(
        `Refunded: ${formatCents(event.amountCents)}`,
        [wentBack(event), ...piecesText(event), event.reason].join(' '),
      );
    case 'refund_corrected':
      return entryText(
        event.amountCents > 0
          ? `Refund corrected: ${formatCents(event.amountCents)}`
          : 'Refund corrected: nothing was refunded',
        event.amountCents > 0 ? `${wentBack(event)} ${event.reason}` : event.reason,
      );
    case 'shipment':
      return entryText(
        event.isWork
          ? `Work ${event.status === 'delivered' ? 'done' : 'not done after all'}`
          : `${pieces(event.pieces)}: ${shipmentSteps[event.status]}`,
        [event.carrier, event.waybill && `Waybill ${event.waybill}`, event.reason]
          .filter(Boolean)
          .join('. ') || null,
        event.status === 'delivered' ? 'good' : 'neutral',
      );
    case 'status_changed': {
      const tone = statusToneOf(event.to);
      return entryText(
        event.depositCents
          ? `${depositPaid}: ${formatCents(event.depositCents)}`
          : `${event.wasDeposit ? depositPaid : orderStatusLabels[event.from]} → ${orderStatusLabels[event.to]}`,
        event.reason,
        tone === 'paid' ? 'good' : tone,
      );
    }
    case 'changed':
      return entryText(
        event.totalBefore === event.totalAfter
          ? 'Order changed'
          : `Order changed: ${formatKes(event.totalBefore)} → ${formatKes(event.totalAfter)}`,
        [
          ...event.lines.map(piecesChanged),
          ...event.specialPrices.map(agreedPriceText),
          ...(event.deliveryBefore === event.deliveryAfter
            ? []
            : [`Delivery: ${chargeText(event.deliveryBefore)} → ${chargeText(event.deliveryAfter)}`]),
          ...event.contact.map(
            ({ field, from, to }) => `${contactLabels[field] ?? field}: ${from ?? 'none'} → ${to ?? 'none'}`,
          ),
          ...(event.dueAmount > 0 ? [`To ask for: ${formatKes(event.dueAmount)}`] : []),
          ...(event.overpaidCents > 0 ? [`To pay back: ${formatCents(event.overpaidCents)}`] : []),
        ].join('. ') || null,
      );
    case 'settled':
      return entryText(
        `In the bank’s statement of ${formatDay(event.day)}`,
        null,
        'good',
        `${event.fileName}, reference ${event.reference}`,
      );
    case 'claimed':
      return entryText('The order was added to the buyer’s account');
    case 'task_opened':
      return entryText('Task for the owner', taskTitle(event.task), 'bad');
    case 'task_closed':
      return entryText(
        `Task closed: ${taskOutcomeLabels[event.outcome]}`,
        `${taskTitle(event.task)}. ${closingWords(event.outcome, event.reason)}`,
      );
    case 'noted':
      return entryText('Note', event.text, 'note');
    case 'message':
      return entryText(
        `${kindLabels[event.message]}, ${channelLabels[event.channel]} to ${event.recipient}`,
        [stateText(event), event.blocked && `The address ${blockedReasons[event.blocked]}`]
          .filter(Boolean)
          .join('. '),
        stateTones[event.state],
      );
  }
}

function countedText(event: Extract<OrderEvent, { kind: 'payment_counted' }>): EntryText {
  const { way, method, reference, day, hereCents } = event;
  const payment = `${paidWith(method, reference)}, ${formatDay(day)}`;
  if (way === 'taken') return entryText(`Given to another order: ${formatCents(-hereCents)}`, payment);
  const evidence = { list: '. It is in Safaricom’s list', statement: '. It is in a statement' };
  return entryText(
    `${beginsToCount[way]}: ${sumHere(event)}`,
    payment + (way === 'list' || way === 'statement' ? evidence[way] : ''),
    'good',
  );
}

const beginsToCount = {
  recorded: 'Payment recorded',
  given: 'Payment given to this order',
  list: 'Payment received',
  statement: 'Payment received',
  bank: 'Payment received',
};

type Answered = Extract<OrderEvent, { kind: 'bank_answered' }>;

function answerText(event: Answered): EntryText {
  const { answer, verdict, reference } = event;
  const trigger = `Asked ${askedBecause[event.askedBy]}, reference ${reference}`;
  if (event.method === 'mpesa') return promptAnswerText(event, trigger);
  if (answer === null) return bankText(bankGaveNoAnswer, trigger, 'wait');
  const took =
    answer.amountCents && /^\d+$/.test(answer.amountCents)
      ? formatCents(Number(answer.amountCents))
      : 'an amount';
  const evidence = [
    answer.cardNumber && `Card ${answer.cardNumber}`,
    answer.transactionIndex && `Bank’s payment number ${answer.transactionIndex}`,
    trigger,
  ]
    .filter(Boolean)
    .join(' · ');
  switch (verdict) {
    case 'approved':
      return bankText(`The bank approved ${took}`, evidence, 'good');
    case 'refused':
      if (isCancelledByBuyer({ code: answer.status, description: answer.description }))
        return bankText('The buyer left the bank’s page', evidence, 'bad');
      return bankText(`The bank refused the payment${bankDescription(answer)}`, evidence, 'bad');
    case 'undecided':
      return answer.status === null || answer.status === '255'
        ? bankText('The bank knows of no payment yet', trigger, 'wait')
        : bankText(`The bank has not decided${bankDescription(answer)}`, trigger, 'wait');
    case 'wrong_amount':
      return bankText(`The bank approved ${took}, which is not the total`, evidence, 'bad');
    case 'wrong_reference':
      return bankText(
        `The bank approved ${took} under another reference (${answer.reference})`,
        evidence,
        'bad',
      );
    case 'wrong_trace':
      return bankText('Asked about this payment, the bank approved another one', evidence, 'bad');
    case 'reused_index':
      return bankText('The bank named a payment that paid another order', evidence, 'bad');
  }
}

/** What Safaricom said of a prompt. Its answers have no sum: it takes what was asked for, or nothing. */
function promptAnswerText({ answer, verdict, paid }: Answered, trigger: string): EntryText {
  if (answer === null) return bankText('Safaricom gave no answer', trigger, 'wait');
  if (verdict === 'approved')
    return paid
      ? bankText(
          `M-Pesa: ${formatCents(paid.cents)} received${paid.receipt ? `, ${paid.receipt}` : ''}`,
          trigger,
          'good',
        )
      : bankText('M-Pesa: it was paid, and counts already', trigger, 'neutral');
  if (verdict === 'refused') {
    const { says } = promptText({ code: answer.status, isOpen: false, phone: '' });
    return entryText('Not paid by M-Pesa', says, 'bad', trigger);
  }
  return answer.status === 'sent'
    ? bankText('The M-Pesa prompt was sent', trigger, 'neutral')
    : bankText('Safaricom has not decided yet', trigger, 'wait');
}

const shipmentSteps = {
  packed: 'parcel packed',
  sent: 'parcel sent',
  delivered: 'parcel delivered',
  taken_back: 'parcel taken back',
};

const contactLabels: Record<string, string> = {
  customer_name: 'Name',
  customer_email: 'E-mail',
  company_name: 'Organisation',
  company_pin: 'KRA PIN',
  purchase_order: 'Purchase order number',
  customer_phone: 'Phone',
  customer_address: 'Address',
  county: 'County',
  terms_days: 'Days to pay',
};

const chargeText = (charge: number | null) => (charge === null ? 'outside the total' : formatKes(charge));

/** The bank's own description, when it gave one. */
const bankDescription = ({ description, status }: { description: string | null; status: string | null }) =>
  description ? `: ${description}` : status ? ` (code ${status})` : '';

const pieces = (number: number) => counted(number, 'piece');

const wentBack = ({ day, method, bankReference }: Extract<OrderEvent, { bankReference: string }>) =>
  `On ${formatDay(day)}: ${paymentMethodLabels[method]}, reference ${bankReference}.`;

function entryText(
  title: string,
  detail: string | null = null,
  tone: TimelineTone = 'neutral',
  technical: string | null = null,
): EntryText {
  return { title, detail, tone, technical };
}

/** What the bank said, with the codes behind it. */
const bankText = (title: string, technical: string, tone: TimelineTone): EntryText =>
  entryText(title, null, tone, technical);

/** A guest, the bank and scheduled jobs have no name. */
function actorOf({ by, kind }: OrderEvent): string | null {
  if (by) return by.name ?? 'a deleted account';
  return kind === 'ordered' ? 'a guest' : null;
}

const piecesText = ({ pieces: back }: { pieces: PiecesBack }) =>
  back.map(({ name, quantity, fate }) => `${quantity} × ${name}: ${fateLabels[fate].toLowerCase()}.`);
