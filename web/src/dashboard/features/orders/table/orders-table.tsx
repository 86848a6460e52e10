import { orderSorts, type ExportedOrder } from '@contract/admin-orders.ts';
import { Plus, Printer, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { LinkButton, Button } from '#components/forms/button.tsx';
import { orderNumber, listedOrderNumber } from '@contract/order-number.ts';
import { AdminTable } from '#dashboard/components/admin-table.tsx';
import { useNamedProduct } from '#dashboard/components/named-product.ts';
import { ExportCsv } from '#dashboard/components/export-csv.tsx';
import { useMay } from '#dashboard/lib/use-may.ts';
import { useTableAddress } from '#dashboard/lib/table-address.ts';
import { orderColumns } from './order-columns.tsx';
import { orderFilterOf, orderFilters } from './order-filter.ts';
import { sqlList, useRows } from '#dashboard/lib/admin-queries.ts';
import { maxSlips } from '@contract/packing-slip.ts';
import { packingSlipAddress } from '@contract/papers.ts';
import { SelectionBar } from '#dashboard/components/selection-bar.tsx';
import { counted } from '#dashboard/lib/format-count.ts';
import { PdfLink } from '#orders/paper-link.tsx';
import { pickListAddress } from '../pick-list/pick-list-address.ts';
import { type CsvColumn, shillings } from '#dashboard/lib/csv.ts';
import { shownStatusOf } from '#orders/order-status-text.ts';
import { nairobiMinute } from '@contract/nairobi-time.ts';

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
  const named = useNamedProduct(orderFilters, address.filters.product);
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
        filters={named}
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
            <p className="card pad-4">Nothing is to be sent or done.</p>
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
            days={filter}
            maxRows={50_000}
            // The book is read for each.
            partSize={500}
            list={sqlList('export_orders', { p_filter: filter })}
            columns={{ csv: orderFile }}
          />
        }
      />
      <SelectedOrders selected={selected} onChange={setSelected} />
    </>
  );
}

type SelectedOrdersProps = {
  selected: ReadonlySet<string>;
  onChange(selected: ReadonlySet<string>): void;
};

/** What can be printed of several orders. */
export function SelectedOrders({ selected, onChange }: SelectedOrdersProps) {
  const ids = [...selected];
  if (ids.length === 0) return null;
  return (
    <SelectionBar label="Selected orders">
      <p role="status">
        <strong>{counted(ids.length, 'order')} selected</strong>
      </p>
      {ids.length > maxSlips ? (
        <Button variant="secondary" icon={<Printer />} disabled>
          {`Packing slips: ${maxSlips} at most`}
        </Button>
      ) : (
        <>
          <LinkButton variant="secondary" icon={<Printer />} to={pickListAddress(ids)}>
            Pick list
          </LinkButton>
          <PdfLink address={packingSlipAddress(ids)}>Packing slips (PDF)</PdfLink>
        </>
      )}
      <Button variant="quiet" icon={<X />} onClick={() => onChange(new Set())}>
        Clear selection
      </Button>
    </SelectionBar>
  );
}

/** `Completed: Owed, by 28 Dec` */
function shownStatus(order: ExportedOrder): string {
  const { label, beside } = shownStatusOf(order);
  return [label, beside].filter(Boolean).join(': ');
}

/** What a CSV file has of each. */
export const orderFile: readonly CsvColumn<ExportedOrder>[] = [
  ['Order', (order) => listedOrderNumber(order.id)],
  ['Ordered (Nairobi)', (order) => nairobiMinute(order.createdAt)],
  ['Status', shownStatus],
  ['Customer', (order) => order.customerName],
  ['Phone', (order) => order.customerPhone ?? ''],
  ['E-mail', (order) => order.customerEmail ?? ''],
  ['Address', (order) => order.customerAddress],
  ['Organisation', (order) => order.company?.name ?? ''],
  ['KRA PIN', (order) => order.company?.pin ?? ''],
  ['Purchase order', (order) => order.company?.purchaseOrder ?? ''],
  ['County', (order) => order.countyName ?? ''],
  [
    'Items',
    (order) => order.items.map(({ quantity, productName }) => `${quantity} × ${productName}`).join('; '),
  ],
  ['Pieces', (order) => String(order.items.reduce((pieces, { quantity }) => pieces + quantity, 0))],
  ['Total KES', (order) => String(order.totalAmount)],
  ['Gross sales KES', (order) => shillings(order.sales.grossCents)],
  ['Refunded KES', (order) => shillings(order.sales.refundedCents)],
  ['Paid (Nairobi)', (order) => (order.paidAt === null ? '' : nairobiMinute(order.paidAt))],
  ['Payment reference', (order) => order.reference ?? ''],
  ['Bank’s payment number', (order) => order.transactionId ?? ''],
  ['Open tasks', (order) => String(order.openTasks)],
];
