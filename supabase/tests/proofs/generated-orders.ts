import { nairobiDay } from '../../functions/_shared/contract/nairobi-time.ts';
import type { PaymentMethod } from '../../functions/_shared/contract/orders.ts';
import type { Transaction } from '../shop-cast.ts';

/** Of the nth generated product: the one at n modulo four. */
export const generatedCategories = ['gps', 'batteries', 'solar', 'instruments'] as const;

/** Cents of an order. */
type Share = { orderId: string; cents: number };

/** A payment written down at a generated order. Moments in ms since 1970. */
type GeneratedPayment = {
  id: string;
  method: PaymentMethod;
  source: 'asked' | 'told' | 'recorded';
  state: 'completed' | 'failed' | 'review' | 'returned' | 'reversed';
  cents: number;
  at: number;
  shares: Share[];
};

/** Money that went back; below 0 where it came back after all. `isCorrected`: a later entry stands in its place. */
type GeneratedRefund = {
  id: string;
  paymentId: string;
  cents: number;
  day: string;
  cause: 'refund' | 'payment' | 'bounced' | 'charged_back' | 'came_back';
  shares: Share[];
  isCorrected: boolean;
  corrects: string | null;
  counters: string | null;
};

type GeneratedReduction = {
  id: string;
  cause: 'goods_back' | 'price_cut' | 'accepted_as_all' | 'written_off' | 'cancelled';
  cents: number;
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
  reductions: GeneratedReduction[];
  /** When all of it was sold, or not any more (-1). */
  sold: { at: number; sign: 1 | -1 }[];
};

const dayMs = 24 * 60 * 60_000;
const methods: PaymentMethod[] = ['mpesa', 'transfer', 'cash', 'cheque'];
/** Version 4 ids that name what they are for: of the nth order, its mth part. */
const idOf = (kind: number, n: number, m = 0) =>
  `${kind}0000000-0000-4000-8000-${String(n * 100 + m).padStart(12, '0')}`;

/** The nth buyer's address; no two begin alike, as those of people do not. */
const buyerOf = (n: number) => `${((n + 3) * 7_919_777).toString(36)}@generated.example`;

export const totalOf = ({ items, deliveryPrice }: GeneratedOrder) =>
  items.reduce((sum, { quantity, price }) => sum + quantity * price, deliveryPrice);

/**
 * Orders of some days with everything that may become of their money: unpaid, paid by card or recorded, in parts, together
 * with another order, twice, too little and accepted, typed by mistake, in question, bounced, charged back and won, given
 * back in whole or in part, an entry corrected, the price cut.
 * @param begins the first moment of the first day in Nairobi, ms
 */
export function generateOrders(random: () => number, count: number, begins: number, days: number) {
  const orders: GeneratedOrder[] = [];
  for (let n = 0; n < count; n += 1)
    orders.push(new OrderToGenerate(random, n, begins, days, orders.at(-1)).order);
  return orders;
}

class OrderToGenerate {
  readonly order: GeneratedOrder;
  private readonly random: () => number;
  private readonly n: number;

  constructor(random: () => number, n: number, begins: number, days: number, before?: GeneratedOrder) {
    this.random = random;
    this.n = n;
    // Also at the last second of a day and at the first of the next.
    const at = begins + this.upTo(days) * dayMs + this.pick([0, 999, dayMs - 1000, this.upTo(dayMs)]);
    const products = [this.upTo(40), this.upTo(40), this.upTo(40)].slice(0, 1 + this.upTo(3));
    const items = [...new Set(products)].map((product) => ({
      product,
      quantity: 1 + this.upTo(5),
      price: this.pick([1, 99, 15_000, 123_457, 1_850_000]),
    }));
    this.order = {
      id: idOf(1, n),
      email: buyerOf(this.upTo(400)),
      at,
      items,
      status: 'pending',
      deliveryPrice: this.pick([0, 0, 1, 1500, 35_000]),
      payments: [],
      refunds: [],
      reductions: [],
      sold: [],
    };
    if (this.isLucky(0.2)) this.pay(this.due, 'failed', 'card');
    if (this.isLucky(0.04)) this.pay(1 + this.upTo(this.due), 'review', 'card');
    if (this.isLucky(0.04))
      this.giveBack(this.pay(1 + this.upTo(this.due), 'returned', 'card'), 'refund', null);
    if (this.isLucky(0.05)) this.pay(this.due, 'reversed', this.pick(methods));
    const fate = this.random();
    if (fate < 0.15) this.leaveUnpaid();
    else if (fate < 0.25) this.payAPart();
    else if (fate < 0.3) this.bounce();
    else if (fate < 0.36) this.chargeBack();
    else this.payAll(before);
  }

  private readonly upTo = (end: number) => Math.floor(this.random() * end);
  private readonly pick = <T>(of: readonly T[]) => of[this.upTo(of.length)] as T;
  private readonly isLucky = (share: number) => this.random() < share;

