import type { AdminOrder } from '../../contract/admin.ts';
import { isPaid } from '../../contract/is-paid.ts';
import type { Language, MessageFacts } from '../../contract/messages.ts';
import { formatDay, formatDayAndTime, formatDayToCome } from '../../contract/nairobi-time.ts';
import { fullOrderNumber } from '../../contract/order-number.ts';
import {
  isAllAnnounced,
  isOnlyWithheld,
  onAccount,
  openCentsOf,
  owedWhen,
} from '../../contract/on-account.ts';
import { taskTitle } from '../../contract/owner-task-text.ts';
import { isWithheld, paymentMethodLabels } from '../../contract/payment-methods.ts';
import { paymentText, quotedDeposit, type QuotedPayment } from '../../contract/quotation-text.ts';
import { refusalAdvice } from '../../contract/refusal-advice.ts';
import { openItems } from '../../contract/shipments.ts';
import { type ShopDetails, shownPhone } from '../../contract/shop-details.ts';
import { awaitedNames, expectedDays, orderedThen } from '../../contract/awaited.ts';
import { certificateText, isAskedToPay, waysInLines } from '../../contract/ways-to-pay.ts';
import { isCollectedAtShop } from '../../contract/delivery-time.ts';
import { arrivalSentence, paidApart } from './delivery-in-words.ts';
import { kes, kesOfCents } from './message-formats.ts';

/** What one message says, before it is laid out as an e-mail or a short text. */
export type MessageWords = {
  /** The e-mail's subject. */
  subject: string;
  /** What a mail program shows after the subject in its list. */
  preheader: string;
  heading: string;
  paragraphs: string[];
  /** The button that leads to `link`; none when absent. */
  button?: string;
  /** The SMS, without the link that follows it; in letters of GSM-7. */
  short: string;
};

export type WordsInput = ReturnType<typeof wordsInput>;

/** So many letters about carrier and waybill fit into an SMS with the number and the link of the order. */
const maxTrackingLength = 28;

/**
 * What the words of a message are made of, written as on the site. Each value is made when a text asks for it.
 * @throws Error when what it is made of is missing
 */
