import {
  type AskedBy,
  closeQuestion,
  isAllRefunded,
  isInQuestion,
  isMoneyReceived,
  type ModelOrder,
  type ModelTransaction,
  newTransaction,
  type Verdict,
} from './model-order.ts';
import { holdMinutes, ModelStock, type SentLine } from './model-stock.ts';

/*
 * The shop's rules on money and stock, small enough to be read at one sitting and written from what was promised, not
 * from the SQL. Time is a number of minutes; nothing here asks the database.
 */

const giveUpMinutes = 72 * 60;
const atTheBankMinutes = 30;
/** KES: above it, completing an order that is not settled needs a reason. Low, so that both sides are met. */
export const settlementRequiredAbove = 1500;

export class ShopModel extends ModelStock {
  /** Buyers who want to pay again, for whom the bank is being asked first. */
  readonly waiting: { order: ModelOrder; transaction: ModelTransaction; answers: number }[] = [];
  /** Of the bank, in all. */
  private answers = 0;

  /** @param sentTotal as the browser has computed it */
  placeOrder(lines: readonly SentLine[], sentTotal: number, buyer: number): string {
    const pieces = new Map<number, number>();
    for (const { product, quantity } of lines) pieces.set(product, (pieces.get(product) ?? 0) + quantity);
    const earlier = this.sameUnpaidOrder(pieces, sentTotal, buyer);
    if (earlier) return this.takeUp(earlier);
    const products = [...pieces.keys()];
    if (products.some((product) => !this.product(product).isActive)) return 'product_unavailable';
    const own = this.payableOrdersOf(buyer);
    if (!this.canTake(pieces, own)) return 'out_of_stock';
    if (lines.some(({ product, price }) => price !== this.product(product).price)) return 'price_changed';
    const total = [...pieces].reduce((sum, [p, quantity]) => sum + quantity * this.product(p).price, 0);
    if (total !== sentTotal) return 'price_changed';
    this.takeOver(own, pieces);
    const order: ModelOrder = {
      pieces,
      total,
      state: 'pending',
      buyer,
      heldUntil: null,
      takenOver: new Set(),
      transactions: [newTransaction(this.now)],
    };
    this.hold(order, null);
    const isBeside = (other: ModelOrder) => this.isHeld(other) && products.some((p) => other.pieces.has(p));
    if (this.isHeld(order) && own.some(isBeside)) this.happened.add('two orders of one buyer hold a product');
    this.orders.push(order);
    return 'placed';
  }

  /** The request that placed it is sent again with its key. */
  repeatOrder(order: ModelOrder): string {
    return order.state === 'pending' || order.state === 'failed' ? this.takeUp(order) : 'order_closed';
  }

  /** The bank is asked what it knows before anybody pays again; only when there is nothing to ask, it begins at once. */
  beginPayment(order: ModelOrder): string {
    const transaction = order.transactions.findLast(
      (t) => this.mayBecomePaid(t) && (!t.wasJustAsked || t.isBeingAsked),
    );
    if (!transaction || transaction.isBeingAsked) return this.payAgain(order);
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
      this.takeOver(
        own.filter((other) => other !== order),
        order.pieces,
        [order],
      );
    }
    this.hold(order, this.isHeld(order) ? order.heldUntil : null);
    order.state = 'pending';
    const open = order.transactions.find((transaction) => transaction.state === 'pending');
    if (open && this.now - open.openedAt < holdMinutes) return 'goes on';
    if (open) open.state = 'expired';
    order.transactions.push(newTransaction(this.now));
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
    const verdict: Verdict = isTooSoon ? { says: 'nothing', isKnown: false, isUnanswered: false } : heard;
    const isUndecided = transaction.state === 'pending' || transaction.state === 'expired';
    if (verdict.says === 'nothing') {
      if (!isUndecided) return;
      transaction.isKnown ||= verdict.isKnown;
      transaction.isUnanswered = verdict.isUnanswered;
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
        if ((transaction.isKnown || transaction.isUnanswered) && transaction.tasks.length === 0)
          transaction.tasks.push({ kind: 'undecided', isOpen: true });
      }
    }
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

  /** An unpaid order of the same browser with the same pieces at the same total. */
  private sameUnpaidOrder(
    pieces: ReadonlyMap<number, number>,
    total: number,
    buyer: number,
  ): ModelOrder | undefined {
    return this.orders.findLast(
      (order) =>
        order.buyer === buyer &&
        order.total === total &&
        (order.state === 'pending' || order.state === 'failed') &&
        order.pieces.size === pieces.size &&
        [...pieces].every(([product, quantity]) => order.pieces.get(product) === quantity),
    );
  }

  /** The same cart sent again is the same order, and never a second payment. */
  /** After a refusal too: the buyer can go back to the bank's page and pay there with another card. */
  private mayBecomePaid({ state, openedAt }: ModelTransaction): boolean {
    return (
      state === 'pending' || state === 'expired' || (state === 'failed' && this.now - openedAt < 72 * 60)
    );
  }

  private takeUp(order: ModelOrder): string {
    if (this.nextStep(order) === 'wait') return 'payment_undecided';
    const isOpen = order.transactions.some(
      ({ state, openedAt }) => state === 'pending' && this.now - openedAt < holdMinutes,
    );
    return isOpen && this.isHeld(order) && order.takenOver.size === 0 ? 'the same' : 'to be taken up';
  }

  private payableOrdersOf(buyer: number): ModelOrder[] {
    return this.orders.filter((order) => order.buyer === buyer && this.nextStep(order) === 'pay');
  }
}
