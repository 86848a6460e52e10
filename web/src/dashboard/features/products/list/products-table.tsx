import type { AdminProduct } from '@contract/admin.ts';
import { Plus, Search, TableProperties } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { LinkButton } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { AdminTable } from '#dashboard/components/admin-table.tsx';
import { useTableAddress } from '#dashboard/lib/table-address.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { useStoredSelection } from '../bulk/stored-selection.ts';
import { DeleteDialog } from '../delete-dialog.tsx';
import { productColumns } from './product-columns.tsx';
import { productFilters, productSorts, useProductRows } from './product-rows-query.ts';
import { classNames } from '#components/page/class-names.ts';
import styles from './products-table.module.css';

/** The catalogue, with search, sorting, inline editing and bulk changes. */
export function ProductsTable({ picture }: { picture(product: AdminProduct): ReactNode }) {
  const address = useTableAddress({
    sorts: productSorts,
    defaultSort: { by: 'updatedAt', descending: true },
    filters: productFilters,
  });
  const [selected, setSelected] = useStoredSelection();
  const [toDelete, setToDelete] = useState<AdminProduct | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const wasDeleting = useRef(false);
  useEffect(() => {
    // The delete button is gone with its row: the focus moves to the heading without scrolling.
    if (!toDelete && wasDeleting.current && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
    wasDeleting.current = toDelete !== null;
  }, [toDelete]);
  return (
    <div className="stack gap-4">
      <div className="cluster spread gap-3">
        <h2 ref={heading} tabIndex={-1}>
          Products
        </h2>
        <div className={classNames('flex gap-3 wrap', styles.ways)}>
          <LinkButton to="/admin/products/search" variant="secondary" icon={<Search aria-hidden="true" />}>
            Search Words
          </LinkButton>
          <LinkButton
            to="/admin/products/spreadsheet"
            variant="secondary"
            icon={<TableProperties aria-hidden="true" />}
          >
            Spreadsheet
          </LinkButton>
          <LinkButton to="/admin/products/new" icon={<Plus aria-hidden="true" />}>
            Add Product
          </LinkButton>
        </div>
      </div>
      <AdminTable
        query={useProductRows(address)}
        address={address}
        filters={productFilters}
        caption="Products"
        noun="products"
        columns={productColumns({ picture, onDelete: setToDelete })}
        rowName={({ name }) => name}
        selection={{ selected, onChange: setSelected }}
        notFound="Every word must be in the name, brand, model, address or search words."
        emptyPanel={
          <EmptyState
            title="No products yet"
            description="Add the first product by hand, or import many from a spreadsheet."
            action={<LinkButton to="/admin/products/new">Add Product</LinkButton>}
          />
        }
      />
      {/* After the rows, so that it stays at the bottom of the screen and moves none of them. */}
      <BulkBar selected={selected} onSelect={setSelected} />
      <DeleteDialog product={toDelete} onClose={() => setToDelete(null)} />
    </div>
  );
}
