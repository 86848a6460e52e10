import type { Product } from '@contract/products.ts';
import { stockLabel } from './stock-label.ts';

/** The stock beside a product's button; nothing when that says all there is to say. */
export function StockNote({ product }: { product: Product }) {
  if (product.stock <= 0 && !product.moreOn && !product.toOrder) return null;
  return <span className="muted tight">{stockLabel(product)}</span>;
}
