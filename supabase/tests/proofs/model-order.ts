/* An order of the model: four facts of its money, what follows from them, where its goods are, and what may happen to it. */

export type OrderState = 'pending' | 'paid' | 'completed' | 'failed' | 'cancelled';

type TaskKind =
  | (
      | 'late_money'
      | 'wrong_amount'
      | 'wrong_reference'
      | 'wrong_trace'
      | 'reused_index'
      | 'money_after_refusal'
    )
  | ('undecided' | 'payment_reversed' | 'overpaid');

/** A question about money; once for each payment, kind and order. */
export type ModelTask = { kind: TaskKind; payment: ModelPayment; isOpen: boolean };

export type TaskOutcome = 'accepted' | 'partial_payment' | 'refunded' | 'nothing_received';

/** Cents of each order. */
export type Shares = Map<ModelOrder, number>;

/** Money that went back; below 0 where it came back after all. */
export type GivenBack = {
  cause: 'refund' | 'payment' | 'bounced' | 'charged_back' | 'came_back';
  cents: number;
  shares: Shares;
  /** Of which it came back. */
  counters: GivenBack | null;
  /** Another entry says what is right. */
  isCorrected: boolean;
  /** What is no longer owed since, with what it corrects. */
  reduced: number;
  /** That it is for. */
  pieces?: PiecesBack;
};

/** Pieces of a product that a reduction is for. */
export type PiecesBack = { product: number; quantity: number; fate: 'restocked' | 'damaged' | 'kept' };

/** One movement of money to the shop, or an attempt at one. */
export type ModelPayment = {
  state: 'pending' | 'completed' | 'failed' | 'expired' | 'review' | 'returned' | 'reversed';
  source: 'asked' | 'told' | 'recorded';
  openedAt: number;
  /** KES: what the buyer was asked for. */
  amount: number;
  /** What came; null while that is nothing of its own. */
  cents: number | null;
  shares: Shares;
  back: GivenBack[];
  /** Counts up with each decision over a payment. */
  decided: number;
  /** The bank has said something about it: it may have the money. */
  isKnown: boolean;
  /** The bank was last asked about it in vain: it may have the money, who knows. */
  isUnanswered: boolean;
  /** The bank was asked and has not answered yet. */
  isBeingAsked: boolean;
  /** The bank was asked a moment ago: whoever wants to pay is not kept waiting for the same answer again. */
  wasJustAsked: boolean;
  /** Which of the bank's transactions decided it; null when that was none of its own. */
  decidedAs: BankTransaction | null;
  /** Charges of the same card under one trace. */
  further: Map<BankTransaction, ModelPayment>;
  /** What the bank refused it with. */
  refusedWith: string | null;
  answers: number;
  /** The buyer's form asked the bank to reserve only: approved like any other, and never in a statement. */
  isReserved: boolean;
  /** A statement of the bank has it. */
  isSettled: boolean;
  /** Null of what did not come by M-Pesa, and of a prompt as long as it is not known. */
  receipt: Receipt | null;
  /** Of a prompt on a phone. */
  prompt: PromptOfModel | null;
};

/** A prompt on a phone, which Safaricom is asked about as the bank is about a card. */
type PromptOfModel = {
  /** When it was sent, among all that was told. */
  turn: number;
  /** It may still be on the phone. */
  isFresh: boolean;
  /** Safaricom has named it, so that it can be asked about. */
  isNamed: boolean;
  /** The query has said that it was paid. */
  hasSaidPaid: boolean;
  /** What a notice, which anybody may send, has said: that it was paid, and under which receipt. */
  told: { receipt: Receipt | null } | null;
};

/** A payment as Safaricom has it: to the paybill by hand, or what a prompt took. */
export type Receipt = {
  /** What was typed as its account. */
  typed: 'exactly' | 'badly' | 'nothing';
  /** Whose account that is. */
  of: ModelOrder | null;
  cents: number;
  /** Its order, once that is clear. */
  order: ModelOrder | null;
  /** When the shop was first told of it; null as long as it was not. */
  turn: number | null;
  /** By Safaricom, and not by staff alone. */
  isTold: boolean;
  /** As which it counts. */
  payment: ModelPayment | null;
  /** Which took it. */
  prompt: ModelPayment | null;
};

