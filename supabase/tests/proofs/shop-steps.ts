import { randomUUID } from 'node:crypto';
import type fc from 'fast-check';
import { expect } from 'vitest';
import { type BankAnswerName, bankAnswers, promptCodeOf } from './bank-answers.ts';
import { isPrompt } from './model-mpesa.ts';
import {
  type AskedBy,
  askedFor,
  dueOf,
  type GivenBack,
  isPaid,
  type ModelOrder,
  type ModelParcel,
  type ModelPayment,
  namedTransitions,
  type OrderState,
  overpaidOf,
  type PiecesBack,
  type Receipt,
  reducedOf,
  restLeft,
  shareLeft,
  type Shares,
  type TaskOutcome,
  totalOf,
  type Verdict,
} from './model-order.ts';
import type { Offer } from './model-stock.ts';
import type { RealOrder } from './real-order.ts';
import type { ShopModel } from './shop-model.ts';
import type { ShopReality } from './shop-reality.ts';
import { expectedState, realState } from './real-state.ts';

/*
 * Everything that can happen in the shop. Each is done to the model and to the database, which must answer the same
 * and then be the same; reading all of the state takes as long as a step, so a long walk does it after every few.
 */
export type ShopStep = fc.AsyncCommand<ShopModel, ShopReality>;

export type WantedLine = { product: number; quantity: number; price: 'today' | 'earlier' | 'one shilling' };

/** @param off by how much the sent sums are wrong */
export const placeOrder = (wanted: readonly WantedLine[], off = 0, knowsDeposit = true): ShopStep =>
  step(
    `place ${shown(wanted)} ${off || ''}${knowsDeposit ? '' : ' in full'}`,
    always,
    async (model, reality) => {
      const { lines, total } = sentOrder(model, wanted, off);
      // Who does not know that it is to order agrees to the whole price.
      const dueNow = knowsDeposit ? model.dueNow(lines, null) + off : total;
      const answer = await reality.placeOrder(lines, total, dueNow);
      expect(answer).toBe(model.placeOrder(lines, total, dueNow, reality.newestBuyer));
    },
  );

/** The buyer of an order orders once more in the same browser: other things, or the same. */
export const orderMore = (n: number, wanted: readonly WantedLine[] | 'the same cart'): ShopStep =>
  step(`the buyer of ${n} orders ${JSON.stringify(wanted)}`, hasOrders, async (model, reality) => {
    const { ordered, real } = pick(n, model, reality);
    const again = [...ordered.pieces].map(([product, quantity]) => ({
      product,
      quantity,
      price: 'today' as const,
    }));
    const { lines, total } = sentOrder(model, wanted === 'the same cart' ? again : wanted, 0);
    const dueNow = model.dueNow(lines, ordered.buyer);
    const answer = await reality.placeOrder(lines, total, dueNow, real);
    expect(answer).toBe(model.placeOrder(lines, total, dueNow, ordered.buyer));
  });

/** The checkout is open in two tabs of a new browser; the second is sent while the reply to the first is slow. */
export const twoTabs = (wanted: readonly WantedLine[], hasOneKey: boolean): ShopStep =>
  step(
    `two tabs place ${JSON.stringify(wanted)}${hasOneKey ? ' under one key' : ''}`,
    always,
    async (model, reality) => {
      const { lines, total } = sentOrder(model, wanted, 0);
      const dueNow = model.dueNow(lines, null);
      const answers = await reality.placeInTwoTabs(lines, total, dueNow, hasOneKey);
      const answer = model.placeOrder(lines, total, dueNow, reality.newestBuyer);
      // The same key is the same request again; another one is the same cart again.
      const again = () =>
        hasOneKey
          ? model.repeatOrder(model.orders.at(-1) as ModelOrder)
          : model.placeOrder(lines, total, dueNow, reality.newestBuyer);
      expect(answers).toEqual([answer, answer === 'placed' ? again() : answer]);
      if (answer === 'placed') model.happened.add('two tabs, one order');
    },
  );

/** Somebody asks the bank about the newest transaction of an order, and the bank takes its time. */
export const askSlowBank = (n: number): ShopStep =>
  step(`the bank is slow on ${n}`, hasOrders, async (model, reality) => {
    const { transactions } = pick(n, model, reality).real;
    const answer = await reality.ask(transactions.at(-1) as (typeof transactions)[number]);
    expect(answer).toBe(model.ask(newestOf(model, n)));
    model.happened.add('a slow bank');
  });

export const repeatOrder = (n: number, isChanged: boolean): ShopStep =>
  step(`send order ${n} again${isChanged ? ', changed' : ''}`, hasOrders, async (model, reality) => {
    const { ordered, real } = pick(n, model, reality);
    expect(await reality.repeatOrder(real, isChanged)).toBe(
      isChanged ? 'key_reused' : model.repeatOrder(ordered),
    );
  });

