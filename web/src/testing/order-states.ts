import { transactionStatuses } from '@contract/admin.ts';
import { type Order, type OrderPayment, orderStatuses } from '@contract/orders.ts';

/** The parts of an order that its texts depend on. */
type OrderState = Pick<Order, 'status' | 'nextStep' | 'payment'>;

/** KES. */
const totalAmount = 15_000;

/** No money received, and the bank has just confirmed that it knows of no payment. */
export const noMoney: OrderPayment = {
  transaction: null,
  method: null,
  reference: 'DON-1',
  refusal: null,
  nextAskAt: null,
  heldUntil: null,
  isHoldTakenOver: false,
  hasBankAnswered: true,
  isBankSilent: false,
  isSettlementAwaited: false,
  isInQuestion: false,
  receivedCents: 0,
  acceptedCents: 0,
  refundedCents: 0,
  recordedCents: 0,
  dueAmount: totalAmount,
};

export const declined = { code: '4', description: 'Denied' };

const allCents = totalAmount * 100;

/**
 * What can have become of received money: how much is left, how much was refunded, and whether it is under review.
 */
const receivedMoney = {
  'nothing came': {},
  'a part is accepted': { receivedCents: 50_000, acceptedCents: 50_000, dueAmount: totalAmount - 500 },
  'all of it came': { receivedCents: allCents, acceptedCents: allCents, dueAmount: 0 },
  'all of it was refunded': { refundedCents: allCents },
  'a part is accepted and another refunded': {
    receivedCents: 50_000,
    acceptedCents: 50_000,
    refundedCents: 70_000,
    dueAmount: totalAmount - 500,
  },
  'somebody is looking at it': { receivedCents: 50_000, isInQuestion: true },
  'a part is accepted and somebody is looking at more': {
    receivedCents: 90_000,
    acceptedCents: 50_000,
    dueAmount: totalAmount - 500,
    isInQuestion: true,
  },
} as const satisfies Record<string, Partial<OrderPayment>>;

type OrderCase = { name: string; order: OrderState };

/** Every order status with every state of its transaction, its money and the bank's response. */
export const everyOrderState: readonly OrderCase[] = orderStatuses.flatMap((status) => {
  const isOpen = status === 'pending' || status === 'failed';
  return [...transactionStatuses, null].flatMap((transaction) =>
    Object.entries(receivedMoney).flatMap(([money, payment]) =>
      (isOpen ? (['pay', 'wait'] as const) : (['none'] as const)).flatMap((nextStep) =>
        [true, false].map((hasBankAnswered) => ({
          name: `${status}, ${transaction}, ${money}, ${nextStep}${hasBankAnswered ? '' : ', not answered'}`,
          order: {
            status,
            nextStep,
            payment: {
              ...noMoney,
              transaction,
              refusal: transaction === 'failed' ? declined : null,
              hasBankAnswered,
              ...payment,
              ...(isOpen ? {} : { dueAmount: 0 }),
            },
          },
        })),
      ),
    ),
  );
});

/** Texts that deny a payment. Once money was received no page may contain them. */
export const denialOfPayment =
  /no record|no payment|not charged|nothing is due|order is not paid|not paid yet|have not paid|Order Not Paid|did not take|not paid in time/i;
