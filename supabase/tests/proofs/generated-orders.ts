import { nairobiDay } from '../../functions/_shared/contract/nairobi-time.ts';
import type { PaymentMethod } from '../../functions/_shared/contract/orders.ts';
import type { Transaction } from '../shop-cast.ts';

/** Of the nth generated product: the one at n modulo four. */
export const generatedCategories = ['gps', 'batteries', 'solar', 'instruments'] as const;

/** A payment of a generated order. Moments in ms since 1970. */
type GeneratedPayment = {
  id: string;
  method: PaymentMethod;
  /** `taken`: it pays the order; `part`: it was accepted as a part; the others count nowhere. */
  state: 'taken' | 'part' | 'failed' | 'second' | 'reversed';
  cents: number;
  at: number;
};

/** Money that went back. `task`: it answers money that was never accepted; `corrected`: a later entry stands in its place. */
type GeneratedRefund = {
  id: string;
  paymentId: string;
  cents: number;
  day: string;
  of: 'sale' | 'task';
  isCorrected: boolean;
};

export type GeneratedOrder = {
  id: string;
  email: string;
  at: number;
  status: 'pending' | 'paid' | 'completed' | 'failed' | 'cancelled';
  deliveryPrice: number;
  /** KES, and pieces. `product`: which of the generated ones. */
  items: { product: number; quantity: number; price: number }[];
  payments: GeneratedPayment[];
  refunds: GeneratedRefund[];
};

const dayMs = 24 * 60 * 60_000;
const methods: PaymentMethod[] = ['mpesa', 'transfer', 'cash', 'cheque'];
/** Version 4 ids that name what they are for: of the nth order, its mth part. */
const idOf = (kind: number, n: number, m = 0) =>
  `${kind}0000000-0000-4000-8000-${String(n * 100 + m).padStart(12, '0')}`;

/** The nth buyer's address; no two begin alike, as those of people do not. */
const buyerOf = (n: number) => `${((n + 3) * 7_919_777).toString(36)}@generated.example`;

const totalOf = ({ items, deliveryPrice }: GeneratedOrder) =>
  items.reduce((sum, { quantity, price }) => sum + quantity * price, deliveryPrice);

/**
 * Orders of some days with everything that may become of their money: unpaid, paid by card or recorded, in parts,
 * another sum accepted, charged twice, bounced, given back in whole or in part, an entry corrected.
 * @param begins the first moment of the first day in Nairobi, ms
 */
export function generateOrders(random: () => number, count: number, begins: number, days: number) {
  const upTo = (end: number) => Math.floor(random() * end);
  const pick = <T>(of: readonly T[]) => of[upTo(of.length)] as T;
  return Array.from({ length: count }, (_, n): GeneratedOrder => {
    // Also at the last second of a day and at the first of the next.
    const at = begins + upTo(days) * dayMs + pick([0, 999, dayMs - 1000, upTo(dayMs), upTo(dayMs)]);
    const items = [...new Set([upTo(40), upTo(40), upTo(40)].slice(0, 1 + upTo(3)))].map((product) => ({
      ...{ product, quantity: 1 + upTo(5), price: pick([1, 99, 15_000, 123_457, 1_850_000]) },
    }));
    const order: GeneratedOrder = {
      ...{ id: idOf(1, n), email: buyerOf(upTo(400)), at, items },
      ...{ status: 'pending', deliveryPrice: pick([0, 0, 1, 1500, 35_000]), payments: [], refunds: [] },
    };
    const due = totalOf(order) * 100;
    const pay = (
      state: GeneratedPayment['state'],
      cents: number,
      method: PaymentMethod = pick(['card', 'card', ...methods]),
    ) => {
      const earlier = order.payments.at(-1)?.at ?? at;
      // Hours later, and at times on another day.
      const payment = {
        ...{ id: idOf(2, n, order.payments.length), method, state, cents },
        at: earlier + pick([0, 1000, upTo(dayMs)]),
      };
      order.payments.push(payment);
      return payment;
    };
    const giveBack = (
      { id, at: paidAt }: GeneratedPayment,
      cents: number,
      of: GeneratedRefund['of'] = 'sale',
      isCorrected = false,
    ) => {
      const day = nairobiDay(new Date(paidAt + upTo(3) * dayMs));
      order.refunds.push({
        ...{ id: idOf(3, n, order.refunds.length), paymentId: id, cents, day, of, isCorrected },
      });
    };

    if (random() < 0.2) pay('failed', due, 'card');
    const fate = random();
    if (fate < 0.15) {
      order.status = pick(['pending', 'failed', 'cancelled']);
      return order;
    }
    if (fate < 0.25) {
      const part = pay('part', 1 + upTo(due - 1));
      order.status = pick(['pending', 'cancelled']);
      if (order.status === 'cancelled') giveBack(part, part.cents);
      return order;
    }
    if (fate < 0.3) pay('reversed', due, pick(methods));
    const parts = fate < 0.4 ? [Math.floor(due / 4), Math.floor(due / 3)] : [];
    for (const cents of parts) if (cents > 0) pay('part', cents);
    const rest = due - order.payments.reduce((sum, p) => sum + (p.state === 'part' ? p.cents : 0), 0);
    // A shilling more or less that the owner accepted.
    const taken = pay('taken', fate > 0.95 ? Math.max(rest + pick([-100, 100]), 1) : rest);
    order.status = pick(['paid', 'completed']);
    if (random() < 0.05) {
      const second = pay('second', due, 'card');
      if (random() < 0.5) giveBack(second, second.cents, 'task');
    }
    const back = random();
    if (back < 0.05) giveBack(taken, taken.cents);
    else if (back < 0.15) {
      giveBack(taken, 1 + upTo(Math.ceil(taken.cents / 2)));
      if (random() < 0.5) giveBack(taken, 1 + upTo(Math.ceil(taken.cents / 3)));
    } else if (back < 0.2) {
      giveBack(taken, 1 + upTo(taken.cents), 'sale', true);
      giveBack(taken, 1 + upTo(taken.cents));
    }
    return order;
  });
}

