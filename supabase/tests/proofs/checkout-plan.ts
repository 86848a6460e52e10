import type { GatewayBehaviour } from '../../../local/gateway-sandbox/gateway-behaviour.ts';

/** What becomes of a checkout at the bank. */
type CheckoutOutcome =
  | 'paid'
  | 'denied'
  | 'left'
  | 'wrongAmount'
  | 'paidTwice'
  | 'refusedThenApproved'
  | 'timedOutThenApproved';

/** Milliseconds after which a bank that refused the card takes the money all the same, whether anybody asks or not. */
export const lateApprovalMs = 3000;

export type CheckoutPlan = {
  outcome: CheckoutOutcome;
  /** How often the browser posts the return: 0 is a return that is lost. */
  returns: 0 | 1 | 2;
  behaviour: Partial<GatewayBehaviour>;
  /** Of two transactions on one order, is the older one paid last? */
  olderLast: boolean;
  /** A customer whose return was lost opens the order's page, which asks the bank. */
  opensOrderAgain: boolean;
  /** Which product, as a number from 0 up to 1, and how many pieces. */
  product: number;
  quantity: number;
};

/** Shares of all checkouts; the others are paid for normally. */
const outcomeShares: ReadonlyArray<[CheckoutOutcome, share: number]> = [
  ['wrongAmount', 0.02],
  ['paidTwice', 0.02],
  ['refusedThenApproved', 0.02],
  ['timedOutThenApproved', 0.03],
  ['denied', 0.08],
  ['left', 0.03],
];
const lostShare = 0.3;
const doubledShare = 0.3;
const lateShare = 0.05;

/** Everything that is left to chance about the checkouts, drawn before the first of them, in order. */
export function drawCheckouts(count: number, random: () => number): CheckoutPlan[] {
  const outcomeOf = exactShares(count, outcomeShares, 'paid', random);
  const returnsOf = exactShares<0 | 1 | 2>(
    count,
    [
      [0, lostShare],
      [2, doubledShare],
    ],
    1,
    random,
  );
  const isLate = exactShares(count, [[true, lateShare]], false, random);

  return Array.from({ length: count }, (_, i) => {
    const outcome = outcomeOf[i] ?? 'paid';
    const returns = returnsOf[i] ?? 1;
    // Beyond the ten seconds that the shop waits, and within them.
    const late = isLate[i] ? { queryDelayedMs: random() < 0.7 ? 12_000 : 2_000, queryFaultAsks: 1 } : {};
    return {
      outcome,
      returns,
      behaviour: { ...late, ...behaviourOf(outcome, random), returnLost: returns === 0 },
      olderLast: random() < 0.5,
      opensOrderAgain: random() < 0.3,
      product: random(),
      quantity: 1 + Math.floor(random() * 3),
    };
  });
}

function behaviourOf(outcome: CheckoutOutcome, random: () => number): Partial<GatewayBehaviour> {
  switch (outcome) {
    case 'wrongAmount':
      return { amountOffCents: [-1, 1, -100, 100, -50_000][Math.floor(random() * 5)] };
    case 'refusedThenApproved':
      return { approvesLater: 'afterRefusal', approvesLaterMs: lateApprovalMs };
    case 'timedOutThenApproved':
      return { approvesLater: 'afterTimeOut', approvesLaterAsks: 1 };
    default:
      return {};
  }
}

/** So many of each as its share says, at least one, in random order: no seed leaves a case out. */
function exactShares<T>(
  count: number,
  shares: ReadonlyArray<[T, share: number]>,
  rest: T,
  random: () => number,
): T[] {
  const all = shares.flatMap(([value, share]) =>
    Array.from({ length: Math.max(1, Math.round(share * count)) }, () => value),
  );
  while (all.length < count) all.push(rest);
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [all[last], all[other]] = [all[other] as T, all[last] as T];
  }
  return all;
}
