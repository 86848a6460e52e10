/*
 * The shop's rules on money and stock, small enough to be read at one sitting and written from what was promised, not
 * from the SQL. Time is a number of minutes; nothing here asks the database.
 */

const holdMinutes = 30;
const giveUpMinutes = 72 * 60;
const atTheBankMinutes = 30;
/**
 * What is held of the orders of one browser: above it they stand without a hold. Lower than a shop's, so that each is met;
 * the share of all pieces is left out, since other tests' products count too.
 */
export const holdLimits = { times: 3, orders: 2, shelves: 1 };
/** KES: above it, completing an order that is not settled needs a reason. Low, so that both sides are met. */
export const settlementRequiredAbove = 1500;

export type OrderState = 'pending' | 'paid' | 'completed' | 'failed' | 'cancelled';
type TransactionState = 'pending' | 'completed' | 'failed' | 'expired' | 'review';

export type ModelProduct = { stock: number; price: number; earlierPrice: number; isActive: boolean };

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
  isUnheard: boolean;
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
  /** How often its pieces were held. */
  holds: number;
  /** Products whose pieces another order of the same buyer took over. */
  handedOver: Set<number>;
  transactions: ModelTransaction[];
};

export type SentLine = { product: number; quantity: number; price: number };

/** A bank may charge a card twice under one trace: two transactions of its own. */
type BankTransaction = 'first' | 'second';

/** What an answer of the bank is worth, before anybody asks what state the order is in. */
export type Verdict =
  | { says: 'nothing'; isKnown: boolean; isUnheard: boolean }
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

export class ShopModel {
  now = 0;
  readonly orders: ModelOrder[] = [];
  /** Buyers who want to pay again, for whom the bank is being asked first. */
  readonly waiting: { order: ModelOrder; transaction: ModelTransaction; answers: number }[] = [];
  /** What has come to pass once at least, for the proof to say what it has seen. */
  readonly happened = new Set<string>();
  readonly products: ModelProduct[];
  /** Of the bank, in all. */
  private answers = 0;

  constructor(products: ModelProduct[]) {
    this.products = products;
  }

  held(product: number, besides: readonly ModelOrder[] = []): number {
    return this.orders
      .filter((order) => !besides.includes(order) && this.isHeld(order) && !order.handedOver.has(product))
      .reduce((sum, order) => sum + (order.pieces.get(product) ?? 0), 0);
  }

  isHeld({ heldUntil, pieces, handedOver }: ModelOrder): boolean {
    return heldUntil !== null && heldUntil > this.now && handedOver.size < pieces.size;
  }

  /** @param sentTotal as the browser has computed it */
  placeOrder(lines: readonly SentLine[], sentTotal: number, buyer: number): string {
    const pieces = new Map<number, number>();
    for (const { product, quantity } of lines) pieces.set(product, (pieces.get(product) ?? 0) + quantity);
    const earlier = this.unpaidOrderLike(pieces, sentTotal, buyer);
    if (earlier) return earlier.total === sentTotal ? this.takeUp(earlier) : 'similar_order_unpaid';
    const products = [...pieces.keys()];
    if (products.some((product) => !this.product(product).isActive)) return 'product_unavailable';
    const own = this.payableOrdersOf(buyer);
    if (!this.canTake(pieces, own)) return 'out_of_stock';
    if (lines.some(({ product, price }) => price !== this.product(product).price)) return 'price_changed';
    const total = [...pieces].reduce((sum, [p, quantity]) => sum + quantity * this.product(p).price, 0);
    if (total !== sentTotal) return 'price_changed';
    if (!this.canTake(pieces)) this.happened.add('own hold taken over');
    this.handOver(own, products);
    const order: ModelOrder = {
      pieces,
      total,
      state: 'pending',
      buyer,
      heldUntil: null,
      holds: 0,
      handedOver: new Set(),
      transactions: [this.newTransaction()],
    };
    this.hold(order, null);
    this.orders.push(order);
    return 'placed';
  }

