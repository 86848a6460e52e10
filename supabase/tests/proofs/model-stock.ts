import {
  hasLeft,
  depositFor,
  depositsPaid,
  type HeldPieces,
  isOpen,
  isPaid,
  lineOf,
  type ModelOrder,
  type ModelPayment,
  neededOf,
  piecesInParcels,
  piecesToLeave,
  returnedOf,
  sum,
} from './model-order.ts';

export type ModelProduct = {
  stock: number;
  price: number;
  earlierPrice: number;
  isActive: boolean;
  toOrder: Offer | null;
};

/** What is not on the shelf comes from the maker: so many per cent of its price are due first. Staff may order it anyway. */
export type Offer = { deposit: number; isPublic: boolean };

export type SentLine = { product: number; quantity: number; price: number };

export const holdMinutes = 30;
const yearMinutes = 365 * 24 * 60;
/** Once a part of the price is there. */
export const partHoldMinutes = 7 * 24 * 60;
/** For so many unpaid orders of one browser pieces are held at the same time. */
const ordersHeldPerBrowser = 3;

/** The stock of the model, and what of it is held for whom. */
export class ModelStock {
  now = 0;
  readonly orders: ModelOrder[] = [];
  /** What has come to pass once at least, for the proof to say what it has seen. */
  readonly happened = new Set<string>();
  readonly products: ModelProduct[];
  /** Counts up with each step: what is done in one step is done at the same moment. */
  step = 0;
  private lines = 0;

  constructor(products: ModelProduct[]) {
    this.products = products;
  }

  held(product: number, besides: readonly ModelOrder[] = []): number {
    return sum(
      this.orders
        .filter((order) => !besides.includes(order))
        .map((order) => this.liveOf(order).get(product)?.pieces ?? 0),
    );
  }

  isHeld(order: ModelOrder): boolean {
    return this.liveOf(order).size > 0;
  }

  /** What is held for an order now. */
  liveOf({ held }: ModelOrder): Map<number, HeldPieces> {
    return new Map([...held].filter(([, { until }]) => until > this.now));
  }

  protected nextLine(): number {
    return (this.lines += 1);
  }

  product(product: number): ModelProduct {
    const found = this.products[product];
    if (!found) throw new Error(`The model has no product ${product}.`);
    return found;
  }

  correctStock(product: number, stock: number): string {
    const before = this.product(product).stock;
    if (stock < this.held(product) && stock !== before) return 'stock_is_held';
    this.product(product).stock = stock;
    if (stock > before) this.giveOut([product]);
    return 'done';
  }

  /** What of so many pieces is not on the shelf. */
  protected shortOf(product: number, quantity: number, besides: readonly ModelOrder[] = []): number {
    return Math.max(0, quantity - Math.max(0, this.product(product).stock - this.held(product, besides)));
  }

  /** Of what an order has to order, pieces that were there and are gone are to come from the maker, too. */
  protected awaitPieces(order: ModelOrder): void {
    for (const product of order.deposits.keys()) {
      const needed = neededOf(order).get(product) ?? 0;
      const short = this.shortOf(product, needed, [order]);
      // What has left and is not taken out of the stock yet has to be there.
      if (short === 0 || piecesToLeave(order, product) <= (order.awaited.get(product) ?? 0)) continue;
      order.awaited.set(product, (order.awaited.get(product) ?? 0) + short);
      this.happened.add('awaited once more');
    }
  }

  /** The same, before it is asked what is due; what has left is awaited no more. */
  protected awaitPiecesOf(order: ModelOrder): void {
    if (!isOpen(order) && order.state !== 'paid') return;
    for (const [product, awaited] of order.awaited)
      order.awaited.set(product, Math.min(awaited, Math.max(0, piecesToLeave(order, product))));
    this.awaitPieces(order);
  }

