import type { IssuedPaper, SoldLine, SoldPayment } from '@contract/sales-report.ts';
import { formatCents } from '@contract/money.ts';
import { formatDay } from '@contract/nairobi-time.ts';
import { paymentMethodLabels } from '@contract/payment-methods.ts';
import { Link } from 'react-router-dom';
import type { Column } from '#components/tables/data-table.tsx';
import { OrderLink } from '#dashboard/components/order-link.tsx';
import { AdminTable } from '#dashboard/components/admin-table.tsx';
import { ExportCsv } from '#dashboard/components/export-csv.tsx';
import { Moment } from '#dashboard/components/moment.tsx';
import { choiceOf, type TableFilter } from '#dashboard/components/table-filters.tsx';
import { allCategories } from '#dashboard/lib/category-names.ts';
import { type SheetColumn, sheetOf } from '#dashboard/lib/sheet.ts';
import { useTableAddress } from '#dashboard/lib/table-address.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import { isKnownByDay, lineSheet, paperSheet, paymentSheet, vatRateText } from './report-columns.ts';
import type { Days } from './report-days.ts';
import { readSold, type SoldFilter, useSold } from './report-queries.ts';

const noSort = { sorts: [] as const, defaultSort: { by: 'at', descending: false } };

const paymentFilters: readonly TableFilter<'method' | 'customer'>[] = [
  choiceOf(
    'method',
    'Method',
    'Every method',
    Object.entries(paymentMethodLabels).map(([value, label]) => ({ value, label })),
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

const set = <Name extends string>(filters: Record<Name, string>): SoldFilter =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));

type OfOrder = { at: string; orderId: string; customerName: string; company: { name: string } | null };

const orderColumns: Column<OfOrder>[] = [
  {
    key: 'order',
    header: 'Order',
    onPhone: 'title',
    cell: ({ orderId }) => <OrderLink id={orderId} className="inline-row strong mono" />,
  },
  { key: 'at', header: 'When', cell: ({ at }) => <Moment at={at} /> },
  {
    key: 'customer',
    header: 'Customer',
    cell: ({ customerName, company }) => <span className="breaks">{company?.name ?? customerName}</span>,
  },
];

const cents = <Row,>(key: string, header: string, of: (row: Row) => number): Column<Row> => ({
  key,
  header,
  align: 'end',
  cell: (row) => <span className="tabular one-line">{formatCents(of(row))}</span>,
});

const paymentColumns: Column<SoldPayment>[] = [
  ...(orderColumns as Column<SoldPayment>[]).map((column) =>
    column.key === 'at'
      ? {
          ...column,
          cell: (payment: SoldPayment) =>
            isKnownByDay(payment) ? formatDay(payment.at) : <Moment at={payment.at} />,
        }
      : column,
  ),
  { key: 'method', header: 'Method', cell: ({ method }) => paymentMethodLabels[method] },
  {
    key: 'reference',
    header: 'Reference',
    cell: ({ reference }) => <span className="mono breaks">{reference}</span>,
  },
  cents('gross', 'Gross', ({ grossCents }) => grossCents),
  cents('refunded', 'Refunded', ({ refundedCents }) => refundedCents),
];

const lineColumns: Column<SoldLine>[] = [
  ...(orderColumns as Column<SoldLine>[]),
  { key: 'name', header: 'Item', cell: ({ name }) => <span className="breaks">{name}</span> },
  { key: 'quantity', header: 'Pieces', align: 'end', cell: ({ quantity }) => quantity },
  cents('sum', 'Sum', (line) => line.cents),
];

const paperColumns: Column<IssuedPaper>[] = [
  {
    key: 'number',
    header: 'Paper',
    onPhone: 'title',
    cell: ({ orderId, number }) => (
      <Link to={`/admin/orders/${orderId}`} className="inline-row strong one-line">
        {number}
      </Link>
    ),
  },
  ...(orderColumns.slice(1) as Column<IssuedPaper>[]),
  { key: 'etims', header: 'eTIMS', cell: ({ etims }) => <span className="breaks">{etims ?? 'No'}</span> },
  { key: 'rate', header: 'VAT', cell: (paper) => vatRateText(paper) },
  cents('net', 'Net', ({ netCents }) => netCents),
  cents('vat', 'VAT in it', ({ vatCents }) => vatCents),
  cents('gross', 'Gross', ({ grossCents }) => grossCents),
];