  private get due(): number {
    const { id, payments, refunds, reductions } = this.order;
    const of = (some: { shares: Share[] }[]) =>
      some.flatMap(({ shares }) => shares).reduce((sum, s) => sum + (s.orderId === id ? s.cents : 0), 0);
    return (
      totalOf(this.order) * 100 -
      reductions.reduce((sum, { cents }) => sum + cents, 0) -
      of(payments.filter(({ state }) => state === 'completed')) +
      of(refunds.filter(({ isCorrected }) => !isCorrected))
    );
  }

  /** Hours later than the one before, and at times on another day. */
  private pay(
    cents: number,
    state: GeneratedPayment['state'] = 'completed',
    method: PaymentMethod = this.pick(['card', 'card', ...methods]),
    shares: Share[] = [{ orderId: this.order.id, cents }],
  ): GeneratedPayment {
    const { payments, at } = this.order;
    const isTold = method === 'card' && payments.length > 0 && this.isLucky(0.3) && state !== 'failed';
    const payment: GeneratedPayment = {
      id: idOf(2, this.n, payments.length),
      method,
      state,
      cents,
      source: method !== 'card' ? 'recorded' : isTold ? 'told' : 'asked',
      at: (payments.at(-1)?.at ?? at) + this.pick([0, 1000, this.upTo(dayMs)]),
      shares: state === 'completed' || state === 'reversed' ? shares : [],
    };
    payments.push(payment);
    return payment;
  }

  /** @param share of what the order has of it, null of what never counted */
  private giveBack(
    payment: GeneratedPayment,
    cause: GeneratedRefund['cause'],
    share: number | null,
    over: Partial<GeneratedRefund> = {},
  ): GeneratedRefund {
    const { refunds, id } = this.order;
    const refund: GeneratedRefund = {
      id: idOf(3, this.n, refunds.length),
      paymentId: payment.id,
      cents: share ?? payment.cents,
      cause,
      day: nairobiDay(new Date(payment.at + this.upTo(3) * dayMs)),
      shares: share === null ? [] : [{ orderId: id, cents: share }],
      isCorrected: false,
      corrects: null,
      counters: null,
      ...over,
    };
    refunds.push(refund);
    return refund;
  }

  private reduce(cause: GeneratedReduction['cause'], cents: number): void {
    const { reductions } = this.order;
    if (cents !== 0) reductions.push({ id: idOf(5, this.n, reductions.length), cause, cents });
  }

  private cancel(): void {
    this.order.status = 'cancelled';
    const reduced = this.order.reductions.reduce((sum, { cents }) => sum + cents, 0);
    this.reduce('cancelled', totalOf(this.order) * 100 - reduced);
  }

  private sell(sign: 1 | -1 = 1): void {
    const last = this.order.payments.at(-1)?.at ?? this.order.at;
    const at = Math.max(last, this.order.sold.at(-1)?.at ?? 0) + (sign < 0 ? this.upTo(dayMs) : 0);
    this.order.sold.push({ at, sign });
    if (sign > 0) this.order.status = this.pick(['paid', 'completed']);
  }

  private leaveUnpaid(): void {
    this.order.status = this.pick(['pending', 'failed']);
    if (this.isLucky(0.3)) this.reduce('price_cut', 1 + this.upTo(this.due));
    if (this.isLucky(0.3)) this.cancel();
  }

  private payAPart(): void {
    if (this.due < 300) return;
    const part = this.pay(1 + this.upTo(this.due - 200));
    const goesOn = this.isLucky(0.3);
    if (goesOn) {
      this.giveBack(part, 'payment', part.cents);
      if (this.isLucky(0.5)) this.cancel();
    } else if (this.due > 300 && this.isLucky(0.3)) this.pay(1 + this.upTo(this.due - 200));
  }

  /** Before anything was sent; half of them were paid again. */
  private bounce(): void {
    const first = this.pay(this.due, 'completed', 'cheque');
    this.sell();
    this.giveBack(first, this.pick(['bounced', 'payment']), first.cents);
    this.sell(-1);
    this.order.status = 'pending';
    if (!this.isLucky(0.5)) return;
    this.pay(this.due);
    this.sell();
  }

  /** After all was sent; some was won, or written off. */
  private chargeBack(): void {
    const first = this.pay(this.due, 'completed', 'card');
    this.sell();
    const gone = this.giveBack(first, 'charged_back', this.pick([first.cents, 1 + this.upTo(first.cents)]));
    const end = this.random();
    const back = end < 0.3 ? gone.cents : 1 + this.upTo(gone.cents);
    if (end < 0.6) this.giveBack(first, 'came_back', -back, { counters: gone.id, day: gone.day });
    if (end > 0.4 && this.due > 0) this.reduce('written_off', this.due);
  }

