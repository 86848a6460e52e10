import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type {
  Order,
  OrderPayment,
  OrderStatus,
  OrderWord,
} from '../../supabase/functions/_shared/contract/orders.ts';
import type { Screen } from './screen.ts';
import { followLink } from './wait-for-page.ts';
import { placeOrder } from './shop-states.ts';

type OrderPageState = {
  name: string;
  status: OrderStatus;
  word: OrderWord;
  nextStep: Order['nextStep'];
  payment: Partial<OrderPayment>;
  /** The heading of the page. */
  title: string;
};

const later = '2026-11-22T11:32:00Z';
const refused = (code: string, description: string) => ({
  transaction: 'failed' as const,
  refusal: { code, description },
});
const checking = 'A payment for this order is being checked';
const waiting = 'The bank has not confirmed your payment yet';

const request = {
  phone: '254712345678',
  amount: 85_000,
  sentAt: later,
  code: null,
  isOpen: true,
  isPaid: false,
  hasReceipt: false,
};

/** An order's page in every state of order and transaction; some of them would take days, or the staff. */
const orderPageStates: readonly OrderPageState[] = [
  {
    name: 'mpesa-at-the-phone',
    word: 'undecided',
    status: 'pending',
    nextStep: 'wait',
    payment: { method: 'mpesa', prompt: request },
    title: 'M-Pesa has not confirmed your payment yet',
  },
  {
    name: 'mpesa-refused',
    word: 'payment_failed',
    status: 'failed',
    nextStep: 'pay',
    payment: { method: 'mpesa', transaction: 'failed', prompt: { ...request, code: '2001', isOpen: false } },
    title: 'The M-Pesa payment did not go through',
  },
  {
    name: 'pending-undecided',
    word: 'undecided',
    status: 'pending',
    nextStep: 'wait',
    payment: { nextAskAt: later },
    title: waiting,
  },
  {
    name: 'pending-not-held',
    word: 'not_paid',
    status: 'pending',
    nextStep: 'pay',
    payment: { transaction: 'expired' },
    title: 'This order is not paid yet',
  },
  {
    name: 'pending-checked',
    word: 'question',
    status: 'pending',
    nextStep: 'wait',
    payment: { transaction: 'review' },
    title: checking,
  },
  {
    name: 'completed',
    word: 'completed',
    status: 'completed',
    nextStep: 'none',
    payment: { transaction: 'completed' },
    title: 'This order is completed',
  },
  {
    name: 'failed-declined',
    word: 'payment_failed',
    status: 'failed',
    nextStep: 'pay',
    payment: refused('4', 'Denied'),
    title: 'The bank refused the payment',
  },
  {
    name: 'failed-call-bank',
    word: 'payment_failed',
    status: 'failed',
    nextStep: 'pay',
    payment: { ...refused('5', 'Please call the bank'), heldUntil: later },
    title: 'The bank refused the payment',
  },
  {
    name: 'failed-left-bank',
    word: 'payment_failed',
    status: 'failed',
    nextStep: 'pay',
    payment: refused('255', 'The payment was cancelled by the card holder'),
    title: 'You left the bank’s page without paying',
  },
  {
    name: 'failed-expired',
    word: 'payment_failed',
    status: 'failed',
    nextStep: 'pay',
    payment: { transaction: 'expired' },
    title: 'This order was not paid in time',
  },
  {
    name: 'failed-undecided',
    word: 'undecided',
    status: 'failed',
    nextStep: 'wait',
    payment: { transaction: 'expired' },
    title: waiting,
  },
  {
    name: 'failed-checked',
    word: 'question',
    status: 'failed',
    nextStep: 'wait',
    payment: { transaction: 'review' },
    title: checking,
  },
  {
    name: 'partly-paid',
    word: 'part_paid',
    status: 'pending',
    nextStep: 'pay',
    payment: { transaction: 'expired', receivedCents: 50_000, acceptedCents: 50_000, dueAmount: 14_500 },
    title: 'A part of this order is paid',
  },
  {
    name: 'partly-paid-refused',
    word: 'part_paid',
    status: 'failed',
    nextStep: 'pay',
    payment: { ...refused('4', 'Denied'), receivedCents: 50_000, acceptedCents: 50_000, dueAmount: 14_500 },
    title: 'The bank refused the payment of the rest',
  },
  {
    name: 'partly-paid-undecided',
    word: 'undecided',
    status: 'pending',
    nextStep: 'wait',
    payment: { nextAskAt: later, receivedCents: 50_000, acceptedCents: 50_000, dueAmount: 14_500 },
    title: 'The bank has not confirmed the rest yet',
  },
  {
    name: 'paid-with-another-sum',
    word: 'paid',
    status: 'paid',
    nextStep: 'none',
    payment: { transaction: 'completed', receivedCents: 1_450_000, acceptedCents: 1_450_000 },
    title: 'Your payment is approved',
  },
  {
    name: 'paid-second-payment-checked',
    word: 'paid',
    status: 'paid',
    nextStep: 'none',
    payment: { transaction: 'completed', isInQuestion: true, receivedCents: 3_000_000 },
    title: 'Your payment is approved',
  },
  {
    name: 'paid-too-much',
    word: 'paid',
    status: 'paid',
    nextStep: 'none',
    payment: {
      transaction: 'completed',
      receivedCents: 3_000_000,
      acceptedCents: 3_000_000,
      overpaidCents: 1_500_000,
    },
    title: 'Your payment is approved',
  },
  {
    name: 'paid-then-owed',
    word: 'owed',
    status: 'completed',
    nextStep: 'none',
    payment: { transaction: 'completed', receivedCents: 0, acceptedCents: 0, dueAmount: 15_000 },
    title: 'KES 15,000 is owed',
  },
  {
    name: 'refunded',
    word: 'not_paid',
    status: 'pending',
    nextStep: 'pay',
    payment: { transaction: 'expired', refundedCents: 50_000 },
    title: 'The payment was refunded',
  },
  {
    name: 'paid-then-refunded',
    word: 'refunded',
    status: 'paid',
    nextStep: 'none',
    payment: { transaction: 'completed', receivedCents: 0, acceptedCents: 0, refundedCents: 1_500_000 },
    title: 'Your payment was refunded',
  },
  {
    name: 'paid-partly-refunded',
    word: 'completed',
    status: 'completed',
    nextStep: 'none',
    payment: {
      transaction: 'completed',
      receivedCents: 1_400_000,
      acceptedCents: 1_400_000,
      refundedCents: 100_000,
      refunds: [{ cents: 100_000, day: '2026-11-28', method: 'mpesa', reference: 'SGR7XK2P1Q' }],
    },
    title: 'This order is completed',
  },
  {
    name: 'cancelled',
    word: 'cancelled',
    status: 'cancelled',
    nextStep: 'none',
    payment: { transaction: 'expired' },
    title: 'This order is cancelled',
  },
  {
    name: 'cancelled-received',
    word: 'cancelled_with_money',
    status: 'cancelled',
    nextStep: 'none',
    payment: { transaction: 'completed', receivedCents: 50_000 },
    title: 'This order is cancelled',
  },
  {
    name: 'cancelled-checked',
    word: 'question',
    status: 'cancelled',
    nextStep: 'none',
    payment: { transaction: 'review' },
    title: checking,
  },
];

