import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { promptPart } from '#components/page/prompt-suspense.tsx';
import { LinkButton } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { LoadFailure } from '#components/page/load-failure.tsx';
import { Page } from '#components/page/page.tsx';
import { Loading, Skeleton } from '#components/page/skeleton.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { useOfflineError } from '#lib/api/use-offline-error.ts';
import { useProductPage } from '#storefront/lib/product-page-query.ts';
import { productPath } from '#storefront/lib/product-path.ts';
import { ProductDetails } from './product-details.tsx';
import styles from './product-page.module.css';

/** A product page. An earlier slug redirects to the current one. */
export function ProductPage() {
  const { product: name = '' } = useParams();
  const query = useProductPage(name);
  const { data, error, isFetching } = query;
  const offlineError = useOfflineError(query);
  const navigate = useNavigate();
  // The heading of the loading page is replaced by the product's name, which takes over the focus.
  const [isHeadingFocused, setIsHeadingFocused] = useState(false);
  const slug = data?.product.slug;
  useEffect(() => {
    if (slug && slug !== name) void navigate(productPath(slug), { replace: true, preventScrollReset: true });
  }, [slug, name, navigate]);

  if (error instanceof ApiError && error.status === 404) {
    return (
      <Page title="Product not found" heading={null} isHidden>
        <EmptyState
          as="h1"
          title="We do not sell this product"
          description="The address may be mistyped, or the product is not in the shop any more. The categories show everything we sell."
          action={<LinkButton to="/">Back to the shop</LinkButton>}
        />
      </Page>
    );
  }
  if (data) {
    return <ProductDetails key={data.product.id} page={data} takesFocus={isHeadingFocused} reading={query} />;
  }
  if (offlineError) {
    return (
      <OfflineProduct
        slug={name}
        takesFocus={isHeadingFocused}
        onHeadingBlur={() => setIsHeadingFocused(false)}
        query={query}
      />
    );
  }
  if (error && !isFetching) {
    return (
      <Page title="Product">
        <LoadFailure title="This product could not be loaded" query={query}>
          {errorSentence(error)}
        </LoadFailure>
      </Page>
    );
  }
  return (
    <Page title="Product" heading={null}>
      <h1 tabIndex={-1} className="visually-hidden" onFocus={() => setIsHeadingFocused(true)}>
        Product
      </h1>
      <Loading label="Loading the product">
        <div className={`column gap-4 ${styles.layout}`}>
          <Skeleton shape="block" className={styles.bone} />
          <div className={`column gap-4 ${styles.text}`}>
            <Skeleton shape="heading" width="most" />
            <Skeleton width="half" />
            <Skeleton shape="heading" width="half" />
            <Skeleton shape="block" className={styles.button} />
            <Skeleton />
            <Skeleton width="most" />
          </div>
        </div>
      </Loading>
    </Page>
  );
}

/** Not needed with a connection; the service worker stores it on the device. */
const OfflineProduct = promptPart('OfflineProduct', () => import('./offline-product.tsx'));
