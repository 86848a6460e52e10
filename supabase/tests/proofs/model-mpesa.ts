import { ModelBook } from './model-book.ts';
import {
  askedCents,
  dueNowOf,
  isOpen,
  isDue,
  type ModelOrder,
  type ModelPayment,
  newPayment,
  type Receipt,
  type Shares,
} from './model-order.ts';

/** KES: what M-Pesa takes at a time. */
export const mpesaLimit = 250_000;
const dayMinutes = 24 * 60;

/** What Safaricom says of a prompt when it is asked: a code, an answer about another prompt, or nothing at all. */
export type PromptCode = '0' | '1' | '2001' | '1032' | '1037' | '4999' | '7777' | '' | 'of another' | null;

type PromptPayment = ModelPayment & { prompt: NonNullable<ModelPayment['prompt']> };

export const isPrompt = (payment: ModelPayment): payment is PromptPayment => payment.prompt !== null;

/** What Safaricom has told of an order, and nothing proves yet. */
export const announcedOf = (receipts: readonly Receipt[], order: ModelOrder) =>
  receipts
    .filter((one) => one.turn !== null && one.payment === null && one.order === order)
    .reduce((sum, { cents }) => sum + cents, 0);

/** Prompts and payments to the paybill: nothing counts that was only told, and what is told in two ways counts once. */
export class ModelMpesa extends ModelBook {
  /** All that Safaricom has, oldest first. */
  readonly receipts: Receipt[] = [];
  /** What staff wrote down, and payments to the paybill, as they came to count. */
  readonly recorded: ModelPayment[] = [];
  private turns = 0;

  protected newPrompt(amount: number): PromptPayment {
    this.turns += 1;
    const prompt = { turn: this.turns, isFresh: true, isNamed: false, hasSaidPaid: false, told: null };
    return { ...newPayment('asked', this.now, amount), prompt };
  }

  /** What became of sending it. */
  notePrompt(payment: PromptPayment, answer: 'sent' | 'refused' | 'silence'): void {
    payment.answers += 1;
    if (answer === 'sent') payment.prompt.isNamed = true;
    else if (answer === 'silence') payment.isUnanswered = true;
    else Object.assign(payment, { state: 'failed', refusedWith: 'refused' });
  }

  /** Safaricom's answer to our query, the only proof. */
  protected hearOfPrompt(order: ModelOrder, payment: PromptPayment, code: PromptCode): void {
    if (payment.prompt.hasSaidPaid) return;
    if (code === '0') {
      this.promptIsPaid(order, payment);
      return;
    }
    const isUndecided = payment.state === 'pending' || payment.state === 'expired';
    if (!isUndecided) return;
    const age = this.now - payment.openedAt;
    // A PIN may be on its way.
    const final = code === '1032' ? age >= 1 : code === '1037' ? age >= 3 : code === '1' || code === '2001';
    if (final) {
      this.closeTasks(order, 'undecided', payment);
      Object.assign(payment, { state: 'failed', refusedWith: code });
      this.happened.add('a prompt was refused');
      return;
    }
    payment.isUnanswered = code === null || code === 'of another';
    payment.isKnown ||= !payment.isUnanswered && code !== '';
  }

  private promptIsPaid(order: ModelOrder, payment: PromptPayment): void {
    payment.prompt.hasSaidPaid = true;
    payment.isKnown = true;
    this.closeTasks(order, 'undecided', payment);
    const receipt = this.receiptOf(order, payment);
    if (receipt?.payment) {
      this.happened.add('a prompt is the same money');
      if (receipt.turn !== null) receipt.prompt = payment;
      if (payment.state === 'pending') payment.state = 'expired';
      return;
    }
    if (payment.state === 'failed') this.happened.add('a prompt was paid after its refusal');
    payment.cents = payment.amount * 100;
    if (receipt) this.take(payment, receipt);
    this.tellHowItCame(order, payment);
    this.count(payment);
    this.payWith(payment, new Map([[order, payment.cents]]));
  }

  /** Of what the paybill got for its account and sum since it was sent, its own, or what its notice names. */
  private receiptOf(order: ModelOrder, payment: PromptPayment): Receipt | null {
    const named = payment.prompt.told?.receipt ?? null;
    const fitting = this.receipts.filter(
      (one) =>
        one.typed === 'exactly' &&
        one.of === order &&
        one.cents === payment.amount * 100 &&
        (one.turn ?? 0) > payment.prompt.turn &&
        (one.prompt === null || one.prompt === payment),
    );
    const isNamed = fitting.find((one) => one === named);
    const own = fitting.find(({ prompt }) => prompt === payment);
    return own ?? isNamed ?? fitting.sort((a, b) => (a.turn ?? 0) - (b.turn ?? 0))[0] ?? named;
  }

  private take(payment: PromptPayment, receipt: Receipt): void {
    // That was a guess.
    if (payment.receipt) Object.assign(payment.receipt, { payment: null, prompt: null });
    payment.receipt = receipt;
    Object.assign(receipt, { payment, prompt: payment });
    this.happened.add('a prompt has its receipt');
  }