let somebodysOrder: Promise<Order> | undefined;

/** An order of another browser, placed once for all these screens: this browser gets no cookie by it. */
async function placeElsewhere(page: Page): Promise<Order> {
  const { origin } = new URL(page.url());
  const browser = await page.context().browser()?.newContext({ baseURL: origin });
  if (!browser) throw new Error('The page belongs to no browser.');
  const { order } = await placeOrder(await browser.newPage());
  await browser.close();
  return order;
}

/**
 * Opens an order's page in one of these states. The replies about it are made in the page: a mocked request would turn the
 * browser's cache off and make each screen load the whole shop.
 */
async function openOrderPage(page: Page, state: OrderPageState): Promise<void> {
  await page.goto('/returns');
  const placed = await (somebodysOrder ??= placeElsewhere(page));
  const { status, word, nextStep } = state;
  const isPaid = status === 'paid' || status === 'completed';
  const none: OrderPayment = {
    transaction: 'pending',
    method: 'card',
    reference: placed.payment.reference,
    refusal: null,
    nextAskAt: null,
    heldUntil: null,
    laterCents: 0,
    announcedCents: 0,
    prompt: null,
    isHoldTakenOver: false,
    hasBankAnswered: true,
    isBankSilent: false,
    termsDays: null,
    owedBy: null,
    isInQuestion: state.payment?.transaction === 'review',
    recordedCents: 0,
    withheldCents: 0,
    expectedCents: 0,
    receivedCents: isPaid ? placed.totalAmount * 100 : 0,
    acceptedCents: isPaid ? placed.totalAmount * 100 : 0,
    refundedCents: 0,
    bouncedCents: 0,
    bouncedMethod: null,
    refunds: [],
    returnedCents: 0,
    overpaidCents: 0,
    dueAmount: isPaid || status === 'cancelled' ? 0 : placed.totalAmount,
    roundedCents: 0,
    lastCents: 0,
    unsentCents: 0,
    writtenOffCents: 0,
    creditedCents: 0,
  };
  // Each has an id of its own, so that no screen shows the reply to an earlier one.
  const id = randomUUID();
  const order: Order = { ...placed, id, status, word, nextStep, payment: { ...none, ...state.payment } };
  await page.evaluate((shown) => {
    const { fetch } = window;
    window.fetch = (...call: Parameters<typeof fetch>) =>
      typeof call[0] === 'string' && call[0].startsWith(`/api/orders/${shown.id}`)
        ? Promise.resolve(Response.json(shown))
        : fetch(...call);
  }, order);
  await followLink(page, `/order-confirmation/${id}`);
  await page.getByText(state.title, { exact: true }).first().waitFor();
}

export const orderPageScreens: readonly Screen[] = orderPageStates.map((state) => ({
  name: `order-page-${state.name}`,
  show: (page) => openOrderPage(page, state),
}));