  /** The bank is asked what it knows before anybody pays again; only when there is nothing to ask, it begins at once. */
  beginPayment(order: ModelOrder): string {
    const transaction = order.transactions.findLast(
      ({ state }) => state === 'pending' || state === 'expired',
    );
    if (!transaction || transaction.isBeingAsked || transaction.wasJustAsked) return this.payAgain(order);
    this.ask(transaction);
    this.waiting.push({ order, transaction, answers: this.answers });
    return 'asks';
  }

  /** The bank has answered, whatever else happened meanwhile. @param place among those who wait */
  finishPayment(place: number, heard: Verdict): string {
    const [begun] = this.waiting.splice(place, 1);
    if (!begun) throw new Error('Nobody waits for an answer.');
    if (this.answers > begun.answers) this.happened.add('the bank was heard between asking and paying');
    this.settle(begun.order, begun.transaction, heard, 'shopper');
    const answer = this.payAgain(begun.order);
    this.happened.add(`after the bank's answer: ${answer}`);
    return answer;
  }

  moveOn(minutes: number): void {
    this.now += minutes;
    for (const { transactions } of this.orders)
      for (const transaction of transactions) transaction.wasJustAsked = false;
  }

  private payAgain(order: ModelOrder): string {
    const step = this.nextStep(order);
    if (step === 'none') return 'order_closed';
    if (step === 'wait') return 'payment_undecided';
    if (!this.canTake(order.pieces, [order])) {
      const own = this.payableOrdersOf(order.buyer);
      if (!this.canTake(order.pieces, own)) return 'out_of_stock';
      this.handOver(
        own.filter((other) => other !== order),
        [...order.pieces.keys()],
      );
    }
    this.hold(order, this.isHeld(order) ? order.heldUntil : null);
    order.state = 'pending';
    const open = order.transactions.find((transaction) => transaction.state === 'pending');
    if (open && this.now - open.openedAt < holdMinutes) return 'goes on';
    if (open) open.state = 'expired';
    order.transactions.push(this.newTransaction());
    return 'new transaction';
  }

  /** The bank is asked, and takes its time. */
  ask(transaction: ModelTransaction): string {
    if (transaction.isBeingAsked) return 'somebody is asking';
    transaction.isBeingAsked = true;
    transaction.wasJustAsked = true;
    return 'asks';
  }

  /** A transaction of which the bank knows, or over which a person must decide, forbids to pay once more. */
  nextStep(order: ModelOrder): 'none' | 'wait' | 'pay' {
    if (order.state !== 'pending' && order.state !== 'failed') return 'none';
    const isInQuestion = ({ state, isKnown, isUnheard, isBeingAsked, tasks }: ModelTransaction) =>
      isBeingAsked ||
      tasks.some(({ isOpen }) => isOpen) ||
      (tasks.length === 0 && (isKnown || isUnheard) && (state === 'pending' || state === 'expired'));
    return order.transactions.some(isInQuestion) ? 'wait' : 'pay';
  }

  settle(order: ModelOrder, transaction: ModelTransaction, heard: Verdict, askedBy: AskedBy): void {
    this.answers += 1;
    transaction.answers += 1;
    transaction.isBeingAsked = false;
    transaction.wasJustAsked = true;
    // That nothing came of it is no answer yet, as long as the buyer may sit at the bank's page and has not come back.
    const isTooSoon =
      heard.says === 'refused' &&
      heard.status === '255' &&
      askedBy !== 'return' &&
      this.now - transaction.openedAt < atTheBankMinutes;
    const verdict: Verdict = isTooSoon ? { says: 'nothing', isKnown: false, isUnheard: false } : heard;
    const isUndecided = transaction.state === 'pending' || transaction.state === 'expired';
    if (verdict.says === 'nothing') {
      if (!isUndecided) return;
      transaction.isKnown ||= verdict.isKnown;
      transaction.isUnheard = verdict.isUnheard;
    } else if (verdict.says === 'refused') {
      if (!isUndecided) return;
      transaction.state = 'failed';
      transaction.refusedWith = verdict.status;
      closeQuestion(transaction);
      if (order.state === 'pending' && order.transactions.every(({ state }) => state !== 'pending')) {
        order.state = 'failed';
        order.heldUntil = null;
      }
    } else if (transaction.state === 'completed' || transaction.state === 'review') {
      // Each charge beyond the one that decided is a task, once, whatever became of the tasks before it.
      const charge = 'as' in verdict && verdict.as !== transaction.decidedAs ? verdict.as : null;
      if (charge && transaction.tasks.every((task) => task.charge !== charge))
        transaction.tasks.push({ kind: 'second_charge', isOpen: true, charge });
    } else {
      const trouble = verdict.says === 'approved' ? this.takeMoney(order, transaction) : verdict.says;
      transaction.state = trouble === null ? 'completed' : 'review';
      transaction.decidedAs = 'as' in verdict ? verdict.as : null;
      closeQuestion(transaction);
      if (trouble !== null) transaction.tasks.push({ kind: trouble, isOpen: true });
    }
  }

