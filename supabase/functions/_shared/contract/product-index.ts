import { publicEndpoint } from './endpoint.ts';
import type { Product } from './products.ts';

/** What a browser keeps of a product that it may never have opened. Nothing of it changes with an order. */
export type IndexedProduct = Pick<
  Product,
  'slug' | 'name' | 'category' | 'brand' | 'model' | 'price' | 'keyValues'
> & {
  /** Other words by which it is found, on no page. */
  keywords: string;
};

/** A compact catalogue for offline use. */
export type ProductIndex = {
  /** In the shop's own order, 1,000 at most. */
  products: IndexedProduct[];
  /** Whether nothing else is on sale. */
  isWhole: boolean;
};

/** Of everything on sale: what can be listed and searched without asking. At most 60 kB for 500 products, compressed. */
export const productIndex = publicEndpoint<ProductIndex>('/api/product-index');
