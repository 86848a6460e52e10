import { shopCategories } from '@contract/products.ts';
import { textPages } from '@contract/shop-text-pages.ts';
import { shopTextQuery } from '../src/lib/api/shop-texts.ts';
import { readListAddress } from '../src/storefront/features/catalogue/list/list-address.ts';
import { productListQuery } from '../src/storefront/features/catalogue/list/product-list-queries.ts';
import { productPageQuery } from '../src/storefront/lib/product-page-query.ts';
import { featuredCount, firstProductsQuery } from '../src/storefront/features/catalogue/products-queries.ts';

/** The queries that the page at a path needs to show its products. */
export function pageQueries(path: string) {
  const [, first, name = '', ...rest] = path.split('/');
  const text = textPages.find((one) => one === first?.replace('-info', ''));
  if (text) return [shopTextQuery(text)];
  if (path === '/') return [shopTextQuery('home'), firstProductsQuery(featuredCount)];
  if (first === 'product') return [productPageQuery(name)];
  const category = shopCategories.find((one) => one === name);
  if (first === 'category' && category)
    return [productListQuery(readListAddress(new URLSearchParams(), { category }, rest.join('/')))];
  return [];
}
