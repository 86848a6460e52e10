import {
  backOf,
  dueOf,
  type GivenBack,
  hasLeft,
  hasMoney,
  isDue,
  isGivenBack,
  isOpen,
  isPaid,
  isPartlyShipped,
  linesOf,
  type ModelOrder,
  type ModelPayment,
  type ModelTask,
  overpaidOf,
  piecesInParcels,
  piecesToSend,
  receivedOf,
  reducedOf,
  restLeft,
  returnedOf,
  shareLeft,
  type Shares,
  sum,
  totalOf,
  worthOf,
} from './model-order.ts';
import { ModelStock, partHoldMinutes } from './model-stock.ts';

/** KES: from it on, completing an order that is not settled needs a reason. Low, so that both sides are met. */
export const approvedShipsBelow = 1500;
const dayMinutes = 24 * 60;

/** Pieces of a product that a reduction is for. */
export type PiecesBack = { product: number; quantity: number; fate: 'restocked' | 'damaged' | 'kept' };

/** Entries in the book of orders, and what follows from them. */
export class ModelBook extends ModelStock {
  private decisions = 0;

  /** Money that counts, whatever it pays. */
  protected count(payment: ModelPayment): void {
    payment.state = 'completed';
    payment.decided ||= this.decisions += 1;
  }

  protected question(payment: ModelPayment, order: ModelOrder, kind: ModelTask['kind']): void {
    payment.state = 'review';
    payment.decided = this.decisions += 1;
    this.openTask(order, kind, payment);
  }

  protected addShares(payment: ModelPayment, shares: Shares): void {
    for (const [order, cents] of shares) {
      payment.shares.set(order, (payment.shares.get(order) ?? 0) + cents);
      order.payments.add(payment);
    }
  }

  /** Of a payment that is for several orders, one after the other. */
  protected payWith(payment: ModelPayment, shares: Shares): void {
    this.addShares(payment, shares);
    if (shares.size > 1) this.happened.add('one payment for several orders');
    for (const order of shares.keys()) this.follow(order, { came: payment });
  }

  /** A question is asked once; that money is owed again is said again. */
  protected openTask(order: ModelOrder, kind: ModelTask['kind'], payment: ModelPayment): void {
    this.happened.add(kind);
    const known = order.tasks.find((task) => task.kind === kind && task.payment === payment);
    if (!known) order.tasks.push({ kind, payment, isOpen: true });
    else if (kind === 'payment_reversed') known.isOpen = true;
  }

  protected closeTasks(order: ModelOrder, kind: ModelTask['kind'], payment?: ModelPayment): void {
    for (const task of order.tasks)
      if (task.kind === kind && (!payment || task.payment === payment)) task.isOpen = false;
  }

  /**
   * What follows from the book of an order.
   * @param came the payment that has just come
   * @param isGone money has gone that was there
   */
  protected follow(
    order: ModelOrder,
    { came, isGone = false }: { came?: ModelPayment; isGone?: boolean } = {},
  ) {
    const about = came ?? latestOf(order);
    if (isOpen(order) && !isDue(order) && receivedOf(order) > 0) {
      if (this.take(order)) {
        if (worthOf(order.sold) > 0) this.happened.add('what was added is paid');
        order.state = 'paid';
        order.sold = linesOf(order);
        this.closeTasks(order, 'late_money');
      } else if (about) this.openTask(order, 'late_money', about);
    } else if (isOpen(order) && isDue(order)) this.awaitMoney(order, came, isGone);
    else if (isDue(order) && isGone && about && (hasLeft(order) || order.state !== 'paid'))
      this.openTask(order, 'payment_reversed', about);
    else if (isDue(order) && isGone && order.state === 'paid') {
      order.state = 'pending';
      this.happened.add('money gone before anything was sent');
      this.awaitMoney(order, undefined, isGone);
    } else if (isPaid(order)) order.sold = linesOf(order);
    if (!isDue(order)) {
      if (order.tasks.some(({ kind, isOpen }) => kind === 'payment_reversed' && isOpen))
        this.happened.add('collected again');
      this.closeTasks(order, 'payment_reversed');
      this.completeWhenAllLeft(order);
    }
    this.askForRefund(order, about);
    this.issuePapers(order);
  }

  /** Its pieces are held, and what was sold stays sold as long as the money is there for it. */
  private awaitMoney(order: ModelOrder, came: ModelPayment | undefined, isGone: boolean): void {
    if (!came && !isGone) return;
    const isThere = totalOf(order) * 100 - dueOf(order) + 100 >= worthOf(order.sold);
    if (isGone && !hasLeft(order) && !isThere) {
      this.putBackOnSale(order);
      order.sold = new Map();
    }
    const isHeld =
      (came || !hasLeft(order)) && this.holdFor(order, hasMoney(order) ? partHoldMinutes : dayMinutes);
    if (!came) return;
    if (!isHeld) {
      this.openTask(order, 'late_money', came);
      return;
    }
    order.state = 'pending';
    this.happened.add('a part of the price');
  }