/** Pieces of one product that were packed together. */
export type ModelParcel = {
  product: number;
  quantity: number;
  state: 'packed' | 'sent' | 'taken_back';
  /** When it left the shop. */
  leftAt: number | null;
  /** Staff said why it left before it was settled. */
  hasReason: boolean;
};

type Reduction = {
  cause: 'goods_back' | 'price_cut' | 'accepted_as_all' | 'written_off' | 'cancelled';
  cents: number;
};

/** Pieces of one product that a reduction was for: all, those that came back, and those that had not left. */
type Returned = { all: number; back: number; unsent: number };

export type ModelOrder = {
  state: OrderState;
  /** The browser that placed it. */
  buyer: number;
  /** Pieces by product. */
  pieces: Map<number, number>;
  /** KES for one piece, as it was when its product came into the order. */
  prices: Map<number, number>;
  reductions: Reduction[];
  /** Those that have a share in it. */
  payments: Set<ModelPayment>;
  /** Attempts by card and by prompts, oldest first. */
  transactions: ModelPayment[];
  tasks: ModelTask[];
  /** Pieces by line, which is a product at a price. */
  sold: Map<string, number>;
  /** Something was, whether it still is or not. */
  wasSold: boolean;
  /** Pieces that it took out of the stock, by product. */
  taken: Map<number, number>;
  returned: Map<number, Returned>;
  parcels: ModelParcel[];
  papers: {
    isInvoiced: boolean;
    lines: Map<string, number>;
    names: Set<ModelPayment>;
    credited: number;
    left: number;
  };
  /** Pieces of products that are to come from the maker. */
  awaited: Map<number, number>;
  /** Since which step, by which those who wait take turns. */
  awaitedSince: Map<number, number>;
  /** Of products that were not on the shelf: so many per cent are due before their pieces come. */
  deposits: Map<number, number>;
  /** Of two that have waited equally long, the line that was written first. */
  lineTurns: Map<number, number>;
  /** By product; what is held no longer is remembered until it is held again. */
  held: Map<number, HeldPieces>;
  /** How often its buyer, who went to pay, got them held. */
  timesHeld: number;
  /** Staff have corrected where it goes: what the buyer's browser sends is another order since. */
  hasOtherAddress: boolean;
};

export type HeldPieces = { pieces: number; until: number };

/** A bank may charge a card twice under one trace: two transactions of its own. */
type BankTransaction = 'first' | 'second';

/** What an answer of the bank is worth, before anybody asks what state the order is in. */
export type Verdict =
  | { says: 'nothing'; isKnown: boolean; isUnanswered: boolean }
  | { says: 'refused'; status: string }
  | { says: 'approved' | 'wrong_reference'; as: BankTransaction }
  | {
      says: 'wrong_amount';
      as: BankTransaction;
      /** What it approved instead of so many KES. */
      cents: (amount: number) => number;
    }
  | { says: 'wrong_trace' | 'reused_index' };

/** Who wanted to know what became of a transaction. */
export type AskedBy = 'return' | 'reconcile' | 'shopper' | 'owner';

/** Ways that an order may be led by hand; all others are refused. */
export const namedTransitions: Record<OrderState, readonly OrderState[]> = {
  pending: ['paid', 'failed', 'completed', 'cancelled'],
  failed: ['pending', 'paid', 'completed', 'cancelled'],
  paid: ['completed', 'pending', 'cancelled'],
  completed: ['pending', 'paid', 'cancelled'],
  cancelled: [],
};

export function newPayment(
  source: ModelPayment['source'],
  openedAt: number,
  amount: number,
  cents: number | null = null,
): ModelPayment {
  return {
    state: 'pending',
    source,
    openedAt,
    amount,
    cents,
    shares: new Map(),
    back: [],
    decided: 0,
    isKnown: false,
    isUnanswered: false,
    isBeingAsked: false,
    wasJustAsked: false,
    decidedAs: null,
    further: new Map(),
    refusedWith: null,
    answers: 0,
    isReserved: false,
    isSettled: false,
    receipt: null,
    prompt: null,
  };
}

