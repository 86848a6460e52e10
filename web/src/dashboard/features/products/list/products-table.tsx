import type { AdminProduct } from '@contract/admin.ts';
import { Plus, ArchiveRestore } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { LinkButton } from '#components/forms/button.tsx';
import { AdminTable } from '#dashboard/components/admin-table.tsx';
import { useMay } from '#dashboard/lib/use-may.ts';
import { useTableAddress } from '#dashboard/lib/table-address.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { DeleteDialog } from '../delete-dialog.tsx';
import { productColumns } from './product-columns.tsx';
import {
  productFilters,
  productFiltersWithDeleted,
  productList,
  productSorts,
} from './product-rows-query.ts';
import { useRows, useSql } from '#dashboard/lib/admin-queries.ts';
import { maxProductsAtOnce } from '../product-queries.ts';
import { showToast } from '#components/overlays/toast.tsx';
import type { Column } from '#components/tables/data-table.tsx';
import { Moment } from '#dashboard/components/moment.tsx';
import { RowAction } from '#dashboard/components/row-action.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { formatDay } from '@contract/nairobi-time.ts';
import { Link, useLocation } from 'react-router-dom';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { formatCount } from '#dashboard/lib/format-count.ts';

/** `/admin/products`: the catalogue, with search, sorting, inline editing and bulk changes, and what shoppers did not find. */
export function ProductsTable() {
  const may = useMay();
  const mayWrite = may('products.write');
  const filters = mayWrite ? productFiltersWithDeleted : productFilters;
  const address = useTableAddress({
    sorts: productSorts,
    defaultSort: { by: 'updatedAt', descending: true },
    filters,
  });
  const areDeleted = mayWrite && address.filters.state === 'deleted';
  // Unaffected by page and filter changes.
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const setSelected = (next: ReadonlySet<string>) => select(new Set([...next].slice(0, maxProductsAtOnce)));
  const list = productList(address);
  const query = useRows(list, address.after);
  const shown = query.data?.rows.filter(({ id }) => selected.has(id)).length;
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
      <AdminTable
        query={query}
        address={address}
        filters={filters}
        heading={
          <h2 ref={heading} tabIndex={-1}>
            Products
          </h2>
        }
        actions={
          mayWrite ? (
            <LinkButton to="/admin/products/new" icon={<Plus />}>
              Add Product
            </LinkButton>
          ) : null
        }
        caption="Products"
        noun="products"
        columns={areDeleted ? deletedColumns() : productColumns(mayWrite ? setToDelete : null)}
        rowName={({ name }) => name}
        selection={mayWrite && !areDeleted ? { selected, onChange: setSelected } : undefined}
        list={list}
        notFound={
          address.filters.q
            ? 'Every word must be in the name, brand, model, address or search words.'
            : 'No product is in this state.'
        }
        nothingYet={
          mayWrite
            ? {
                description: 'Add the first product by hand, or import many from a spreadsheet.',
                action: <LinkButton to="/admin/products/new">Add Product</LinkButton>,
              }
            : {}
        }
      />
      {/* After the rows, so that it stays at the bottom of the screen and moves none of them. */}
      {mayWrite && !areDeleted ? (
        <BulkBar
          selected={selected}
          hidden={selected.size - (shown ?? selected.size)}
          onSelect={setSelected}
        />
      ) : null}
      {toDelete ? <DeleteDialog product={toDelete} onClose={() => setToDelete(null)} /> : null}
      {mayWrite ? <SearchMisses /> : null}
    </div>
  );
}

/** The columns of the table of deleted products. */
function deletedColumns(): Column<AdminProduct>[] {
  return [
    ...productColumns(null).filter(({ header }) => header !== 'Sale'),
    {
      header: 'Deleted',
      sort: 'updatedAt',
      onPhone: 'figure',
      cell: ({ updatedAt }) => <Moment at={updatedAt} />,
    },
    {
      header: 'Actions',
      onPhone: 'foot',
      cell: ({ id, name }) => (
        <RowAction
          variant="secondary"
          icon={<ArchiveRestore />}
          aria-label={`Restore ${name}`}
          act={() => callSql('restore_product', { p_id: id })}
          onDone={({ slug }) =>
            showToast({ title: 'Restored', description: `${name} is back as it was, at /product/${slug}.` })
          }
          failureTitle="Not restored"
        >
          Restore
        </RowAction>
      ),
    },
  ];
}

/** The searches of the last 90 days that found nothing, the most frequent first; their number, until one opens it. */
function SearchMisses() {
  const query = useSql('list_search_misses', {});
  // Where a link leads here, it is open, and on the screen.
  const isWanted = useLocation().hash === '#not-found';
  useEffect(() => {
    if (isWanted) document.getElementById('not-found')?.focus();
  }, [isWanted]);
  return (
    <details open={isWanted || undefined}>
      <summary id="not-found" className="row target strong">
        {`What shoppers did not find${query.data?.length ? ` (${formatCount(query.data.length)})` : ''}`}
      </summary>
      <p className="muted">Stock it, or add the word to a product’s search words.</p>
      <Loaded query={query} what="the searches" lines={2}>
        {(misses) =>
          misses.length === 0 ? (
            <p className="muted">Every search of the last 90 days found something.</p>
          ) : (
            <ol className="stack text-width">
              {misses.map(({ query: typed, times, lastDay }) => (
                <li key={typed} className="pad-y-2 line-below breaks">
                  <Link to={`/search?q=${encodeURIComponent(typed)}`}>{typed}</Link>{' '}
                  <span className="muted">
                    {`${times === 1 ? 'once' : `${formatCount(times)} times`}, last on ${formatDay(lastDay)}`}
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </details>
  );
}
