import type { AdminProduct } from '@contract/admin.ts';
import type { Product } from '@contract/products.ts';
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

/** The same product in the dashboard, without a picture. */
export const terrameterInDashboard: AdminProduct = {
  id: '3f2a9c1e-0000-4000-8000-000000000001',
  slug: 'terrameter',
  name: 'Terrameter',
  description: 'Measures the resistivity of the ground.',
  category: 'solar',
  price: 15_000,
  stock: 3,
  held: 0,
  imageUrl: null,
  pictures: [],
  brand: 'ABEM',
  model: 'LS 2',
  specs: [],
  keywords: '',
  rating: '0.00',
  warrantyYears: null,
  weightGrams: null,
  moreOn: null,
  toOrder: null,
  isService: false,
  replacedBy: null,
  isActive: true,
  createdAt: '2026-11-22T08:00:00Z',
  updatedAt: '2026-11-22T08:00:00Z',
};

/** A product as lists and its page show it. */
export const listedProduct = (over: Partial<Product> = {}): Product => ({
  ...terrameter,
  description: 'Reads the ground to 300 m. Two people carry it.',
  rating: '4.5',
  isActive: true,
  brand: 'ABEM',
  model: 'SAS 1000',
  specs: [],
  keyValues: [],
  warrantyYears: 3,
  weightGrams: null,
  moreOn: null,
  toOrder: null,
  isService: false,
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-05T09:00:00Z',
  ...over,
});