  private askForRefund(order: ModelOrder, about: ModelPayment | undefined): void {
    const task = order.tasks.find(({ kind }) => kind === 'overpaid');
    if (overpaidOf(order) === 0) {
      if (task) task.isOpen = false;
    } else if (about) {
      this.happened.add('overpaid');
      if (task) Object.assign(task, { payment: about, isOpen: true });
      else order.tasks.push({ kind: 'overpaid', payment: about, isOpen: true });
    }
  }

  /** Afterwards the invoices in force are its lines, less what was agreed on since. */
  private issuePapers(order: ModelOrder): void {
    const { papers } = order;
    const isDone = isPaid(order) && !isDue(order);
    if (!isDone && !papers.isInvoiced) return;
    const lines = linesOf(order);
    const isWrong =
      [...papers.names].some(({ state }) => state === 'reversed') ||
      [...papers.lines].some(([line, quantity]) => quantity > (lines.get(line) ?? 0));
    if (isWrong && order.state !== 'cancelled') {
      Object.assign(papers, { lines: new Map(), names: new Set(), credited: 0, left: 0 });
      this.happened.add('an invoice was wrong');
    }
    const added = worthOf(lines) - worthOf(papers.lines);
    if (isDone && added > 0) {
      if (papers.lines.size > 0) this.happened.add('an invoice for what was added');
      papers.isInvoiced = true;
      papers.lines = lines;
      papers.left += added;
      for (const payment of order.payments) if (shareLeft(payment, order) > 0) papers.names.add(payment);
    }
    const agreed = sum(
      order.reductions
        .filter(({ cause }) => cause !== 'accepted_as_all' && cause !== 'written_off')
        .map(({ cents }) => cents),
    );
    const more = Math.min(agreed - papers.credited, papers.left);
    if (more === 0) return;
    papers.credited = agreed;
    papers.left -= more;
  }

  protected completeWhenAllLeft(order: ModelOrder): boolean {
    const sent = order.parcels.filter(({ state }) => state === 'sent');
    const hasReason = sent.some((parcel) => parcel.hasReason);
    if (order.state !== 'paid' || sent.length === 0 || this.obstacleToCompleting(order, hasReason))
      return false;
    order.state = 'completed';
    return true;
  }

  needsReason(order: ModelOrder): boolean {
    const kept = [...order.payments].filter((payment) => shareLeft(payment, order) > 0);
    const isSettled = kept.length > 0 && kept.every((p) => p.isSettled || p.source === 'recorded');
    return !isSettled && totalOf(order) >= approvedShipsBelow;
  }

  /** Why a paid order is not completed; null when it can be. */
  obstacleToCompleting(order: ModelOrder, hasReason: boolean): string | null {
    if (isGivenBack(order)) return 'all_refunded';
    if (isDue(order)) return 'shipment_unpaid';
    if (isPartlyShipped(order)) return 'pieces_left';
    return this.needsReason(order) && !hasReason ? 'reason_required' : null;
  }

  /** The owner writes down that money of a payment was given back. @param order null of what no order has */
  refund(payment: ModelPayment, order: ModelOrder | null, cents: number, pieces?: PiecesBack): string {
    if (payment.state !== 'completed') return 'transition_refused';
    if (cents < 1 || cents > (order ? shareLeft(payment, order) : restLeft(payment)))
      return 'refund_too_large';
    const cause = order && isOpen(order) ? 'payment' : 'refund';
    if (!order) {
      payment.back.push({ cause, cents, shares: new Map(), counters: null });
      this.happened.add('what no order had was given back');
      return 'done';
    }
    const tooMuch = Math.max(-dueOf(order), 0);
    const worth = pieces ? pieces.quantity * (order.prices.get(pieces.product) ?? 0) * 100 : 0;
    const obstacle = this.obstacleToPieces(order, pieces);
    if (obstacle) return obstacle;
    payment.back.push({ cause, cents, shares: new Map([[order, cents]]), counters: null });
    if (isPaid(order)) {
      const agreed = Math.min(worth, cents) + Math.max(0, cents - worth - tooMuch);
      const most = totalOf(order) * 100 - reducedOf(order);
      const isBack = pieces && pieces.fate !== 'kept';
      order.reductions.push({ cause: isBack ? 'goods_back' : 'price_cut', cents: Math.min(agreed, most) });
    }
    this.takePiecesBack(order, pieces);
    this.happened.add(`given back of an order that is ${order.state}`);
    this.follow(order);
    if (isOpen(order) && isDue(order) && !hasMoney(order) && !hasLeft(order)) this.release(order);
    return 'done';
  }