/** Money as the glossary defines sales: one entry for every payment accepted and every refund that stands. */
export type Entry = {
  at: number;
  order: GeneratedOrder;
  payment: GeneratedPayment;
  gross: number;
  refunded: number;
  paysOrder: boolean;
};

export function entriesOf(order: GeneratedOrder): Entry[] {
  const payment = (id: string) => order.payments.find((one) => one.id === id) as GeneratedPayment;
  return [
    ...order.payments
      .filter(({ state }) => state === 'taken' || state === 'part')
      .map((one) => ({
        ...{ at: one.at, order, payment: one, gross: one.cents, refunded: 0 },
        paysOrder: one.state === 'taken',
      })),
    ...order.refunds
      .filter(({ of, isCorrected }) => of === 'sale' && !isCorrected)
      .map((one) => ({
        ...{ at: Date.parse(`${one.day}T00:00:00+03:00`), order, payment: payment(one.paymentId) },
        ...{ gross: 0, refunded: one.cents, paysOrder: false },
      })),
  ];
}

/** Writes the orders as rows. Triggers are disabled for it: stock and history have no part in this. */
export async function writeGenerated(
  t: Transaction,
  orders: GeneratedOrder[],
  staffId: string,
): Promise<void> {
  const time = (at: number) => new Date(at).toISOString();
  const productId = (n: number) => `90000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  await t`set local session_replication_role = replica`;
  const products = Array.from({ length: 40 }, (_, n) => ({
    ...{ id: productId(n), slug: `generated-${n}`, name: `Generated ${n}` },
    ...{ category: generatedCategories[n % 4], price: 1000, stock: 1 },
  }));
  await t`insert into public.products ${t(products)}`;

  const rows = {
    orders: orders.map((order) => ({
      ...{ id: order.id, status: order.status, total_amount: totalOf(order), created_at: time(order.at) },
      ...{ customer_name: `Ada ${order.email.split('@')[0]}`, customer_email: order.email },
      customer_phone: `+2547${String(parseInt(order.email, 36) % 100_000_000).padStart(8, '0')}`,
      ...{ customer_address: 'Milimani, Kisumu', delivery_price: order.deliveryPrice },
    })),
    order_items: orders.flatMap(({ id, items }) =>
      items.map(({ product, quantity, price }) => ({
        ...{ order_id: id, product_id: productId(product), product_name: `Generated ${product}` },
        ...{ quantity, price },
      })),
    ),
    transactions: orders.flatMap((order) =>
      order.payments.map(({ id, method, state, cents, at }, index) => ({
        ...{ id, order_id: order.id, amount: Math.ceil(cents / 100), payment_method: method },
        status: {
          taken: 'completed',
          part: 'review',
          failed: 'failed',
          second: 'review',
          reversed: 'reversed',
        }[state],
        reference: method === 'card' ? `DON-${index}` : `R${id.slice(-12)}`,
        trace: method === 'card' ? id.replaceAll('-', '').padStart(64, '0') : null,
        transaction_id: state === 'failed' ? null : `G${id}`,
        recorded_by: method === 'card' ? null : staffId,
        reversal_reason: state === 'reversed' ? 'The cheque bounced' : null,
        bank_amount_cents: state === 'failed' ? null : cents,
        settled_on: state === 'taken' && method === 'card' ? nairobiDay(new Date(at + 2 * dayMs)) : null,
        ...{ created_at: time(at), decided_at: time(at), next_ask_at: null },
      })),
    ),
    owner_tasks: orders.flatMap((order) =>
      order.payments
        .filter(({ state }) => state === 'part' || state === 'second')
        .map(({ id, state, cents, at }) => ({
          ...{ id: id.replace(/^2/, '4'), order_id: order.id, transaction_id: id, amount_cents: cents },
          ...{ kind: state === 'part' ? 'wrong_amount' : 'second_charge', at_opening: {} },
          ...{ created_at: time(at), closed_at: time(at), closing_reason: 'Generated' },
          outcome: state === 'part' ? 'rest_due' : 'refunded',
        })),
    ),
    refunds: orders.flatMap((order) =>
      order.refunds.map(({ id, paymentId, cents, day, of }, index) => ({
        ...{ id, order_id: order.id, transaction_id: paymentId, amount_cents: cents, day },
        task_id: of === 'task' ? paymentId.replace(/^2/, '4') : null,
        corrects: order.refunds[index - 1]?.isCorrected ? order.refunds[index - 1]?.id : null,
        ...{ bank_reference: `B${id.slice(-12)}`, reason: 'Generated', recorded_by: staffId },
      })),
    ),
  };
  for (const [table, some] of Object.entries(rows)) {
    for (let from = 0; from < some.length; from += 2000)
      await t`insert into ${t('public.' + table)} ${t(some.slice(from, from + 2000) as never)}`;
  }
  await t`set local session_replication_role = origin`;
  await t`analyze public.orders, public.order_items, public.transactions, public.owner_tasks, public.refunds`;
}