export function wordsInput(facts: MessageFacts, language: Language, shop: ShopDetails) {
  const { order, task, refund } = facts;
  const { receivedCents, approvedCents, recordedCents } = acceptedCents(facts);
  const terms =
    order?.payment.dueAmount && order.word !== 'added' ? onAccount(order.payment, language) : null;
  const certificate = order && certificateText(order.payment, language);
  const announced =
    order && isAllAnnounced(order.payment)
      ? beingChecked[language](kesOfCents(order.payment.announcedCents))
      : null;
  const open = order && order.status !== 'completed' ? whatIsOpen(order) : [];
  const toSend = order && open.some(({ isService }) => !isService) ? whatIsLeft(order) : null;
  const certified = Boolean(
    order?.payment.method && isWithheld(order.payment.method) && order.payment.lastCents > 0,
  );
  const due = order?.payment.dueAmount && !terms && !certificate && !announced ? dueOf(order) : null;
  const hasTerms = (order?.payment.termsDays ?? null) !== null;
  return {
    facts,
    /** `#IC-1A2B3C4D` */
    get number() {
      return fullOrderNumber(present(order, 'the order').id);
    },
    get name() {
      return greetable(present(order, 'the order').customerName) || customer[language];
    },
    isCancelled: order?.status === 'cancelled',
    /** `KES 1,850,000` */
    get total() {
      return kes(present(order, 'the order').totalAmount);
    },
    /** Empty without a task. */
    get taskTitle() {
      return task ? taskTitle(task) : '';
    },
    /** The amount of a task. */
    get taskAmount() {
      return kesOfCents(present(task?.amountCents, 'the amount of the task'));
    },
    /**
     * What was given back, null when nothing was after all; on which day (`21 Nov 2026`), what the bank calls the transfer,
     * and whether an earlier message may have said otherwise.
     */
    get refund() {
      const { amountCents, day, ...others } = present(refund, 'the refund');
      return {
        ...others,
        amount: amountCents > 0 ? kesOfCents(amountCents) : null,
        day: formatDay(day),
      };
    },
    /** What its buyer is reminded of, and by which day it was to be paid: `21 Nov 2026`. */
    get debt() {
      const { cents, owedBy } = present(facts.debt, 'what is owed');
      return { amount: kesOfCents(cents), day: formatDay(owedBy) };
    },
    /** What has come from the maker. */
    get arrived() {
      return present(facts.arrived, 'what has come');
    },
    /** What an order waits for, and what is due when it has come, if anything; null of one that waits for nothing. */
    toCome:
      order?.word === 'to_order'
        ? {
            goods: awaitedNames(order.items),
            /** `12 Jan 2027 to 26 Jan 2027` */
            expected: expectedDays(order.items),
            later: order.payment.laterCents > 0 ? kesOfCents(order.payment.laterCents) : null,
          }
        : null,
    /**
     * The parcel: `2 x Auger, 1 x Battery (serial B-1)`; on which day it was sent or delivered (`21 Nov 2026`); of carrier
     * and waybill what an SMS has room for, the waybill first; and whether nothing of the order is left to send.
     */
    get shipment() {
      const { carrier, waybill, deliveredOn, sentOn, lines, isLast, isWork } = present(
        facts.shipment,
        'the parcel',
      );
      const contents = lines.map(
        ({ quantity, productName, serials }) =>
          `${quantity} x ${productName}${serials.length > 0 ? ` (${serials.join(', ')})` : ''}`,
      );
      const day = formatDay(present(deliveredOn ?? sentOn, 'the day of the parcel'));
      const both = [carrier, waybill].filter((part) => part !== null).join(' ');
      const tracking = both.length <= maxTrackingLength ? both : (waybill ?? both);
      return { carrier, waybill, tracking, day, contents: contents.join('; '), isLast, isWork };
    },
    /** The numbers of the invoices of the order of a parcel, or that its own is made tonight; null without one. */
    get invoice() {
      const { paper } = present(order, 'the order');
      return paper === 'invoice_tonight' ? 'tonight' : present(facts.shipment, 'the parcel').invoices;
    },
    /**
     * What was accepted as the payment, which need not be the total; before refunds. Null when that is nothing: a text that
     * needs it lacks a value then.
     */
    received: receivedCents > 0 ? kesOfCents(receivedCents) : null,
    /** Of several payments the last, and whether the bank approved it; null of one alone. */
    last:
      order && !certified && order.payment.lastCents > 0 && order.payment.lastCents < receivedCents
        ? { sum: kesOfCents(order.payment.lastCents), isByCard: order.payment.method === 'card' }
        : null,
    /** What was withheld as tax, where its certificate came last; null where money did. */
    certificate: order && certified ? kesOfCents(order.payment.lastCents) : null,
    /** How much of it the bank approved, and how much staff recorded; null when that is nothing. */
    approved: approvedCents > 0 ? kesOfCents(approvedCents) : null,
    recorded: recordedCents > 0 ? kesOfCents(recordedCents) : null,
    /** The bank gave no answer when it was asked about the payment. */
    isBankSilent: order?.payment.isBankSilent ?? false,
    /** The payment that has just come, of a partly paid order; null of a message about anything else. */
    came: facts.came ? kesOfCents(facts.came) : null,
    /** Nothing is asked for: it is on account, and not sent, or what is left is withheld as tax, or was announced. */
    isOnAccount: terms !== null || certificate !== null || announced !== null,
    /** What was sent is paid for, and the rest is not sent. */
    isSentPaid: order?.word === 'sent_paid',
    /** What is left to pay of a partly paid order; null when the whole price is due, or nothing. */
    rest: restOf(facts),
    /** What is left to pay, all or the rest; null when nothing is, or on account before it is sent. */
    due,
    /** What of it is to be paid before the rest is sent: on account nothing is. */
    dueBefore: hasTerms ? null : due,
    hasTerms,
    /** That the certificate of a withheld tax alone is awaited, as a sentence; null while money is asked for. */
    awaited: certificate,
    /** That all of it was announced by M-Pesa, and is being checked, as a sentence; null when it was not. */
    announced,
    /** What can be paid now, all or the rest; null when nothing is due, or the bank or a person decides about a payment. */
    toPay: order?.nextStep === 'pay' && !terms && !certificate && !announced ? dueOf(order) : null,
    /** What is owed for goods that were sent, and by when (`28 Dec 2026`), or what was added to a paid order; null without. */
    owed:
      order && !certificate && !announced && (order.word === 'owed' || order.word === 'added')
        ? {
            sum: dueOf(order),
            isAdded: order.word === 'added',
            when: owedWhen(order.payment),
          }
        : null,
    /** What is owed no more of it, with a credit note; null of a change. */
    credited: facts.creditedCents ? kesOfCents(facts.creditedCents) : null,
    creditNote: facts.creditNote,
    /** What was paid beyond what the order costs; null when that is nothing. */
    overpaid: facts.overpaidCents > 0 ? kesOfCents(facts.overpaidCents) : null,
    /** The payment that does not count any more, e.g. `KES 2,000, M-Pesa SGR7XK2P1Q`, and why; null without one. */
    reversed: facts.reversed && {
      payment: `${kesOfCents(facts.reversed.cents)}, ${paymentMethodLabels[facts.reversed.method]} ${facts.reversed.reference}`,
      why: !facts.reversed.isTakenBack
        ? ('mistake' as const)
        : facts.reversed.method === 'cheque'
          ? ('bounced' as const)
          : ('taken_back' as const),
    },
    /** What was given back of the order's money; null when nothing was. */
    refunded: refundedOf(facts),
    /** The address to confirm or to be told of a change, whose account it is for, and when: `21 Nov 2026, 14:35` in Nairobi. */
    get confirmation() {
      const { name, at, ...rest } = present(facts.confirmation, 'the address to confirm');
      return { ...rest, name: greetable(name), at: formatDayAndTime(at) };
    },
    /** Who signed in on which new device, and when: `21 Nov 2026, 14:35` in Nairobi. */
    get newDevice() {
      const { at, ...rest } = present(facts.newDevice, 'the new device');
      return { ...rest, at: formatDayAndTime(at) };
    },
    /** Whose app was set up or removed, and when: `21 Nov 2026, 14:35` in Nairobi. */
    get secondFactor() {
      const { at, ...rest } = present(facts.secondFactor, 'the second factor');
      return { ...rest, at: formatDayAndTime(at) };
    },
    /**
     * Of a payment: its day (`21 Nov 2026`), its whole sum where it pays other orders, too, where the order goes, and what
     * has a warranty, each as `ABEM Terrameter LS 2 (LS 2)` and its years.
     */
    get receipt() {
      const { paidOn, goods, sharedCents } = present(facts.receipt, 'the receipt');
      return {
        paidOn: formatDay(paidOn),
        shared: sharedCents ? kesOfCents(sharedCents) : null,
        address: isCollectedAtShop(present(order, 'the order').delivery) ? null : order?.customerAddress,
        warranties: goods.flatMap(({ name, model, warrantyYears: years }) =>
          years ? [{ goods: model && !name.includes(model) ? `${name} (${model})` : name, years }] : [],
        ),
      };
    },
    /** What was asked for, its sum, its last day (`21 Nov 2026`), and how it is paid, as sentences. */
    get quotation() {
      const { number, version, name, totalAmount, lastDay, reference } = present(
        facts.quotation,
        'the quotation',
      );
      const agreed = present(facts.quotation, 'the quotation');
      return {
        number,
        version,
        name: greetable(name) || customer[language],
        total: kes(totalAmount),
        lastDay: formatDay(lastDay),
        reference,
        payment: language === 'en' ? paymentText(agreed) : paymentInSwahili(agreed),
      };
    },
    /** What of its goods is still to leave the shop; null when nothing is. */
    toSend,
    /** Work of it is still to be done, such as an installation. */
    hasWork: open.some(({ isService }) => isService),
    get delivery() {
      return present(order, 'the order').delivery;
    },
    /** When it is delivered, as a sentence in the language of the message. */
    get arrival() {
      return arrivalSentence(language, present(order, 'the order').delivery);
    },
    /** What delivery costs where it is paid apart, as a sentence; none where it is not. */
    get deliveryApart() {
      return paidApart(language, present(order, 'the order'));
    },
    /** By which day, as the longest SMS has room for it: `by Thu 3 Dec`; empty where that is not promised, or all has left. */
    by: order?.delivery.by && order.delivery.isPromised && toSend ? byDay[language](order.delivery.by) : '',
    /** Until when the items are held, or that they are not, as a sentence; none once they were sent, or no money is asked for. */
    get held() {
      const { word, payment } = present(order, 'the order');
      if (terms || certificate || announced || word === 'owed' || word === 'added') return [];
      const { heldUntil, laterCents } = payment;
      if (laterCents > 0)
        return [dueThen[language](dueOf(present(order, 'the order')), kesOfCents(laterCents))];
      return [heldUntil ? heldUntilSentence[language](formatDayAndTime(heldUntil)) : notHeld[language]];
    },
    /** Why the bank refused the card and what to try, in the language of the message: as on the order's page. */
    get refusalReason() {
      return refusalAdvice(present(order, 'the order').payment.refusal?.code, language);
    },
    /** How it is paid, or when on account, and where its proforma is, a sentence each; none when nothing is asked for. */
    get ways() {
      const instead = certificate ?? announced ?? terms;
      if (instead) return [instead];
      const asked = present(order, 'the order');
      const told = asked.payment.announcedCents > 0 ? kesOfCents(asked.payment.announcedCents) : null;
      const ways = [
        ...(told && isAskedToPay(asked) ? [partIsChecked[language](told)] : []),
        ...waysInLines(shop, asked, language),
      ];
      return asked.paper === 'proforma' && ways.length > 0 ? [...ways, proformaIsThere[language]] : ways;
    },
    /** The same where the rest is sent first only on account. */
    get waysBefore() {
      return hasTerms && !certificate && !announced && !terms ? [] : this.ways;
    },
    shopPhone: shownPhone(shop.phones[0] ?? ''),
  };
}

