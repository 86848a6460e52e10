import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button, LinkButton } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Loading, Skeleton } from '../../../components/skeleton.tsx';
import { errorSentence } from '../../../lib/error-sentence.ts';
import styles from './product-page-frame.module.css';
import type { useProductToEdit } from './product-queries.ts';

/** The page of one product: the way back, its heading, the form and what stands beside it. */
export function ProductPageFrame({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <Link to="/admin/products" className={styles.back}>
          <ArrowLeft aria-hidden="true" />
          Products
        </Link>
        <h2>{title}</h2>
      </div>
      <div className={styles.form}>{children}</div>
      {aside ? <aside className={styles.aside}>{aside}</aside> : null}
    </div>
  );
}

/** A product that is read first: coming, not to be had, or not there. */
export function ProductNotThere({ product }: { product: ReturnType<typeof useProductToEdit> }) {
  if (product.isPending) {
    return (
      <Loading label="Loading the product">
        <Skeleton shape="heading" width="half" />
        <Skeleton width="most" />
        <Skeleton />
      </Loading>
    );
  }
  if (product.isError) {
    return (
      <Notice
        tone="error"
        title="We could not load the product"
        action={<Button onClick={() => product.refetch()}>Try again</Button>}
      >
        {errorSentence(product.error)}
      </Notice>
    );
  }
  return (
    <EmptyState
      title="There is no such product"
      description="It may have been erased meanwhile."
      action={<LinkButton to="/admin/products">To the products</LinkButton>}
    />
  );
}
