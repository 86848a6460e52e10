/* An order of the model, its transactions, and what the bank and a person have made of them. */

export type OrderState = 'pending' | 'paid' | 'completed' | 'failed' | 'cancelled';
type TransactionState = 'pending' | 'completed' | 'failed' | 'expired' | 'review' | 'reversed';

type ModelTask = {
  kind: string;
  isOpen: boolean;
  /** Of a reversed payment: it was paid again, or is not asked for any more. */
  isCollected?: boolean;
  /** The further charge that it is about. */
  charge?: BankTransaction;
};

export type ModelTransaction = {
  state: TransactionState;
  openedAt: number;
  /** KES: what the buyer was asked for. */
  amount: number;
  /** What the bank approved for it; null while that is nothing of its own. */
  cents: number | null;
  /** The owner has accepted it as a part of the price. */
  isPart: boolean;
  /** The bank has said something about it: it may have the money. */
  isKnown: boolean;
  /** The bank was last asked about it in vain: it may have the money, who knows. */
  isUnanswered: boolean;
  /** Which of the bank's transactions decided it; null when that was none of its own. */
  decidedAs: BankTransaction | null;
  /** The bank was asked and has not answered yet. */
  isBeingAsked: boolean;
  /** The bank was asked a moment ago: whoever wants to pay is not kept waiting for the same answer again. */
  wasJustAsked: boolean;
  /** What the bank refused it with. */
  refusedWith: string | null;
  answers: number;
  /** The buyer's form asked the bank to reserve only: approved like any other, and never in a statement. */
  isReserved: boolean;
  /** A statement of the bank has it. */
  isSettled: boolean;
  /** Cents that the owner has given back. */
  refunded: number;
  /** Transactions of an order, by card and others, in the order in which they were made. */
  made: number;
  tasks: ModelTask[];
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

export type ModelOrder = {
  /** Pieces by product. */
  pieces: Map<number, number>;
  /** KES for one piece, as it was when its product came into the order. */
  prices: Map<number, number>;
  total: number;
  /** Cents of refunds that the buyer had paid too much. */
  paidBack: number;
  state: OrderState;
  /** The browser that placed it. */
  buyer: number;
  heldUntil: number | null;
  /** Placed without a hold: until then its pieces are promised to no other buyer of whom nothing is known. */
  claimedUntil: number | null;
  /** Products whose pieces another order of the same buyer took over. */
  takenOver: Set<number>;
  /** Staff have corrected where it goes: what the buyer's browser sends is another order since. */
  hasOtherAddress: boolean;
  /** By card. */
  transactions: ModelTransaction[];
  /** By other methods, as staff recorded them. */
  recorded: ModelTransaction[];
  parcels: ModelParcel[];
};

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
  pending: ['paid', 'failed', 'cancelled'],
  failed: ['pending', 'paid', 'cancelled'],
  paid: ['completed', 'pending', 'cancelled'],
  completed: ['paid', 'cancelled'],
  cancelled: [],
};

let made = 0;

export function newTransaction(openedAt: number, amount: number): ModelTransaction {
  return {
    state: 'pending',
    openedAt,
    amount,
    cents: null,
    isPart: false,
    isKnown: false,
    isUnanswered: false,
    decidedAs: null,
    isBeingAsked: false,
    wasJustAsked: false,
    refusedWith: null,
    answers: 0,
    isReserved: false,
    isSettled: false,
    refunded: 0,
    made: (made += 1),
    tasks: [],
  };
}

/** The bank approved money for this very transaction, whatever is wrong with it, and the shop still has it. */
export function isMoneyReceived(transaction: ModelTransaction): boolean {
  const { state, decidedAs, tasks } = transaction;
  const isCharged = state === 'completed' || (state === 'review' && decidedAs !== null);
  return (isCharged && !isRefunded(transaction)) || tasks.some(({ charge }) => charge);
}

/** All of it was given back. */
export const isRefunded = ({ refunded, cents }: ModelTransaction) => refunded > 0 && refunded === cents;

/** The bank may have money for it, or a person must decide over it. */
export function isInQuestion({
  state,
  isKnown,
  isUnanswered,
  isBeingAsked,
  tasks,
}: ModelTransaction): boolean {
  return (
    isBeingAsked ||
    tasks.some(({ isOpen }) => isOpen) ||
    (tasks.length === 0 && (isKnown || isUnanswered) && (state === 'pending' || state === 'expired'))
  );
}

export const paymentsOf = ({ transactions, recorded }: ModelOrder) => [...transactions, ...recorded];

/** It pays the order, or a part of it. */
export const isAccepted = ({ state, isPart }: ModelTransaction) => state === 'completed' || isPart;

/** What had paid the order was given back. */
export function isAllRefunded(order: ModelOrder): boolean {
  const accepted = paymentsOf(order).filter(isAccepted);
  return accepted.length > 0 && accepted.every(isRefunded);
}

/** Something of it was given back, and nothing that was paid is left. */
export function isNothingLeft(order: ModelOrder): boolean {
  return (
    paymentsOf(order).some(({ refunded }) => refunded > 0) &&
    paymentsOf(order).filter(isAccepted).every(isRefunded)
  );
}

/** Pieces of a product in parcels that stand. @param isGone only those that have left the shop */
export function piecesInParcels({ parcels }: ModelOrder, product: number, isGone = false): number {
  return parcels
    .filter(
      ({ product: p, state }) => p === product && state !== 'taken_back' && !(isGone && state === 'packed'),
    )
    .reduce((sum, { quantity }) => sum + quantity, 0);
}

/** It is sent in parcels, and some of its pieces have not left. */
export function isPartlyShipped(order: ModelOrder): boolean {
  const isBegun = order.parcels.some(({ state }) => state !== 'taken_back');
  return isBegun && [...order.pieces].some(([p, quantity]) => piecesInParcels(order, p, true) < quantity);
}

/** KES that are left to pay. */
export function dueOf(order: ModelOrder): number {
  const parts = paymentsOf(order).reduce((sum, { isPart, cents }) => sum + (isPart ? (cents ?? 0) : 0), 0);
  return order.total - Math.round((parts - order.paidBack) / 100);
}

/** Cents that are to be given back, since it was changed after it was paid. */
export function overpaidOf(order: ModelOrder): number {
  const isOpen = paymentsOf(order).some(({ tasks }) =>
    tasks.some((task) => task.kind === 'overpaid' && task.isOpen),
  );
  return isOpen ? paidCents(order) - order.total * 100 : 0;
}

/** Of its price: without what went back since it costs less. */
export const paidCents = (order: ModelOrder) =>
  paymentsOf(order)
    .filter(isAccepted)
    .reduce((sum, { cents }) => sum + (cents ?? 0), 0) - order.paidBack;

/** A part of it is paid, and the rest is awaited. */
export function isPartlyPaid(order: ModelOrder): boolean {
  const { state } = order;
  return (state === 'pending' || state === 'failed') && paymentsOf(order).some(({ isPart }) => isPart);
}

/** Payments that were reversed after goods had left, and are still to be made again. */
export const toCollect = (order: ModelOrder) =>
  paymentsOf(order).flatMap(({ tasks }) =>
    tasks.filter(({ kind, isCollected }) => kind === 'payment_reversed' && !isCollected),
  );

export function endCollecting(order: ModelOrder): void {
  for (const task of toCollect(order)) Object.assign(task, { isOpen: false, isCollected: true });
}

/** What became of the transaction is known now. */
export function closeQuestion({ tasks }: ModelTransaction): void {
  for (const task of tasks) if (task.kind === 'undecided') task.isOpen = false;
}