function paymentInSwahili(quotation: QuotedPayment): string {
  const { termsDays, paymentTerms } = quotation;
  const account = onAccount({ termsDays, owedBy: null }, 'sw');
  const deposit = quotedDeposit(quotation);
  const usual =
    deposit === null
      ? 'Yote, kabla bidhaa hazijatumwa.'
      : `${kes(deposit)} pamoja na oda, salio bidhaa zikifika, kabla hazijatumwa.`;
  return [account, paymentTerms].filter(Boolean).join(' ') || usual;
}

/** A stored message may not say what was sent. */
const whatIsOpen = ({ items, shipments = [] }: AdminOrder) => openItems({ items, shipments });

const whatIsLeft = ({ shipments = [] }: AdminOrder) =>
  shipments.some(({ status, isWork }) => status !== 'packed' && !isWork) ? 'rest' : 'all';

const byDay: Record<Language, (day: string) => string> = {
  en: (day) => `by ${formatDayToCome(day)}`,
  sw: (day) => `hadi ${formatDay(day).slice(0, -5)}`,
};

/** `21 Nov 2026, 14:35` in Nairobi. */
const heldUntilSentence: Record<Language, (time: string) => string> = {
  en: (time) => `We keep the items for you until ${time}.`,
  sw: (time) => `Tunakuwekea bidhaa hadi saa ${time}.`,
};
const notHeld: Record<Language, string> = {
  en: 'The items are not reserved: whoever pays first has them.',
  sw: 'Bidhaa hazijahifadhiwa: atakayelipa kwanza atazipata.',
};

