import type { DeliveryCounty, DeliveryQuote } from '../../_shared/contract/delivery.ts';
import type { ProductFacets, ProductFilter, ProductSort } from '../../_shared/contract/product-filter.ts';
import type { ProductIndex } from '../../_shared/contract/product-index.ts';
import type { Product, ProductPage, SearchReply, Suggestions } from '../../_shared/contract/products.ts';
import type { StoredCartLine } from '../../_shared/supabase/sql-replies.ts';

/** Where a page of a list ends: the step of the order, the value sorted by as text, the product's id. */
export type ProductListPlace = [step: number, key: string, id: string];

export type ProductListQuestion = {
  filter: ProductFilter;
  sort: ProductSort;
  /** Products, 1,000 at most. */
  limit: number;
  after: ProductListPlace | null;
};

export type Catalogue = {
  /** @throws Refusal `unknown_filter`, `invalid_cursor` */
  list(question: ProductListQuestion): Promise<{ products: Product[]; next: ProductListPlace | null }>;
  /** How many products a filter leaves. @throws Refusal `unknown_filter` */
  count(filter: ProductFilter): Promise<number>;
  /** @throws Refusal `unknown_filter` */
  facets(filter: ProductFilter): Promise<ProductFacets>;
  /** What a shopper who typed this means. */
  search(query: string): Promise<SearchReply>;
  suggest(typed: string): Promise<Suggestions>;
  /** What browsers keep of everything on sale. */
  index(): Promise<ProductIndex>;
  /** Those of these ids that are on sale, in no particular order. */
  listOfIds(ids: readonly string[]): Promise<Product[]>;
  /** By id, slug or former slug; null when no such product is on sale or was ever sold. */
  page(idOrSlug: string): Promise<ProductPage | null>;
};

export type Delivery = {
  /** In the order of their numbers. */
  counties(): Promise<DeliveryCounty[]>;
  /** @param county its number; null where nobody has said where to. @throws Refusal `invalid_request` for no such county */
  quote(county: string | null, items: StoredCartLine[]): Promise<DeliveryQuote>;
};
