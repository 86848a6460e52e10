import type { CartProduct } from '../storefront/lib/cart-item.ts';

/** A product for the cart. */
export const terrameter: CartProduct = {
  id: 'p1',
  slug: 'terrameter',
  name: 'Terrameter',
  category: 'geo',
  price: 15_000,
  imageUrl: null,
  stock: 3,
};
