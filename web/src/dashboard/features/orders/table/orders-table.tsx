import { orderSorts } from '@contract/admin-orders.ts';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { LinkButton } from '#components/forms/button.tsx';
import { orderNumber } from '@contract/order-number.ts';
import { AdminTable } from '#dashboard/components/admin-table.tsx';
import { ExportCsv } from '#dashboard/components/export-csv.tsx';
import { useMay } from '#dashboard/lib/use-may.ts';
import { useTableAddress } from '#dashboard/lib/table-address.ts';
import { orderColumns } from './order-columns.tsx';
import { orderFile } from './order-csv.ts';
import { orderFilterOf, orderFilters } from './order-filter.ts';
import { SelectedOrders } from './selected-orders.tsx';
import { sqlList, useRows } from '#dashboard/lib/admin-queries.ts';

/** Every order of the shop: searched, filtered and sorted in Postgres, a page at a time. */
export function OrdersTable() {
  const may = useMay();
  // What is late comes first: promised, or owed, for the longest.
  const status = useSearchParams()[0].get('status') ?? '';
  const isWork = status === 'to-send' || status === 'owed';
  const address = useTableAddress({
    sorts: orderSorts,
    defaultSort: { by: status === 'to-send' ? 'deliverBy' : 'createdAt', descending: !isWork },
    filters: orderFilters,
  });
  const filter = orderFilterOf(address.filters);
  const { sort } = address;
  const list = sqlList('list_order_page', {
    p_filter: filter,
    p_sort: sort.by,
    p_descending: sort.descending,
  });
  // Refetched for changes by other people, keeping page and selection.
  const query = useRows(list, address.after, { refetchInterval: 30_000 });
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
        // Slips are printed, and parcels sent, by whoever packs.
        selection={may('parcels') ? { selected, onChange: setSelected } : undefined}
        list={list}
        notFound="No order matches all of these filters."
        instead={
          JSON.stringify(filter) === '{"toSend":true}' ? (
            <p className="card pad-4">Nothing is to be sent.</p>
          ) : undefined
        }
        nothingYet={{ description: 'The first order of a shopper will be listed here.' }}
        heading={<h2>Orders</h2>}
        actions={
          may('orders.write') ? (
            <LinkButton variant="secondary" icon={<Plus />} to="/admin/orders/new">
              New Order
            </LinkButton>
          ) : null
        }
        foot={
          <ExportCsv
            noun="orders"
            maxRows={50_000}
            list={sqlList('export_orders', { p_filter: filter })}
            columns={{ csv: orderFile }}
          />
        }
      />
      <SelectedOrders selected={selected} onChange={setSelected} />
    </>
  );
}