  /** So many cents are no longer owed; below 0 it takes that back. */
  reduce(
    order: ModelOrder,
    cause: 'goods_back' | 'price_cut' | 'written_off',
    cents: number,
    pieces?: PiecesBack,
  ): string {
    const agreed = sum(order.reductions.filter((one) => one.cause === cause).map((one) => one.cents));
    if (order.state === 'cancelled' || -cents > agreed) return 'transition_refused';
    if (reducedOf(order) + cents > totalOf(order) * 100) return 'refund_too_large';
    const obstacle = this.obstacleToPieces(order, pieces);
    if (obstacle) return obstacle;
    order.reductions.push({ cause, cents });
    this.takePiecesBack(order, pieces);
    this.happened.add(cents < 0 ? `${cause}, and taken back` : cause);
    this.follow(order, { isGone: cents < 0 });
    return 'done';
  }

  private obstacleToPieces(order: ModelOrder, pieces: PiecesBack | undefined): string | null {
    if (!pieces) return null;
    if (!isPaid(order)) return 'invalid_request';
    const { product, quantity, fate } = pieces;
    const before = returnedOf(order, product);
    const ordered = order.pieces.get(product) ?? 0;
    if (before.all + quantity > ordered) return 'pieces_refunded';
    const gone = piecesInParcels(order, product, true);
    const toSend = piecesToSend(order, product) - this.unsentOf(order, pieces);
    // Whether it is one that left or one that did not, nobody can tell.
    if (fate !== 'kept' && gone > 0 && gone < toSend) return 'pieces_split';
    return piecesInParcels(order, product) > toSend ? 'pieces_packed' : null;
  }

  private unsentOf(order: ModelOrder, { product, quantity, fate }: PiecesBack): number {
    const isStillHere = order.state === 'paid' && piecesInParcels(order, product, true) === 0;
    return fate !== 'kept' && isStillHere ? quantity : 0;
  }

  private takePiecesBack(order: ModelOrder, pieces: PiecesBack | undefined): void {
    if (!pieces) return;
    const { product, quantity, fate } = pieces;
    const { all, back, unsent } = returnedOf(order, product);
    const came = fate === 'kept' ? 0 : quantity;
    order.returned.set(product, {
      ...{ all: all + quantity, back: back + came, unsent: unsent + this.unsentOf(order, pieces) },
    });
    this.move(order, product, -came);
    if (fate === 'damaged') this.product(product).stock -= quantity;
    this.happened.add(`pieces ${fate}`);
  }

  /** A payment does not pay any more: it never was money (a mistake), or went back. @param orders in which order they follow */
  reverse(
    payment: ModelPayment,
    cause: 'mistake' | 'bounced' | 'charged_back' | 'payment',
    orders: readonly ModelOrder[],
  ): string {
    const left = (payment.cents ?? 0) - backOf(payment);
    const isMistake = cause === 'mistake';
    if (payment.state === 'reversed' || (!isMistake && payment.state === 'completed' && left === 0))
      return 'done';
    if (payment.state !== 'completed' || (isMistake && payment.source !== 'recorded'))
      return 'transition_refused';
    if (isMistake && backOf(payment) > 0) return 'refund_stands';
    const of = orders.filter((order) => shareLeft(payment, order) > 0);
    const shares: Shares = new Map(of.map((order) => [order, shareLeft(payment, order)]));
    if (isMistake) payment.state = 'reversed';
    else payment.back.push({ cause, cents: left, shares, counters: null });
    for (const order of of) this.happened.add(`${cause}: ${order.state}${hasLeft(order) ? ', sent' : ''}`);
    for (const order of of) this.follow(order, { isGone: true });
    return 'done';
  }

  /** Money that had gone came back after all. @param orders in which order they get it */
  comeBack(payment: ModelPayment, gone: GivenBack, cents: number, orders: readonly ModelOrder[]): string {
    const counters = payment.back.filter((one) => one.counters === gone);
    const inAll = [gone, ...counters];
    if (cents > sum(inAll.map((one) => one.cents))) return 'refund_too_large';
    let left = cents;
    const shares: Shares = new Map();
    for (const order of orders) {
      const here = Math.min(left, sum(inAll.map((one) => one.shares.get(order) ?? 0)));
      if (here > 0) shares.set(order, -here);
      left -= here;
    }
    payment.back.push({ cause: 'came_back', cents: -cents, shares, counters: gone });
    this.happened.add(`${gone.cause}, and came back`);
    for (const order of shares.keys()) this.follow(order, { came: payment });
    return 'done';
  }
}

/** The payment that a task is about when none has just come. */
function latestOf({ payments }: ModelOrder): ModelPayment | undefined {
  return [...payments].sort(
    (a, b) => Number(b.state === 'completed') - Number(a.state === 'completed') || b.decided - a.decided,
  )[0];
}
