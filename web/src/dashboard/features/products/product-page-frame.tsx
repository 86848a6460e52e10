import type { AdminProduct } from '@contract/admin.ts';
import type { ReactNode } from 'react';
import { LinkButton } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { BackLink } from '#dashboard/components/back-link.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import styles from './product-page-frame.module.css';
import { classNames } from '#components/page/class-names.ts';
import type { useProductToEdit } from './product-queries.ts';

type ProductPageFrameProps = { title: string; aside?: ReactNode; children: ReactNode };

/** The layout of a product page: its heading, the form and the aside. */
export function ProductPageFrame({ title, aside, children }: ProductPageFrameProps) {
  return (
    <div className={classNames('stack', styles.page)}>
      <div className="whole-row">
        <BackLink to="/admin/products">Products</BackLink>
        <h2>{title}</h2>
      </div>
      <div className={styles.form}>{children}</div>
      {aside ? (
        <aside className={classNames('stack gap-3 packed narrow', styles.aside)}>{aside}</aside>
      ) : null}
    </div>
  );
}

type LoadedProductProps = {
  query: ReturnType<typeof useProductToEdit>;
  children(product: AdminProduct): ReactNode;
};

/** A product that must be loaded before its form can be shown. */
export function LoadedProduct({ query, children }: LoadedProductProps) {
  return (
    <Loaded query={query} what="the product" lines={3}>
      {(product) =>
        product ? (
          children(product)
        ) : (
          <EmptyState
            title="There is no such product"
            description="Somebody may have deleted it."
            action={<LinkButton to="/admin/products">All products</LinkButton>}
          />
        )
      }
    </Loaded>
  );
}
