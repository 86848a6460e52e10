import type { ModelOrder } from './model-order.ts';

export type ModelProduct = { stock: number; price: number; earlierPrice: number; isActive: boolean };

export type SentLine = { product: number; quantity: number; price: number };

export const holdMinutes = 30;
/**
 * What is held of the orders of one browser: above it they stand without a hold. Lower than a shop's, so that each is met;
 * the share of all pieces is left out, since other tests' products count too.
 */
export const holdLimits = { times: 3, orders: 2, shelves: 1 };

/** What is on the shelves of the model, and what of it is held for whom. */
export class ModelShelves {
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
      .filter((order) => !besides.includes(order) && this.isHeld(order) && !order.handedOver.has(product))
      .reduce((sum, order) => sum + (order.pieces.get(product) ?? 0), 0);
  }

  isHeld({ heldUntil, pieces, handedOver }: ModelOrder): boolean {
    return heldUntil !== null && heldUntil > this.now && handedOver.size < pieces.size;
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

  /** @param until how long it is held anyway, when a limit says no */
  protected hold(order: ModelOrder, until: number | null): void {
    const limit = this.limitOf(order);
    if (limit) this.happened.add(`not held: ${limit}`);
    else order.holds += 1;
    order.heldUntil = limit ? until : this.now + holdMinutes;
    order.handedOver.clear();
  }

  /** What keeps the pieces of an order from being held; null when nothing does. */
  private limitOf(order: ModelOrder): keyof typeof holdLimits | null {
    const others = this.orders.filter(
      (other) =>
        other !== order && other.buyer === order.buyer && other.state === 'pending' && this.isHeld(other),
    );
    const together = new Map(order.pieces);
    for (const { pieces, handedOver } of others)
      for (const [product, quantity] of pieces)
        if (!handedOver.has(product)) together.set(product, (together.get(product) ?? 0) + quantity);
    const shelves = [...together].filter(([product, quantity]) => quantity >= this.product(product).stock);
    if (order.holds >= holdLimits.times) return 'times';
    if (others.length + 1 > holdLimits.orders) return 'orders';
    return shelves.length > holdLimits.shelves ? 'shelves' : null;
  }

  /** Their pieces of these products are another order's now. */
  protected handOver(from: readonly ModelOrder[], products: readonly number[]): void {
    for (const order of from)
      for (const product of products) if (order.pieces.has(product)) order.handedOver.add(product);
  }

  protected putBackOnSale(order: ModelOrder): void {
    for (const [product, quantity] of order.pieces) this.product(product).stock += quantity;
    this.happened.add('cancelled after a refund');
  }
}