  private payAll(before?: GeneratedOrder): void {
    if (this.isLucky(0.1)) this.reduce('price_cut', this.upTo(this.due));
    for (const part of this.isLucky(0.15) ? [this.upTo(this.due / 4), this.upTo(this.due / 3)] : [])
      if (part > 0) this.pay(part);
    // Within a shilling nothing is due.
    const off = this.isLucky(0.1) ? this.pick([-99, 99]) : 0;
    const cents = Math.max(1, this.due + off);
    const isTogether = before && this.isLucky(0.05);
    const taken = isTogether
      ? this.pay(cents + 12_345, 'completed', 'transfer', [
          { orderId: this.order.id, cents },
          { orderId: before.id, cents: 12_000 },
        ])
      : this.pay(this.isLucky(0.05) ? Math.ceil(cents / 2) : cents);
    if (this.due > 100) this.reduce('accepted_as_all', this.due);
    this.sell();
    if (this.isLucky(0.05)) this.payTwice();
    this.goBack(taken);
  }

  private payTwice(): void {
    const second = this.pay(totalOf(this.order) * 100);
    if (this.isLucky(0.5)) this.giveBack(second, 'refund', second.cents);
  }

  private goBack(taken: GeneratedPayment): void {
    const share = taken.shares[0]?.cents ?? 0;
    const owed = totalOf(this.order) * 100 - this.order.reductions.reduce((sum, { cents }) => sum + cents, 0);
    const most = Math.min(share, owed);
    const cause = this.pick(['goods_back', 'price_cut'] as const);
    const fate = this.random();
    if (most < 10 || fate > 0.3) return;
    if (fate < 0.07) {
      this.giveBack(taken, 'refund', most);
      this.reduce(cause, most);
      if (this.due === 0 && owed === share) this.cancel();
    } else if (fate < 0.15) {
      const [first, second] = [1 + this.upTo(most / 2 - 1), 1 + this.upTo(most / 3)];
      for (const cents of this.isLucky(0.5) ? [first, second] : [first]) {
        this.giveBack(taken, 'refund', cents);
        this.reduce(cause, cents);
      }
    } else if (fate < 0.22) {
      const [wrong, right] = [1 + this.upTo(most), 1 + this.upTo(most)];
      const entry = this.giveBack(taken, 'refund', wrong, { isCorrected: true });
      this.reduce(cause, wrong);
      this.giveBack(taken, 'refund', right, { corrects: entry.id });
      this.reduce(cause, right - wrong);
    } else {
      // Agreed on and not given back yet; or not agreed after all.
      const cents = 1 + this.upTo(most);
      this.reduce('price_cut', cents);
      if (this.isLucky(0.5)) this.reduce('price_cut', -cents);
    }
  }
}

/** An entry of the money: what an order has of a payment, or of what went back; null of what no order has. */
export type Entry = {
  at: number;
  order: GeneratedOrder | null;
  payment: GeneratedPayment;
  gross: number;
  refunded: number;
  /** Of what was refunded: taken by a bank. */
  takenBack: number;
};

export function entriesOf(orders: readonly GeneratedOrder[]): Entry[] {
  const byId = new Map(orders.map((order) => [order.id, order]));
  return orders.flatMap(({ payments, refunds }) =>
    payments
      .filter(({ state }) => state === 'completed')
      .flatMap((payment): Entry[] => {
        const shared = payment.shares.reduce((sum, { cents }) => sum + cents, 0);
        return [
          ...payment.shares.map(({ orderId, cents }) => ({
            at: payment.at,
            order: byId.get(orderId) ?? null,
            payment,
            gross: cents,
            refunded: 0,
            takenBack: 0,
          })),
          ...(payment.cents > shared
            ? [
                {
                  at: payment.at,
                  order: null,
                  payment,
                  gross: payment.cents - shared,
                  refunded: 0,
                  takenBack: 0,
                },
              ]
            : []),
          ...refunds
            .filter(({ paymentId, isCorrected }) => paymentId === payment.id && !isCorrected)
            .flatMap(({ shares, day, cause }) =>
              shares.map(({ orderId, cents }) => ({
                at: Date.parse(`${day}T00:00:00+03:00`),
                order: byId.get(orderId) ?? null,
                payment,
                gross: 0,
                refunded: cents,
                takenBack: cause === 'refund' || cause === 'payment' ? 0 : cents,
              })),
            ),
        ];
      }),
  );
}

/** A line that was sold, or below 0 not after all; `product` -1 is delivery. `orders`: in the first of its order. */
export type SoldEntry = {
  at: number;
  order: GeneratedOrder;
  product: number;
  quantity: number;
  price: number;
  orders: number;
};

