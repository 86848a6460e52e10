import type { ModelOrder } from './model-order.ts';

export type ModelProduct = { stock: number; price: number; earlierPrice: number; isActive: boolean };

export type SentLine = { product: number; quantity: number; price: number };

export const holdMinutes = 30;
/** Once a part of the price was accepted. */
export const partHoldMinutes = 7 * 24 * 60;
export const claimMinutes = holdMinutes / 3;
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
    return this.orders
      .filter((order) => !besides.includes(order) && this.isHeld(order) && !order.takenOver.has(product))
      .reduce((sum, order) => sum + (order.pieces.get(product) ?? 0), 0);
  }

  isHeld({ heldUntil, pieces, takenOver }: ModelOrder): boolean {
    return heldUntil !== null && heldUntil > this.now && takenOver.size < pieces.size;
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

  /**
   * Holds the pieces of an order, or claims them when a limit says no; false when neither can be.
   * @param until how long it is held anyway
   * @param claimedUntil how long it claims them
   */
  protected hold(order: ModelOrder, until: number | null, claimedUntil: number | null): boolean {
    const limit = this.limitOf(order);
    if (until === null && (limit || !this.isProven(order)) && !this.isUnclaimed(order, [order])) {
      this.happened.add('refused: others claim the pieces');
      return false;
    }
    if (limit) this.happened.add(`not held: ${limit}`);
    order.heldUntil = limit ? until : Math.max(until ?? 0, this.now + holdMinutes);
    order.claimedUntil = order.heldUntil === null && this.mayClaim(order) ? claimedUntil : null;
    order.takenOver.clear();
    return true;
  }

  /** At most two thirds of each product, or one piece. */
  private mayClaim({ pieces }: ModelOrder): boolean {
    return [...pieces].every(
      ([product, quantity]) => quantity <= Math.max(1, Math.floor((this.product(product).stock * 2) / 3)),
    );
  }

  protected release(order: ModelOrder): void {
    order.heldUntil = null;
    order.claimedUntil = null;
  }

  /** What other orders hold, and those of others claim, leaves enough. */
  protected isUnclaimed(
    { pieces, buyer }: Pick<ModelOrder, 'pieces' | 'buyer'>,
    besides: readonly ModelOrder[] = [],
  ): boolean {
    const claiming = this.orders.filter(
      (order) => order.buyer !== buyer && order.claimedUntil !== null && order.claimedUntil > this.now,
    );
    const claimed = (product: number) =>
      claiming.reduce((sum, order) => sum + (order.pieces.get(product) ?? 0), 0);
    return [...pieces].every(
      ([product, quantity]) =>
        quantity <= this.product(product).stock - this.held(product, besides) - claimed(product),
    );
  }

  /** What keeps the pieces of an order from being held; null when nothing does. */
  private limitOf(order: ModelOrder): string | null {
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
    return this.orders.some(
      (order) => order.buyer === buyer && (order.state === 'paid' || order.state === 'completed'),
    );
  }

  /** Their pieces of what there is too little of are another order's now; returns how to undo it. */
  protected takeOver(
    from: readonly ModelOrder[],
    pieces: ReadonlyMap<number, number>,
    besides: readonly ModelOrder[] = [],
  ): () => void {
    const before = from.map((order) => [order, new Set(order.takenOver)] as const);
    const tooFew = [...pieces].filter(
      ([product, quantity]) => quantity > this.product(product).stock - this.held(product, besides),
    );
    if (tooFew.length > 0) this.happened.add('own hold taken over');
    for (const order of from)
      for (const [product] of tooFew) if (order.pieces.has(product)) order.takenOver.add(product);
    return () => {
      for (const [order, takenOver] of before) order.takenOver = takenOver;
    };
  }

  protected putBackOnSale(order: ModelOrder): void {
    for (const [product, quantity] of order.pieces) this.product(product).stock += quantity;
    this.happened.add('cancelled after a refund');
  }
}
