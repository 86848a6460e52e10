import {
  type AskedBy,
  askedFor,
  backOf,
  dueNowOf,
  hasMoney,
  hasLeft,
  isDue,
  isGivenBack,
  isOpen,
  isOwed,
  isPaid,
  mayGiveUpPieces,
  mayPay,
  type ModelOrder,
  neededOf,
  type ModelParcel,
  type ModelPayment,
  type ModelTask,
  newOrder,
  newPayment,
  obstacleToBuyer,
  obstacleToCancelling,
  obstacleToSum,
  overpaidOf,
  piecesInParcels,
  piecesToSend,
  reducedOf,
  restLeft,
  returnedOf,
  shareLeft,
  type Shares,
  sum,
  type TaskOutcome,
  totalOf,
  unpaidOf,
  type Verdict,
} from './model-order.ts';
import { isPrompt, ModelMpesa, mpesaLimit, type PromptCode } from './model-mpesa.ts';
import { holdMinutes, partHoldMinutes, type SentLine } from './model-stock.ts';

/*
 * The shop's rules on money and stock, small enough to be read at one sitting and written from what was promised, not
 * from the SQL. Time is a number of minutes; nothing here asks the database.
 */

const giveUpMinutes = 72 * 60;
const takeBackMinutes = 24 * 60;
const atTheBankMinutes = 30;

export class ShopModel extends ModelMpesa {
  /** Buyers who want to pay again, for whom the bank is being asked first. */
  readonly waiting: {
    order: ModelOrder;
    transaction: ModelPayment;
    answers: number;
    isByPrompt: boolean;
  }[] = [];
  /** Of the bank, in all. */
  private answers = 0;

  /** @param sentTotal as the browser has computed it, and what of it is due now */
  placeOrder(lines: readonly SentLine[], sentTotal: number, sentDue: number, buyer: number): string {
    const pieces = piecesOf(lines);
    const earlier = this.sameUnpaidOrder(pieces, sentTotal, sentDue, buyer);
    if (earlier) return this.takeUp(earlier);
    const products = [...pieces.keys()];
    if (products.some((product) => !this.product(product).isActive)) return 'product_unavailable';
    const own = this.payableOrdersOf(buyer);
    if (
      products.some((p) => !this.product(p).toOrder?.isPublic && this.shortOf(p, pieces.get(p) ?? 0, own) > 0)
    )
      return 'out_of_stock';
    if (lines.some(({ product, price }) => price !== this.product(product).price)) return 'price_changed';
    const order = this.draft(pieces, buyer, own);
    if (totalOf(order) !== sentTotal || askedFor(order) !== sentDue) return 'price_changed';
    this.takeOver(own, pieces);
    order.transactions.push(newPayment('asked', this.now, sentDue));
    this.hold(order, -Infinity);
    const isBeside = (other: ModelOrder) => this.isHeld(other) && products.some((p) => other.pieces.has(p));
    if (this.isHeld(order) && own.some(isBeside)) this.happened.add('two orders of one buyer hold a product');
    if (order.deposits.size > 0) this.happened.add('ordered from the maker');
    this.orders.push(order);
    return 'placed';
  }

  /** KES that a browser shows as due now. @param buyer null of one that has ordered nothing yet */
  dueNow(lines: readonly SentLine[], buyer: number | null): number {
    const own = buyer === null ? [] : this.payableOrdersOf(buyer);
    return askedFor(this.draft(piecesOf(lines), buyer ?? 0, own));
  }

  /** @param own orders of the buyer that give up their pieces of what there is too little of */
  private draft(pieces: Map<number, number>, buyer: number, own: readonly ModelOrder[]): ModelOrder {
    const order = newOrder(buyer, pieces, new Map([...pieces.keys()].map((p) => [p, this.product(p).price])));
    for (const [product, quantity] of pieces) this.orderFromMaker(order, product, quantity, own);
    return order;
  }

