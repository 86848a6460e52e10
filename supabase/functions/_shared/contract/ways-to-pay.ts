import type { Language } from './messages.ts';
import { formatCents, formatKes } from './money.ts';
import { dueCentsOf, isAllAnnounced, isOnlyWithheld, openCentsOf } from './on-account.ts';
import { fullOrderNumber } from './order-number.ts';
import type { Order, OrderPayment } from './orders.ts';
import type { ShopDetails } from './shop-details.ts';

/** One way to pay, as pages, messages and papers say it. */
export type WayToPay = { name: string; lines: string[] };

export type PayableShop = Pick<
  ShopDetails,
  'name' | 'address' | 'hours' | 'bank' | 'paybill' | 'till' | 'mpesaLimit'
> &
  Partial<Pick<ShopDetails, 'promptsAreOn'>>;

export type Asked = {
  /** What the buyer writes with the payment: of an order `paymentReference()`, or the number of a quotation. */
  reference: string;
  cents: number;
  /** It can be paid on its page, by card or a request to a phone, and the reader is not beside the buttons that do it. */
  byCard?: boolean;
  /** There is no order yet, nor its page. */
  isQuoted?: boolean;
};

/** Every way to pay that the shop has; one that its owner has not set is left out. */
export function waysToPay(
  { name: shop, address, hours, bank, paybill, till, mpesaLimit, promptsAreOn }: PayableShop,
  { reference, cents, byCard, isQuoted }: Asked,
  language: Language = 'en',
): WayToPay[] {
  const words = texts[language];
  const onPage = isQuoted ? words.onItsPage : words.onPage;
  const mpesa = [
    byCard && promptsAreOn && words.prompt(onPage),
    paybill && words.paybill(paybill, accountOf(reference)),
    till && words.till(till),
  ].flatMap((line) => line || []);
  return [
    { name: words.card, lines: byCard ? [onPage] : [] },
    {
      name: 'M-Pesa',
      lines: mpesa.length > 0 && cents > mpesaLimit * 100 ? [...mpesa, words.limit(mpesaLimit)] : mpesa,
    },
    { name: words.transfer, lines: bank ? [...bank.split('\n'), words.reference(reference)] : [] },
    { name: words.counter, lines: [words.payee(shop), address, hours] },
  ].filter(({ lines }) => lines.length > 0);
}

/** The same to type on a phone as the account of the paybill: letters and digits only. SQL: `private.account_number()`. */
export const accountOf = (reference: string) => reference.replace(/[^0-9A-Z]/g, '');

/** What its buyer writes with a payment of an order: `IC-1A2B3C4D`. */
export const paymentReference = (orderId: string) => fullOrderNumber(orderId).slice(1);

type JudgedOrder = Pick<Order, 'status' | 'nextStep' | 'word'> & {
  payment: Pick<OrderPayment, 'dueAmount' | 'isInQuestion'> &
    Partial<Pick<OrderPayment, 'roundedCents' | 'expectedCents' | 'announcedCents'>>;
};

/**
 * Whether its buyer is asked for money now: not while a payment is undecided, for what is withheld as tax, nor of a
 * cancelled order.
 */
export const isAskedToPay = ({ status, nextStep, word, payment }: JudgedOrder): boolean =>
  payment.dueAmount > 0 &&
  !payment.isInQuestion &&
  !isOnlyWithheld(payment) &&
  (nextStep === 'pay' || (word === 'owed' && nextStep === 'none' && status !== 'cancelled'));

/** `KES 17,155.17 is expected to be withheld as tax: please send us the certificate.` */
export const certificateSentence = (cents: number, language: Language = 'en'): string =>
  texts[language].certificate(formatCents(cents).replace('\u00a0', ' '));

/** The same of all that is due of an order; null while money is asked for. */
export const certificateText = (
  payment: Parameters<typeof isOnlyWithheld>[0],
  language: Language = 'en',
): string | null => (isOnlyWithheld(payment) ? certificateSentence(dueCentsOf(payment), language) : null);

/** How an order is paid, and how much, each way in one line; nothing while nothing is asked for. */
export function waysInLines(
  shop: PayableShop,
  order: JudgedOrder & Pick<Order, 'id'>,
  language: Language = 'en',
): string[] {
  const certificate = certificateText(order.payment, language);
  if (certificate) return [certificate];
  if (!isAskedToPay(order) || isAllAnnounced(order.payment)) return [];
  const { expectedCents = 0 } = order.payment;
  const cents = openCentsOf(order.payment);
  const asked = {
    reference: paymentReference(order.id),
    cents,
    // On its page, all that is due is paid.
    byCard: order.nextStep === 'pay' && cents === dueCentsOf(order.payment),
  };
  return [
    texts[language].asked(formatCents(cents).replace('\u00a0', ' ')),
    ...(expectedCents > 0
      ? [texts[language].lessWithheld(formatCents(expectedCents).replace('\u00a0', ' '))]
      : []),
    ...waysToPay(shop, asked, language).map(({ name, lines }) => `${name}: ${lines.join('; ')}`),
  ];
}

const kes = (amount: number) => formatKes(amount).replace('\u00a0', ' ');

const texts = {
  en: {
    asked: (sum: string) => `You can pay ${sum} in one of these ways:`,
    certificate: (sum: string) => `${sum} is expected to be withheld as tax: please send us the certificate.`,
    lessWithheld: (sum: string) => `Of this, ${sum} is expected to be withheld as tax, with its certificate.`,
    card: 'Card',
    onPage: 'On the page of the order',
    onItsPage: 'On the page of the order, once you have accepted',
    prompt: (place: string) => `A request to your phone, ${place.replace('On', 'on')}`,
    paybill: (number: string, account: string) => `Paybill ${number}, account ${account}`,
    till: (number: string) => `Till ${number}, then send us the M-Pesa code`,
    limit: (most: number) => `At most ${kes(most)} at a time`,
    transfer: 'Bank transfer',
    reference: (reference: string) => `Reference ${reference}`,
    counter: 'Cash or cheque at our counter',
    payee: (shop: string) => `Make cheques out to ${shop}`,
  },
  sw: {
    asked: (sum: string) => `Unaweza kulipa ${sum} kwa mojawapo ya njia hizi:`,
    certificate: (sum: string) => `${sum} inatarajiwa kukatwa kama kodi: tafadhali tutumie cheti.`,
    lessWithheld: (sum: string) => `Kati yake ${sum} inatarajiwa kukatwa kama kodi, pamoja na cheti chake.`,
    card: 'Kadi',
    onPage: 'Kwenye ukurasa wa oda',
    onItsPage: 'Kwenye ukurasa wa oda, ukishakubali',
    prompt: (place: string) => `Ombi kwa simu yako, ${place.replace('Kwenye', 'kwenye')}`,
    paybill: (number: string, account: string) => `Paybill ${number}, akaunti ${account}`,
    till: (number: string) => `Till ${number}, kisha ututumie nambari ya muamala`,
    limit: (most: number) => `${kes(most)} kwa mara moja, si zaidi`,
    transfer: 'Kupitia benki',
    reference: (reference: string) => `Rejea ${reference}`,
    counter: 'Taslimu au hundi dukani kwetu',
    payee: (shop: string) => `Andika hundi kwa jina la ${shop}`,
  },
};