/**
 * An answer of the bank, or of somebody who pretends to be the bank, about the m-th newest transaction; given to all who
 * asked at once.
 */
export const receiveAnswer = (
  n: number,
  m: number,
  name: BankAnswerName,
  askedBy: AskedBy,
  times: number,
): ShopStep =>
  step(
    `the bank on ${n}.${m}, asked by ${askedBy}: ${name}${times > 1 ? ' (twice at once)' : ''}`,
    hasOrders,
    async (model, reality) => {
      const { ordered, real } = pick(n, model, reality);
      const a = ordered.transactions.length - 1 - (m % ordered.transactions.length);
      const transaction = ordered.transactions[a] as ModelPayment;
      const realTransaction = real.transactions[a] as (typeof real.transactions)[number];
      // Nobody can ask about a prompt that Safaricom has not named.
      if (transaction.prompt && !transaction.prompt.isNamed) return;
      const used = indexOfAnother(model, reality, transaction);
      // As long as no order is paid there is no transaction to be named twice.
      const answer = name === 'a transaction that paid another order' && !used ? 'approved' : name;
      const replies = await reality.bankDecides(realTransaction, answer, used ?? '', askedBy, times);
      for (let i = 0; i < times; i += 1)
        model.bankDecides(
          ordered,
          transaction,
          bankAnswers[answer].verdict as Verdict,
          askedBy,
          promptCodeOf(answer),
        );
      const truth = {
        outcome: outcomeOf(ordered, transaction),
        transactionStatus: transaction.state,
        orderStatus: ordered.state,
      };
      expect(replies).toEqual(Array(times).fill(truth));
    },
  );

/** A buyer wants to pay again: the bank is asked, or it begins at once. */
export const beginPayment = (n: number, isStranger: boolean): ShopStep =>
  step(
    `${isStranger ? 'a stranger wants' : 'the buyer wants'} to pay ${n} again`,
    hasOrders,
    async (model, reality) => {
      const { ordered, real } = pick(n, model, reality);
      const answer = await reality.beginPayment(real, isStranger);
      expect(answer).toBe(isStranger ? 'not_found' : model.beginPayment(ordered));
    },
  );

/** A buyer wants to pay by a prompt of M-Pesa, of which this becomes; what is known of an earlier payment is asked first. */
export const askForPrompt = (n: number, becomes: 'sent' | 'refused' | 'silence' = 'sent'): ShopStep =>
  step(`a prompt for ${n}: ${becomes}`, hasOrders, async (model, reality) => {
    const { ordered, real } = pick(n, model, reality);
    const answer = await reality.beginPayment(real, false, true);
    expect(answer).toBe(model.beginPayment(ordered, true));
    if (answer === 'new prompt') await notePrompt(ordered, real, becomes, model, reality);
  });

async function notePrompt(
  ordered: ModelOrder,
  real: RealOrder,
  becomes: 'sent' | 'refused' | 'silence',
  model: ShopModel,
  reality: ShopReality,
): Promise<void> {
  await reality.notePrompt(real, becomes);
  const prompt = ordered.transactions.at(-1);
  if (prompt && isPrompt(prompt)) model.notePrompt(prompt, becomes);
}

/** Both, and a bank that knows of nothing. */
export const payByPrompt = (n: number): ShopStep[] => [askForPrompt(n), finishPayment(0, 'no status')];

/** What a notice says of the m-th newest prompt of an order, and then what Safaricom says when it is asked. */
export const noticeOfPrompt = (
  n: number,
  m: number,
  told: 'its receipt' | 'no receipt' | 'a forged receipt' | 'the receipt of another' | 'not paid',
  name: BankAnswerName,
): ShopStep =>
  step(`a notice of prompt ${m} of ${n}: ${told}, and then ${name}`, hasOrders, async (model, reality) => {
    const { ordered, real } = pick(n, model, reality);
    const prompts = ordered.transactions.filter(isPrompt);
    const prompt = prompts.at(-1 - (m % prompts.length));
    if (!prompt) return;
    const transaction = real.transactions[
      ordered.transactions.indexOf(prompt)
    ] as (typeof real.transactions)[number];
    const receipts = {
      'its receipt': () => receiptOf(ordered, prompt.amount * 100, model, reality),
      'no receipt': () => null,
      'a forged receipt': () => forgedReceipt(prompt.amount * 100),
      'the receipt of another': () => model.receipts.at(-1) ?? null,
      'not paid': () => null,
    };
    const receipt = receipts[told]();
    const place = receipt ? model.receipts.indexOf(receipt) : -1;
    const code =
      receipt &&
      (reality.receipts[place] ?? `F${randomUUID().slice(0, 9).toUpperCase()}`).replaceAll('-', '0');
    const answer = await reality.noteResult(
      transaction,
      told === 'not paid' ? told : { receipt: code },
      name,
    );
    expect(answer).toBe(model.noteResult(ordered, prompt, told === 'not paid' ? told : { receipt }));
    if (answer === 'ask')
      model.bankDecides(ordered, prompt, bankAnswers[name].verdict as Verdict, 'return', promptCodeOf(name));
  });

