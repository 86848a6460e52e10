import type { AdminProduct } from '@contract/admin.ts';
import type { ReactNode } from 'react';
import { LinkButton } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { BackLink } from '#dashboard/components/back-link.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import type { useProductToEdit } from './product-queries.ts';

type ProductPageFrameProps = { title: string; actions?: ReactNode; children: ReactNode };

/** The layout of a product page: its heading with what can be done, and the form. */
export function ProductPageFrame({ title, actions, children }: ProductPageFrameProps) {
  return (
    <div className="stack gap-4">
      <div>
        <BackLink to="/admin/products">Products</BackLink>
        <div className="cluster spread gap-3">
          <h2>{title}</h2>
          {actions}
        </div>
      </div>
      {children}
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