/** The invoices and credit notes of some days, all or what they have at one rate of VAT. */
export function IssuedPapers({ days }: { days: Days }) {
  const address = useTableAddress({ ...noSort, filters: paperFilters });
  const filter = set(address.filters);
  const query = useSold('list_issued_papers', { days, filter, page: address.page });
  const { data } = query;
  return (
    <AdminTable
      query={query}
      address={address}
      filters={paperFilters}
      caption="Invoices and credit notes, oldest first"
      noun="lines"
      columns={paperColumns}
      notFound="No invoice or credit note was issued."
      heading={<h3>Invoices and credit notes</h3>}
      actions={
        data ? <Sums of={[formatCents(data.grossCents), `${formatCents(data.vatCents)} of it VAT`]} /> : null
      }
      foot={
        <ExportSold
          noun="invoices and credit notes"
          total={data?.total ?? 0}
          columns={paperSheet}
          read={(page, size, signal) => readSold('list_issued_papers', { days, filter, page, size }, signal)}
        />
      }
    />
  );
}

/** The payments and refunds of some days, all or of one method or customer. */
export function SoldPayments({ days }: { days: Days }) {
  const address = useTableAddress({ ...noSort, filters: paymentFilters });
  const filter = set(address.filters);
  const query = useSold('list_sold_payments', { days, filter, page: address.page });
  const { data } = query;
  return (
    <AdminTable
      query={query}
      address={address}
      filters={paymentFilters}
      caption="Payments and refunds, oldest first"
      noun="payments and refunds"
      columns={paymentColumns}
      notFound="No money came in or went back."
      heading={<h3>Payments and refunds</h3>}
      actions={
        data ? (
          <Sums of={[formatCents(data.grossCents), `${formatCents(data.refundedCents)} refunded`]} />
        ) : null
      }
      foot={
        <ExportSold
          noun="payments and refunds"
          total={data?.total ?? 0}
          columns={paymentSheet}
          read={(page, size, signal) => readSold('list_sold_payments', { days, filter, page, size }, signal)}
        />
      }
    />
  );
}

/** What was sold in some days line by line, all or of one category or product. */
export function SoldLines({ days }: { days: Days }) {
  const address = useTableAddress({ ...noSort, filters: lineFilters });
  const filter = set(address.filters);
  const query = useSold('list_sold_lines', { days, filter, page: address.page });
  const { data } = query;
  return (
    <AdminTable
      query={query}
      address={address}
      filters={lineFilters}
      caption="What was sold, oldest first"
      noun="lines"
      columns={lineColumns}
      notFound="Nothing was sold."
      heading={<h3>What was sold</h3>}
      actions={data ? <Sums of={[formatCents(data.cents)]} /> : null}
      foot={
        <ExportSold
          noun="lines"
          total={data?.total ?? 0}
          columns={lineSheet}
          read={(page, size, signal) => readSold('list_sold_lines', { days, filter, page, size }, signal)}
        />
      }
    />
  );
}

const Sums = ({ of }: { of: string[] }) => <strong className="tabular">{of.join(', ')}</strong>;

const partSize = 1000;

function ExportSold<Row extends { id: string }>(props: {
  noun: string;
  total: number;
  columns: readonly SheetColumn<Row>[];
  read(page: number, size: number, signal: AbortSignal): Promise<{ rows: Row[] }>;
}) {
  const { noun, total, columns, read } = props;
  if (!useMay()('exports')) return null;
  return (
    <ExportCsv
      noun={noun}
      total={total}
      maxRows={50_000}
      readPart={async (after: number | null, signal) => {
        const page = (after ?? 0) + 1;
        const { rows } = await read(page, partSize, signal);
        return { rows, after: rows.length < partSize ? null : page };
      }}
      toSheet={(rows: readonly Row[]) => sheetOf(columns, rows)}
    />
  );
}