  /** A statement lists all money that moved so far; returns how many payments it settles for the first time. */
  importStatement(): number {
    const moved = this.orders
      .flatMap(({ transactions }) => transactions)
      .filter(({ state, isReserved, isSettled }) => state === 'completed' && !isReserved && !isSettled);
    for (const transaction of moved) transaction.isSettled = true;
    return moved.length;
  }

  needsReason(order: ModelOrder): boolean {
    const isSettled = order.transactions.some((transaction) => transaction.isSettled);
    return !isSettled && order.total > settlementRequiredAbove;
  }

  complete(order: ModelOrder, hasReason: boolean): string {
    if (order.state === 'completed') return 'done';
    if (order.state !== 'paid') return 'transition_refused';
    if (isAllRefunded(order)) return 'all_refunded';
    if (this.needsReason(order) && !hasReason) return 'reason_required';
    order.state = 'completed';
    return 'done';
  }

  cancel(order: ModelOrder, by: 'buyer' | 'owner'): string {
    if (order.state === 'cancelled') return 'done';
    const step = this.nextStep(order);
    const hasMoney = order.transactions.some(isMoneyReceived);
    if (by === 'buyer') {
      if (step === 'none') return 'order_closed';
      if (step === 'wait') return 'payment_undecided';
      if (hasMoney) return 'money_received';
    } else {
      if (order.state === 'completed') return 'transition_refused';
      if (step === 'wait') return 'cancel_undecided';
      if (hasMoney) return 'refund_first';
      if (order.state === 'paid') this.putBackOnSale(order);
    }
    order.state = 'cancelled';
    order.heldUntil = null;
    return 'done';
  }

  /** The owner writes down that all money of a payment was given back. */
  refund(transaction: ModelTransaction): string {
    if (transaction.state !== 'completed') return 'transition_refused';
    if (transaction.isRefunded) return 'refund_too_large';
    transaction.isRefunded = true;
    return 'done';
  }

  private putBackOnSale(order: ModelOrder): void {
    for (const [product, quantity] of order.pieces) this.product(product).stock += quantity;
    this.happened.add('cancelled after a refund');
  }

  correctStock(product: number, stock: number): string {
    if (stock < this.held(product) && stock !== this.product(product).stock) return 'stock_is_held';
    this.product(product).stock = stock;
    return 'done';
  }

  changePrice(product: number, price: number): void {
    const changed = this.product(product);
    changed.earlierPrice = changed.price;
    changed.price = price;
  }

  giveUp(): void {
    for (const order of this.orders) {
      for (const transaction of order.transactions) {
        const isOld = this.now - transaction.openedAt >= giveUpMinutes;
        if (!isOld || (transaction.state !== 'pending' && transaction.state !== 'expired')) continue;
        if (transaction.state === 'pending') {
          transaction.state = 'expired';
          if (order.state === 'pending') order.state = 'failed';
          order.heldUntil = null;
        }
        if ((transaction.isKnown || transaction.isUnheard) && transaction.tasks.length === 0)
          transaction.tasks.push({ kind: 'undecided', isOpen: true });
      }
    }
  }

  product(product: number): ModelProduct {
    const found = this.products[product];
    if (!found) throw new Error(`The model has no product ${product}.`);
    return found;
  }