  /**
   * Anybody's notice that a prompt was paid, or was not.
   * @returns whether Safaricom is asked now
   */
  noteResult(
    order: ModelOrder,
    payment: PromptPayment,
    told: { receipt: Receipt | null } | 'not paid',
  ): 'ask' | 'nothing' {
    const { prompt } = payment;
    if (told !== 'not paid' && !prompt.told?.receipt) prompt.told = told;
    prompt.isNamed = true;
    if (payment.state === 'completed') {
      const known = payment.receipt ? null : this.receiptOf(order, payment);
      if (known?.payment) this.openTask(order, 'reused_index', payment);
      else if (known) this.take(payment, known);
      return 'nothing';
    }
    return prompt.hasSaidPaid || payment.isBeingAsked ? 'nothing' : 'ask';
  }

  /** A buyer pays to the paybill; nobody has told the shop of it yet. @returns its place */
  payToPaybill(typed: Receipt['typed'], of: ModelOrder | null, cents: number): Receipt {
    const receipt: Receipt = {
      typed,
      of,
      cents,
      order: null,
      turn: null,
      isTold: false,
      payment: null,
      prompt: null,
    };
    this.receipts.push(receipt);
    return receipt;
  }

  /** Safaricom tells of a payment to the paybill, or has it in the list that the shop asks for, which is evidence. */
  tell(receipt: Receipt, isListed: boolean): void {
    if (receipt.turn === null) {
      receipt.turn = this.turns += 1;
      receipt.isTold = true;
    } else if (receipt.payment) {
      receipt.isTold ||= isListed;
      return;
    }
    receipt.order ??= this.orderOf(receipt);
    if (receipt.payment) return;
    if (isListed) this.countReceipt(receipt);
    else this.announce(receipt);
  }

  /** What its account names: typed exactly whatever the sum, else where this sum is due. */
  private orderOf({ typed, of, cents }: Receipt): ModelOrder | null {
    if (!of || typed === 'nothing') return null;
    if (typed === 'exactly') return of;
    const sums = [askedCents(of), dueNowOf(of)];
    const isAsked = isDue(of) && sums.some((sum) => [sum, Math.ceil(sum / 100) * 100].includes(cents));
    return isAsked && of.state !== 'cancelled' ? of : null;
  }

  private announce(receipt: Receipt): void {
    const { order } = receipt;
    const taker = this.promptThatTook(receipt);
    if (taker && !taker.receipt) this.take(taker, receipt);
    if (taker || !order || !isOpen(order)) return;
    this.happened.add('a payment to the paybill is announced');
    const held = [...order.held.values()].map(({ until }) => until - this.now);
    this.holdFor(order, Math.max(dayMinutes, ...held));
  }

  /** A prompt that counts, and of which no receipt is proven. */
  private promptThatTook({ order, typed, cents, turn }: Receipt): PromptPayment | undefined {
    return order?.transactions
      .filter(isPrompt)
      .find(
        (one) =>
          typed === 'exactly' &&
          one.state === 'completed' &&
          one.amount * 100 === cents &&
          !one.isSettled &&
          one.prompt.turn < (turn ?? 0) &&
          (one.receipt?.turn ?? null) === null,
      );
  }

  private countReceipt(receipt: Receipt): void {
    const { order, cents } = receipt;
    const taker = this.promptThatTook(receipt);
    if (taker) {
      this.take(taker, receipt);
      return;
    }
    const payment = newPayment('told', this.now, Math.ceil(cents / 100), cents);
    this.recorded.push(payment);
    Object.assign(payment, { receipt });
    receipt.payment = payment;
    if (order) this.tellHowItCame(order, payment);
    this.happened.add(order ? 'a payment to the paybill counts' : 'a payment to the paybill has no order');
    this.count(payment);
    this.payWith(payment, order ? new Map([[order, cents]]) : new Map());
  }

  /** The organisation's statement has all that came to the paybill, which is evidence as the list is. */
  importReceipts(): void {
    for (const receipt of this.receipts) this.tell(receipt, true);
    for (const { payment } of this.receipts) if (payment) payment.isSettled = true;
  }

  /** Staff write down a code. @param order that it pays; null: none yet */
  recordCode(receipt: Receipt, order: ModelOrder | null, isSure: boolean): string {
    const { cents, payment: known } = receipt;
    const isOfPrompt = order?.transactions.some(
      (one) => isPrompt(one) && one.state === 'completed' && !one.receipt && one.cents === cents,
    );
    if (isOfPrompt && !isSure) return 'payment_reference_used';
    if (known) return 'payment_recorded';
    if (receipt.turn === null && order) {
      Object.assign(receipt, { turn: (this.turns += 1), typed: 'exactly', of: order, order });
      this.happened.add('a code is recorded before anybody told of it');
    }
    const shares: Shares = order ? new Map([[order, cents]]) : new Map();
    const payment = newPayment('recorded', this.now, cents / 100, cents);
    Object.assign(payment, { receipt });
    receipt.payment = payment;
    this.recorded.push(payment);
    if (order) this.tellHowItCame(order, payment);
    this.count(payment);
    this.payWith(payment, shares);
    return 'done';
  }

  /** It never was that money: what Safaricom has told of it is only told again, and its prompt is asked again. */
  protected override forgetReceipt(payment: ModelPayment): void {
    const { receipt } = payment;
    if (!receipt) return;
    receipt.payment = null;
    if (receipt.prompt?.prompt) receipt.prompt.prompt.hasSaidPaid = false;
    if (!receipt.isTold) Object.assign(receipt, { turn: null, prompt: null });
  }
}
