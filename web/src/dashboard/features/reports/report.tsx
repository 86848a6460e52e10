import type { SalesReport } from '@contract/sales-report.ts';
import { formatCents } from '@contract/money.ts';
import { paymentMethodLabels } from '@contract/payment-methods.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '#components/page/class-names.ts';
import { type Column, DataTable } from '#components/tables/data-table.tsx';
import { moneyColumn } from '#dashboard/components/money-column.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { counted, formatCount } from '#dashboard/lib/format-count.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import type { Days } from './report-days.ts';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { soldCategoryName, vatRateText } from './report-columns.ts';
import styles from './report.module.css';

type AddressOf = (list: 'payments' | 'lines' | 'papers', filter?: Record<string, string>) => string;

/** What came in and went back in some days, and for what; each figure leads to its list. */
export function Report({ days }: { days: Days }) {
  // The figures of the last days stay until these are loaded.
  const report = useSql(
    'sales_report',
    { p_from: days.from, p_to: days.to },
    { placeholderData: keepPreviousData },
  );
  const addressOf: AddressOf = (list, filter) =>
    `?${new URLSearchParams({ ...days, list, ...filter }).toString()}#list`;
  return (
    <Loaded query={report} what="the report" lines={8}>
      {(data) => (
        <div className="stack gap-5" aria-busy={report.isPlaceholderData || undefined}>
          <Figures report={data} addressOf={addressOf} />
          <Methods report={data} addressOf={addressOf} />
          <Categories report={data} addressOf={addressOf} />
          <Vat report={data} addressOf={addressOf} />
          <Products report={data} addressOf={addressOf} />
          <Customers report={data} addressOf={addressOf} />
        </div>
      )}
    </Loaded>
  );
}

const beforeCredits = 'At the prices of the orders, before credits.';

type PartProps = { report: SalesReport; addressOf: AddressOf };

function Figures({ report: { sold, statements, withheldCents, ...beside }, addressOf }: PartProps) {
  const maySettle = useMay()('statements');
  const payments = (kind: string) => addressOf('payments', { kind });
  const settlement = maySettle ? '/admin/transactions/settlement' : null;
  const list = classNames('columns-2 gap-4', styles.figures);
  return (
    <div className="stack gap-3 ink-line-above pad-top-3">
      <dl className={list}>
        <Figure name="Received" value={formatCents(sold.grossCents)} to={payments('received')} />
        <Figure
          name="Refunded"
          value={formatCents(sold.refundedCents - sold.takenBackCents)}
          to={payments('refunded')}
        />
        {sold.takenBackCents > 0 ? (
          <Figure
            name="Bounced or charged back"
            value={formatCents(sold.takenBackCents)}
            to={payments('bounced')}
          />
        ) : null}
        <Figure
          name="Received, less what went back"
          value={formatCents(sold.netCents)}
          to={addressOf('payments')}
        />
        <Figure
          name="Orders paid or sent on account"
          value={formatCount(sold.ordersPaid)}
          to={addressOf('lines')}
        />
      </dl>
      <details>
        <summary className="target">Bank, tax and losses</summary>
        <dl className={list}>
          <Figure name="Withheld as tax" value={formatCents(withheldCents)} to={payments('withheld')} />
          <Figure
            name="Written off"
            value={formatCents(beside.writtenOffCents)}
            to={payments('written_off')}
          />
          <Figure name="Credited" value={formatCents(beside.creditedCents)} to={payments('credited')} />
          <Figure
            name="Of what was received, in the bank’s statements"
            value={formatCents(sold.settledCents)}
            to={payments('received')}
          />
          <Figure
            name="In the bank’s statements"
            value={formatCents(statements.settledCents)}
            to={settlement}
          />
          <Figure name="Bank fees" value={formatCents(statements.feeCents)} to={settlement} />
          <Figure
            name="Taken back by the bank"
            value={formatCents(statements.returnedCents)}
            to={settlement}
          />
        </dl>
      </details>
    </div>
  );
}

function Figure({ name, value, to }: { name: string; value: string; to: string | null }) {
  return (
    <div className="stack packed narrow">
      <dt className="small">{name}</dt>
      <dd className={`tabular ${styles.figure}`}>{to === null ? value : <Link to={to}>{value}</Link>}</dd>
    </div>
  );
}

/** A table of the report with its heading and what is to be said below it. */
function Part<Row extends object>(props: {
  title: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  below?: ReactNode;
}) {
  const { title, rows, columns, keyOf, below } = props;
  return (
    <section className="stack gap-2 narrow">
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p className="muted">Nothing in these days.</p>
      ) : (
        <DataTable caption={title} rows={rows} rowKey={keyOf} columns={columns} first={8} />
      )}
      {below ? <p className="muted">{below}</p> : null}
    </section>
  );
}

