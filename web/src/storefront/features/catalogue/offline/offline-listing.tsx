import type { ProductFilter, ProductSort } from '@contract/product-filter.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import type { FailedQuery } from '#components/page/load-failure.tsx';
import { NoConnection } from '#components/page/no-connection.tsx';
import { Notice } from '#components/page/notice.tsx';
import { PriceAge } from '#components/page/price-age.tsx';
import { cachedIndexQuery } from '#storefront/lib/cached-product-index.ts';
import { pageSize } from '#storefront/lib/category-path.ts';
import { ListControls } from '../list/list-controls.tsx';
import { readProductSort } from '../list/product-sort.ts';
import { ProductLines } from '../product/product-lines.tsx';
import { filterIndex, indexSorts, needsConnection } from './filter-index.ts';

type OfflineListingProps = {
  filter: ProductFilter;
  sort: ProductSort;
  onSort: (sort: ProductSort) => void;
  /** The query that failed. */
  query: FailedQuery;
};

/** Shown offline instead of a list that was never opened on this device: its products from the stored index. */
export function OfflineListing({ filter, sort, onSort, query }: OfflineListingProps) {
  const { data: cached, isPending } = useQuery(cachedIndexQuery);
  const [shownCount, setShownCount] = useState(pageSize);
  if (isPending) return null;
  if (!cached) return <NoConnection query={query} />;
  const { index, at } = cached;
  const sorts = indexSorts(filter);
  const order = readProductSort(sort, sorts);
  const products = filterIndex(index, filter, order);
  const isSearch = filter.search !== undefined;

  return (
    <section aria-labelledby="products" className="stack gap-4 packed">
      <h2 id="products" className="visually-hidden">
        Products
      </h2>
      <Notice title="No connection" announce="status">
        {[
          isSearch
            ? 'Only names, models and brands on this device were searched, and misspelt words are not found. The full search runs by itself when the connection is back.'
            : 'These names and prices are stored on this device. Stock, pictures and data sheets load by themselves when the connection is back.',
          needsConnection(filter) ? 'Filters by stock and figures wait until then.' : '',
          index.isWhole ? '' : `The device has ${index.products.length} of the shop’s products.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </Notice>
      {products.length === 0 ? (
        <EmptyState
          title="Nothing on this device matches"
          description={isSearch ? 'Try fewer words or the model number.' : null}
          action={
            <Button busy={query.isFetching} onClick={() => void query.refetch()}>
              Try again
            </Button>
          }
        />
      ) : (
        <>
          <ListControls
            count={products.length === 1 ? '1 product' : `${products.length} products`}
            sorts={sorts}
            sort={order}
            onSort={onSort}
          />
          <ProductLines
            lines={products.slice(0, shownCount).map((product) => ({
              product: { ...product, imageUrl: null },
              brandAndModel: [product.brand, product.model].filter(Boolean).join(' · '),
            }))}
          />
          {products.length > shownCount ? (
            <Button variant="secondary" size="large" onClick={() => setShownCount(shownCount + pageSize)}>
              Show {Math.min(pageSize, products.length - shownCount)} more
            </Button>
          ) : null}
          <PriceAge what="Prices" reading={{ ...query, dataUpdatedAt: at }} />
        </>
      )}
    </section>
  );
}
