import { getProduct, listProducts, listProductsOfCategory } from '../../_shared/contract/products.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { Deps } from '../deps.ts';
import type { Serve } from './serve.ts';

export function productRoutes({ anyone }: Serve, { catalogue }: Deps): void {
  anyone(listProducts, () => catalogue.list());
  anyone(listProductsOfCategory, ({ c }) => catalogue.listOfCategory(c.req.param('category') ?? ''));
  anyone(getProduct, async ({ c }) => {
    const product = await catalogue.find(c.req.param('product') ?? '');
    if (!product) throw new Refusal('not_found', { message: 'We do not sell this product.' });
    return product;
  });
}
