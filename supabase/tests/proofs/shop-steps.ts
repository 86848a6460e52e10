import type fc from 'fast-check';
import { expect } from 'vitest';
import { type BankAnswerName, bankAnswers } from './bank-answers.ts';
import {
  type AskedBy,
  dueOf,
  isAccepted,
  isRefunded,
  overpaidOf,
  type ModelTransaction,
  type ModelOrder,
  type ModelParcel,
  namedTransitions,
  type OrderState,
  paymentsOf,
  type Verdict,
} from './model-order.ts';
import { questionOf, type ShopModel } from './shop-model.ts';
import type { ShopReality } from './shop-reality.ts';
import { expectedState, realState } from './real-state.ts';

/*
 * Everything that can happen in the shop. Each is done to the model and to the database, which must answer the same
 * and then be the same; reading all of the state takes as long as a step, so a long walk does it after every few.
 */
export type ShopStep = fc.AsyncCommand<ShopModel, ShopReality>;

export type WantedLine = { product: number; quantity: number; price: 'today' | 'earlier' | 'one shilling' };

/** @param off by how much the sent total is wrong */
export const placeOrder = (wanted: readonly WantedLine[], off = 0): ShopStep =>
  step(`place ${JSON.stringify(wanted)} ${off || ''}`, always, async (model, reality) => {
    const { lines, total } = sentOrder(model, wanted, off);
    const answer = await reality.placeOrder(lines, total);
    expect(answer).toBe(model.placeOrder(lines, total, reality.newestBuyer));
  });

/** The buyer of an order orders once more in the same browser: other things, or the same. */
export const orderMore = (n: number, wanted: readonly WantedLine[] | 'the same cart'): ShopStep =>
  step(`the buyer of ${n} orders ${JSON.stringify(wanted)}`, hasOrders, async (model, reality) => {
    const { ordered, real } = pick(n, model, reality);
    const again = [...ordered.pieces].map(([product, quantity]) => ({
      ...{ product, quantity, price: 'today' as const },
    }));
    const { lines, total } = sentOrder(model, wanted === 'the same cart' ? again : wanted, 0);
    const answer = await reality.placeOrder(lines, total, real);
    expect(answer).toBe(model.placeOrder(lines, total, ordered.buyer));
  });

/** The checkout is open in two tabs of a new browser; the second is sent while the reply to the first is slow. */
export const twoTabs = (wanted: readonly WantedLine[], hasOneKey: boolean): ShopStep =>
  step(
    `two tabs place ${JSON.stringify(wanted)}${hasOneKey ? ' under one key' : ''}`,
    always,
    async (model, reality) => {
      const { lines, total } = sentOrder(model, wanted, 0);
      const answers = await reality.placeInTwoTabs(lines, total, hasOneKey);
      const answer = model.placeOrder(lines, total, reality.newestBuyer);
      // The same key is the same request again; another one is the same cart again.
      const again = () =>
        hasOneKey
          ? model.repeatOrder(model.orders.at(-1) as ModelOrder)
          : model.placeOrder(lines, total, reality.newestBuyer);
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
      const transaction = ordered.transactions[a] as ModelTransaction;
      const realTransaction = real.transactions[a] as (typeof real.transactions)[number];
      const used = indexOfAnother(model, reality, transaction);
      // As long as no order is paid there is no transaction to be named twice.
      const answer = name === 'a transaction that paid another order' && !used ? 'approved' : name;
      const replies = await reality.settle(realTransaction, answer, used ?? '', askedBy, times);
      for (let i = 0; i < times; i += 1)
        model.settle(ordered, transaction, bankAnswers[answer].verdict as Verdict, askedBy);
      const truth = {
        outcome: outcomeOf(transaction),
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

/** The bank's answer for one who waits, the latest first; then the payment, or why not. */
export const finishPayment = (n: number, name: BankAnswerName): ShopStep =>
  step(
    `the bank to a buyer who pays again: ${name}`,
    ({ waiting }) => waiting.length > 0,
    async (model, reality) => {
      const place = model.waiting.length - 1 - (n % model.waiting.length);
      const { transaction } = model.waiting[place] as (typeof model.waiting)[number];
      const used = indexOfAnother(model, reality, transaction);
      const answer = name === 'a transaction that paid another order' && !used ? 'approved' : name;
      const word = await reality.finishPayment(place, answer, used ?? '');
      expect(word).toBe(model.finishPayment(place, bankAnswers[answer].verdict as Verdict));
    },
  );

/** Both, with a bank that knows of nothing. */
export const payAgain = (n: number): ShopStep[] => [beginPayment(n, false), finishPayment(0, 'no status')];

/** The owner gives back what paid an order, or tries to. */
export const refund = (n: number): ShopStep =>
  step(`the owner refunds ${n}`, hasOrders, async (model, reality) => {
    const { ordered, real } = pick(n, model, reality);
    const payments = paymentsOf(ordered);
    const kept = payments.findIndex((t) => isAccepted(t) && !isRefunded(t));
    const a = kept < 0 ? ordered.transactions.length - 1 : kept;
    const transaction = payments[a] as ModelTransaction;
    const known = [...real.transactions.map(({ trace }) => trace), ...real.recorded];
    const left = (transaction.cents ?? transaction.amount * 100) - transaction.refunded;
    const answer = await reality.owner.refund(known[a] ?? '', left || 1);
    expect(answer).toBe(model.refund(ordered, transaction));
  });

/** The owner gives back what was paid too much since the order was changed, out of the payment that paid it. */
export const payBack = (n: number): ShopStep =>
  step(
    `give back what was paid too much for ${n}`,
    (model) => hasOrders(model) && overpaidOf(model.orders[placeOf(n, model)] as ModelOrder) > 0,
    async (model, reality) => {
      const { ordered, real } = pick(n, model, reality);
      const payments = paymentsOf(ordered);
      const a = payments.findIndex(({ state }) => state === 'completed');
      const { cents, refunded } = payments[a] as ModelTransaction;
      const given = Math.min(overpaidOf(ordered), (cents ?? 0) - refunded);
      if (given <= 0) return;
      const known = [...real.transactions.map(({ trace }) => trace), ...real.recorded];
      expect(await reality.owner.refund(known[a] ?? '', given)).toBe('done');
      expect(model.refund(ordered, payments[a] as ModelTransaction, given)).toBe('done');
    },
  );

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
        model.happened.add('two people change an order');
        return;
      }
      expect(answer).toBe(model.change(ordered, product, quantity));
    },
  );

