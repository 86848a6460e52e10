import { orderSorts } from '@contract/admin-orders.ts';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { EmptyState } from '#components/page/empty-state.tsx';
import { orderNumber } from '#orders/order-number.ts';
import { AdminTable } from '#dashboard/components/admin-table.tsx';
import { ExportCsv } from '#dashboard/components/export-csv.tsx';
import { useTableAddress } from '#dashboard/lib/table-address.ts';
import { orderColumns } from './order-columns.tsx';
import { ordersAsCsv } from './order-csv.ts';
import { orderFilterOf, orderFilters } from './order-filter.ts';
import { type OrderCursor, readOrdersToExport, useOrderPage } from './order-queries.ts';
import { SelectedOrders } from './selected-orders.tsx';

/** Every order of the shop: searched, filtered and sorted in Postgres, a page at a time. */
export function OrdersTable() {
  const address = useTableAddress({
    sorts: orderSorts,
    defaultSort: { by: 'createdAt', descending: true },
    filters: orderFilters,
  });
  const filter = orderFilterOf(address.filters);
  const query = useOrderPage({ filter, sort: address.sort, page: address.page });
  const { search } = useLocation();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const columns = useMemo(() => orderColumns(search), [search]);
  return (
    <>
      <AdminTable
        query={query}
        address={address}
        filters={orderFilters}
        // Orders that are no longer listed must not stay selected.
        onFilter={() => setSelected(new Set())}
        caption="Orders"
        noun="orders"
        columns={columns}
        rowName={({ id }) => `order #${orderNumber(id)}`}
        selection={{ selected, onChange: setSelected }}
        notFound="No order matches all of these filters."
        emptyPanel={
          <EmptyState title="No orders yet" description="The first order of a shopper will be listed here." />
        }
        actions={
          <ExportCsv
            noun="orders"
            total={query.data?.total ?? 0}
            maxRows={50_000}
            readPart={(after: OrderCursor | null, signal) => readOrdersToExport(filter, after, signal)}
            toCsv={ordersAsCsv}
          />
        }
      />
      <SelectedOrders selected={selected} onChange={setSelected} />
    </>
  );
}
