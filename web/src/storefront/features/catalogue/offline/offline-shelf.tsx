import type { ProductFilter, ProductSort } from '@contract/product-filter.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import type { FailedQuery } from '../../../../components/load-failure.tsx';
import { NoConnection } from '../../../../components/no-connection.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { PriceAge } from '../../../../components/price-age.tsx';
import { cachedIndexQuery } from '../../../../lib/cached-product-index.ts';
import { pageSize } from '../../../lib/shelf-path.ts';
import { ListControls } from '../list/list-controls.tsx';
import { readProductSort } from '../list/product-sort.ts';
import { ProductLines } from '../product/product-lines.tsx';
import { keptProducts, keptSorts, needsConnection } from './kept-products.ts';
import styles from './offline-shelf.module.css';

type OfflineShelfProps = {
  filter: ProductFilter;
  sort: ProductSort;
  onSort: (sort: ProductSort) => void;
  /** What could not be asked. */
  query: FailedQuery;
};

/** In place of a list that was never opened on this device: what the index of the shop knows of its products. */
export function OfflineShelf({ filter, sort, onSort, query }: OfflineShelfProps) {
  const { data: kept, isPending } = useQuery(cachedIndexQuery);
  const [most, setMost] = useState(pageSize);
  if (isPending) return null;
  if (!kept) return <NoConnection query={query} />;
  const { index, at } = kept;
  const sorts = keptSorts(filter);
  const order = readProductSort(sort, sorts);
  const products = keptProducts(index, filter, order);
  const isSearch = filter.search !== undefined;

  return (
    <section aria-labelledby="products" className={styles.products}>
      <h2 id="products" className="visually-hidden">
        Products
      </h2>
      <Notice title="No connection" announce="status">
        {isSearch
          ? 'Only names, models and brands on this device were searched, and misspelt words are not found. The full search runs by itself when the connection is back.'
          : 'These names and prices are stored on this device. Stock, pictures and data sheets load by themselves when the connection is back.'}
        {needsConnection(filter) ? ' Filters by stock and figures wait until then.' : null}
        {index.isWhole ? null : ` The device has ${index.products.length} of the shop’s products.`}
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
            lines={products.slice(0, most).map((product) => ({
              product: { ...product, imageUrl: null },
              maker: [product.brand, product.model].filter(Boolean).join(' · '),
            }))}
          />
          {products.length > most ? (
            <Button variant="secondary" size="large" onClick={() => setMost(most + pageSize)}>
              Show {Math.min(pageSize, products.length - most)} more
            </Button>
          ) : null}
          <PriceAge what="Prices" reading={{ ...query, dataUpdatedAt: at }} />
        </>
      )}
    </section>
  );
}
