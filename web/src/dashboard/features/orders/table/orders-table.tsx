import { orderSorts } from '@contract/admin-orders.ts';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '../../../../components/button.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { orderNumber } from '../../../../lib/order-number.ts';
import { useTableAddress } from '../../../lib/table-address.ts';
import { TableScreen } from '../../../components/table-screen.tsx';
import { ExportOrders } from '../export/export-orders.tsx';
import { orderColumns } from './order-columns.tsx';
import { orderFilterNames, orderFilterOf } from './order-filter.ts';
import { OrderFilters } from './order-filters.tsx';
import { orderPageSize, useOrderPage } from './order-page-query.ts';
import { SelectedOrders } from './selected-orders.tsx';

/** Every order of the shop: searched, filtered and sorted in Postgres, a page at a time. */
export function OrdersTable() {
  const address = useTableAddress({
    sorts: orderSorts,
    defaultSort: { by: 'createdAt', descending: true },
    filters: orderFilterNames,
  });
  const { page, sort } = address;
  const filter = orderFilterOf(address.filters);
  const rows = useOrderPage({ filter, sort, page });
  const { search } = useLocation();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // What is no longer listed is not acted on.
  const forget = () => setSelected(new Set());
  const columns = useMemo(() => orderColumns(search), [search]);

  return (
    <>
      <OrderFilters
        filters={address.filters}
        isFiltered={address.isFiltered}
        onChange={(patch) => {
          forget();
          address.setFilters(patch);
        }}
        onClear={() => {
          forget();
          address.clear();
        }}
      />
      <TableScreen
        rows={rows}
        caption="Orders"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ id }) => `order #${orderNumber(id)}`}
        selection={{ selected, onChange: setSelected }}
        sort={sort}
        // A name that is no sort of this table is never offered by it.
        onSort={(by) => address.setSort(by as (typeof orderSorts)[number])}
        page={page}
        pageSize={orderPageSize}
        onPage={address.setPage}
        noun="orders"
        actions={<ExportOrders filter={filter} total={rows.data?.total ?? 0} />}
        empty={
          address.isFiltered ? (
            <EmptyState
              title="No order fits"
              description="Nothing was ordered that fits all of these filters."
              action={<Button onClick={address.clear}>Clear filters</Button>}
            />
          ) : (
            <EmptyState title="No orders yet" description="The first order of a shopper will stand here." />
          )
        }
      />
      <SelectedOrders selected={selected} onChange={setSelected} />
    </>
  );
}