const linked = <Row,>(
  header: string,
  textOf: (row: Row) => string,
  toOf: (row: Row) => string,
): Column<Row> => ({
  header,
  onPhone: 'name',
  opens: true,
  cell: (row) => (
    <Link to={toOf(row)} className="breaks">
      {textOf(row)}
    </Link>
  ),
});

const count = <Row,>(header: string, of: (row: Row) => number): Column<Row> => ({
  header,
  align: 'end',
  onPhone: 'line',
  isNamed: true,
  cell: (row) => formatCount(of(row)),
});

type MoneyInAndOut = { grossCents: number; refundedCents: number; takenBackCents: number };

const grossAndRefunded: readonly Column<MoneyInAndOut>[] = [
  moneyColumn('Gross', ({ grossCents }) => grossCents, { onPhone: 'figure' }),
  moneyColumn('Refunded', ({ refundedCents, takenBackCents }) => refundedCents - takenBackCents),
  moneyColumn('Bounced', ({ takenBackCents }) => takenBackCents),
];

function Methods({ report: { methods }, addressOf }: PartProps) {
  type Row = SalesReport['methods'][number];
  const columns: Column<Row>[] = [
    linked(
      'Method',
      ({ method }) => paymentMethodLabels[method],
      ({ method }) => addressOf('payments', { method }),
    ),
    count('Payments', ({ payments }) => payments),
    ...grossAndRefunded,
  ];
  return <Part title="By method" rows={methods} columns={columns} keyOf={({ method }) => method} />;
}

function Categories({ report: { categories }, addressOf }: PartProps) {
  const columns: Column<SalesReport['categories'][number]>[] = [
    linked(
      'Category',
      ({ category }) => soldCategoryName(category),
      ({ category }) => addressOf('lines', { category }),
    ),
    count('Pieces', ({ pieces }) => pieces),
    moneyColumn('Sum', ({ cents }) => cents),
  ];
  return <Part title="By category" rows={categories} columns={columns} keyOf={({ category }) => category} />;
}

function Vat({ report: { vat }, addressOf }: PartProps) {
  type Row = SalesReport['vat'][number];
  const columns: Column<Row>[] = [
    linked(
      'Rate',
      (row) => vatRateText(row),
      ({ vatClass, basisPoints }) => addressOf('papers', { rate: `${vatClass} ${basisPoints}` }),
    ),
    moneyColumn('Net', ({ netCents }) => netCents),
    moneyColumn('VAT', ({ vatCents }) => vatCents),
    moneyColumn('Gross', ({ grossCents }) => grossCents),
  ];
  return (
    <Part
      title="VAT by rate"
      rows={vat}
      columns={columns}
      keyOf={({ vatClass, basisPoints }) => `${vatClass} ${basisPoints}`}
      below="Of the invoices issued in these days, less the credit notes. An order that leaves before it is paid, in parts, is invoiced shortly before midnight; any other at once."
    />
  );
}

function Products({ report: { products, productsSold }, addressOf }: PartProps) {
  const columns: Column<SalesReport['products'][number]>[] = [
    linked(
      'Product',
      ({ name }) => name,
      ({ id }) => addressOf('lines', { product: id }),
    ),
    count('Pieces', ({ pieces }) => pieces),
    moneyColumn('Sum', ({ cents }) => cents),
  ];
  return (
    <Part
      title="By product"
      rows={products}
      columns={columns}
      keyOf={({ id }) => id}
      below={
        productsSold > products.length
          ? `The ${products.length} that sold most, of ${counted(productsSold, 'product')}. ${beforeCredits}`
          : beforeCredits
      }
    />
  );
}

function Customers({ report: { customers, customersPaid }, addressOf }: PartProps) {
  type Row = SalesReport['customers'][number];
  const columns: Column<Row>[] = [
    linked(
      'Customer',
      ({ name, companyName }) => companyName ?? name,
      ({ orderId }) => addressOf('payments', { customer: orderId }),
    ),
    count('Orders', ({ orders }) => orders),
    ...grossAndRefunded,
  ];
  return (
    <Part
      title="By customer"
      rows={customers}
      columns={columns}
      keyOf={({ orderId }) => orderId}
      below={
        customersPaid > customers.length
          ? `The ${customers.length} who paid most, of ${counted(customersPaid, 'customer')}.`
          : null
      }
    />
  );
}