/** What the paybill got for an order, the latest of this sum; paid now where there is none. */
function receiptOf(order: ModelOrder, cents: number, model: ShopModel, reality: ShopReality): Receipt {
  const known = model.receipts.findLast(
    (one) => one.of === order && one.typed === 'exactly' && one.cents === cents,
  );
  if (known) return known;
  reality.newReceipt();
  return model.payToPaybill('exactly', order, cents);
}

/** Money is sent to the paybill for an order, and then told of, or listed, or neither. */
export const payToPaybill = (
  n: number,
  typed: Receipt['typed'],
  what: Recorded,
  then: 'told' | 'listed' | 'silence',
): ShopStep =>
  step(`${what} of ${n} to the paybill, typed ${typed}: ${then}`, hasOrders, async (model, reality) => {
    const { ordered } = pick(n, model, reality);
    const cents = amountOf(ordered, what) * 100;
    reality.newReceipt();
    const receipt = model.payToPaybill(typed, typed === 'nothing' ? null : ordered, cents);
    if (then !== 'silence') await tellOf(receipt, then === 'listed', model, reality);
  });

/** The k-th newest payment to the paybill is told of, once more perhaps, or is in the list. */
export const tell = (k: number, isListed: boolean): ShopStep =>
  step(`payment ${k} to the paybill is ${isListed ? 'listed' : 'told of'}`, hasReceipts, (model, reality) =>
    tellOf(receiptAt(k, model), isListed, model, reality),
  );

async function tellOf(receipt: Receipt, isListed: boolean, model: ShopModel, reality: ShopReality) {
  const account = accountOf(receipt, model, reality);
  await reality.tell(codeOf(receipt, model, reality), account, receipt.cents, isListed);
  model.tell(receipt, isListed);
}

/** As it was typed. */
function accountOf({ typed, of }: Receipt, model: ShopModel, reality: ShopReality): string {
  const digits = of ? realOf(of, model, reality).id.slice(-8).toUpperCase() : '';
  return { exactly: `IC${digits}`, badly: ` ${digits.toLowerCase()}`, nothing: 'SCHOOL FEES' }[typed];
}

/** Staff write down the code of the k-th newest payment to the paybill, for an order or for none. */
export const recordCode = (k: number, n: number | null, isSure: boolean): ShopStep =>
  step(
    `record the code of payment ${k} to the paybill for ${n ?? 'no order'}${isSure ? ', surely' : ''}`,
    hasReceipts,
    async (model, reality) => {
      const receipt = receiptAt(k, model);
      const { ordered, real } = n === null ? { ordered: null, real: null } : pick(n, model, reality);
      const code = codeOf(receipt, model, reality);
      const answer = await reality.owner.recordCode(code, receipt.cents / 100, real, isSure);
      expect(answer).toBe(model.recordCode(receipt, ordered, isSure));
    },
  );

/** The organisation's statement has all that came to the paybill, whatever the shop knows of it. */
export const importReceipts = (): ShopStep =>
  step('import the statement of M-Pesa', hasReceipts, async (model, reality) => {
    await reality.importReceipts(
      model.receipts.map(
        (one) => [codeOf(one, model, reality), accountOf(one, model, reality), one.cents] as const,
      ),
    );
    model.importReceipts();
  });

const hasReceipts = ({ receipts, orders }: ShopModel) => receipts.length > 0 && orders.length > 0;
const receiptAt = (k: number, { receipts }: ShopModel) =>
  receipts.at(-1 - (k % Math.min(3, receipts.length))) as Receipt;
const codeOf = (receipt: Receipt, model: ShopModel, reality: ShopReality) =>
  reality.receipts[model.receipts.indexOf(receipt)] ?? '';

/** The bank's answer for one who waits, the latest first; then the payment, or why not. */
export const finishPayment = (n: number, name: BankAnswerName): ShopStep =>
  step(
    `the bank to a buyer who pays again: ${name}`,
    ({ waiting }) => waiting.length > 0,
    async (model, reality) => {
      const place = model.waiting.length - 1 - (n % model.waiting.length);
      const { transaction, order } = model.waiting[place] as (typeof model.waiting)[number];
      const { order: real } = reality.waiting[place] as (typeof reality.waiting)[number];
      const used = indexOfAnother(model, reality, transaction);
      const answer = name === 'a transaction that paid another order' && !used ? 'approved' : name;
      const word = await reality.finishPayment(place, answer, used ?? '');
      const code = promptCodeOf(answer);
      expect(word).toBe(model.finishPayment(place, bankAnswers[answer].verdict as Verdict, code));
      if (word === 'new prompt') await notePrompt(order, real, 'sent', model, reality);
    },
  );

