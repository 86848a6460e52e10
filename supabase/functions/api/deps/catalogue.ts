import type { DataSheet } from '../../_shared/contract/fit.ts';
import type { DeliveryCounty, DeliveryQuote } from '../../_shared/contract/delivery.ts';
import type { ProductFacets, ProductFilter, ProductSort } from '../../_shared/contract/product-filter.ts';
import type { ProductIndex } from '../../_shared/contract/product-index.ts';
import type { Product, ProductPage, SearchReply, Suggestions } from '../../_shared/contract/products.ts';
import type { SearchWish } from '../../_shared/contract/search-wish.ts';
import type { ShopDetails } from '../../_shared/contract/shop-details.ts';
import type { StoredCartLine } from '../../_shared/supabase/sql-replies.ts';

/** The last position of a page: the sort step, the sort value as text and the product's id. */
export type ListPosition = [step: number, key: string, id: string];

/** With what its search asks for. */
export type SearchedFilter = ProductFilter & { wish?: SearchWish };

export type ProductListQuery = {
  filter: SearchedFilter;
  sort: ProductSort;
  /** Products, 1,000 at most. */
  limit: number;
  after: ListPosition | null;
};

export type Catalogue = {
  /**
   * A page of a list, and `withTotal` the number of products that match the filter, else null.
   * @throws Refusal `unknown_filter`, `invalid_cursor`
   */
  list(
    query: ProductListQuery,
    options: { withTotal: boolean },
  ): Promise<{ products: Product[]; next: ListPosition | null; total: number | null }>;
  /** The number of products that match a filter. @throws Refusal `unknown_filter` */
  count(filter: SearchedFilter): Promise<number>;
  /** @throws Refusal `unknown_filter` */
  facets(filter: SearchedFilter): Promise<ProductFacets>;
  search(query: string, wish: SearchWish): Promise<SearchReply>;
  /** Suggestions for a typed text. */
  suggest(typed: string, wish: SearchWish): Promise<Suggestions>;
  /** The index of all products on sale, which browsers store. */
  index(): Promise<ProductIndex>;
  /** Those of these ids that are on sale, in no particular order. */
  listOfIds(ids: readonly string[]): Promise<Product[]>;
  /** By id, slug or former slug; null when no such product is on sale or was ever sold. */
  page(idOrSlug: string): Promise<Omit<ProductPage, 'fits'> | null>;
  /** The data sheets of what fits other things, as they were up to a minute ago; with `ids` those of these products, on sale. */
  dataSheets(ids?: string[]): Promise<DataSheet[]>;
};

export type Delivery = {
  /** In the order of their numbers. */
  counties(): Promise<DeliveryCounty[]>;
  /** @param county its number; null when none was chosen. @throws Refusal `invalid_request` for no such county */
  quote(county: string | null, items: StoredCartLine[]): Promise<DeliveryQuote>;
};

export type Shop = {
  /** What it is called and how it is reached. */
  details(): Promise<ShopDetails>;
  /** The text of a page; null when an admin writes none for it. */
  text(page: string): Promise<string | null>;
  /** The picture on its papers, as an address `data:…`; null without one, or when it cannot be read now. */
  logo(): Promise<string | null>;
};