const dueThen: Record<Language, (now: string, later: string) => string> = {
  en: orderedThen,
  sw: (now, later) =>
    `${now} inalipwa sasa. Bidhaa ambayo haipo dukani inaagizwa kisha; ${later} italipwa ikifika.`,
};

const beingChecked: Record<Language, (sum: string) => string> = {
  en: (sum) =>
    `We have been told of ${sum} by M-Pesa and are checking it with Safaricom: you need not pay again.`,
  sw: (sum) => `Tumeambiwa kuhusu ${sum} kwa M-Pesa, na tunathibitisha na Safaricom: huhitaji kulipa tena.`,
};

const partIsChecked: Record<Language, (sum: string) => string> = {
  en: (sum) => `We have been told of ${sum} by M-Pesa and are checking it with Safaricom. The rest is open.`,
  sw: (sum) => `Tumeambiwa kuhusu ${sum} kwa M-Pesa, na tunathibitisha na Safaricom. Salio bado.`,
};

const proformaIsThere: Record<Language, string> = {
  en: 'The proforma invoice is on the page of the order.',
  sw: 'Ankara ya awali (proforma) iko kwenye ukurasa wa oda.',
};

/** How a buyer is addressed whose name is left out. */
const customer: Record<Language, string> = { en: 'customer', sw: 'mteja' };

/** A name for a greeting; empty when it looks like a link: anybody can have a mail sent to an address that nobody confirmed. */
function greetable(name: string): string {
  return /[/@]|\bwww\.|[.。]\p{L}{2,}/iu.test(name.normalize('NFKC')) ? '' : name;
}

function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`A message lacks ${what}.`);
  return value;
}

/** What was accepted for an order, before refunds; what of it the bank approved, and what staff recorded. */
export function acceptedCents({ order }: MessageFacts) {
  const receivedCents = (order?.payment.acceptedCents ?? 0) + (order?.payment.refundedCents ?? 0);
  const recordedCents = order?.payment.recordedCents ?? 0;
  return { receivedCents, approvedCents: receivedCents - recordedCents, recordedCents };
}

/** What is left to pay once a part was accepted; a certificate that is awaited, or what was announced, is not. */
function restOf(facts: MessageFacts): string | null {
  const { order } = facts;
  return order &&
    order.payment.dueAmount > 0 &&
    !isOnlyWithheld(order.payment) &&
    !isAllAnnounced(order.payment) &&
    acceptedCents(facts).receivedCents > 0
    ? dueOf(order)
    : null;
}

/** What is asked for, besides what was announced: `KES 1,999.50`. */
const dueOf = ({ payment }: AdminOrder) => kesOfCents(openCentsOf(payment));

/** What was given back: of a paid order, of what has paid it; otherwise of all that came. */
export function refundedOf({ order }: MessageFacts): string | null {
  if (!order) return null;
  const { refundedCents, returnedCents } = order.payment;
  const cents = isPaid(order) ? refundedCents : refundedCents + returnedCents;
  return cents > 0 ? kesOfCents(cents) : null;
}