export function newOrder(
  buyer: number,
  pieces: Map<number, number>,
  prices: Map<number, number>,
): ModelOrder {
  return {
    state: 'pending',
    buyer,
    pieces,
    prices,
    reductions: [],
    payments: new Set(),
    transactions: [],
    tasks: [],
    sold: new Map(),
    wasSold: false,
    taken: new Map(),
    returned: new Map(),
    parcels: [],
    papers: { isInvoiced: false, lines: new Map(), names: new Set(), credited: 0, left: 0 },
    awaited: new Map(),
    awaitedSince: new Map(),
    deposits: new Map(),
    lineTurns: new Map(),
    held: new Map(),
    timesHeld: 0,
    hasOtherAddress: false,
  };
}

export const sum = (cents: Iterable<number>) => [...cents].reduce((all, one) => all + one, 0);

/* The book, in cents. */

/** By the shop and by the bank, or by the bank alone. */
const standing = ({ back }: ModelPayment, isOfBank: boolean) =>
  back.filter((one) => {
    const { cause } = one.counters ?? one;
    return !one.isCorrected && (!isOfBank || cause === 'bounced' || cause === 'charged_back');
  });

export const backOf = (payment: ModelPayment, isOfBank = false) =>
  sum(standing(payment, isOfBank).map(({ cents }) => cents));

const backOfOrder = (payment: ModelPayment, order: ModelOrder, isOfBank = false) =>
  sum(standing(payment, isOfBank).map(({ shares }) => shares.get(order) ?? 0));

/** What an order has of a payment and was not given back. */
export const shareLeft = (payment: ModelPayment, order: ModelOrder) =>
  payment.state === 'completed' ? (payment.shares.get(order) ?? 0) - backOfOrder(payment, order) : 0;

/** What the bank can take back of it, which knows nothing of what the shop gave back. */
export const shareAtBank = (payment: ModelPayment, order: ModelOrder) =>
  (payment.shares.get(order) ?? 0) - backOfOrder(payment, order, true);

/** What of a payment no order has. */
export const restLeft = (payment: ModelPayment) =>
  (payment.cents ?? 0) -
  backOf(payment) -
  sum([...payment.shares.keys()].map((order) => shareLeft(payment, order)));

const counting = ({ payments }: ModelOrder) => [...payments].filter(({ state }) => state === 'completed');

/** KES. */
export const totalOf = ({ pieces, prices }: ModelOrder) =>
  sum([...pieces].map(([product, quantity]) => quantity * (prices.get(product) ?? 0)));

/** @param cause that alone */
export const reducedOf = ({ reductions }: ModelOrder, cause?: Reduction['cause']) =>
  sum(reductions.filter((one) => !cause || one.cause === cause).map(({ cents }) => cents));
const receivedOf = (order: ModelOrder) => sum(counting(order).map(({ shares }) => shares.get(order) ?? 0));
const leftOf = (order: ModelOrder) => sum(counting(order).map((payment) => shareLeft(payment, order)));

export const dueOf = (order: ModelOrder) => totalOf(order) * 100 - reducedOf(order) - leftOf(order);

const isCredited = ({ cause }: Reduction) => cause !== 'accepted_as_all' && cause !== 'written_off';

/** What was agreed on, and is in a credit note once it was invoiced. */
export const creditedOf = ({ reductions }: ModelOrder) =>
  sum(reductions.filter(isCredited).map(({ cents }) => cents));

/** Of that, what is due once the pieces have come that it awaits. */
export function laterOf(order: ModelOrder): number {
  const rest = sum(
    [...order.awaited].map(
      ([p, pieces]) => pieces * (order.prices.get(p) ?? 0) * (100 - (order.deposits.get(p) ?? 100)),
    ),
  );
  const total = totalOf(order) * 100;
  const isCut = creditedOf(order) > 0 && !order.wasSold;
  // A lower price is a lower deposit, as long as nothing is sold.
  const exact = isCut ? Math.floor((rest * (total - creditedOf(order))) / total) : rest;
  const later = Math.floor(exact / 100) * 100;
  return Math.max(0, Math.min(later, dueOf(order)));
}

/** What was paid of an order for nothing that is sold or has come, and so for pieces that it awaits. */
export function depositsPaid(order: ModelOrder): number {
  const arrived = [...neededOf(order)].map(
    ([p, needed]) => Math.max(0, needed) * depositFor(order, p) * Number(order.deposits.has(p)),
  );
  return leftOf(order) + reducedOf(order) - worthOf(order.sold) - sum(arrived);
}

