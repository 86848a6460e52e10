/* An order of the model, its transactions, and what the bank and a person have made of them. */

export type OrderState = 'pending' | 'paid' | 'completed' | 'failed' | 'cancelled';
type TransactionState = 'pending' | 'completed' | 'failed' | 'expired' | 'review';

type ModelTask = {
  kind: string;
  isOpen: boolean;
  /** The further charge that it is about. */
  charge?: BankTransaction;
};

export type ModelTransaction = {
  state: TransactionState;
  openedAt: number;
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
  /** The owner has given back all of it. */
  isRefunded: boolean;
  tasks: ModelTask[];
};

export type ModelOrder = {
  /** Pieces by product. */
  pieces: Map<number, number>;
  total: number;
  state: OrderState;
  /** The browser that placed it. */
  buyer: number;
  heldUntil: number | null;
  /** Products whose pieces another order of the same buyer took over. */
  takenOver: Set<number>;
  transactions: ModelTransaction[];
};

/** A bank may charge a card twice under one trace: two transactions of its own. */
type BankTransaction = 'first' | 'second';

/** What an answer of the bank is worth, before anybody asks what state the order is in. */
export type Verdict =
  | { says: 'nothing'; isKnown: boolean; isUnanswered: boolean }
  | { says: 'refused'; status: string }
  | { says: 'approved' | 'wrong_amount' | 'wrong_reference'; as: BankTransaction }
  | { says: 'wrong_trace' | 'reused_index' };

/** Who wanted to know what became of a transaction. */
export type AskedBy = 'return' | 'reconcile' | 'shopper' | 'owner';

/** Ways that an order may be led by hand; all others are refused. */
export const namedTransitions: Record<OrderState, readonly OrderState[]> = {
  pending: ['paid', 'failed', 'cancelled'],
  failed: ['pending', 'paid', 'cancelled'],
  paid: ['completed', 'cancelled'],
  completed: ['paid'],
  cancelled: [],
};

export function newTransaction(openedAt: number): ModelTransaction {
  return {
    state: 'pending',
    openedAt,
    isKnown: false,
    isUnanswered: false,
    decidedAs: null,
    isBeingAsked: false,
    wasJustAsked: false,
    refusedWith: null,
    answers: 0,
    isReserved: false,
    isSettled: false,
    isRefunded: false,
    tasks: [],
  };
}

/** The bank approved money for this very transaction, whatever is wrong with it, and the shop still has it. */
export function isMoneyReceived({ state, decidedAs, isRefunded, tasks }: ModelTransaction): boolean {
  const isKept = state === 'completed' ? !isRefunded : state === 'review' && decidedAs !== null;
  return isKept || tasks.some(({ charge }) => charge);
}

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

/** What had paid the order was given back. */
export function isAllRefunded({ transactions }: ModelOrder): boolean {
  return transactions.some(({ isRefunded }) => isRefunded);
}

/** What became of the transaction is known now. */
export function closeQuestion({ tasks }: ModelTransaction): void {
  for (const task of tasks) if (task.kind === 'undecided') task.isOpen = false;
}