/** Both, with a bank that knows of nothing. */
export const payAgain = (n: number): ShopStep[] => [beginPayment(n, false), finishPayment(0, 'no status')];

/**
 * The owner gives back money of an order, of the m-th of its payments of which something is left, or tries to.
 * @param pieces of its m-th line, for which it is
 */
export const refund = (
  n: number,
  m = 0,
  what: 'all' | 'half' | 'what is too much' | 'more than there is' = 'all',
  pieces?: Omit<PiecesBack, 'product'>,
): ShopStep =>
  step(
    `the owner refunds ${what} of payment ${m} of ${n} ${shown(pieces)}`,
    hasOrders,
    async (model, reality) => {
      const { ordered, real } = pick(n, model, reality);
      const kept = [...ordered.payments].filter((payment) => shareLeft(payment, ordered) > 0);
      const payment = kept[m % kept.length] ?? (ordered.transactions.at(-1) as ModelPayment);
      const left = shareLeft(payment, ordered) || 1;
      const cents = {
        all: left,
        half: Math.ceil(left / 2),
        'what is too much': Math.min(overpaidOf(ordered), left),
        'more than there is': left + 1,
      }[what];
      if (cents === 0) return;
      const back = pieces && { ...pieces, product: lineOf(ordered, m) };
      const answer = await reality.owner.refund(keyOf(payment, model, reality), real, cents, back);
      expect(answer).toBe(model.refund(payment, ordered, cents, back));
    },
  );

/** What was paid too much, out of one payment after the other. */
export const payBack = (n: number): ShopStep[] => [0, 0].map((m) => refund(n, m, 'what is too much'));

/** Something is no longer owed; a sum below 0 takes back what was agreed before. */
export const reduce = (
  n: number,
  cause: 'price_cut' | 'written_off' | 'accepted_as_all',
  what: 'a little' | 'half' | 'what is due' | 'too much' | 'taken back',
): ShopStep =>
  step(`reduce ${n}: ${cause}, ${what}`, hasOrders, async (model, reality) => {
    const { ordered, real } = pick(n, model, reality);
    const owed = totalOf(ordered) * 100 - reducedOf(ordered);
    const agreed = ordered.reductions.findLast((one) => one.cause === cause && one.cents > 0)?.cents ?? 1;
    const cents = {
      'a little': 75,
      half: Math.floor(owed / 2),
      'what is due': dueOf(ordered),
      'too much': owed + 1,
      'taken back': -agreed,
    }[what];
    if (cents === 0 || (what === 'what is due' && cents < 0)) return;
    expect(await reality.owner.reduce(real, cause, cents)).toBe(model.reduce(ordered, cause, cents));
  });

/** Pieces of the m-th line are not paid for any more; the money stays for now. */
export const bringBack = (n: number, m: number, pieces: Omit<PiecesBack, 'product'>): ShopStep =>
  step(`agree on pieces of line ${m} of ${n} ${shown(pieces)}`, hasOrders, async (model, reality) => {
    const { ordered, real } = pick(n, model, reality);
    const back = { ...pieces, product: lineOf(ordered, m) };
    const cents = back.quantity * (ordered.prices.get(back.product) ?? 0) * 100;
    const answer = await reality.owner.reduce(real, 'goods_back', cents, back);
    expect(answer).toBe(model.reduce(ordered, 'goods_back', cents, back));
  });

/** Staff make it so many pieces of a product. @param isLate somebody else has corrected the address meanwhile */
export const change = (n: number, product: number, quantity: number, isLate: boolean): ShopStep =>
  step(
    `change ${n} to ${quantity} of ${product}${isLate ? ', as somebody else does too' : ''}`,
    hasOrders,
    async (model, reality) => {
      const { ordered, real } = pick(n, model, reality);
      const answer = await reality.owner.change(real, product, quantity, isLate);
      if (isLate && answer === 'order_changed') {
        ordered.hasOtherAddress = true;
        expect(model.change(ordered, product, ordered.pieces.get(product) ?? 0)).toBe('done');
        model.happened.add('two people change an order');
        return;
      }
      expect(answer).toBe(model.change(ordered, product, quantity));
    },
  );

type Recorded = 'what is due' | 'half' | 'the rest' | 'too much';