/** Cents, for one piece. */
export const depositFor = ({ prices, deposits }: ModelOrder, product: number) =>
  (prices.get(product) ?? 0) * (deposits.get(product) ?? 0);

export const dueNowOf = (order: ModelOrder) => dueOf(order) - laterOf(order);

/** Cents that are due of what was sold, and for the deposits of what is awaited. */
function owedOf(order: ModelOrder): number {
  const deposits = sum([...order.awaited].map(([product, pieces]) => pieces * depositFor(order, product)));
  const unpaid = worthOf(order.sold) + dueOf(order) - totalOf(order) * 100;
  return Math.max(0, Math.min(dueNowOf(order), deposits + unpaid));
}

/** Cents that its buyer is asked for: of what left unpaid, what is owed. */
export function askedCents(order: ModelOrder): number {
  if (!isDue(order)) return 0;
  return hasLeft(order) && !isSoldCovered(order) ? owedOf(order) : dueNowOf(order);
}

/** The same in KES. */
export const askedFor = (order: ModelOrder) => Math.ceil(askedCents(order) / 100);

export const isOpen = ({ state }: ModelOrder) => state === 'pending' || state === 'failed';
export const isPaid = ({ state }: ModelOrder) => state === 'paid' || state === 'completed';

/** What is to be given back of an order that is paid or cancelled. */
export const overpaidOf = (order: ModelOrder) => (!isOpen(order) && dueOf(order) <= -100 ? -dueOf(order) : 0);

/** Something that was received is still there. */
export const hasMoney = (order: ModelOrder) => leftOf(order) > 0;
export const isDue = (order: ModelOrder) => dueNowOf(order) >= 100;
/** Nothing is due, and all that counted went back. */
export const isGivenBack = (order: ModelOrder) =>
  !isDue(order) && leftOf(order) <= 0 && receivedOf(order) > 0;

/** What was sold, or invoiced: pieces of a product at a price. */
export const linesOf = (order: ModelOrder) =>
  new Map([...order.pieces].map(([product, quantity]) => [lineOf(order, product), quantity]));

export const lineOf = ({ prices }: ModelOrder, product: number) =>
  `${product} at ${prices.get(product) ?? 0}`;

/** Cents. */
export const worthOf = (lines: ReadonlyMap<string, number>) =>
  sum([...lines].map(([line, quantity]) => quantity * Number(line.split(' at ')[1]) * 100));

/** The money for what was sold is there, whatever is due for what was added. */
export const isSoldCovered = (order: ModelOrder) =>
  worthOf(order.sold) + dueOf(order) - totalOf(order) * 100 < 100;

/** Something was added to a paid order, has come from the maker, or is not sent yet, and that alone is due. */
export const isAdded = (order: ModelOrder) =>
  (order.state === 'paid' || hasLeft(order)) && isDue(order) && hasMoney(order) && isSoldCovered(order);

/** Money is due of what was paid, or of what was sold. */
export const isOwed = (order: ModelOrder) => isDue(order) && !isAdded(order);

/** Pieces of each product that are to come from the maker, or were added to a paid order and wait for their payment. */
export const unpaidOf = (order: ModelOrder) =>
  new Map(
    [...(order.state === 'paid' ? lackingOf(order) : order.awaited)].filter(([, pieces]) => pieces > 0),
  );

/* Its goods. */

const nothingReturned: Returned = { all: 0, back: 0, unsent: 0 };

export const returnedOf = ({ returned }: ModelOrder, product: number) =>
  returned.get(product) ?? nothingReturned;

/** Pieces of a product in parcels that stand. @param isGone only those that have left the shop */
export function piecesInParcels({ parcels }: ModelOrder, product: number, isGone = false): number {
  return sum(
    parcels
      .filter(
        ({ product: p, state }) => p === product && state !== 'taken_back' && !(isGone && state === 'packed'),
      )
      .map(({ quantity }) => quantity),
  );
}

export const hasLeft = ({ parcels }: ModelOrder) => parcels.some(({ state }) => state === 'sent');

