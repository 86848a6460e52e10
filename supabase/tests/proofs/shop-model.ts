import {
  type AskedBy,
  closeQuestion,
  dueOf,
  endCollecting,
  isAccepted,
  isAllRefunded,
  isInQuestion,
  isMoneyReceived,
  isNothingLeft,
  isPartlyPaid,
  isRefunded,
  isPartlyShipped,
  type ModelOrder,
  type ModelParcel,
  type ModelTransaction,
  newTransaction,
  overpaidOf,
  paidCents,
  paymentsOf,
  piecesInParcels,
  toCollect,
  type Verdict,
} from './model-order.ts';
import { claimMinutes, holdMinutes, ModelStock, partHoldMinutes, type SentLine } from './model-stock.ts';

/*
 * The shop's rules on money and stock, small enough to be read at one sitting and written from what was promised, not
 * from the SQL. Time is a number of minutes; nothing here asks the database.
 */

const giveUpMinutes = 72 * 60;
const takeBackMinutes = 24 * 60;
const atTheBankMinutes = 30;
/** KES: from it on, completing an order that is not settled needs a reason. Low, so that both sides are met. */
export const approvedShipsBelow = 1500;

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
    // To somebody new in the shop it is said first.
    if (this.orders.every((order) => order.buyer !== buyer) && !this.isUnclaimed({ pieces, buyer }))
      return 'out_of_stock';
    if (lines.some(({ product, price }) => price !== this.product(product).price)) return 'price_changed';
    const total = [...pieces].reduce((sum, [p, quantity]) => sum + quantity * this.product(p).price, 0);
    if (total !== sentTotal) return 'price_changed';
    const undo = this.takeOver(own, pieces);
    const order: ModelOrder = {
      pieces,
      prices: new Map([...pieces.keys()].map((p) => [p, this.product(p).price])),
      total,
      paidBack: 0,
      state: 'pending',
      buyer,
      heldUntil: null,
      claimedUntil: null,
      takenOver: new Set(),
      hasOtherAddress: false,
      transactions: [newTransaction(this.now, total)],
      recorded: [],
      parcels: [],
    };
    if (!this.hold(order, null, this.now + claimMinutes)) {
      undo();
      return 'out_of_stock';
    }
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
    let undo = () => {};
    if (!this.canTake(order.pieces, [order])) {
      const own = this.payableOrdersOf(order.buyer);
      if (!this.canTake(order.pieces, own)) return 'out_of_stock';
      undo = this.takeOver(
        own.filter((other) => other !== order),
        order.pieces,
        [order],
      );
    }
    if (!this.hold(order, this.isHeld(order) ? order.heldUntil : null, order.claimedUntil)) {
      undo();
      return 'out_of_stock';
    }
    order.state = 'pending';
    const open = order.transactions.find((transaction) => transaction.state === 'pending');
    const due = dueOf(order);
    if (open && this.now - open.openedAt < holdMinutes && open.amount === due) return 'goes on';
    if (open) open.state = 'expired';
    order.transactions.push(newTransaction(this.now, due));
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
    return paymentsOf(order).some(isInQuestion) ? 'wait' : 'pay';
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
        // A live hold goes on, and longer after the first refusal, which cancelling on the bank's page is not.
        const refusals = order.transactions.filter((t) => t.state === 'failed' && t.refusedWith !== '255');
        const isFirst = refusals.length === 1 && refusals[0] === transaction;
        if (this.isHeld(order)) this.happened.add(`held after ${isFirst ? 'a' : 'another'} refusal`);
        if (this.isHeld(order) && isFirst)
          order.heldUntil = Math.max(order.heldUntil ?? 0, this.now + holdMinutes);
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
      transaction.cents = centsOf(verdict, transaction);
      closeQuestion(transaction);
      if (trouble !== null) transaction.tasks.push({ kind: trouble, isOpen: true });
    }
  }

  /** A statement lists money of which the shop knows nothing, and the bank confirms it when it is queried about that. */
  confirmListed(order: ModelOrder, transaction: ModelTransaction): void {
    this.settle(order, transaction, { says: 'approved', as: 'first' }, 'reconcile');
    transaction.isSettled = true;
    this.happened.add('a line of a statement found its payment');
  }

  /** A statement lists all money that moved so far; returns how many payments it settles for the first time. */
  importStatement(): number {
    const moved = this.orders
      .flatMap(({ transactions }) => transactions)
      // A part that was given back has moved too.
      .filter((t) => (isAccepted(t) || isRefunded(t)) && !t.isReserved && !t.isSettled);
    for (const transaction of moved) transaction.isSettled = true;
    return moved.length;
  }

  /** The owner takes the money in question as the whole price or as a part of it; null when none is in question. */
  accept(order: ModelOrder, as: 'accepted' | 'rest_due'): string | null {
    const transaction = questionOf(order);
    if (!transaction) return null;
    const { cents } = transaction;
    const isPart = cents !== null && cents > 0 && cents % 100 === 0 && cents < dueOf(order) * 100;
    const isOpen = order.state === 'pending' || order.state === 'failed';
    if (cents === null || !isOpen || (as === 'rest_due' && !isPart)) return 'transition_refused';
    if (!this.canTake(order.pieces, [order])) return 'out_of_stock';
    for (const task of transaction.tasks) if (!task.charge) task.isOpen = false;
    order.takenOver.clear();
    if (as === 'rest_due') {
      transaction.isPart = true;
      order.state = 'pending';
      this.holdUntil(order, partHoldMinutes);
      this.happened.add('a part accepted');
      return 'done';
    }
    this.release(order);
    for (const [product, quantity] of order.pieces) this.product(product).stock -= quantity;
    transaction.state = 'completed';
    order.state = 'paid';
    this.happened.add('another sum accepted');
    return 'done';
  }

  /** In cents, and the number of paid orders: what every screen must show of these orders. */
  sales(): { grossCents: number; refundedCents: number; ordersPaid: number } {
    const accepted = this.orders.flatMap((order) => paymentsOf(order).filter(isAccepted));
    const sumOf = (some: ModelTransaction[]) => some.reduce((sum, { cents }) => sum + (cents ?? 0), 0);
    return {
      grossCents: sumOf(accepted),
      refundedCents: accepted.reduce((sum, { refunded }) => sum + refunded, 0),
      ordersPaid: accepted.filter(({ isPart }) => !isPart).length,
    };
  }

  needsReason(order: ModelOrder): boolean {
    const isSettled = order.transactions.filter(isAccepted).every((transaction) => transaction.isSettled);
    return !isSettled && order.total >= approvedShipsBelow;
  }

  complete(order: ModelOrder, hasReason: boolean): string {
    if (order.state === 'completed') return 'done';
    if (order.state !== 'paid') return 'transition_refused';
    const obstacle = this.obstacleToCompleting(order, hasReason);
    if (obstacle) return obstacle;
    order.state = 'completed';
    return 'done';
  }

  /** Why a paid order is not completed; null when it can be. */
  obstacleToCompleting(order: ModelOrder, hasReason: boolean): string | null {
    if (isAllRefunded(order)) return 'all_refunded';
    if (toCollect(order).length > 0) return 'shipment_unpaid';
    if (isPartlyShipped(order)) return 'pieces_left';
    return this.needsReason(order) && !hasReason ? 'reason_required' : null;
  }

  pack(order: ModelOrder, product: number, quantity: number, isSent: boolean, hasReason: boolean): string {
    const obstacle = this.obstacleToShipping(order, isSent, hasReason);
    if (obstacle) return obstacle;
    if (piecesInParcels(order, product) + quantity > (order.pieces.get(product) ?? 0))
      return 'shipment_too_large';
    const parcel: ModelParcel = { product, quantity, state: 'packed', leftAt: null, hasReason: false };
    order.parcels.push(parcel);
    return isSent ? this.sendParcel(order, parcel, hasReason) : 'done';
  }

  sendParcel(order: ModelOrder, parcel: ModelParcel, hasReason: boolean): string {
    if (parcel.state === 'sent') return 'done';
    if (parcel.state === 'taken_back') return 'transition_refused';
    const obstacle = this.obstacleToShipping(order, true, hasReason);
    if (obstacle) return obstacle;
    parcel.state = 'sent';
    parcel.leftAt = this.now;
    parcel.hasReason = hasReason;
    if (this.completeWhenAllLeft(order)) this.happened.add('the last parcel completed its order');
    return 'done';
  }

  private completeWhenAllLeft(order: ModelOrder): boolean {
    const sent = order.parcels.filter(({ state }) => state === 'sent');
    if (order.state !== 'paid' || sent.length === 0) return false;
    if (
      this.obstacleToCompleting(
        order,
        sent.some(({ hasReason }) => hasReason),
      )
    )
      return false;
    order.state = 'completed';
    return true;
  }

  takeParcelBack(order: ModelOrder, parcel: ModelParcel): string {
    if (parcel.state === 'taken_back') return 'done';
    const isLate = parcel.leftAt !== null && this.now - parcel.leftAt >= takeBackMinutes;
    if (isLate && toCollect(order).length === 0) {
      this.happened.add('a parcel left too long ago to be taken back');
      return 'shipment_too_old';
    }
    parcel.state = 'taken_back';
    if (order.state === 'completed') {
      order.state = 'paid';
      this.happened.add('a completed order is paid again: its parcel was taken back');
    }
    return 'done';
  }

  private obstacleToShipping(order: ModelOrder, isLeaving: boolean, hasReason: boolean): string | null {
    if (order.state === 'completed') return 'shipment_completed';
    if (isNothingLeft(order)) return 'all_refunded';
    if (order.state !== 'paid' || toCollect(order).length > 0) return 'shipment_unpaid';
    return isLeaving && this.needsReason(order) && !hasReason ? 'reason_required' : null;
  }

  cancel(order: ModelOrder, by: 'buyer' | 'owner'): string {
    if (order.state === 'cancelled') return 'done';
    const step = this.nextStep(order);
    const hasMoney = paymentsOf(order).some(isMoneyReceived);
    if (by === 'buyer') {
      if (step === 'none') return 'order_closed';
      if (step === 'wait') return 'payment_undecided';
      if (hasMoney) return 'money_received';
    } else {
      if (step === 'wait') return 'cancel_undecided';
      if (hasMoney) return 'refund_first';
      const hasLeft = order.state === 'completed' || order.parcels.some(({ state }) => state === 'sent');
      if (toCollect(order).length > 0 && hasLeft) return 'order_sent';
      if (order.state === 'paid' || order.state === 'completed') {
        this.putBackOnSale(order);
        endCollecting(order);
      }
    }
    order.state = 'cancelled';
    for (const parcel of order.parcels) if (parcel.state === 'packed') parcel.state = 'taken_back';
    this.release(order);
    return 'done';
  }

  /**
   * The owner writes down that money of a payment was given back. While the order is unpaid, a part that was given back no longer counts.
   * @param cents all that is left of it when absent
   */
  refund(order: ModelOrder, transaction: ModelTransaction, cents?: number): string {
    if (!isAccepted(transaction)) return 'transition_refused';
    if (isRefunded(transaction)) return 'refund_too_large';
    const given = cents ?? (transaction.cents ?? 0) - transaction.refunded;
    const paidTooMuch = Math.min(given, overpaidOf(order));
    transaction.refunded += given;
    order.paidBack += paidTooMuch;
    if (paidTooMuch > 0) this.happened.add('paid too much, and given back');
    this.settleOverpaid(order, false);
    if (isPartlyPaid(order)) {
      transaction.isPart = false;
      if (!isPartlyPaid(order)) this.release(order);
      this.happened.add('a part given back');
    }
    return 'done';
  }

  /** Staff write down KES that came by another method than card. */
  record(order: ModelOrder, amount: number): void {
    const payment = { ...newTransaction(this.now, amount), cents: amount * 100, decidedAs: 'first' as const };
    const trouble = this.takeRecorded(order, payment);
    order.recorded.push(payment);
    payment.state = trouble === null ? 'completed' : 'review';
    if (trouble !== null) payment.tasks.push({ kind: trouble, isOpen: !payment.isPart });
    this.happened.add(`recorded: ${payment.isPart ? 'a part' : (trouble ?? 'what was due')}`);
  }

  /** Null when it is what was due; else the kind of its task, which a part has too. */
  private takeRecorded(order: ModelOrder, payment: ModelTransaction): string | null {
    const due = dueOf(order);
    const isPaid = order.state === 'paid' || order.state === 'completed';
    if (order.state === 'cancelled') return 'late_money';
    if (isPaid && toCollect(order).length === 0) return 'second_charge';
    if (payment.amount > due) return 'wrong_amount';
    payment.isPart = payment.amount < due;
    if (isPaid) {
      if (payment.isPart) return 'wrong_amount';
      endCollecting(order);
      this.happened.add('collected again');
      return null;
    }
    const isThere = this.canTake(order.pieces, [order]);
    this.release(order);
    if (!isThere) {
      payment.isPart = false;
      return 'late_money';
    }
    if (payment.isPart) {
      order.state = 'pending';
      this.holdUntil(order, partHoldMinutes);
      return 'wrong_amount';
    }
    for (const [product, quantity] of order.pieces) this.product(product).stock -= quantity;
    order.state = 'paid';
    return null;
  }

  /** It does not count any more: entered by mistake, or a cheque that bounced. */
  reverse(order: ModelOrder, payment: ModelTransaction): string {
    if (payment.state === 'reversed') return 'done';
    if (payment.refunded > 0) return 'refund_stands';
    const hasCounted = isAccepted(payment);
    for (const task of payment.tasks) task.isOpen = false;
    payment.state = 'reversed';
    payment.isPart = false;
    const hasPaid = paymentsOf(order).some(({ state }) => state === 'completed');
    if (
      hasCounted &&
      (order.state === 'paid' || order.state === 'completed') &&
      !hasPaid &&
      dueOf(order) <= 0
    )
      this.payWithParts(order);
    this.settleOverpaid(order, false);
    const accepted = paymentsOf(order).filter(isAccepted);
    const others = accepted.filter(({ state }) => state === 'completed');
    const left = dueOf(order) - Math.round(others.reduce((sum, { cents }) => sum + (cents ?? 0), 0) / 100);
    if (!hasCounted || order.state === 'cancelled' || left <= 0) return 'done';
    this.makeParts(order);
    if (order.state === 'completed' || (order.state === 'paid' && this.staysPaid(order))) {
      payment.tasks.push({ kind: 'payment_reversed', isOpen: true });
      return 'done';
    }
    this.happened.add(`reversed: ${order.state}`);
    if (order.state === 'paid') {
      for (const [product, quantity] of order.pieces) this.product(product).stock += quantity;
      order.state = 'pending';
    }
    const isThere = this.canTake(order.pieces, [order]);
    this.release(order);
    if (isThere) this.holdUntil(order, isPartlyPaid(order) ? partHoldMinutes : takeBackMinutes);
    return 'done';
  }

  /**
   * Staff make it so many pieces of a product; a product that was not in the order costs what it does today.
   * @returns `done`, with the money that is then asked for or to be given back in the order
   */
  change(order: ModelOrder, product: number, quantity: number): string {
    const before = order.pieces.get(product) ?? 0;
    const pieces = new Map(order.pieces).set(product, quantity);
    if (quantity === 0) pieces.delete(product);
    if (pieces.size === 0) return 'invalid_request';
    const isOver = order.state === 'completed' || order.state === 'cancelled';
    if (isOver || (order.state === 'paid' && isNothingLeft(order))) return 'change_closed';
    if (quantity === before) return 'done';
    if (this.nextStep(order) === 'wait' || toCollect(order).length > 0) return 'change_undecided';
    const wasPacked = order.parcels.some((parcel) => parcel.product === product);
    if (quantity < Math.max(piecesInParcels(order, product), wasPacked ? 1 : 0)) return 'pieces_stay';
    const price = order.prices.get(product) ?? this.product(product).price;
    const total = order.total + (quantity - before) * price;
    const isMore = total > order.total && total * 100 > paidCents(order);
    const isPaid = order.state === 'paid';
    if (isPaid && isMore && this.staysPaid(order)) return 'change_after_sent';
    if (before === 0 && !this.product(product).isActive) return 'product_unavailable';
    const besides = isPaid ? [] : [order];
    const wanted = isPaid ? new Map([[product, quantity - before]]) : pieces;
    if (!this.canTake(wanted, besides)) return 'out_of_stock';
    const net = paymentsOf(order)
      .filter(isAccepted)
      .reduce((sum, { cents, refunded }) => sum + (cents ?? 0) - refunded, 0);
    if (isPaid && !isMore && paidCents(order) - total * 100 > net) return 'refund_too_large';

    if (isPaid && isMore) {
      for (const [p, sold] of order.pieces) this.product(p).stock += sold;
      order.state = 'pending';
      this.makeParts(order);
      this.happened.add('changed after payment: the rest is due');
    } else if (isPaid) {
      this.product(product).stock -= quantity - before;
      this.happened.add(
        `changed after payment: ${total < order.total ? 'costs less' : 'less is to be given back'}`,
      );
    }
    order.pieces = pieces;
    order.total = total;
    if (quantity === 0) order.prices.delete(product);
    else order.prices.set(product, price);
    if (order.state !== 'paid') {
      for (const open of order.transactions)
        if (open.state === 'pending' && open.amount !== dueOf(order)) {
          open.state = 'expired';
          this.happened.add('changed while it is being paid');
        }
      if (isPartlyPaid(order) && dueOf(order) <= 0) {
        this.payWithParts(order);
        this.release(order);
        for (const [p, sold] of order.pieces) this.product(p).stock -= sold;
        order.state = 'paid';
        this.happened.add('a part is enough since it was changed');
      } else {
        const until = this.isHeld(order) ? (order.heldUntil ?? 0) - this.now : 0;
        this.holdUntil(order, Math.max(until, isPartlyPaid(order) ? partHoldMinutes : holdMinutes));
      }
    }
    this.settleOverpaid(order, true);
    if (this.completeWhenAllLeft(order)) this.happened.add('completed since what has left is all of it');
    return 'done';
  }

  /** The one task about what was paid too much, on the payment that paid the order. */
  private settleOverpaid(order: ModelOrder, opens: boolean): void {
    const known = paymentsOf(order).flatMap(({ tasks }) => tasks.filter(({ kind }) => kind === 'overpaid'));
    if (known.length === 0 && !opens) return;
    const isPaid = order.state === 'paid' || order.state === 'completed';
    if (!isPaid || paidCents(order) - order.total * 100 <= 0) {
      for (const task of known) task.isOpen = false;
      return;
    }
    const paying = paymentsOf(order).find(({ state }) => state === 'completed');
    const task = paying?.tasks.find(({ kind }) => kind === 'overpaid');
    if (task) task.isOpen = true;
    else paying?.tasks.push({ kind: 'overpaid', isOpen: true });
  }

  private makeParts(order: ModelOrder): void {
    for (const part of paymentsOf(order).filter(({ state }) => state === 'completed')) {
      part.state = 'review';
      part.isPart = true;
      // One that was in question, and accepted, has its task.
      if (part.tasks.every(({ kind, charge }) => charge || kind === 'undecided' || kind === 'overpaid'))
        part.tasks.push({ kind: 'wrong_amount', isOpen: false });
    }
  }

  /** The parts are all of the price now; the latest has paid it. */
  private payWithParts(order: ModelOrder): void {
    const parts = paymentsOf(order).filter(({ isPart }) => isPart);
    const latest = parts.reduce((last, part) => (part.made > last.made ? part : last));
    Object.assign(latest, { state: 'completed', isPart: false });
  }

  /** Goods have left, or something was given back: it is not pending again. */
  private staysPaid(order: ModelOrder): boolean {
    const hasLeft = order.parcels.some(({ state }) => state === 'sent');
    const isGivenBack = paymentsOf(order).some((t) => isAccepted(t) && t.refunded > 0);
    return hasLeft || isGivenBack || toCollect(order).length > 0;
  }

  private holdUntil(order: ModelOrder, minutes: number): void {
    order.heldUntil = this.now + minutes;
    order.claimedUntil = null;
    order.takenOver.clear();
  }

  giveUp(): void {
    for (const order of this.orders) {
      for (const transaction of order.transactions) {
        const isOld = this.now - transaction.openedAt >= giveUpMinutes;
        if (!isOld || (transaction.state !== 'pending' && transaction.state !== 'expired')) continue;
        if (transaction.state === 'pending') {
          transaction.state = 'expired';
          if (order.state === 'pending') order.state = 'failed';
          if (!isPartlyPaid(order)) this.release(order);
        }
        if ((transaction.isKnown || transaction.isUnanswered) && transaction.tasks.length === 0)
          transaction.tasks.push({ kind: 'undecided', isOpen: true });
      }
    }
  }

  /** Null when the money is the order's; else why it cannot be. */
  private takeMoney(order: ModelOrder, transaction: ModelTransaction): string | null {
    if (transaction.state === 'failed') return 'money_after_refusal';
    if (order.state === 'paid' || order.state === 'completed') {
      if (toCollect(order).length === 0 || transaction.amount !== dueOf(order)) return 'second_charge';
      endCollecting(order);
      this.happened.add('collected by card');
      return null;
    }
    if (transaction.amount !== dueOf(order)) return 'wrong_amount';
    if (order.state === 'cancelled') return 'late_money';
    const isThere = this.canTake(order.pieces, [order]);
    this.release(order);
    if (!isThere) return 'late_money';
    for (const [product, quantity] of order.pieces) this.product(product).stock -= quantity;
    if (isPartlyPaid(order)) this.happened.add('the rest paid');
    order.state = 'paid';
    const age = this.now - transaction.openedAt;
    if (age === 40) this.happened.add('paid at minute 40');
    if (age === 20 * 60) this.happened.add('paid at hour 20');
    return null;
  }

  /** The same cart sent again by the same browser to the same address is the same order, and never a second payment. */
  private sameUnpaidOrder(
    pieces: ReadonlyMap<number, number>,
    total: number,
    buyer: number,
  ): ModelOrder | undefined {
    return this.orders.findLast(
      (order) =>
        order.buyer === buyer &&
        !order.hasOtherAddress &&
        order.total === total &&
        (order.state === 'pending' || order.state === 'failed') &&
        order.pieces.size === pieces.size &&
        [...pieces].every(([product, quantity]) => order.pieces.get(product) === quantity),
    );
  }

  /** After a refusal too: the buyer can go back to the bank's page and pay there with another card. */
  private mayBecomePaid({ state, openedAt }: ModelTransaction): boolean {
    return (
      state === 'pending' || state === 'expired' || (state === 'failed' && this.now - openedAt < 72 * 60)
    );
  }

  private takeUp(order: ModelOrder): string {
    if (this.nextStep(order) === 'wait') return 'payment_undecided';
    const isOpen = order.transactions.some(
      ({ state, openedAt, amount }) =>
        state === 'pending' && this.now - openedAt < holdMinutes && amount === dueOf(order),
    );
    return isOpen && this.isHeld(order) && order.takenOver.size === 0 ? 'the same' : 'to be taken up';
  }

  private payableOrdersOf(buyer: number): ModelOrder[] {
    return this.orders.filter(
      (order) => order.buyer === buyer && this.nextStep(order) === 'pay' && !isPartlyPaid(order),
    );
  }
}

/** What an approval is worth; null when it is another transaction's. */
function centsOf(verdict: Verdict, { amount }: ModelTransaction): number | null {
  if (!('as' in verdict)) return null;
  return verdict.says === 'wrong_amount' ? verdict.cents(amount) : amount * 100;
}

/** The transaction whose own money a person must decide over. */
export function questionOf({ transactions }: ModelOrder): ModelTransaction | undefined {
  return transactions.find(
    ({ state, tasks }) => state === 'review' && tasks.some(({ isOpen, charge }) => isOpen && !charge),
  );
}