/** Staff record a payment for an order: what is due, or the price where nothing is; half of it, or more, or all. */
export const record = (n: number, what: Recorded): ShopStep =>
  step(`record ${what} of ${n}`, hasOrders, async (model, reality) => {
    const { ordered, real } = pick(n, model, reality);
    const amount = amountOf(ordered, what);
    expect(await reality.owner.record(amount, new Map([[real, amount * 100]]))).toBe('done');
    model.record(amount, new Map([[ordered, amount * 100]]));
  });

/** Two people record parts of the price at the same moment. */
export const recordTwo = (n: number): ShopStep =>
  step(`record both halves of ${n} at once`, hasOrders, async (model, reality) => {
    const { ordered, real } = pick(n, model, reality);
    const half = amountOf(ordered, 'half');
    const both = [half, Math.max(1, amountOf(ordered, 'what is due') - half)];
    const answers = await Promise.all(
      both.map((amount) => reality.owner.record(amount, new Map([[real, amount * 100]]))),
    );
    expect(answers).toEqual(['done', 'done']);
    // Whichever was first: the shop said in what order they came.
    const first = await reality.owner.amountsRecorded(2);
    for (const amount of first) model.record(amount, new Map([[ordered, amount * 100]]));
    model.happened.add('two parts at once');
  });

/** One transfer for several orders, newest first, of which so many KES are for none. */
export const recordForSeveral = (orders: number, what: Recorded, rest: number): ShopStep =>
  step(`record ${what} of ${orders} orders, and ${rest} more`, always, async (model, reality) => {
    const shares = sharesOf(model, reality, orders, what);
    const amount = [...shares.values()].reduce((sum, cents) => sum + cents, 0) / 100 + rest;
    if (amount === 0) return;
    expect(await reality.owner.record(amount, realShares(shares, model, reality))).toBe('done');
    model.record(amount, shares);
  });

/** What of a payment no order has, the m-th newest, pays an order now; or is given back. */
export const shareLater = (n: number, m: number, what: 'all' | 'too much' | 'given back'): ShopStep =>
  step(`share ${what} of payment ${m} with ${n}`, hasOrders, async (model, reality) => {
    const { ordered } = pick(n, model, reality);
    const waiting = model.recorded.filter(
      (payment) => payment.state === 'completed' && restLeft(payment) > 0,
    );
    const payment = waiting.at(-1 - (m % waiting.length));
    if (!payment) return;
    const key = keyOf(payment, model, reality);
    if (what === 'given back') {
      const answer = await reality.owner.refund(key, null, restLeft(payment));
      expect(answer).toBe(model.refund(payment, null, restLeft(payment)));
      return;
    }
    const shares: Shares = new Map([[ordered, restLeft(payment) + (what === 'all' ? 0 : 1)]]);
    const answer = await reality.owner.share(key, realShares(shares, model, reality));
    expect(answer).toBe(model.share(payment, shares));
  });

/** A payment of an order, the m-th newest, does not pay any more. */
export const reverse = (
  n: number,
  m: number,
  cause: 'mistake' | 'bounced' | 'charged_back' | 'payment' = 'mistake',
): ShopStep =>
  step(`payment ${m} of ${n}: ${cause}`, hasOrders, async (model, reality) => {
    const payments = [...pick(n, model, reality).ordered.payments];
    const payment = payments.at(-1 - (m % payments.length));
    if (!payment) return;
    const answer = await reality.owner.reverse(keyOf(payment, model, reality), cause);
    expect(answer).toBe(model.reverse(payment, cause, inTurn([...payment.shares.keys()], model, reality)));
  });

/** Money of an order that had gone, the last, comes back after all, or a part of it. */
export const comeBack = (n: number, what: 'all' | 'half' | 'too much'): ShopStep =>
  step(`${what} of what went from ${n} comes back`, hasOrders, async (model, reality) => {
    const { ordered } = pick(n, model, reality);
    const payment = [...ordered.payments].findLast((one) => one.state === 'completed' && one.back.length > 0);
    const gone = payment?.back.findLast((one) => !one.counters && !one.isCorrected && one.cents > 0);
    if (!payment || !gone) return;
    const cents = { all: gone.cents, half: Math.ceil(gone.cents / 2), 'too much': gone.cents + 1 }[what];
    const place = payment.back.indexOf(gone);
    const answer = await reality.owner.comeBack(keyOf(payment, model, reality), place, cents);
    const orders = inTurn([...payment.shares.keys()], model, reality);
    expect(answer).toBe(model.comeBack(payment, gone, cents, orders));
  });