  /** For how many pieces of a product an order waits: as many as deposits are there. */
  protected waitsFor(order: ModelOrder, product: number): number {
    const awaited = order.awaited.get(product) ?? 0;
    if (order.state !== 'paid' || awaited === 0) return 0;
    const lines = [...order.awaited].filter(([, pieces]) => pieces > 0);
    const deposits = sum(lines.map(([p, pieces]) => pieces * depositFor(order, p)));
    const paid = depositsPaid(order);
    if (paid >= deposits) return awaited;
    return lines.length === 1 ? Math.max(0, Math.floor(paid / depositFor(order, product))) : 0;
  }

  /** Pieces of products that nobody holds go to those who wait for them, the oldest first. */
  protected giveOut(products: readonly number[]): void {
    const waiting = products.flatMap((product) =>
      this.orders.map((order) => ({ order, product, pieces: this.waitsFor(order, product) })),
    );
    const since = ({ order, product }: (typeof waiting)[number]) =>
      order.awaitedSince.get(product) ?? Infinity;
    const lineTurn = ({ order, product }: (typeof waiting)[number]) => order.lineTurns.get(product) ?? 0;
    const inTurn = waiting.filter(({ pieces }) => pieces > 0);
    inTurn.sort((a, b) => (since(a) === since(b) ? lineTurn(a) - lineTurn(b) : since(a) - since(b)));
    for (const { order, product, pieces } of inTurn) {
      const given = Math.min(pieces, this.product(product).stock - this.held(product));
      if (given <= 0) continue;
      const awaited = order.awaited.get(product) ?? 0;
      order.awaited.set(product, awaited - given);
      const before = this.liveOf(order).get(product)?.pieces ?? 0;
      order.held.set(product, { pieces: before + given, until: this.now + yearMinutes });
      this.happened.add(given < awaited ? 'some of what is awaited has come' : 'what is awaited has come');
    }
  }

  changePrice(product: number, price: number): void {
    const changed = this.product(product);
    changed.earlierPrice = changed.price;
    changed.price = price;
  }

  protected canTake(pieces: ReadonlyMap<number, number>, besides: readonly ModelOrder[] = []): boolean {
    return [...pieces].every(
      ([product, quantity]) => quantity <= this.product(product).stock - this.held(product, besides),
    );
  }

  /**
   * So much of an order is sold, and out of the stock; what is not any more is back. False, with nothing changed, when
   * pieces are not there.
   * @param extent all of it; what was sold and is still in it, and what has left (kept); or only what has left (gone)
   */
  protected sell(order: ModelOrder, extent: 'all' | 'kept' | 'gone'): boolean {
    const wanted = new Map(
      [...order.pieces].map(([product, quantity]) => {
        const { all, unsent } = returnedOf(order, product);
        const gone = Math.max(piecesInParcels(order, product, true) + unsent, all);
        const sold = order.sold.get(lineOf(order, product)) ?? 0;
        return [
          product,
          extent === 'all'
            ? quantity - (order.awaited.get(product) ?? 0)
            : Math.min(quantity, extent === 'kept' ? Math.max(gone, sold) : gone),
        ];
      }),
    );
    const changes = [...wanted].map(
      ([product, pieces]) =>
        [product, pieces - returnedOf(order, product).back - (order.taken.get(product) ?? 0)] as const,
    );
    const more = new Map(changes.filter(([, pieces]) => pieces > 0));
    if (!this.canTake(more, [order])) return false;
    if (extent === 'all') this.release(order);
    else {
      order.held = new Map(
        [...order.held]
          .map(
            ([product, { pieces, until }]) =>
              [product, { pieces: pieces - (more.get(product) ?? 0), until }] as const,
          )
          .filter(([, { pieces }]) => pieces > 0),
      );
      if (order.held.size === 0) order.timesHeld = 0;
    }
    for (const [product, pieces] of changes) this.move(order, product, pieces);
    order.sold = new Map(
      [...wanted]
        .filter(([, pieces]) => pieces > 0)
        .map(([product, pieces]) => [lineOf(order, product), pieces]),
    );
    order.wasSold ||= order.sold.size > 0;
    return true;
  }

