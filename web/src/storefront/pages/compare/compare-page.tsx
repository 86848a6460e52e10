import { useQueries } from '@tanstack/react-query';
import type { ProductPage } from '@contract/products.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { CheckBox } from '#components/forms/check-box.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { LoadFailure } from '#components/page/load-failure.tsx';
import { Notice } from '#components/page/notice.tsx';
import { Page } from '#components/page/page.tsx';
import { Loading, Skeleton } from '#components/page/skeleton.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { comparedIn, useCompared } from '#storefront/features/catalogue/compare/compared-products.ts';
import { productPageQuery } from '#storefront/lib/product-page-query.ts';
import { ComparisonTable } from './comparison-table.tsx';
import styles from './compare-page.module.css';

/** Compares the products in the URL, up to four, side by side; without any those that are ticked in this browser. */
export function ComparePage() {
  const [parameters] = useSearchParams();
  const ticked = useCompared();
  const slugs = parameters.has('products') ? comparedIn(parameters) : ticked.map(({ slug }) => slug);
  return (
    <Page title="Compare products" heading="Compare" isHidden>
      {slugs.length === 0 ? (
        <EmptyState
          title="Nothing to compare yet"
          description={'Tick "Compare" at up to four products of any category.'}
          action={<LinkButton to="/category/batteries">Batteries</LinkButton>}
        />
      ) : (
        <Comparison slugs={slugs} />
      )}
    </Page>
  );
}

function Comparison({ slugs }: { slugs: readonly string[] }) {
  const queries = useQueries({ queries: slugs.map(productPageQuery) });
  const [areDifferencesOnly, setAreDifferencesOnly] = useState(false);
  const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;
  const failed = queries.find(({ error, isFetching }) => error && !isFetching && !isMissing(error));
  if (failed) {
    return (
      <LoadFailure title="The comparison could not be loaded" query={failed}>
        {errorSentence(failed.error)}
      </LoadFailure>
    );
  }
  if (queries.some(({ data, error }) => !data && !isMissing(error))) {
    return (
      <Loading label="Loading the products">
        <Skeleton shape="block" className={styles.bone} />
      </Loading>
    );
  }
  const pages = queries.flatMap(({ data }) => data ?? []) as ProductPage[];
  return (
    <>
      {pages.length < slugs.length ? (
        <Notice tone="info">
          {pages.length === 0
            ? 'We sell none of these products.'
            : 'We do not sell all of these products. The others are shown here.'}
        </Notice>
      ) : null}
      {pages.length > 0 ? (
        <>
          <div className="row gap-3 wrap spread screen-only">
            <CheckBox
              label="Differences only"
              checked={areDifferencesOnly}
              onChange={({ target }) => setAreDifferencesOnly(target.checked)}
            />
            <Button variant="quiet" onClick={() => window.print()}>
              Print
            </Button>
          </div>
          <ComparisonTable pages={pages} areDifferencesOnly={areDifferencesOnly} />
        </>
      ) : null}
    </>
  );
}
