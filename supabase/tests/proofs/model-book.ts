import {
  askedCents,
  backOf,
  creditedOf,
  dueOf,
  type GivenBack,
  hasLeft,
  hasMoney,
  isAdded,
  isDue,
  isGivenBack,
  isOpen,
  isOwed,
  isPaid,
  isPartlyShipped,
  isSoldCovered,
  linesOf,
  type ModelOrder,
  type ModelPayment,
  type ModelTask,
  overpaidOf,
  type PiecesBack,
  piecesInParcels,
  piecesToSend,
  reducedOf,
  restLeft,
  returnedOf,
  shareAtBank,
  shareLeft,
  type Shares,
  sum,
  totalOf,
  unpaidOf,
  worthOf,
} from './model-order.ts';
import { ModelStock, partHoldMinutes } from './model-stock.ts';

/** KES: from it on, completing an order that is not settled needs a reason. Low, so that both sides are met. */
export const approvedShipsBelow = 1500;
const dayMinutes = 24 * 60;

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

  protected tellHowItCame(order: ModelOrder, payment: ModelPayment): void {
    const age = this.now - payment.openedAt;
    if (isOpen(order) && age === 40) this.happened.add('paid at minute 40');
    if (isOpen(order) && age === 20 * 60) this.happened.add('paid at hour 20');
    if (!isOpen(order) && !isDue(order)) this.happened.add(`money for an order that is ${order.state}`);
    if (order.transactions.at(-1) !== payment && payment.source === 'asked')
      this.happened.add('paid by a transaction that was replaced');
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
    this.awaitPiecesOf(order);
    // Of a deposit alone nothing is sold.
    const isKept = isSoldCovered(order) && (hasMoney(order) || order.wasSold);
    const isNotOver = isOpen(order) || order.state === 'paid';
    if (isNotOver && isDue(order) && isGone && !hasLeft(order) && !isKept) {
      if (order.state === 'paid') this.happened.add('money gone before anything was sent');
      this.waitNoMore(order);
    }
    if (order.state !== 'cancelled') this.sellWhatIsSold(order, about);
    if (isDue(order) && (came || isGone)) this.awaitMoney(order, came, about);
    if (!isDue(order)) {
      if (order.tasks.some(({ kind, isOpen }) => kind === 'payment_reversed' && isOpen))
        this.happened.add('collected again');
      this.closeTasks(order, 'payment_reversed');
    }
    this.askForRefund(order, about);
    this.issuePapers(order);
  }

  /** Its money has gone before anything was sent. */
  private waitNoMore(order: ModelOrder): void {
    if (order.state === 'paid') order.state = 'pending';
    order.awaitedSince.clear();
  }

  /** It is paid when nothing is due any more, and sold as far as it was paid or has left. */
  private sellWhatIsSold(order: ModelOrder, about: ModelPayment | undefined): void {
    const isPaidNow = !isDue(order) && hasMoney(order);
    if (isPaidNow) {
      const wasSold = worthOf(order.sold) > 0;
      if (!this.sell(order, 'all')) {
        if (about) this.openTask(order, 'late_money', about);
        return;
      }
      if (isOpen(order)) {
        if (wasSold) this.happened.add('what was added is paid');
        for (const [product, pieces] of order.awaited)
          if (pieces > 0 && !order.awaitedSince.has(product)) order.awaitedSince.set(product, this.step);
        order.state = 'paid';
      }
      this.closeTasks(order, 'late_money');
    } else if (order.state === 'completed' || (order.state === 'paid' && !isDue(order))) {
      this.sell(order, 'all');
    } else this.sell(order, order.state === 'paid' || isSoldCovered(order) ? 'kept' : 'gone');
    if (this.completeWhenAllLeft(order) && !isPaidNow) this.sell(order, 'all');
  }

  /** Its pieces are held, and its buyer is asked; what is owed for goods that left is a question. */
  private awaitMoney(
    order: ModelOrder,
    came: ModelPayment | undefined,
    about: ModelPayment | undefined,
  ): void {
    const isClosed = order.state === 'completed' || order.state === 'cancelled';
    const isHeld =
      isClosed ||
      (!came && hasLeft(order)) ||
      this.holdFor(order, hasMoney(order) ? partHoldMinutes : dayMinutes);
    if (came && !isHeld) {
      this.openTask(order, 'late_money', came);
    } else if (came) {
      if (order.state === 'failed') order.state = 'pending';
      this.happened.add('a part of the price');
    } else if (about && (hasLeft(order) || isClosed)) this.openTask(order, 'payment_reversed', about);
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
    const ordered = linesOf(order);
    const soldLines = () =>
      new Map(
        [...ordered].map(([line, quantity]) => [
          line,
          Math.min(quantity, Math.max(order.sold.get(line) ?? 0, papers.lines.get(line) ?? 0)),
        ]),
      );
    if (worthOf(soldLines()) === 0 && !papers.isInvoiced) return;
    const isWrong =
      [...papers.names].some(({ state }) => state === 'reversed') ||
      [...papers.lines].some(([line, quantity]) => quantity > (ordered.get(line) ?? 0));
    if (isWrong && order.state !== 'cancelled') {
      Object.assign(papers, { lines: new Map(), names: new Set(), credited: 0, left: 0 });
      this.happened.add('an invoice was wrong');
    }
    const lines = soldLines();
    const added = worthOf(lines) - worthOf(papers.lines);
    if (order.state !== 'cancelled' && added > 0) {
      if (papers.lines.size > 0) this.happened.add('an invoice for what was added');
      papers.isInvoiced = true;
      papers.lines = lines;
      papers.left += added;
      for (const payment of order.payments) if (shareLeft(payment, order) > 0) papers.names.add(payment);
    }
    const agreed = creditedOf(order);
    const more = Math.min(agreed - papers.credited, papers.left);
    if (more === 0) return;
    papers.credited = agreed;
    papers.left -= more;
  }

  protected completeWhenAllLeft(order: ModelOrder): boolean {
    const sent = order.parcels.filter(({ state }) => state === 'sent');
    const hasReason = sent.some((parcel) => parcel.hasReason);
    const isOver = order.state === 'completed' || order.state === 'cancelled';
    if (isOver || sent.length === 0 || isPartlyShipped(order)) return false;
    if (isPaid(order) && (isGivenBack(order) || ((isOwed(order) || this.needsReason(order)) && !hasReason)))
      return false;
    order.state = 'completed';
    if (isDue(order)) this.happened.add('all of it left, and it is owed');
    return true;
  }

  needsReason(order: ModelOrder): boolean {
    const kept = [...order.payments].filter((payment) => shareLeft(payment, order) > 0);
    const isSettled = kept.length > 0 && kept.every((p) => p.isSettled || !isByCard(p));
    return !isSettled && totalOf(order) >= approvedShipsBelow;
  }

  /** Why a paid order is not completed; null when it can be. */
  obstacleToCompleting(order: ModelOrder, hasReason: boolean): string | null {
    if (isGivenBack(order)) return 'all_refunded';
    if (isOwed(order) || unpaidOf(order).size > 0) {
      if (!hasLeft(order) || isPartlyShipped(order)) return 'shipment_unpaid';
      return hasReason ? null : 'shipment_reason_required';
    }
    if (isPartlyShipped(order)) return 'pieces_left';
    return this.needsReason(order) && !hasReason ? 'reason_required' : null;
  }

  /** The owner writes down that money of a payment was given back. @param order null of what no order has */
  refund(payment: ModelPayment, order: ModelOrder | null, cents: number, pieces?: PiecesBack): string {
    if (payment.state !== 'completed') return 'transition_refused';
    if (cents < 1 || cents > (order ? shareLeft(payment, order) : restLeft(payment)))
      return 'refund_too_large';
    const obstacle = order && this.obstacleToPieces(order, pieces);
    if (obstacle) return obstacle;
    const said = order ? `given back of an order that is ${order.state}` : 'what no order had was given back';
    this.giveBack(payment, order, cents, this.causeOf(order, cents, pieces), { pieces });
    this.happened.add(said);
    return 'done';
  }

  /** So much of a payment goes back, and is due again; or of the price of what was sold, which is reduced. */
  private causeOf(order: ModelOrder | null, cents: number, pieces?: PiecesBack): 'payment' | 'refund' {
    if (!order) return 'refund';
    if (isOpen(order)) return 'payment';
    const paidForNothing = worthOfOrder(order) - dueOf(order) - worthOf(order.sold);
    const isDeposit = !pieces && order.state === 'paid' && order.deposits.size > 0 && cents <= paidForNothing;
    if (isDeposit) this.happened.add('a deposit is given back');
    return isDeposit ? 'payment' : 'refund';
  }

  /** The owner says how much it was. */
  correct(payment: ModelPayment, wrong: GivenBack, cents: number): string {
    const isCountered = payment.back.some(({ counters }) => counters === wrong);
    if (wrong.isCorrected || isCountered || wrong.shares.size > 1 || wrong.cents === 0)
      return 'refund_corrected';
    const [order = null] = wrong.shares.keys();
    const left = order ? shareLeft(payment, order) : restLeft(payment);
    const isWhole = payment.state !== 'completed';
    if (isWhole ? cents !== wrong.cents : cents > left + wrong.cents) return 'refund_too_large';
    if (cents === 0 && wrong.pieces) return 'refund_has_pieces';
    if (!isWhole) this.happened.add(`${wrong.cause} corrected ${correctedTo(cents, wrong)}`);
    this.giveBack(payment, order, cents, wrong.cause, { wrong });
    return 'done';
  }

  private giveBack(
    payment: ModelPayment,
    order: ModelOrder | null,
    cents: number,
    cause: GivenBack['cause'],
    { pieces, wrong }: { pieces?: PiecesBack | undefined; wrong?: GivenBack },
  ): void {
    const isFor = wrong?.pieces ?? pieces;
    const before = wrong?.reduced ?? 0;
    const given: GivenBack = {
      cause,
      cents,
      counters: null,
      isCorrected: false,
      reduced: before,
      shares: order && cents > 0 ? new Map([[order, cents]]) : new Map(),
      ...(isFor && { pieces: isFor }),
    };
    if (order && cause === 'refund' && (isPaid(order) || (before !== 0 && order.state !== 'cancelled'))) {
      const tooMuch = Math.max((wrong?.cents ?? 0) - dueOf(order) - before, 0);
      const worth = isFor ? isFor.quantity * (order.prices.get(isFor.product) ?? 0) * 100 : 0;
      const agreed = Math.min(worth, cents) + Math.max(0, cents - worth - tooMuch);
      given.reduced = Math.min(agreed, totalOf(order) * 100 - reducedOf(order) + before);
      order.reductions.push({
        cause: isFor && isFor.fate !== 'kept' ? 'goods_back' : 'price_cut',
        cents: given.reduced - before,
      });
    }
    if (wrong) wrong.isCorrected = true;
    payment.back.push(given);
    if (!order) return;
    this.takePiecesBack(order, pieces);
    if (cause === 'payment' && !hasMoney(order)) this.waitNoMore(order);
    const wasOpen = isOpen(order);
    this.follow(order, { isGone: !wasOpen });
    if (wasOpen && isDue(order) && !hasMoney(order) && !hasLeft(order)) this.release(order);
  }

  /** So many cents are no longer owed; below 0 it takes that back. */
  reduce(
    order: ModelOrder,
    cause: 'goods_back' | 'price_cut' | 'written_off' | 'accepted_as_all',
    cents: number,
    pieces?: PiecesBack,
  ): string {
    if (cause === 'accepted_as_all' && cents > 0) return 'invalid_request';
    if (order.state === 'cancelled' || -cents > reducedOf(order, cause)) return 'transition_refused';
    const isBeyondDue =
      cause === 'written_off' && cents > (isOpen(order) && isAdded(order) ? 0 : askedCents(order));
    if (isBeyondDue || reducedOf(order) + cents > totalOf(order) * 100) return 'refund_too_large';
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
    if (!isPaid(order) && !hasLeft(order)) return 'invalid_request';
    const { product, quantity, fate } = pieces;
    const before = returnedOf(order, product);
    const gone = piecesInParcels(order, product, true);
    const awaited = order.awaited.get(product) ?? 0;
    const theirs = isPaid(order) ? (order.pieces.get(product) ?? 0) - awaited : gone;
    // What was never taken out of the stock comes back to none.
    const isInStock = fate !== 'kept' && quantity > (order.taken.get(product) ?? 0);
    if (before.all + quantity > theirs || isInStock) return 'pieces_refunded';
    const toSend = piecesToSend(order, product) - this.unsentOf(order, pieces);
    // Whether it is one that left or one that did not, nobody can tell.
    if (fate !== 'kept' && isPaid(order) && gone > 0 && gone < toSend) return 'pieces_split';
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
      all: all + quantity,
      back: back + came,
      unsent: unsent + this.unsentOf(order, pieces),
    });
    this.move(order, product, -came, fate === 'damaged');
    this.happened.add(`pieces ${fate}`);
  }

  /** A payment does not pay any more: it never was money (a mistake), or went back. @param orders in which order they follow */
  reverse(
    payment: ModelPayment,
    cause: 'mistake' | 'bounced' | 'charged_back' | 'payment',
    orders: readonly ModelOrder[],
  ): string {
    const isMistake = cause === 'mistake';
    const isOfBank = cause === 'bounced';
    const left = (payment.cents ?? 0) - backOf(payment, isOfBank);
    if (payment.state === 'reversed' || (!isMistake && payment.state === 'completed' && left <= 0))
      return 'done';
    if (payment.state !== 'completed' || (isMistake && payment.source !== 'recorded'))
      return 'transition_refused';
    if (isMistake && backOf(payment) > 0) return 'refund_stands';
    const shareOf = isOfBank ? shareAtBank : shareLeft;
    const of = orders.filter((order) => shareOf(payment, order) > 0);
    const shares: Shares = new Map(of.map((order) => [order, shareOf(payment, order)]));
    if (isOfBank && backOf(payment) !== backOf(payment, true)) this.happened.add('bounced besides a refund');
    for (const order of of) this.happened.add(`${cause}: ${order.state}${hasLeft(order) ? ', sent' : ''}`);
    if (isMistake) {
      payment.state = 'reversed';
      this.forgetReceipt(payment);
    } else
      payment.back.push({
        cause,
        cents: left,
        shares,
        counters: null,
        isCorrected: false,
        reduced: 0,
      });
    for (const order of of) this.takeBackReductions(order, 'accepted_as_all');
    for (const order of of) this.follow(order, { isGone: true });
    return 'done';
  }

  /** Of a payment that never was money. */
  protected forgetReceipt(_: ModelPayment): void {}

  protected takeBackReductions(order: ModelOrder, cause: 'accepted_as_all' | 'written_off'): void {
    const cents = order.state === 'cancelled' ? 0 : reducedOf(order, cause);
    if (cents > 0) order.reductions.push({ cause, cents: -cents });
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
    payment.back.push({
      cause: 'came_back',
      cents: -cents,
      shares,
      counters: gone,
      isCorrected: false,
      reduced: 0,
    });
    this.happened.add(`${gone.cause}, and came back`);
    for (const order of shares.keys()) this.follow(order, { came: payment });
    return 'done';
  }
}

/** All else is with the shop at once. */
const isByCard = ({ source, receipt, prompt }: ModelPayment) => source !== 'recorded' && !receipt && !prompt;

const worthOfOrder = (order: ModelOrder) => totalOf(order) * 100;

function correctedTo(cents: number, wrong: GivenBack): string {
  if (cents === 0) return 'to nothing';
  return cents > wrong.cents ? 'upwards' : 'downwards';
}

/** The payment that a task is about when none has just come. */
function latestOf({ payments }: ModelOrder): ModelPayment | undefined {
  return [...payments].sort(
    (a, b) => Number(b.state === 'completed') - Number(a.state === 'completed') || b.decided - a.decided,
  )[0];
}
