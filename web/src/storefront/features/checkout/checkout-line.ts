/** A product as the cart keeps it. */
export type CheckoutProduct = {
  id: string;
  slug: string;
  name: string;
  category: string;
  /** KES for one piece, as shown to the buyer. */
  price: number;
  imageUrl: string | null;
  stock: number;
};

/** One line of the cart, handed in by the page. */
export type CheckoutLine = { product: CheckoutProduct; quantity: number };

/** What the buyer is shown as the total, in KES. */
export function totalOf(lines: readonly CheckoutLine[]): number {
  return lines.reduce((sum, line) => sum + line.product.price * line.quantity, 0);
}
