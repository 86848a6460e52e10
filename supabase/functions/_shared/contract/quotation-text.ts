import { deliveryCost } from './delivery.ts';
import { dueNowOf } from './due-now.ts';
import { formatKes } from './money.ts';
import { weAgreeOnTheDay } from './shipments.ts';
import { itHasCome } from './delivery-time.ts';
import { formatDay, nairobiDay } from './nairobi-time.ts';
import { withinDays } from './on-account.ts';
import type { Quotation, StaffQuotation } from './quotations.ts';
import type { ShopDetails } from './shop-details.ts';
import { type PayableShop, waysToPay } from './ways-to-pay.ts';

type SaidQuotation = Omit<Quotation, 'order'>;

/** The terms of a quotation on which nobody has agreed on others. */
const usualPaymentTerms = 'In full, before the goods leave';

/** The buyer's own number of what it asked for; null without one. */
export const yourReference = ({ company }: Pick<SaidQuotation, 'company'>): string | null =>
  company?.purchaseOrder ? `Your reference ${company.purchaseOrder}` : null;

/** The last day itself, not the midnight after it, as `YYYY-MM-DD`. */
export const lastDayOf = ({ validUntil }: Pick<StaffQuotation, 'validUntil'>): string =>
  nairobiDay(new Date(Date.parse(validUntil) - 1000));

/**
 * What a quotation says besides its lines, on its page and in its PDF; a text may have several lines.
 * @param link of its page, for who is not there
 */
export function quotationTerms(
  quotation: SaidQuotation,
  seller: PayableShop & Pick<ShopDetails, 'email'>,
  link?: string,
): [label: string, text: string][] {
  const { number, totalAmount, note, state, termsDays, paymentTerms } = quotation;
  // From then on its order says how it is paid.
  const isAccepted = state === 'accepted';
  const ways = waysToPay(seller, {
    reference: number,
    cents: totalAmount * 100,
    byCard: true,
    isQuoted: true,
  });
  const terms: [string, string | null | undefined][] = [
    ['Prices', 'In Kenya shillings (KES), VAT included'],
    ['Valid', validity(quotation)],
    ['Delivery', deliveryTerms(quotation)],
    ['Payment', isAccepted && !termsDays && !paymentTerms ? null : paymentText(quotation)],
    [
      'How to pay',
      isAccepted ? null : ways.map(({ name, lines }) => `${name}: ${lines.join('; ')}`).join('\n'),
    ],
    ['Warranty', warranties(quotation)],
    ['Note', note],
    [
      'To accept',
      isAccepted
        ? null
        : `Accept it on its page, or send your purchase order with the number ${number} to ${seller.email}.`,
    ],
    ['Its page', link],
  ];
  return terms.flatMap(([label, text]) => (text ? [[label, text] as [string, string]] : []));
}

/** What says when a quotation is paid; a form without products yet has no lines and no total. */
export type QuotedPayment = Pick<SaidQuotation, 'termsDays' | 'paymentTerms'> &
  Partial<Pick<SaidQuotation, 'totalAmount'> & { lines: readonly QuotedLine[] }>;
type QuotedLine = Pick<Quotation['lines'][number], 'quantity' | 'price' | 'missing' | 'toOrder'>;

/** KES that are due once a quotation is accepted, where that is not all: of what comes from the maker the deposit; else null. */
export function quotedDeposit({
  termsDays,
  paymentTerms,
  totalAmount = 0,
  lines = [],
}: QuotedPayment): number | null {
  if (termsDays || paymentTerms) return null;
  const due = dueNowOf(
    lines.map(({ quantity, price, missing, toOrder }) => ({
      product: { price, stock: quantity - missing, toOrder },
      quantity,
    })),
    totalAmount,
  );
  return due < totalAmount ? due : null;
}

/** Whether pieces are kept once it is accepted: where something is short nothing is, and what comes from the maker is not here. */
export const keepsPieces = ({
  lines,
  delivery,
}: {
  lines: readonly Pick<QuotedLine, 'quantity' | 'missing' | 'toOrder'>[];
  delivery: Pick<Quotation['delivery'], 'isWork'>;
}): boolean =>
  !delivery.isWork &&
  lines.every(({ missing, toOrder }) => missing === 0 || toOrder) &&
  lines.some(({ quantity, missing }) => quantity > missing);

/** When it is paid, and how, as sentences. */
export function paymentText(quotation: QuotedPayment): string {
  const { termsDays, paymentTerms } = quotation;
  const onAccount = termsDays && withinDays(termsDays).replace('w', 'W');
  const texts = [onAccount, paymentTerms].flatMap((text) => (text ? [sentence(text)] : []));
  const deposit = quotedDeposit(quotation);
  return (
    texts.join(' ') ||
    (deposit === null
      ? sentence(usualPaymentTerms)
      : `${formatKes(deposit)} with the order, the rest when the goods to order have come, before they leave.`)
  );
}

/** Who signs a quotation, the seller first. */
export const signatories = (
  { company, customerName }: SaidQuotation,
  { name }: Pick<ShopDetails, 'name'>,
): string[] => [`For ${name}`, `Accepted for ${company?.name ?? customerName}`];

/** What each of them writes, above a line of its own. */
export const signed = ['Name', 'Signature and stamp', 'Date'];

function validity(quotation: SaidQuotation): string {
  const lastDay = lastDayOf(quotation);
  const days = (Date.parse(lastDay) - Date.parse(nairobiDay(quotation.createdAt))) / 86_400_000;
  return `Until the end of ${formatDay(lastDay)}${days > 0 ? ` (${days === 1 ? '1 day' : `${days} days`})` : ''}`;
}

function deliveryTerms({ delivery, deliveryTime, ...terms }: SaidQuotation): string {
  const { countyName, price, freeBecause, promise, after } = delivery;
  if (delivery.isWork && !price) return deliveryTime ? sentence(deliveryTime) : weAgreeOnTheDay;
  const isLater = terms.paymentTerms || terms.termsDays;
  const payment = after === 'bank' ? 'payment, by card after the bank has paid us' : 'payment';
  const first = after === 'maker' || after === 'rest' ? itHasCome(after === 'rest' && !isLater) : null;
  const time = deliveryTime || `${promise} after ${first ?? (isLater ? 'your order' : payment)}`;
  const paid = price === null ? 'paid apart: we agree the price with you' : 'part of the total';
  const free = freeBecause === null ? 'Free' : `Free, as for ${freeBecause}`;
  const isFree = price === 0 || freeBecause !== null;
  return `To ${countyName}, ${sentence(time)} ${isFree ? free : `${deliveryCost(delivery)}, ${paid}`}.`;
}

/** A line for each number of years: `3 years from delivery: Terrameter`. Empty where nothing is known. */
function warranties({ lines }: SaidQuotation): string {
  const years = [...new Set(lines.flatMap(({ warrantyYears }) => warrantyYears || []))];
  return years
    .sort((a, b) => b - a)
    .map((year) => {
      const goods = lines.filter(({ warrantyYears }) => warrantyYears === year);
      const names = goods.length < lines.length ? `: ${goods.map(({ name }) => name).join(', ')}` : '';
      return `${year} ${year === 1 ? 'year' : 'years'} from delivery${names}`;
    })
    .join('\n');
}

const sentence = (text: string) => text.replace(/\.*$/, '.');
