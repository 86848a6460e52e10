import type { Product } from '@contract/products.ts';
import type { ReactNode } from 'react';
import { promptPart } from '#components/page/prompt-suspense.tsx';
import { LinkButton } from '#components/forms/button.tsx';
import { classNames } from '#components/page/class-names.ts';
import { EmptyState } from '#components/page/empty-state.tsx';
import { PriceAge } from '#components/page/price-age.tsx';
import { LoadFailure } from '#components/page/load-failure.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { isOffline } from '#lib/api/is-connection-error.ts';
import { useOfflineError } from '#lib/api/use-offline-error.ts';
import { useMediaQuery } from '#lib/loading/use-media-query.ts';
import { pageSize } from '#storefront/lib/category-path.ts';
import { CompareBar } from '../compare/compare-bar.tsx';
import { FilterButton } from '../filter/filter-button.tsx';
import { ProductList, ProductListSkeleton } from '../product-list.tsx';
import { filtersOn, type ListScope } from './list-address.ts';
import { ListControls } from './list-controls.tsx';
import { useProductCount, useProductFacets, useProductList } from './product-list-queries.ts';
import styles from './product-listing.module.css';
import { sortsOf } from './product-sort.ts';
import { useListAddress } from './use-list-address.ts';
import { Link, type To } from 'react-router-dom';

type ProductListingProps = {
  scope: ListScope;
  /** The button of each product, passed in by the page. */
  renderAction: (product: Product) => ReactNode;
  /** Shown when there are no products even without filters. */
  emptyState: ReactNode;
  errorTitle: string;
  /** Shown while the first page is loading. */
  loadingText?: ReactNode;
};

/** A list of products with filters, sorting and pages: filters beside it on a desktop, in a sheet on a phone. */
export function ProductListing({
  scope,
  renderAction,
  emptyState,
  errorTitle,
  loadingText,
}: ProductListingProps) {
  const address = useListAddress(scope);
  const { filter, sort, view, cursor, before, changeFilter } = address;
  const isCategory = 'category' in scope;
  const query = useProductList({ filter, sort, cursor });
  const { data, error, isFetching, isPlaceholderData } = query;
  const offlineError = useOfflineError({ data: isPlaceholderData ? undefined : data, error });
  const isWide = useMediaQuery('(min-width: 1024px)');
  const count = filtersOn(filter, scope);
  const { data: facets } = useProductFacets(filter, isWide || count > 0);
  // A list of one page needs no separate count.
  const isWhole = !cursor && data?.cursor === null;
  const { data: counted } = useProductCount(filter, data !== undefined && !isWhole && !isPlaceholderData);
  // Without space for a table, its URL shows cards.
  const isTable = view === 'table' && isWide;
  const cards = view === 'table' ? 'grid' : view;
  const filterProps = { filter, isCategory, onChange: changeFilter };
  const clear = () => changeFilter(() => scope);

  if (offlineError) {
    return <OfflineListing filter={filter} sort={sort} onSort={address.setSort} query={query} />;
  }
  // Data loaded before stays below; offline, with its age instead.
  const isFailed = error !== null && !(data && isOffline(error));
  const failure = !isFailed ? null : error instanceof ApiError && error.status === 400 ? (
    <EmptyState
      title={errorTitle}
      description={errorSentence(error)}
      action={<LinkButton to={address.unfiltered}>Show all products</LinkButton>}
    />
  ) : (
    <LoadFailure title={errorTitle} query={query}>
      Error loading products: {errorSentence(error)}
    </LoadFailure>
  );
  if (failure && !data?.rows.length) return failure;
  if (data?.rows.length === 0 && count === 0 && !cursor) return emptyState;

  const shown = data?.rows.length ?? 0;
  const total = isWhole ? shown : (counted?.total ?? null);
  return (
    <div className={`stack gap-4 packed ${styles.listing}`}>
      {/* The column is rendered before the filters are loaded, so nothing moves. */}
      <aside aria-label="Filters" className={styles.filters}>
        {isWide && facets ? <ProductFilters {...filterProps} facets={facets} /> : null}
      </aside>
      <section aria-labelledby="products" className="stack gap-4 packed" aria-busy={isPlaceholderData}>
        <h2 id="products" className="visually-hidden">
          Products
        </h2>
        {failure}
        {data ? (
          <>
            <ListControls
              count={countLabel(total, before, shown)}
              sorts={sortsOf(filter)}
              sort={sort}
              view={isTable ? 'table' : cards}
              filterButton={
                <FilterButton
                  filter={filter}
                  isCategory={isCategory}
                  count={count}
                  className={styles.filterButton}
                  onApply={address.replaceByFilter}
                />
              }
              onSort={address.setSort}
              onView={address.setView}
            />
            {count > 0 ? <FilterChips {...filterProps} facets={facets} onClear={clear} /> : null}
          </>
        ) : (
          <div className={`line-above pad-top-2 quiet ${styles.controlsComing}`}>{loadingText}</div>
        )}
        {!data ? (
          <ProductListSkeleton count={8} view={cards} beside />
        ) : shown > 0 ? (
          <div className={classNames(isPlaceholderData && styles.old)} inert={isPlaceholderData}>
            {isTable ? (
              <ProductTable
                products={data.rows}
                isWhole={!cursor && !data.cursor}
                renderAction={renderAction}
              />
            ) : (
              <ProductList
                products={data.rows}
                view={cards}
                beside
                eagerPictures={4}
                renderAction={renderAction}
              />
            )}
          </div>
        ) : cursor ? (
          <EmptyState
            title="The list ends before this page"
            action={<LinkButton to={address.firstPage}>First page</LinkButton>}
          />
        ) : facets && !isFetching ? (
          <NoMatch {...filterProps} facets={facets} onClear={clear} />
        ) : null}
        {data && shown > 0 ? (
          <PageLinks
            next={data.cursor ? address.nextPage(data.cursor, shown) : null}
            nextCount={total === null ? null : Math.min(pageSize, Math.max(total - before - shown, 1))}
            first={cursor ? address.firstPage : null}
          />
        ) : null}
        {data && shown > 0 && !isPlaceholderData ? (
          <PriceAge what="Prices and stock" reading={isFailed ? { ...query, error: null } : query} />
        ) : null}
        <CompareBar />
      </section>
    </div>
  );
}