  /** What is not on the shelf of so many pieces is to come from the maker. */
  private orderFromMaker(
    order: ModelOrder,
    product: number,
    quantity: number,
    besides: readonly ModelOrder[] = [],
  ): void {
    const short = this.shortOf(product, quantity, besides);
    const offer = this.product(product).toOrder;
    if (short === 0 || !offer) return;
    order.awaited.set(product, short);
    order.deposits.set(product, offer.deposit);
    order.lineTurns.set(product, this.nextLine());
  }

  /**
   * Pieces that became free otherwise than by a delivery go to those who wait, and what has come for an order that owes
   * nothing is sold.
   * @param orders in which order they follow
   */
  giveOutPieces(orders: readonly ModelOrder[]): void {
    const isFree = (product: number) => this.product(product).stock > this.held(product);
    const awaitedBy = (order: ModelOrder) =>
      [...order.awaited.keys()].filter((product) => this.waitsFor(order, product) > 0);
    const due = orders.filter(
      (order) =>
        awaitedBy(order).some(isFree) || (order.state === 'paid' && !isDue(order) && order.held.size > 0),
    );
    this.giveOut([...new Set(due.flatMap(awaitedBy))]);
    for (const order of due) this.follow(order);
  }

  /** The request that placed it is sent again with its key. */
  repeatOrder(order: ModelOrder): string {
    return isOpen(order) ? this.takeUp(order) : 'order_closed';
  }

  /** The bank is asked what it knows before anybody pays again; only when there is nothing to ask, it begins at once. */
  beginPayment(order: ModelOrder, isByPrompt = false): string {
    const transaction = order.transactions.findLast(
      (t) => this.mayBecomePaid(t) && (!t.wasJustAsked || t.isBeingAsked),
    );
    if (!transaction || transaction.isBeingAsked) return this.payAgain(order, isByPrompt);
    this.ask(transaction);
    this.waiting.push({ order, transaction, answers: this.answers, isByPrompt });
    return 'asks';
  }

  /** The bank has answered, whatever else happened meanwhile. @param place among those who wait */
  finishPayment(place: number, heard: Verdict, code: PromptCode): string {
    const [begun] = this.waiting.splice(place, 1);
    if (!begun) throw new Error('Nobody waits for an answer.');
    if (this.answers > begun.answers) this.happened.add('the bank was heard between asking and paying');
    this.bankDecides(begun.order, begun.transaction, heard, 'shopper', code);
    const answer = this.payAgain(begun.order, begun.isByPrompt);
    this.happened.add(`after the bank's answer: ${answer}`);
    return answer;
  }

  moveOn(minutes: number): void {
    this.now += minutes;
    for (const { transactions } of this.orders)
      for (const transaction of transactions) {
        transaction.wasJustAsked = false;
        if (transaction.prompt && minutes > 0) transaction.prompt.isFresh = false;
      }
  }

  private payAgain(order: ModelOrder, isByPrompt: boolean): string {
    const step = mayPay(order);
    if (step === 'none') return 'order_closed';
    if (step === 'wait') return 'payment_undecided';
    const needed = this.neededOfShelf(order);
    const own = this.payableOrdersOf(order.buyer);
    const isShort = !this.canTake(needed, [order]);
    if (isShort && !this.canTake(needed, [...own, order])) return 'out_of_stock';
    const before = new Map(order.awaited);
    this.awaitPieces(order);
    // Of pieces that have gone meanwhile only the deposit is due, which is there.
    if (!isDue(order)) {
      order.awaited = before;
      return 'order_closed';
    }
    const others = own.filter((other) => other !== order);
    if (isShort) this.takeOver(others, needed, [order]);
    const live = [...this.liveOf(order).values()].map(({ until }) => until);
    this.hold(order, live.length > 0 ? Math.min(...live) : -Infinity);
    if (order.state === 'failed') order.state = 'pending';
    const open = order.transactions.find((transaction) => transaction.state === 'pending');
    const due = askedFor(order);
    const asked = isByPrompt ? Math.min(due, mpesaLimit) : due;
    const isSame = open && this.now - open.openedAt < holdMinutes && open.amount === asked;
    if (isSame && !open.prompt && !isByPrompt) return 'goes on';
    if (open) open.state = 'expired';
    order.transactions.push(isByPrompt ? this.newPrompt(asked) : newPayment('asked', this.now, asked));
    return isByPrompt ? 'new prompt' : 'new transaction';
  }

