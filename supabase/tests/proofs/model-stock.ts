import { isPaid, lackingOf, type ModelOrder, type ModelPayment, returnedOf, sum } from './model-order.ts';

export type ModelProduct = { stock: number; price: number; earlierPrice: number; isActive: boolean };

export type SentLine = { product: number; quantity: number; price: number };

export const holdMinutes = 30;
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

  constructor(products: ModelProduct[]) {
    this.products = products;
  }

  held(product: number, besides: readonly ModelOrder[] = []): number {
    return sum(
      this.orders
        .filter((order) => !besides.includes(order) && this.isHeld(order))
        .map((order) => order.held.get(product) ?? 0),
    );
  }

  isHeld({ heldUntil, held }: ModelOrder): boolean {
    return heldUntil !== null && heldUntil > this.now && held.size > 0;
  }

  product(product: number): ModelProduct {
    const found = this.products[product];
    if (!found) throw new Error(`The model has no product ${product}.`);
    return found;
  }

  correctStock(product: number, stock: number): string {
    if (stock < this.held(product) && stock !== this.product(product).stock) return 'stock_is_held';
    this.product(product).stock = stock;
    return 'done';
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

  /** The pieces that an order lacks are its own now, and those that it has too many are on sale again; or nothing changes. */
  protected take(order: ModelOrder): boolean {
    this.release(order);
    const lacking = lackingOf(order);
    if (![...lacking].every(([p, pieces]) => pieces <= 0 || this.canTake(new Map([[p, pieces]]))))
      return false;
    for (const [product, pieces] of lacking) this.move(order, product, pieces);
    return true;
  }

  /** @param pieces out of the stock; below 0 back into it */
  protected move(order: ModelOrder, product: number, pieces: number): void {
    this.product(product).stock -= pieces;
    order.taken.set(product, (order.taken.get(product) ?? 0) + pieces);
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
    if (!this.canTake(lackingOf(order))) return false;
    this.keepPieces(order, this.now + minutes);
    return true;
  }

  protected release(order: ModelOrder): void {
    this.keepPieces(order, null);
    order.timesHeld = 0;
  }

  private keepPieces(order: ModelOrder, heldUntil: number | null): void {
    order.held = new Map([...lackingOf(order)].filter(([, pieces]) => heldUntil !== null && pieces > 0));
    order.heldUntil = heldUntil;
  }

  /**
   * Holds the pieces of an order, unless a limit says no.
   * @param until how long it is held anyway
   */
  protected hold(order: ModelOrder, until: number | null): void {
    const limit = this.limitOf(order);
    if (limit) this.happened.add(`not held: ${limit}`);
    else order.timesHeld += 1;
    this.keepPieces(order, limit ? until : Math.max(until ?? 0, this.now + holdMinutes));
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
        quantity + this.held(product, [order, ...proven]) >
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
        order.held = new Map([...order.held].filter(([product]) => !tooFew.includes(product)));
  }
}

/** The bank knows of the attempt; one that was cancelled may never have been there. */
function isAtBank({ state, isKnown, refusedWith }: ModelPayment): boolean {
  if (state === 'failed') return refusedWith !== '255';
  return isKnown || !['pending', 'expired'].includes(state);
}
