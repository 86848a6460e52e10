import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { FailedQuery } from '#components/page/load-failure.tsx';
import { NoConnection } from '#components/page/no-connection.tsx';
import { Notice } from '#components/page/notice.tsx';
import { Page } from '#components/page/page.tsx';
import { PageBody } from '#components/page/page-body.tsx';
import { PageMeta } from '#components/page/page-meta.tsx';
import { PriceAge } from '#components/page/price-age.tsx';
import { Price } from '#components/page/price.tsx';
import { ProductImage } from '#components/product-picture/product-image.tsx';
import { cachedIndexQuery } from '#storefront/lib/cached-product-index.ts';
import { categoryHeading } from '#storefront/features/catalogue/category-facts.ts';
import { keyValues } from '#storefront/features/catalogue/key-values.ts';
import styles from './product-page.module.css';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { ProductHead } from './product-head.tsx';

type OfflineProductProps = {
  slug: string;
  takesFocus: boolean;
  /** Called when the heading loses the focus. */
  onHeadingBlur: () => void;
  /** The query that failed. */
  query: FailedQuery;
};

/** Shown offline for a product that was never opened on this device: its data from the stored index. */
export function OfflineProduct({ slug, takesFocus, onHeadingBlur, query }: OfflineProductProps) {
  const { data: cached, isPending } = useQuery(cachedIndexQuery);
  const product = cached?.index.products.find((one) => one.slug === slug);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus, product]);
  if (isPending) return null;
  if (!cached || !product) {
    return (
      <Page title="Product">
        <NoConnection query={query} />
      </Page>
    );
  }
  const { name, category, price } = product;

  return (
    <PageBody className={styles.page}>
      <PageMeta title={name} isHidden />
      <Breadcrumbs category={category} categoryTitle={categoryHeading(category).title} name={name} />
      <div className={`column gap-4 ${styles.layout}`}>
        <div className={styles.bone}>
          <ProductImage product={{ ...product, imageUrl: null }} />
        </div>
        <div className={`column gap-4 ${styles.text}`}>
          <ProductHead product={product} ref={heading} onBlur={onHeadingBlur} />
          <div className="stack gap-1">
            <p className="flex gap-4 gap-y-0 wrap baseline">
              <Price amount={price} size="large" />
            </p>
            <PriceAge what="Price" reading={{ ...query, dataUpdatedAt: cached.at }} />
          </div>
          <p className={styles.figures}>{keyValues(product)}</p>
          <Notice title="No connection" announce="status">
            You have not opened this product on this device before, so this is all that is stored here. Stock,
            pictures, the data sheet and Add to Cart load by themselves when the connection is back.
          </Notice>
        </div>
      </div>
    </PageBody>
  );
}
