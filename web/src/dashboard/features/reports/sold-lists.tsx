import type { PageOfRows } from '@contract/admin.ts';
import type { IssuedPaper, SoldLine, SoldPayment } from '@contract/sales-report.ts';
import { formatCents } from '@contract/money.ts';
import { paymentMethodLabels } from '@contract/payment-methods.ts';
import { Link } from 'react-router-dom';
import type { Column } from '#components/tables/data-table.tsx';
import { OrderLink } from '#dashboard/components/order-link.tsx';
import { AdminTable } from '#dashboard/components/admin-table.tsx';
import { ExportCsv } from '#dashboard/components/export-csv.tsx';
import { useNamedProduct } from '#dashboard/components/named-product.ts';
import { Moment } from '#dashboard/components/moment.tsx';
import { moneyColumn } from '#dashboard/components/money-column.tsx';
import { choiceOf, type TableFilter } from '#dashboard/components/table-filters.tsx';
import { type SqlList, sqlList, useRows } from '#dashboard/lib/admin-queries.ts';
import { allCategories } from '#dashboard/lib/category-names.ts';
import type { SheetColumn } from '#dashboard/lib/sheet.ts';
import { useTableAddress } from '#dashboard/lib/table-address.ts';
import {
  lineSheet,
  owedNoMoreLabels,
  paperSheet,
  paymentSheet,
  soldMethodLabels,
  vatRateText,
} from './report-columns.ts';
import type { Days } from './report-days.ts';

const paymentFilters: readonly TableFilter<'kind' | 'method' | 'customer'>[] = [
  choiceOf('kind', 'Kind', 'All that came and went', [
    { value: 'received', label: 'Received' },
    { value: 'refunded', label: 'Refunded' },
    { value: 'bounced', label: 'Bounced or charged back' },
    { value: 'withheld', label: 'Withheld as tax' },
    ...Object.entries(owedNoMoreLabels).map(([value, label]) => ({ value, label })),
  ]),
  choiceOf(
    'method',
    'Method',
    'Every method',
    Object.entries(paymentMethodLabels)
      .filter(([value]) => !value.startsWith('withheld'))
      .map(([value, label]) => ({ value, label })),
  ),
  { name: 'customer', kind: 'from a link', label: 'Customer', option: 'One customer' },
];

const lineFilters: readonly TableFilter<'category' | 'product'>[] = [
  choiceOf('category', 'Category', 'Every category', [
    ...allCategories,
    { value: 'delivery', label: 'Delivery' },
  ]),
  { name: 'product', kind: 'from a link', label: 'Product', option: 'One product' },
];

const paperFilters: readonly TableFilter<'rate' | 'etims'>[] = [
  choiceOf('etims', 'eTIMS', 'All papers', [
    { value: 'none', label: 'Not in eTIMS' },
    { value: 'entered', label: 'In eTIMS' },
  ]),
  { name: 'rate', kind: 'from a link', label: 'VAT', option: 'One rate' },
];

type OfOrder = {
  at: string;
  orderId: string | null;
  customerName: string | null;
  company: { name: string } | null;
};

const orderColumns: Column<OfOrder>[] = [
  {
    header: 'Order',
    onPhone: 'line',
    opens: true,
    cell: ({ orderId }) => (orderId ? <OrderLink id={orderId} className="strong mono" /> : 'Of no order yet'),
  },
  { header: 'When', onPhone: 'line', cell: ({ at }) => <Moment at={at} /> },
];

const customer = (place: Pick<Column<OfOrder>, 'onPhone' | 'width'>): Column<OfOrder> => ({
  header: 'Customer',
  ...place,
  cell: ({ customerName, company }) => company?.name ?? customerName,
});

const paymentColumns: Column<SoldPayment>[] = [
  ...orderColumns,
  customer({ onPhone: 'name', width: 'rest' }),
  { header: 'Method', onPhone: 'line', cell: ({ method }) => soldMethodLabels[method] },
  {
    header: 'Reference',
    from: 'medium',
    width: 'limited',
    cell: ({ reference }) => <span className="mono">{reference}</span>,
  },
  moneyColumn('Gross', ({ grossCents }) => grossCents, { onPhone: 'figure' }),
  moneyColumn('Refunded', ({ refundedCents, takenBackCents }) => refundedCents - takenBackCents),
  moneyColumn('Bounced', ({ takenBackCents }) => takenBackCents),
];