  /** Null when the money is the order's; else why it cannot be. */
  private takeMoney(order: ModelOrder, transaction: ModelTransaction): string | null {
    if (transaction.state === 'failed') return 'money_after_refusal';
    if (order.state === 'paid' || order.state === 'completed') return 'second_charge';
    if (order.state === 'cancelled') return 'late_money';
    const isThere = this.canTake(order.pieces, [order]);
    order.heldUntil = null;
    if (!isThere) return 'late_money';
    for (const [product, quantity] of order.pieces) this.product(product).stock -= quantity;
    order.state = 'paid';
    const age = this.now - transaction.openedAt;
    if (age === 40) this.happened.add('paid at minute 40');
    if (age === 20 * 60) this.happened.add('paid at hour 20');
    return null;
  }

  private canTake(pieces: ReadonlyMap<number, number>, besides: readonly ModelOrder[] = []): boolean {
    return [...pieces].every(
      ([product, quantity]) => quantity <= this.product(product).stock - this.held(product, besides),
    );
  }

  /** @param until how long it is held anyway, when a limit says no */
  private hold(order: ModelOrder, until: number | null): void {
    const limit = this.limitOf(order);
    if (limit) this.happened.add(`not held: ${limit}`);
    else order.holds += 1;
    order.heldUntil = limit ? until : this.now + holdMinutes;
    order.handedOver.clear();
  }

  /** What keeps the pieces of an order from being held; null when nothing does. */
  private limitOf(order: ModelOrder): keyof typeof holdLimits | null {
    const others = this.orders.filter(
      (other) =>
        other !== order && other.buyer === order.buyer && other.state === 'pending' && this.isHeld(other),
    );
    const together = new Map(order.pieces);
    for (const { pieces, handedOver } of others)
      for (const [product, quantity] of pieces)
        if (!handedOver.has(product)) together.set(product, (together.get(product) ?? 0) + quantity);
    const shelves = [...together].filter(([product, quantity]) => quantity >= this.product(product).stock);
    if (order.holds >= holdLimits.times) return 'times';
    if (others.length + 1 > holdLimits.orders) return 'orders';
    return shelves.length > holdLimits.shelves ? 'shelves' : null;
  }

  /** An unpaid order of the same browser with the same pieces; one at the same total before others. */
  private unpaidOrderLike(
    pieces: ReadonlyMap<number, number>,
    total: number,
    buyer: number,
  ): ModelOrder | undefined {
    const alike = this.orders.filter(
      (order) =>
        order.buyer === buyer &&
        (order.state === 'pending' || order.state === 'failed') &&
        order.pieces.size === pieces.size &&
        [...pieces].every(([product, quantity]) => order.pieces.get(product) === quantity),
    );
    return alike.findLast((order) => order.total === total) ?? alike.at(-1);
  }

  /** The same cart sent again is the same order, and never a second payment. */
  private takeUp(order: ModelOrder): string {
    if (this.nextStep(order) === 'wait') return 'payment_undecided';
    const isOpen = order.transactions.some(
      ({ state, openedAt }) => state === 'pending' && this.now - openedAt < holdMinutes,
    );
    return isOpen && this.isHeld(order) && order.handedOver.size === 0 ? 'the same' : 'to be taken up';
  }

  private payableOrdersOf(buyer: number): ModelOrder[] {
    return this.orders.filter((order) => order.buyer === buyer && this.nextStep(order) === 'pay');
  }

  /** Their pieces of these products are another order's now. */
  private handOver(from: readonly ModelOrder[], products: readonly number[]): void {
    for (const order of from)
      for (const product of products) if (order.pieces.has(product)) order.handedOver.add(product);
  }

  private newTransaction(): ModelTransaction {
    return {
      state: 'pending',
      openedAt: this.now,
      isKnown: false,
      isUnheard: false,
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
}

/** The bank approved money for this very transaction, whatever is wrong with it, and the shop still has it. */
function isMoneyReceived({ state, decidedAs, isRefunded, tasks }: ModelTransaction): boolean {
  const isKept = state === 'completed' ? !isRefunded : state === 'review' && decidedAs !== null;
  return isKept || tasks.some(({ charge }) => charge);
}

/** What had paid the order was given back. */
export function isAllRefunded({ transactions }: ModelOrder): boolean {
  return transactions.some(({ isRefunded }) => isRefunded);
}

/** What became of the transaction is known now. */
function closeQuestion({ tasks }: ModelTransaction): void {
  for (const task of tasks) if (task.kind === 'undecided') task.isOpen = false;
}