  /** @param pieces out of the stock; below 0 back into it @param isDamaged what comes back is on no shelf */
  protected move(order: ModelOrder, product: number, pieces: number, isDamaged = false): void {
    order.taken.set(product, (order.taken.get(product) ?? 0) + pieces);
    if (isDamaged) return;
    this.product(product).stock -= pieces;
  }

  /** Its pieces are on sale again, but for those that the buyer keeps. */
  protected putBackOnSale(order: ModelOrder, products = [...order.taken.keys()]): void {
    for (const product of products) {
      const { all, back } = returnedOf(order, product);
      this.move(order, product, -Math.max(0, (order.taken.get(product) ?? 0) - (all - back)));
    }
  }

  /** Holds what an order lacks for so long, whatever it held before; false, with nothing held, when that is not there. */
  protected holdFor(order: ModelOrder, minutes: number): boolean {
    this.release(order);
    this.awaitPieces(order);
    if (!this.canTake(neededOf(order))) return false;
    this.keepPieces(order, this.now + minutes);
    for (const [product, held] of order.held)
      // What is promised to somebody who has a part of it, or was got for its buyer, is kept for a year.
      if (hasLeft(order) || (order.state === 'paid' && order.deposits.has(product)))
        held.until = this.now + Math.max(minutes, yearMinutes);
    return true;
  }

  protected release(order: ModelOrder): void {
    order.held = new Map();
    order.timesHeld = 0;
  }

  private keepPieces(order: ModelOrder, until: number): void {
    const needed = [...neededOf(order)].filter(([, pieces]) => pieces > 0);
    order.held = new Map(needed.map(([product, pieces]) => [product, { pieces, until }]));
  }

  /**
   * Holds the pieces of an order, unless a limit says no.
   * @param until how long it is held anyway
   */
  protected hold(order: ModelOrder, until: number): void {
    const limit = this.limitOf(order);
    if (limit) this.happened.add(`not held: ${limit}`);
    else order.timesHeld += 1;
    this.keepPieces(order, limit ? until : Math.max(until, this.now + holdMinutes));
    if (order.held.size === 0) order.timesHeld = 0;
  }

  /** What keeps the pieces of an order from being held; null when nothing does. */
  private limitOf(order: ModelOrder): string | null {
    const known = order.transactions.filter(isAtBank).length;
    if (order.timesHeld >= 3 * (1 + known)) return 'renewed without reaching the bank';
    const others = this.orders.filter((other) => other !== order && this.isHeld(other));
    if (others.filter(({ buyer }) => buyer === order.buyer).length >= ordersHeldPerBrowser)
      return 'three orders of one browser';
    if (this.isProven(order)) return null;
    const proven = others.filter((other) => this.isProven(other));
    const isTooMuch = [...order.pieces].some(
      ([product, quantity]) =>
        quantity - (order.awaited.get(product) ?? 0) + this.held(product, [order, ...proven]) >
        Math.max(1, Math.floor((this.product(product).stock * 2) / 3)),
    );
    return isTooMuch ? 'two thirds of a product' : null;
  }

  /** In its browser an order was paid. */
  private isProven({ buyer }: ModelOrder): boolean {
    return this.orders.some((order) => order.buyer === buyer && isPaid(order));
  }

  /** Their pieces of what there is too little of are another order's now. */
  protected takeOver(
    from: readonly ModelOrder[],
    pieces: ReadonlyMap<number, number>,
    besides: readonly ModelOrder[] = [],
  ): void {
    const tooFew = [...pieces.keys()].filter(
      (product) => (pieces.get(product) ?? 0) > this.product(product).stock - this.held(product, besides),
    );
    if (tooFew.length > 0) this.happened.add('own hold taken over');
    for (const order of from)
      if (this.isHeld(order))
        for (const [product, held] of this.liveOf(order)) if (tooFew.includes(product)) held.until = this.now;
  }
}

/** The bank knows of the attempt; one that was cancelled may never have been there. */
function isAtBank({ state, isKnown, refusedWith }: ModelPayment): boolean {
  if (state === 'failed') return refusedWith !== '255';
  return isKnown || !['pending', 'expired'].includes(state);
}