const lineColumns: Column<SoldLine>[] = [
  ...orderColumns,
  customer({ onPhone: 'line', width: 'limited' }),
  { header: 'Item', onPhone: 'name', width: 'rest', cell: ({ name }) => name },
  { header: 'Pieces', align: 'end', onPhone: 'line', isNamed: true, cell: ({ quantity }) => quantity },
  moneyColumn('Sum', (line) => line.cents, { onPhone: 'figure' }),
];

const paperColumns: Column<IssuedPaper>[] = [
  {
    header: 'Paper',
    onPhone: 'line',
    opens: true,
    cell: ({ orderId, number }) => (
      <Link to={`/admin/orders/${orderId}`} className="strong">
        {number}
      </Link>
    ),
  },
  ...orderColumns.slice(1),
  customer({ onPhone: 'name', width: 'rest' }),
  { header: 'eTIMS', from: 'medium', width: 'limited', cell: ({ etims }) => etims ?? 'No' },
  { header: 'VAT', onPhone: 'line', cell: (paper) => vatRateText(paper) },
  moneyColumn('Net', ({ netCents }) => netCents, { from: 'wide' }),
  moneyColumn('VAT in it', ({ vatCents }) => vatCents, { from: 'wide' }),
  moneyColumn('Gross', ({ grossCents }) => grossCents, { onPhone: 'figure' }),
];

/** The invoices and credit notes of some days, all or what they have at one rate of VAT. */
export const IssuedPapers = ({ days }: { days: Days }) => (
  <SoldList
    days={days}
    listOf={(call) => sqlList('list_issued_papers', call)}
    filters={paperFilters}
    title="Invoices and credit notes"
    exported="invoices and credit notes"
    columns={paperColumns}
    sheet={paperSheet}
    notFound="No invoice or credit note was issued."
    sums={({ grossCents, vatCents }) => [formatCents(grossCents), `${formatCents(vatCents)} of it VAT`]}
  />
);

/** The payments and refunds of some days, all or of one method or customer. */
export const SoldPayments = ({ days }: { days: Days }) => (
  <SoldList
    days={days}
    listOf={(call) => sqlList('list_sold_payments', call)}
    filters={paymentFilters}
    title="Payments and refunds"
    exported="payments and refunds"
    columns={paymentColumns}
    sheet={paymentSheet}
    notFound="No money came in or went back."
    sums={(all) => [
      formatCents(all.grossCents),
      all.refundedCents === 0 ? '' : `${formatCents(all.refundedCents)} refunded or bounced`,
    ]}
  />
);

/** What was sold in some days line by line, all or of one category or product. */
export const SoldLines = ({ days }: { days: Days }) => (
  <SoldList
    days={days}
    listOf={(call) => sqlList('list_sold_lines', call)}
    filters={lineFilters}
    title="What was sold"
    exported="items sold"
    columns={lineColumns}
    sheet={lineSheet}
    notFound="Nothing was sold."
    sums={(all) => [formatCents(all.cents), 'at the prices of the orders, before credits']}
  />
);

/** One of the lists of the report: a table with its sums, to export. @property exported its rows in a file */
function SoldList<Row extends { id: string }, Sums extends { total: number }, Name extends string>(props: {
  days: Days;
  listOf(call: {
    p_from: string;
    p_to: string;
    p_filter: Record<string, string>;
  }): SqlList<PageOfRows<Row> & { sums: Sums | null }>;
  filters: readonly TableFilter<Name>[];
  title: string;
  exported: string;
  columns: readonly Column<Row>[];
  sheet: readonly SheetColumn<Row>[];
  notFound: string;
  sums(all: Sums): string[];
}) {
  const { days, listOf, title, exported, sheet, sums, ...table } = props;
  const address = useTableAddress({ filters: table.filters });
  const filter = Object.fromEntries(
    Object.entries<string>(address.filters).filter(([, value]) => value !== ''),
  );
  const named = useNamedProduct(table.filters, filter['product'] ?? '');
  const list = listOf({ p_from: days.from, p_to: days.to, p_filter: filter });
  const query = useRows(list, address.after);
  // The first page has the sums of all: they are added up once for all pages, and not again for each.
  const all = useRows(list, undefined).data?.sums;
  return (
    <AdminTable
      {...table}
      filters={named}
      noun="lines"
      query={query}
      address={address}
      first={8}
      caption={`${title}, oldest first`}
      heading={<h3>{title}</h3>}
      total={all?.total}
      actions={all ? <strong className="tabular">{sums(all).filter(Boolean).join(', ')}</strong> : null}
      foot={
        <ExportCsv
          noun={exported}
          rowNoun="lines"
          days={days}
          maxRows={50_000}
          list={list}
          columns={{ sheet }}
        />
      }
    />
  );
}