  /** Pieces that an order needs and that cannot come from the maker. */
  private neededOfShelf(order: ModelOrder): Map<number, number> {
    return new Map([...neededOf(order)].filter(([product]) => !order.deposits.has(product)));
  }

  /** The bank is asked, and takes its time. */
  ask(transaction: ModelPayment): string {
    const { prompt } = transaction;
    if (transaction.isBeingAsked || (prompt && (!prompt.isNamed || prompt.hasSaidPaid)))
      return 'somebody is asking';
    transaction.isBeingAsked = true;
    transaction.wasJustAsked = true;
    return 'asks';
  }

  /** @param code what Safaricom says where it is a prompt */
  bankDecides(
    order: ModelOrder,
    transaction: ModelPayment,
    heard: Verdict,
    askedBy: AskedBy,
    code: PromptCode = null,
  ): void {
    this.answers += 1;
    transaction.answers += 1;
    transaction.isBeingAsked = false;
    transaction.wasJustAsked = true;
    if (isPrompt(transaction)) {
      this.hearOfPrompt(order, transaction, code);
      return;
    }
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
      if (isUndecided) this.refuse(order, transaction, verdict.status);
    } else if (!isUndecided && transaction.state !== 'failed') {
      this.chargeAgain(order, transaction, verdict);
    } else {
      const isLate = transaction.state === 'failed' && verdict.says === 'approved';
      transaction.decidedAs = 'as' in verdict ? verdict.as : null;
      this.closeTasks(order, 'undecided', transaction);
      this.receive(
        order,
        transaction,
        isLate ? 'money_after_refusal' : verdict.says,
        centsOf(verdict, transaction),
      );
    }
  }

  private refuse(order: ModelOrder, transaction: ModelPayment, status: string): void {
    transaction.state = 'failed';
    transaction.refusedWith = status;
    this.closeTasks(order, 'undecided', transaction);
    if (order.state !== 'pending' || order.transactions.some(({ state }) => state === 'pending')) return;
    order.state = 'failed';
    // A live hold goes on, and longer after the first refusal, which cancelling on the bank's page is not.
    const refusals = order.transactions.filter(
      (t) => !t.prompt && t.state === 'failed' && t.refusedWith !== '255',
    );
    const isFirst = refusals.length === 1 && refusals[0] === transaction;
    if (!this.isHeld(order)) return;
    this.happened.add(`held after ${isFirst ? 'a' : 'another'} refusal`);
    if (!isFirst) return;
    for (const held of this.liveOf(order).values()) held.until = Math.max(held.until, this.now + holdMinutes);
  }

  private receive(
    order: ModelOrder,
    payment: ModelPayment,
    says: 'approved' | ModelTask['kind'],
    cents: number | null,
  ): void {
    payment.cents = cents;
    if (says !== 'approved') {
      this.question(payment, order, says);
      return;
    }
    this.tellHowItCame(order, payment);
    this.count(payment);
    this.payWith(payment, new Map([[order, cents ?? 0]]));
  }

  /** Each charge beyond the one that decided is a payment of its own, once, whatever became of the first. */
  private chargeAgain(order: ModelOrder, first: ModelPayment, verdict: Verdict): void {
    if (!('as' in verdict) || verdict.as === first.decidedAs || first.further.has(verdict.as)) return;
    const cents = centsOf(verdict, first) ?? 0;
    const charge = newPayment('told', this.now, Math.ceil(cents / 100), cents);
    first.further.set(verdict.as, charge);
    this.happened.add('a card charged twice');
    this.receive(order, charge, verdict.says, cents);
  }

  /** A statement lists money of which the shop knows nothing, and the bank confirms it when it is queried about that. */
  confirmListed(order: ModelOrder, transaction: ModelPayment): void {
    this.bankDecides(order, transaction, { says: 'approved', as: 'first' }, 'reconcile');
    transaction.isSettled = true;
    this.happened.add('a line of a statement found its payment');
  }

  /** A statement lists all money that moved so far; returns how many payments it settles for the first time. */
  importStatement(): number {
    const moved = this.orders
      .flatMap(({ transactions }) => transactions)
      .filter((t) => !t.prompt && t.state === 'completed' && !t.isReserved && !t.isSettled);
    for (const transaction of moved) transaction.isSettled = true;
    return moved.length;
  }

  /** How a question about money can end now. */
  outcomesOf(order: ModelOrder, { kind, payment }: ModelTask): TaskOutcome[] {
    if (kind === 'undecided' || kind === 'payment_reversed' || payment.cents === null)
      return ['nothing_received'];
    if (kind === 'overpaid' || !isOpen(order)) return ['refunded'];
    const isPart = dueNowOf(order) - (payment.state === 'review' ? payment.cents : 0) >= 100;
    return isPart ? ['accepted', 'partial_payment', 'refunded'] : ['accepted', 'refunded'];
  }

  endTask(order: ModelOrder, task: ModelTask, outcome: TaskOutcome): string {
    if (!this.outcomesOf(order, task).includes(outcome)) return 'transition_refused';
    const { kind, payment } = task;
    if (outcome === 'accepted' || outcome === 'partial_payment') {
      if (!this.isHeld(order) && !this.canTake(this.neededOfShelf(order))) return 'out_of_stock';
      task.isOpen = false;
      this.awaitPiecesOf(order);
      if (payment.state === 'review') {
        this.count(payment);
        this.addShares(payment, new Map([[order, payment.cents ?? 0]]));
      }
      if (outcome === 'accepted')
        order.reductions.push({ cause: 'accepted_as_all', cents: Math.max(0, dueNowOf(order)) });
      this.follow(order, { came: payment });
    } else if (outcome === 'refunded') {
      task.isOpen = false;
      this.giveBackOf(order, task);
    } else if (kind === 'payment_reversed') {
      task.isOpen = false;
      order.reductions.push({ cause: 'written_off', cents: Math.max(0, dueNowOf(order)) });
      this.follow(order);
    } else {
      task.isOpen = false;
      if (payment.state === 'review') payment.state = 'returned';
    }
    this.happened.add(`a question ended: ${outcome}`);
    return 'done';
  }

  private giveBackOf(order: ModelOrder, { kind, payment }: ModelTask): void {
    if (payment.state === 'review') {
      payment.state = 'returned';
      payment.back.push({
        cause: 'refund',
        cents: payment.cents ?? 0,
        shares: new Map(),
        counters: null,
        isCorrected: false,
        reduced: 0,
      });
      return;
    }
    let left = kind === 'overpaid' ? overpaidOf(order) : shareLeft(payment, order);
    const others = [...order.payments].filter((other) => other !== payment);
    for (const one of [payment, ...others.sort((a, b) => b.decided - a.decided)]) {
      const here = Math.min(left, shareLeft(one, order));
      if (here > 0) this.refund(one, order, here);
      left -= Math.max(here, 0);
    }
  }

  /** In cents, and the number of orders sold: what every screen must show of these orders. */
  sales(): { grossCents: number; refundedCents: number; ordersPaid: number } {
    const all = new Set([...this.orders.flatMap(({ payments }) => [...payments]), ...this.recorded]);
    const counting = [...all].filter(({ state }) => state === 'completed');
    return {
      grossCents: sum(counting.map(({ cents }) => cents ?? 0)),
      refundedCents: sum(counting.map((payment) => backOf(payment))),
      ordersPaid: this.orders.filter(({ sold }) => sold.size > 0).length,
    };
  }

  complete(order: ModelOrder, hasReason: boolean): string {
    if (order.state === 'completed') return 'done';
    if (order.state !== 'paid') return 'transition_refused';
    const obstacle = this.obstacleToCompleting(order, hasReason);
    if (obstacle) return obstacle;
    order.state = 'completed';
    return 'done';
  }

  pack(order: ModelOrder, product: number, quantity: number, isSent: boolean, hasReason: boolean): string {
    const obstacle = this.obstacleToShipping(order, isSent, hasReason);
    if (obstacle) return obstacle;
    if (piecesInParcels(order, product) + quantity > piecesToSend(order, product))
      return 'shipment_too_large';
    const parcel: ModelParcel = { product, quantity, state: 'packed', leftAt: null, hasReason: false };
    order.parcels.push(parcel);
    const answer = isSent
      ? this.sendParcel(order, parcel, hasReason)
      : this.takesUnpaid(order, parcel, false)
        ? 'shipment_unpaid'
        : 'done';
    if (answer !== 'done') order.parcels.pop();
    return answer;
  }

  sendParcel(order: ModelOrder, parcel: ModelParcel, hasReason: boolean): string {
    if (parcel.state === 'sent') return 'done';
    if (parcel.state === 'taken_back') return 'transition_refused';
    const obstacle = this.takesUnpaid(order, parcel, true)
      ? 'shipment_unpaid'
      : this.obstacleToShipping(order, true, hasReason);
    if (obstacle) return obstacle;
    Object.assign(parcel, { state: 'sent', leftAt: this.now, hasReason });
    this.follow(order);
    if (order.state === 'completed') this.happened.add('the last parcel completed its order');
    if (isOpen(order)) this.holdFor(order, 0);
    return 'done';
  }

  takeParcelBack(order: ModelOrder, parcel: ModelParcel): string {
    if (parcel.state === 'taken_back') return 'done';
    const isLate = parcel.leftAt !== null && this.now - parcel.leftAt >= takeBackMinutes;
    if (isLate && !isOpen(order) && !isOwed(order)) {
      this.happened.add('a parcel left too long ago to be taken back');
      return 'shipment_too_old';
    }
    if ([...order.returned.values()].some(({ back, unsent }) => back > unsent)) return 'pieces_returned';
    parcel.state = 'taken_back';
    if (order.state === 'completed') {
      order.state = isDue(order) ? 'pending' : 'paid';
      this.happened.add(`a completed order is ${order.state} again: its parcel was taken back`);
    }
    this.follow(order);
    if (isOpen(order)) this.holdFor(order, isDue(order) && !hasMoney(order) ? holdMinutes : partHoldMinutes);
    return 'done';
  }

  /** Whether it has pieces that were added to a paid order and are not paid for. */
  private takesUnpaid(order: ModelOrder, { product, quantity }: ModelParcel, isLeaving: boolean): boolean {
    const unpaid = unpaidOf(order).get(product) ?? 0;
    const pieces = isLeaving
      ? piecesInParcels(order, product, true) + quantity
      : piecesInParcels(order, product);
    return unpaid > 0 && pieces > piecesToSend(order, product) - unpaid;
  }

  private obstacleToShipping(order: ModelOrder, isLeaving: boolean, hasReason: boolean): string | null {
    if (order.state === 'completed') return 'shipment_completed';
    if (order.state === 'paid' && isGivenBack(order)) return 'all_refunded';
    if (order.state !== 'paid' || isOwed(order)) return 'shipment_unpaid';
    return isLeaving && this.needsReason(order) && !hasReason ? 'reason_required' : null;
  }

  cancel(order: ModelOrder, by: 'buyer' | 'owner'): string {
    if (order.state === 'cancelled') return 'done';
    const obstacle = by === 'buyer' ? obstacleToBuyer(order) : obstacleToCancelling(order);
    if (obstacle) return obstacle;
    if (isPaid(order)) this.happened.add('cancelled after a refund');
    this.putBackOnSale(order);
    // What was invoiced and never sent is credited.
    if (!hasLeft(order))
      for (const cause of ['accepted_as_all', 'written_off'] as const) this.takeBackReductions(order, cause);
    order.state = 'cancelled';
    for (const parcel of order.parcels) if (parcel.state === 'packed') parcel.state = 'taken_back';
    this.release(order);
    order.reductions.push({ cause: 'cancelled', cents: totalOf(order) * 100 - reducedOf(order) });
    this.follow(order);
    return 'done';
  }

  /** Staff write down KES that came by another method than card. @param shares of what orders, in the order in which they follow */
  record(amount: number, shares: Shares): ModelPayment {
    const payment = newPayment('recorded', this.now, amount, amount * 100);
    this.recorded.push(payment);
    const [order] = shares.keys();
    if (!order) this.happened.add('a payment without an order');
    else this.tellHowItCame(order, payment);
    this.count(payment);
    this.payWith(payment, shares);
    return payment;
  }

  /** What of it no order has yet pays these. */
  share(payment: ModelPayment, shares: Shares): string {
    if (payment.state !== 'completed') return 'transition_refused';
    if (sum(shares.values()) > restLeft(payment)) return 'invalid_request';
    if ([...shares.keys()].some((order) => order.state === 'cancelled')) return 'share_refused';
    this.payWith(payment, shares);
    this.happened.add('a payment is shared later');
    return 'done';
  }

  /** Staff make it so many pieces of a product; a product that was not in the order costs what it does today. */
  change(order: ModelOrder, product: number, quantity: number): string {
    const before = order.pieces.get(product) ?? 0;
    if (quantity === 0 && [...order.pieces.keys()].every((other) => other === product))
      return 'invalid_request';
    const isOver = order.state === 'completed' || order.state === 'cancelled';
    if (isOver || (order.state === 'paid' && isGivenBack(order))) return 'change_closed';
    if (quantity === before) {
      // Who gets it, and where, may have been corrected.
      this.follow(order);
      return 'done';
    }
    const obstacle = obstacleToSum(order);
    if (obstacle) return obstacle;
    const { all, unsent } = returnedOf(order, product);
    const wasPacked = order.parcels.some((parcel) => parcel.product === product);
    if (quantity < Math.max(piecesInParcels(order, product) + unsent, all, wasPacked ? 1 : 0))
      return 'pieces_stay';
    const price = order.prices.get(product) ?? this.product(product).price;
    const wasPaid = order.state === 'paid';
    if (before === 0 && !this.product(product).isActive) return 'product_unavailable';
    if (reducedOf(order) > (totalOf(order) + (quantity - before) * price) * 100) return 'refund_too_large';
    const isFromMaker =
      order.deposits.has(product) || (before === 0 && this.product(product).toOrder !== null);
    const needed = this.neededOfShelf(order);
    if (!isFromMaker) needed.set(product, (needed.get(product) ?? 0) + quantity - before);
    if (!this.canTake(needed, [order])) return 'out_of_stock';

    if (quantity === 0) this.takeOut(order, product);
    else this.changeLine(order, product, quantity, price);
    if (wasPaid && isDue(order)) this.happened.add('changed after payment: the rest is due');
    else if (wasPaid)
      this.happened.add(
        `changed after payment: ${quantity > before ? 'less is to be given back' : 'costs less'}`,
      );
    this.holdWhatChanged(order);
    this.follow(order);
    if (wasPaid && order.state === 'completed')
      this.happened.add('completed since what has left is all of it');
    return 'done';
  }

  private takeOut(order: ModelOrder, product: number): void {
    this.putBackOnSale(order, [product]);
    for (const of of [order.pieces, order.prices, order.awaited, order.awaitedSince, order.deposits])
      of.delete(product);
  }

  private changeLine(order: ModelOrder, product: number, quantity: number, price: number): void {
    const before = order.pieces.get(product) ?? 0;
    order.pieces.set(product, quantity);
    order.prices.set(product, price);
    const awaited = order.awaited.get(product) ?? 0;
    if (awaited > 0) order.awaited.set(product, Math.max(0, awaited - Math.max(0, before - quantity)));
    if (before > 0) return;
    this.orderFromMaker(order, product, quantity);
    if (order.state !== 'paid') return;
    for (const [p, pieces] of order.awaited)
      if (pieces > 0 && !order.awaitedSince.has(p)) order.awaitedSince.set(p, this.step);
  }

  private holdWhatChanged(order: ModelOrder): void {
    for (const open of order.transactions)
      if (open.state === 'pending' && open.amount !== askedFor(order)) {
        open.state = 'expired';
        this.happened.add('changed while it is being paid');
      }
    const hasPart = hasMoney(order);
    this.awaitPiecesOf(order);
    if (!isDue(order) && (order.state === 'paid' || hasPart)) {
      if (order.state !== 'paid') this.happened.add('a part is enough since it was changed');
      this.sell(order, 'all');
      return;
    }
    this.sell(order, 'kept');
    const held = [...order.held.values()].map(({ until }) => until - this.now);
    this.holdFor(order, Math.max(...held, hasPart ? partHoldMinutes : holdMinutes));
  }

  giveUp(): void {
    for (const order of this.orders) {
      for (const transaction of order.transactions) {
        const isOld = this.now - transaction.openedAt >= giveUpMinutes;
        if (!isOld || (transaction.state !== 'pending' && transaction.state !== 'expired')) continue;
        if (transaction.state === 'pending') {
          transaction.state = 'expired';
          // What happens on a phone ends no order.
          if (order.state === 'pending' && !transaction.prompt) order.state = 'failed';
          if (mayGiveUpPieces(order)) this.release(order);
        }
        const mayBePaid = transaction.isKnown || transaction.isUnanswered;
        if (mayBePaid && !transaction.prompt?.hasSaidPaid) this.openTask(order, 'undecided', transaction);
      }
      for (const payment of order.transactions)
        if (this.isOnlyTold(order, payment)) this.openTask(order, 'undecided', payment);
    }
  }

  /** A notice said half an hour ago that a prompt was paid, and the query does not. */
  private isOnlyTold({ tasks }: ModelOrder, payment: ModelPayment): boolean {
    const { prompt, state, openedAt } = payment;
    return (
      !!prompt?.told &&
      !prompt.hasSaidPaid &&
      ['pending', 'expired', 'failed'].includes(state) &&
      this.now - openedAt >= 30 &&
      tasks.every((task) => task.payment !== payment)
    );
  }

  /** The same cart sent again by the same browser to the same address is the same order, and never a second payment. */
  private sameUnpaidOrder(
    pieces: ReadonlyMap<number, number>,
    total: number,
    due: number,
    buyer: number,
  ): ModelOrder | undefined {
    return this.orders.findLast(
      (order) =>
        order.buyer === buyer &&
        !order.hasOtherAddress &&
        totalOf(order) === total &&
        // What is due now was agreed, too.
        ((due === total && order.deposits.size === 0) || askedFor(order) === due) &&
        isOpen(order) &&
        order.pieces.size === pieces.size &&
        [...pieces].every(([product, quantity]) => order.pieces.get(product) === quantity),
    );
  }

  /** After a refusal too: the buyer can go back to the bank's page and pay there with another card. */
  private mayBecomePaid({ state, openedAt, prompt }: ModelPayment): boolean {
    if (prompt && (!prompt.isNamed || prompt.hasSaidPaid)) return false;
    const checkedFor = prompt ? 15 : 72 * 60;
    return (
      state === 'pending' || state === 'expired' || (state === 'failed' && this.now - openedAt < checkedFor)
    );
  }

  private takeUp(order: ModelOrder): string {
    if (mayPay(order) === 'wait') return 'payment_undecided';
    const isThere = order.transactions.some(
      ({ state, openedAt, amount, prompt }) =>
        !prompt && state === 'pending' && this.now - openedAt < holdMinutes && amount === askedFor(order),
    );
    const live = this.liveOf(order);
    const isAllHeld = [...neededOf(order)].every(([p, needed]) => needed <= 0 || live.has(p));
    return isThere && isAllHeld ? 'the same' : 'to be taken up';
  }

  private payableOrdersOf(buyer: number): ModelOrder[] {
    return this.orders.filter(
      (order) => order.buyer === buyer && isOpen(order) && mayPay(order) === 'pay' && mayGiveUpPieces(order),
    );
  }
}

function piecesOf(lines: readonly SentLine[]): Map<number, number> {
  const pieces = new Map<number, number>();
  for (const { product, quantity } of lines) pieces.set(product, (pieces.get(product) ?? 0) + quantity);
  return pieces;
}

/** What an approval is worth; null when it is another transaction's. */
function centsOf(verdict: Verdict, { amount }: ModelPayment): number | null {
  if (!('as' in verdict)) return null;
  return verdict.says === 'wrong_amount' ? verdict.cents(amount) : amount * 100;
}