/** `12 products`; of several pages `49 to 96 of 214 products`, `49 to 96` until they are counted. */
function countLabel(total: number | null, before: number, shown: number): string {
  if (total === null) return shown === 0 ? '' : `${before + 1} to ${before + shown}`;
  const all = total === 1 ? '1 product' : `${total.toLocaleString('en-KE')} products`;
  return shown === 0 || shown === total ? all : `${before + 1} to ${before + shown} of ${all}`;
}

// Not part of the first load of a list.
const ProductFilters = promptPart('ProductFilters', () => import('../filter/product-filters.tsx'));
const FilterChips = promptPart(
  'FilterChips',
  () => import('../filter/filter-chips.tsx'),
  <div className={styles.chipsComing} />,
);
const ProductTable = promptPart('ProductTable', () => import('../table/product-table.tsx'));
const NoMatch = promptPart('NoMatch', () => import('../filter/no-match.tsx'));
const OfflineListing = promptPart('OfflineListing', () => import('../offline/offline-listing.tsx'));

type PageLinksProps = {
  /** The path of the next page; null on the last. */
  next: To | null;
  /** Products on the next page; null until they are counted. */
  nextCount: number | null;
  /** The path of the first page; null on the first. */
  first: To | null;
};

/** Links to the next and the first page of a list. */
function PageLinks({ next, nextCount, first }: PageLinksProps) {
  if (next === null && first === null) return null;
  return (
    <nav aria-label="Pages" className={`row wrap centered line-above pad-top-4 ${styles.pages}`}>
      {next === null ? null : (
        <LinkButton to={next} rel="next" variant="secondary" size="large">
          {nextCount === 1 ? 'Next product' : ['Next', nextCount, 'products'].filter(Boolean).join(' ')}
        </LinkButton>
      )}
      {first === null ? null : (
        <Link to={first} className="inline-row target">
          First page
        </Link>
      )}
    </nav>
  );
}