/** Pieces of a product that are to be sent, whether they were or not. */
export const piecesToSend = (order: ModelOrder, product: number) =>
  (order.pieces.get(product) ?? 0) - returnedOf(order, product).unsent;

/** Of these, pieces that have not left. */
export const piecesToLeave = (order: ModelOrder, product: number) =>
  piecesToSend(order, product) - piecesInParcels(order, product, true);

/** It is sent in parcels, and some of its pieces have not left. */
export function isPartlyShipped(order: ModelOrder): boolean {
  const isBegun = order.parcels.some(({ state }) => state !== 'taken_back');
  return (
    isBegun && [...order.pieces.keys()].some((p) => piecesInParcels(order, p, true) < piecesToSend(order, p))
  );
}

/** Goods left, and all that did came back. */
function areGoodsBack(order: ModelOrder): boolean {
  const products = [...order.pieces.keys()];
  const back = sum(products.map((p) => returnedOf(order, p).back - returnedOf(order, p).unsent));
  return hasLeft(order) && back >= sum(products.map((p) => piecesInParcels(order, p, true)));
}

/** Pieces that it needs and has not taken out of the stock; below 0 once it was changed to fewer. */
const lackingOf = (order: ModelOrder) =>
  new Map(
    [...order.pieces].map(([p, quantity]) => [
      p,
      quantity - returnedOf(order, p).back - (order.taken.get(p) ?? 0),
    ]),
  );

/** Of these, pieces that are to come from the shelf. */
export const neededOf = (order: ModelOrder) =>
  new Map([...lackingOf(order)].map(([p, lacking]) => [p, lacking - (order.awaited.get(p) ?? 0)]));

/* What may happen to it. */

/** A person must look at money that may not be ours, or that came when the pieces were gone. */
const isInQuestion = ({ tasks }: ModelOrder) => tasks.some((task) => task.isOpen && isQuestion(task));

const isQuestion = ({ kind }: ModelTask) =>
  kind !== 'overpaid' && kind !== 'payment_reversed' && kind !== 'undecided';

/** The bank may have money for it. */
function isUndecided({ transactions, tasks }: ModelOrder): boolean {
  return (
    transactions.some(({ isBeingAsked }) => isBeingAsked) ||
    tasks.some((task) => task.isOpen && task.kind === 'undecided') ||
    transactions.some(
      (t) =>
        !t.prompt &&
        (t.isKnown || t.isUnanswered) &&
        (t.state === 'pending' || t.state === 'expired') &&
        tasks.every(({ payment }) => payment !== t),
    ) ||
    transactions.some(({ state, prompt }) => state === 'pending' && prompt?.isFresh)
  );
}

/** A buyer must not pay just now. */
const isWaiting = (order: ModelOrder) => isInQuestion(order) || isUndecided(order);

export function mayPay(order: ModelOrder): 'none' | 'wait' | 'pay' {
  if (order.state === 'cancelled' || !(isOpen(order) || isDue(order))) return 'none';
  if (isWaiting(order)) return 'wait';
  return isDue(order) ? 'pay' : 'none';
}

/** Nothing is paid of it or sent, so its pieces may go to somebody else. */
export const mayGiveUpPieces = (order: ModelOrder) => isDue(order) && !hasMoney(order) && !hasLeft(order);

/** Why the buyer may not cancel it; null when they may. */
export function obstacleToBuyer(order: ModelOrder): string | null {
  if (isPaid(order)) return 'order_closed';
  if (hasLeft(order)) return 'order_sent';
  if (isWaiting(order)) return 'payment_undecided';
  return hasMoney(order) ? 'money_received' : null;
}

/** Why staff may not cancel it. */
export function obstacleToCancelling(order: ModelOrder): string | null {
  if ((isOpen(order) && isWaiting(order)) || isInQuestion(order)) return 'cancel_undecided';
  if (hasMoney(order)) return 'refund_first';
  const isOut = (hasLeft(order) || order.state === 'completed') && !areGoodsBack(order);
  return isDue(order) && isOut ? 'order_sent' : null;
}

/** Why its sum may not be changed. */
export function obstacleToSum(order: ModelOrder): string | null {
  const isWaitingForMoney = isOpen(order) ? isWaiting(order) : isOwed(order);
  return isWaitingForMoney ? 'change_undecided' : null;
}