export const soldOf = (order: GeneratedOrder): SoldEntry[] =>
  order.sold.flatMap(({ at, sign }) =>
    [
      ...order.items,
      ...(order.deliveryPrice > 0 ? [{ product: -1, quantity: 1, price: order.deliveryPrice }] : []),
    ].map(({ product, quantity, price }, i) => ({
      at,
      order,
      product,
      quantity: quantity * sign,
      price,
      orders: i === 0 ? sign : 0,
    })),
  );

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
    id: productId(n),
    slug: `generated-${n}`,
    name: `Generated ${n}`,
    category: generatedCategories[n % 4],
    price: 1000,
    stock: 1,
  }));
  await t`insert into public.products ${t(products)}`;

  const rows = {
    'public.orders': orders.map((order) => ({
      id: order.id,
      status: order.status,
      total_amount: totalOf(order),
      created_at: time(order.at),
      customer_name: `Ada ${order.email.split('@')[0]}`,
      customer_email: order.email,
      customer_phone: `+2547${String(parseInt(order.email, 36) % 100_000_000).padStart(8, '0')}`,
      customer_address: 'Milimani, Kisumu',
      delivery_price: order.deliveryPrice,
    })),
    'public.order_items': orders.flatMap(({ id, items }) =>
      items.map(({ product, quantity, price }) => ({
        order_id: id,
        product_id: productId(product),
        product_name: `Generated ${product}`,
        quantity,
        price,
      })),
    ),
    'public.transactions': orders.flatMap((order) =>
      order.payments.map(({ id, method, source, state, cents, at, shares }, index) => ({
        id,
        order_id: shares.length > 1 ? null : order.id,
        source,
        amount: Math.ceil(cents / 100),
        payment_method: method,
        status: state,
        reference: method === 'card' ? `DON-${index}` : `R${id.slice(-12)}`,
        trace: source === 'asked' ? id.replaceAll('-', '').padStart(64, '0') : null,
        transaction_id: state === 'failed' ? null : `G${id}`,
        recorded_by: source === 'recorded' ? staffId : null,
        reversed_at: state === 'reversed' ? time(at) : null,
        reversal_reason: state === 'reversed' ? 'Typed by mistake' : null,
        bank_amount_cents: state === 'failed' ? null : cents,
        settled_on: state === 'completed' && method === 'card' ? nairobiDay(new Date(at + 2 * dayMs)) : null,
        created_at: time(at),
        decided_at: time(at),
        next_ask_at: null,
      })),
    ),
    'public.owner_tasks': orders.flatMap((order) =>
      order.payments
        .filter(({ state }) => state === 'review')
        .map(({ id, at }) => ({
          id: id.replace(/^2/, '4'),
          order_id: order.id,
          transaction_id: id,
          kind: 'wrong_amount',
          at_opening: {},
          created_at: time(at),
        })),
    ),
    'public.refunds': orders.flatMap((order) =>
      order.refunds.map(({ id, paymentId, cents, day, cause, corrects, counters }) => ({
        id,
        transaction_id: paymentId,
        cause,
        corrects,
        counters,
        amount_cents: cents,
        day,
        bank_reference: `B${id.slice(-12)}`,
        reason: 'Generated',
        recorded_by: staffId,
      })),
    ),
    'private.shares': orders.flatMap((order) => [
      ...order.payments.flatMap(({ id, shares }) =>
        shares.map(({ orderId, cents }) => ({
          transaction_id: id,
          refund_id: null,
          order_id: orderId,
          cents,
        })),
      ),
      ...order.refunds.flatMap(({ id, paymentId, shares }) =>
        shares.map(({ orderId, cents }) => ({
          transaction_id: paymentId,
          refund_id: id,
          order_id: orderId,
          cents: -cents,
        })),
      ),
    ]),
    'private.reductions': orders.flatMap((order) =>
      order.reductions.map(({ id, cause, cents }) => ({
        id,
        order_id: order.id,
        cause,
        cents,
        reason: 'Generated',
      })),
    ),
    'private.sold_lines': orders.flatMap(soldOf).map(({ at, order, product, quantity, price, orders }) => ({
      order_id: order.id,
      product_id: product < 0 ? null : productId(product),
      quantity,
      price,
      orders,
      name: product < 0 ? 'Delivery' : `Generated ${product}`,
      category: categoryOf(product),
      sold_at: time(at),
    })),
  };
  for (const [table, some] of Object.entries(rows)) {
    for (let from = 0; from < some.length; from += 2000)
      await t`insert into ${t(table)} ${t(some.slice(from, from + 2000) as never)}`;
  }
  await t`set local session_replication_role = origin`;
  await t`analyze public.orders, public.order_items, public.transactions, public.owner_tasks, public.refunds,
    private.shares, private.reductions, private.sold_lines`;
}

export const categoryOf = (product: number): string =>
  product < 0 ? 'delivery' : (generatedCategories[product % 4] as string);