/** The owner says that it was another sum that went back of an order, the m-th newest of its payments that has any. */
export const correct = (
  n: number,
  m: number,
  what: 'nothing' | 'half' | 'the same' | 'all' | 'more than there is',
): ShopStep =>
  step(`what went back of payment ${m} of ${n} was ${what}`, hasOrders, async (model, reality) => {
    const { ordered } = pick(n, model, reality);
    const payments = new Set([...ordered.payments, ...ordered.transactions]);
    const given = [...payments].filter(({ back }) => back.some(isByShop));
    const payment = given.at(-1 - (m % given.length));
    const wrong = payment?.back.findLast(isByShop);
    if (!payment || !wrong) return;
    const [order] = wrong.shares.keys();
    const all = wrong.cents + Math.max(0, order ? shareLeft(payment, order) : restLeft(payment));
    const cents = {
      nothing: 0,
      half: Math.floor(wrong.cents / 2),
      'the same': wrong.cents,
      all,
      'more than there is': all + 1,
    }[what];
    const answer = await reality.owner.correct(
      keyOf(payment, model, reality),
      payment.back.indexOf(wrong),
      cents,
    );
    expect(answer).toBe(model.correct(payment, wrong, cents));
  });

const isByShop = ({ cause }: GivenBack) => cause === 'refund' || cause === 'payment';

/** The owner answers a question about an order's money, the m-th. */
export const endTask = (n: number, m: number, outcome: TaskOutcome): ShopStep =>
  step(`the owner decides ${outcome} on ${n}.${m}`, hasOrders, async (model, reality) => {
    const { ordered, real } = pick(n, model, reality);
    const open = ordered.tasks.filter((task) => task.isOpen);
    const task = open[m % open.length];
    if (!task) return;
    const key = keyOf(task.payment, model, reality);
    const answer = await reality.owner.endTask(real, task.kind, key, outcome);
    expect(answer).toBe(model.endTask(ordered, task, outcome));
  });

/** In the form of the newest transaction the buyer turns the payment into a reservation. */
export const reserve = (n: number): ShopStep =>
  step(
    `the buyer of ${n} only reserves`,
    (model) => hasOrders(model) && newestOf(model, n).state === 'pending' && !newestOf(model, n).prompt,
    async (model, reality) => {
      newestOf(model, n).isReserved = true;
      const { transactions } = pick(n, model, reality).real;
      (transactions.at(-1) as (typeof transactions)[number]).isReserved = true;
    },
  );

export const importStatement = (by: 'index' | 'reference'): ShopStep =>
  step(`import the bank's statement, by ${by}`, always, async (model, reality) => {
    expect(await reality.owner.importStatement(by)).toBe(model.importStatement());
    expect(await reality.owner.settledDifference()).toBe(0);
  });

/** The bank's statement has a payment that the shop holds for unpaid; it is queried, and the line matches by itself. */
export const confirmListed = (n: number): ShopStep =>
  step(
    `a statement lists the newest payment of ${n}, which the shop holds for unpaid`,
    (model) =>
      hasOrders(model) &&
      !newestOf(model, n).prompt &&
      ['pending', 'expired', 'failed'].includes(newestOf(model, n).state),
    async (model, reality) => {
      const { ordered, real } = pick(n, model, reality);
      const transaction = real.transactions.at(-1) as (typeof real.transactions)[number];
      if (!(await reality.confirmListed(transaction))) return;
      model.confirmListed(ordered, newestOf(model, n));
    },
  );

export const complete = (n: number, hasReason: boolean): ShopStep =>
  step(`complete ${n}${hasReason ? ' with a reason' : ''}`, hasOrders, async (model, reality) => {
    const { ordered, real } = pick(n, model, reality);
    const answer = await reality.owner.complete(real, hasReason ? 'Known buyer' : null);
    expect(answer).toBe(model.complete(ordered, hasReason));
  });

/** The owner packs pieces of a product of an order, and may hand them to a carrier at once. */
export const pack = (
  n: number,
  line: number,
  quantity: number,
  isSent: boolean,
  hasReason: boolean,
): ShopStep =>
  step(
    `pack ${quantity} of line ${line} of ${n}${isSent ? ' and send them' : ''}${hasReason ? ' with a reason' : ''}`,
    hasOrders,
    async (model, reality) => {
      const { ordered, real } = pick(n, model, reality);
      const products = [...ordered.pieces.keys()];
      const product = products[line % products.length] as number;
      const answer = await reality.owner.pack(
        real,
        product,
        quantity,
        isSent,
        hasReason ? 'Known buyer' : null,
      );
      expect(answer).toBe(model.pack(ordered, product, quantity, isSent, hasReason));
    },
  );

const hasParcel = (n: number) => (model: ShopModel) =>
  hasOrders(model) && (model.orders[placeOf(n, model)] as ModelOrder).parcels.length > 0;

/** A parcel of an order, the m-th newest, is handed to a carrier. */
export const sendParcel = (n: number, m: number, hasReason: boolean): ShopStep =>
  step(
    `send parcel ${m} of ${n}${hasReason ? ' with a reason' : ''}`,
    hasParcel(n),
    async (model, reality) => {
      const { ordered, real } = pick(n, model, reality);
      const place = ordered.parcels.length - 1 - (m % ordered.parcels.length);
      const answer = await reality.owner.moveParcel(real, place, 'sent', hasReason ? 'Known buyer' : null);
      expect(answer).toBe(model.sendParcel(ordered, ordered.parcels[place] as ModelParcel, hasReason));
    },
  );