/** Staff record a payment: what is due, half of it or of the price, or more. */
export const record = (n: number, what: 'what is due' | 'half' | 'too much'): ShopStep =>
  step(`record ${what} of ${n}`, hasOrders, async (model, reality) => {
    const { ordered, real } = pick(n, model, reality);
    const due = Math.max(dueOf(ordered), 0) || ordered.total;
    const amount = { 'what is due': due, half: Math.max(1, Math.floor(due / 2)), 'too much': due + 1 }[what];
    expect(await reality.owner.record(real, amount)).toBe('done');
    model.record(ordered, amount);
  });

/** A payment that staff recorded, the m-th newest, does not count any more. */
export const reverse = (n: number, m: number): ShopStep =>
  step(
    `reverse payment ${m} of ${n}`,
    (model) => hasOrders(model) && (model.orders[placeOf(n, model)] as ModelOrder).recorded.length > 0,
    async (model, reality) => {
      const { ordered, real } = pick(n, model, reality);
      const place = ordered.recorded.length - 1 - (m % ordered.recorded.length);
      const answer = await reality.owner.reverse(real.recorded[place] ?? '');
      expect(answer).toBe(model.reverse(ordered, ordered.recorded[place] as ModelTransaction));
    },
  );

/** The owner takes money in question as the price, or as a part of it. */
export const accept = (n: number, as: 'accepted' | 'rest_due'): ShopStep =>
  step(
    `the owner decides ${as} on ${n}`,
    (model) => hasOrders(model) && questionOf(model.orders[placeOf(n, model)] as ModelOrder) !== undefined,
    async (model, reality) => {
      const { ordered, real } = pick(n, model, reality);
      const a = ordered.transactions.indexOf(questionOf(ordered) as ModelTransaction);
      const answer = await reality.owner.accept(
        real.transactions[a] as (typeof real.transactions)[number],
        as,
      );
      expect(answer).toBe(model.accept(ordered, as));
    },
  );

/** In the form of the newest transaction the buyer turns the payment into a reservation. */
export const reserve = (n: number): ShopStep =>
  step(
    `the buyer of ${n} only reserves`,
    (model) => hasOrders(model) && newestOf(model, n).state === 'pending',
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
    (model) => hasOrders(model) && ['pending', 'expired', 'failed'].includes(newestOf(model, n).state),
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

/** Somebody writes the word alone. What is allowed but for `completed` comes with money or stock, so it is left out. */
export const writeState = (n: number, state: OrderState): ShopStep =>
  step(
    `write ${state} on ${n}`,
    (model) => {
      if (!hasOrders(model)) return false;
      const { state: before } = model.orders[placeOf(n, model)] as ModelOrder;
      return before !== state && (state === 'completed' || !namedTransitions[before].includes(state));
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

export const closeTasks = (n: number): ShopStep =>
  step(`the owner closes the tasks of ${n}`, hasOrders, async (model, reality) => {
    const { ordered, real } = pick(n, model, reality);
    await reality.owner.closeTasks(real);
    // What was paid too much is a task for as long as it is.
    for (const task of paymentsOf(ordered).flatMap(({ tasks }) => tasks))
      task.isOpen &&= task.kind === 'overpaid';
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

function newestOf(model: ShopModel, n: number): ModelTransaction {
  return (model.orders[placeOf(n, model)] as ModelOrder).transactions.at(-1) as ModelTransaction;
}

/** The transaction of an order that is paid, other than this transaction's. */
function indexOfAnother(
  model: ShopModel,
  reality: ShopReality,
  transaction: ModelTransaction,
): string | null {
  for (const [i, order] of model.orders.entries()) {
    const paid = order.transactions.findIndex(
      (other) => other !== transaction && other.state === 'completed',
    );
    if (paid >= 0) return reality.orders[i]?.transactions[paid]?.paidAs ?? null;
  }
  return null;
}

/** What the buyer reads. */
function outcomeOf({ state, refusedWith }: ModelTransaction): string {
  if (state === 'completed') return 'success';
  if (state !== 'failed') return 'tryLater';
  return refusedWith === '255' ? 'error' : 'failed';
}
