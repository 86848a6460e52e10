import type { AdminProduct } from '@contract/admin.ts';
import { Plus, TableProperties } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, LinkButton } from '../../../../components/button.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { useTableAddress } from '../../../lib/table-address.ts';
import { TableScreen } from '../../../components/table-screen.tsx';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { useKeptSelection } from '../bulk/kept-selection.ts';
import { DeleteDialog } from '../delete-dialog.tsx';
import { productColumns } from './product-columns.tsx';
import { ProductFilters } from './product-filters.tsx';
import {
  productFilters,
  productPageSize,
  type ProductSort,
  productSorts,
  useProductRows,
} from './product-rows.ts';
import styles from './products-table.module.css';

/** The catalogue: found, sorted, edited in the row, changed several at once. */
export function ProductsTable({ picture }: { picture(product: AdminProduct): ReactNode }) {
  const address = useTableAddress({
    sorts: productSorts,
    defaultSort: { by: 'updatedAt', descending: true },
    filters: productFilters,
  });
  const { page, sort, filters, isFiltered } = address;
  const rows = useProductRows({ page, sort, filters });
  const [selected, setSelected] = useKeptSelection();
  const [toDelete, setToDelete] = useState<AdminProduct | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    // The button that asked went with its row: the keyboard goes on from the list's beginning, the list stays.
    if (!toDelete && wasAsked.current && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
    wasAsked.current = toDelete !== null;
  }, [toDelete]);
  return (
    <div className={styles.table}>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          Products
        </h2>
        <div className={styles.ways}>
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
      <ProductFilters
        filters={filters}
        isFiltered={isFiltered}
        onChange={address.setFilters}
        onClear={address.clear}
      />
      <TableScreen
        rows={rows}
        caption="Products"
        columns={productColumns({ picture, onDelete: setToDelete })}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        sort={sort}
        onSort={(by) => address.setSort(by as ProductSort)}
        selection={{ selected, onChange: setSelected }}
        page={page}
        pageSize={productPageSize}
        onPage={address.setPage}
        noun="products"
        empty={
          isFiltered ? (
            <EmptyState
              title="No product fits"
              description="Every word must stand somewhere in the name, brand, model, address or search words."
              action={
                <Button variant="secondary" onClick={address.clear}>
                  Clear filters
                </Button>
              }
            />
          ) : (
            <EmptyState
              title="The shelves are empty"
              description="Add the first product by hand, or bring many in from a spreadsheet."
              action={<LinkButton to="/admin/products/new">Add Product</LinkButton>}
            />
          )
        }
      />
      {/* Below the rows: it stays at the foot of the screen while they are in view, and moves none of them. */}
      <BulkBar selected={selected} onSelect={setSelected} />
      <DeleteDialog product={toDelete} onClose={() => setToDelete(null)} />
    </div>
  );
}