export const takeParcelBack = (n: number, m: number): ShopStep =>
  step(`take parcel ${m} of ${n} back`, hasParcel(n), async (model, reality) => {
    const { ordered, real } = pick(n, model, reality);
    const place = ordered.parcels.length - 1 - (m % ordered.parcels.length);
    const answer = await reality.owner.moveParcel(real, place, 'taken_back', null);
    expect(answer).toBe(model.takeParcelBack(ordered, ordered.parcels[place] as ModelParcel));
  });

export const cancel = (n: number, by: 'buyer' | 'owner'): ShopStep =>
  step(`the ${by} cancels ${n}`, hasOrders, async (model, reality) => {
    const { ordered, real } = pick(n, model, reality);
    expect(await reality.cancel(real, by)).toBe(model.cancel(ordered, by));
  });

/** Somebody writes the word alone. What is allowed but for completing what is paid comes with money or stock, so it is left out. */
export const writeState = (n: number, state: OrderState): ShopStep =>
  step(
    `write ${state} on ${n}`,
    (model) => {
      if (!hasOrders(model)) return false;
      const { state: before } = model.orders[placeOf(n, model)] as ModelOrder;
      const isCompletion = before === 'paid' && state === 'completed';
      return before !== state && (isCompletion || !namedTransitions[before].includes(state));
    },
    async (model, reality) => {
      const { ordered, real } = pick(n, model, reality);
      const isAllowed = namedTransitions[ordered.state].includes(state);
      const obstacle = state === 'completed' ? model.obstacleToCompleting(ordered, false) : null;
      const answer = isAllowed ? (obstacle ?? 'done') : 'transition_refused';
      expect(await reality.owner.writeState(real, state)).toBe(answer);
      if (answer === 'done') ordered.state = state;
    },
  );

export const correctStock = (product: number, stock: number): ShopStep =>
  step(`stock of ${product} is ${stock}`, always, async (model, reality) => {
    expect(await reality.owner.correctStock(product, stock)).toBe(model.correctStock(product, stock));
  });

export const changePrice = (product: number, price: number): ShopStep =>
  step(`price of ${product} is ${price}`, always, async (model, reality) => {
    expect(await reality.owner.changePrice(product, price)).toBe('done');
    model.changePrice(product, price);
  });

export const putOnSale = (product: number, isActive: boolean): ShopStep =>
  step(`${product} is ${isActive ? 'on sale' : 'archived'}`, always, async (model, reality) => {
    expect(await reality.owner.putOnSale(product, isActive)).toBe('done');
    model.product(product).isActive = isActive;
  });

/** What is not on the shelf comes from the maker from now on, or does not. */
export const offer = (product: number, toOrder: Offer | null): ShopStep =>
  step(
    `${product} is ${toOrder ? `to order ${shown(toOrder)}` : 'not to order'}`,
    always,
    async (model, reality) => {
      expect(await reality.owner.offer(product, toOrder)).toBe('done');
      model.product(product).toOrder = toOrder;
    },
  );

/** The minute in which pieces are given to those who wait for them. */
export const giveOutPieces = (): ShopStep =>
  step('give out pieces', always, async (model, reality) => {
    await reality.giveOutPieces();
    model.giveOutPieces(inTurn(model.orders, model, reality));
  });

export const moveOn = (minutes: number): ShopStep =>
  step(`${minutes} minutes go by`, always, async (model, reality) => {
    await reality.moveOn(minutes);
    model.moveOn(minutes);
  });

export const giveUp = (): ShopStep =>
  step('give up what is old', always, async (model, reality) => {
    await reality.giveUp();
    model.giveUp();
  });

/** Steps that seldom meet by chance, one after the other; each is compared for itself. */
export function story(name: string, ...steps: ShopStep[]): ShopStep {
  return {
    toString: () => `${name} (${steps.join('; ')})`,
    check: always,
    run: async (model, reality) => {
      for (const one of steps) if (one.check(model)) await one.run(model, reality);
    },
  };
}

function step(
  name: string,
  check: (model: ShopModel) => boolean,
  work: (model: ShopModel, reality: ShopReality) => Promise<void>,
): ShopStep {
  return {
    toString: () => name,
    check,
    run: async (model, reality) => {
      model.step += 1;
      if (model.orders.some(({ transactions }) => transactions.some((t) => t.prompt?.isFresh)))
        await reality.keepPromptsFresh();
      await work(model, reality);
      expect(model.products.every(({ stock }, product) => stock - model.held(product) >= 0)).toBe(true);
      await reality.afterStep();
      if (reality.isToBeCompared()) await compare(model, reality);
    },
  };
}

/** Model and database are in the same state. */
export async function compare(model: ShopModel, reality: ShopReality): Promise<void> {
  expect(await realState(reality)).toEqual(expectedState(model));
}

/** What a browser sends for these lines. */
function sentOrder(model: ShopModel, wanted: readonly WantedLine[], off: number) {
  const lines = wanted.map(({ product, quantity, price }) => {
    const { price: today, earlierPrice } = model.product(product);
    return { product, quantity, price: { today, earlier: earlierPrice, 'one shilling': 1 }[price] };
  });
  return { lines, total: off + lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0) };
}

function always(): boolean {
  return true;
}

function hasOrders(model: ShopModel): boolean {
  return model.orders.length > 0;
}

/** Mostly one of the two newest: a story goes on, rather than ten that have only begun. */
function placeOf(n: number, { orders: { length } }: ShopModel): number {
  return length - 1 - (n % (n % 5 === 0 ? length : Math.min(length, 2)));
}

function pick(n: number, model: ShopModel, reality: ShopReality) {
  const i = placeOf(n, model);
  return { ordered: model.orders[i] as ModelOrder, real: reality.orders[i] as ShopReality['orders'][number] };
}

function newestOf(model: ShopModel, n: number): ModelPayment {
  return (model.orders[placeOf(n, model)] as ModelOrder).transactions.at(-1) as ModelPayment;
}

const lineOf = ({ pieces }: ModelOrder, m: number) => [...pieces.keys()][m % pieces.size] as number;

const shown = (pieces: object | undefined) => (pieces ? JSON.stringify(pieces) : '');

/** KES. */
function amountOf(order: ModelOrder, what: Recorded): number {
  const due = askedFor(order) || totalOf(order);
  const rest = Math.max(due, Math.ceil(dueOf(order) / 100));
  return {
    'what is due': due,
    half: Math.max(1, Math.floor(due / 2)),
    'the rest': rest,
    'too much': due + 1,
  }[what];
}

const realOf = (order: ModelOrder, model: ShopModel, reality: ShopReality) =>
  reality.orders[model.orders.indexOf(order)] as RealOrder;

/** Orders are followed by their ids, which the model does not know. */
const inTurn = (orders: readonly ModelOrder[], model: ShopModel, reality: ShopReality) =>
  orders.toSorted((a, b) => (realOf(a, model, reality).id < realOf(b, model, reality).id ? -1 : 1));

function sharesOf(model: ShopModel, reality: ShopReality, orders: number, what: Recorded): Shares {
  const newest = orders > 0 ? model.orders.slice(-orders).filter(({ state }) => state !== 'cancelled') : [];
  return new Map(inTurn(newest, model, reality).map((order) => [order, amountOf(order, what) * 100]));
}

const realShares = (shares: Shares, model: ShopModel, reality: ShopReality) =>
  new Map([...shares].map(([order, cents]) => [realOf(order, model, reality), cents]));

/** What the database finds a payment by. */
function keyOf(payment: ModelPayment, model: ShopModel, reality: ShopReality): string {
  const recorded = reality.owner.recorded[model.recorded.indexOf(payment)];
  if (recorded) return recorded;
  for (const [i, { transactions }] of model.orders.entries())
    for (const [t, first] of transactions.entries()) {
      const real = reality.orders[i]?.transactions[t];
      if (!real) continue;
      const { trace, transactionIndex } = real;
      if (first === payment) return trace;
      for (const [as, charge] of first.further)
        if (charge === payment) return as === 'second' ? `${transactionIndex}-AGAIN` : transactionIndex;
    }
  throw new Error('Nobody knows this payment.');
}

/** The transaction of an order that is paid, other than this transaction's. */
function indexOfAnother(model: ShopModel, reality: ShopReality, transaction: ModelPayment): string | null {
  for (const [i, order] of model.orders.entries()) {
    const paid = order.transactions.findIndex(
      (other) => other !== transaction && !other.prompt && other.state === 'completed',
    );
    if (paid >= 0) return reality.orders[i]?.transactions[paid]?.paidAs ?? null;
  }
  return null;
}

/** What the buyer reads. */
function outcomeOf(order: ModelOrder, { state, refusedWith }: ModelPayment): string {
  if (state === 'completed' && isPaid(order)) return 'success';
  if (state !== 'failed') return 'tryLater';
  return refusedWith === '255' ? 'error' : 'failed';
}

/** Of which Safaricom knows nothing. */
const forgedReceipt = (cents: number): Receipt => ({
  typed: 'nothing',
  of: null,
  cents,
  order: null,
  turn: null,
  isTold: false,
  payment: null,
  prompt: null,
});
