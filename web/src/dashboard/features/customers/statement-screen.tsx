import {
  type Statement,
  type StatementLine,
  statementLineNote,
  statementLineText,
  statementSums,
} from '@contract/debts.ts';
import { formatCents } from '@contract/money.ts';
import { formatDay } from '@contract/nairobi-time.ts';
import { statementAddress } from '@contract/papers.ts';
import { type Column, DataTable } from '#components/tables/data-table.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { Facts } from '#dashboard/components/facts.tsx';
import { OrderLink } from '#dashboard/components/order-link.tsx';
import { WriteLinks } from '#dashboard/components/write-links.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { certificateAwaited } from '#orders/earlier-payments-text.ts';
import { toWhatsApp } from '#orders/order-link.ts';
import { PdfLink } from '#orders/paper-link.tsx';

const columns: Column<StatementLine>[] = [
  { header: 'Day', onPhone: 'line', cell: ({ day }) => formatDay(day) },
  {
    header: 'What',
    onPhone: 'name',
    width: 'rest',
    cell: (line) => (
      <span className="block pre-wrap">
        {statementLineText(line)}
        {statementLineNote(line) ? <small className="block quiet">{statementLineNote(line)}</small> : null}
      </span>
    ),
  },
  { header: 'Order', onPhone: 'line', opens: true, cell: ({ orderId }) => <OrderLink id={orderId} /> },
  { header: 'Sum', align: 'end', onPhone: 'figure', cell: ({ cents }) => formatCents(cents) },
  {
    header: 'Balance',
    align: 'end',
    onPhone: 'state',
    cell: ({ balanceCents }) => <span className="quiet">{formatCents(balanceCents)}</span>,
  },
];

/** The statement of account of an order's buyer, of days in Nairobi. */
export function StatementScreen({ orderId, days }: { orderId: string; days: { from: string; to: string } }) {
  const query = useSql(
    'customer_statement',
    { p_order_id: orderId, p_from: days.from, p_to: days.to },
    { of: orderId },
  );
  return (
    <Loaded query={query} what="the statement">
      {(statement) =>
        statement ? (
          <Lines statement={statement} address={statementAddress(orderId, days)} />
        ) : (
          <EmptyState
            title="There is no such customer"
            description="No order has this number, or its buyer was erased."
          />
        )
      }
    </Loaded>
  );
}

function Lines({ statement, address }: { statement: Statement; address: string }) {
  const { buyer, from, to, openingCents, closingCents, lines, owed, expectedCents, unsentCents } = statement;
  const subject = `Statement of account, ${formatDay(from)} to ${formatDay(to)}`;
  const before = `${formatCents(unsentCents)} is to be paid before it is sent.`;
  const asked = [
    ...(owed.cents > 0 ? [`${formatCents(owed.cents)} is owed today.`] : []),
    ...(unsentCents > 0 ? [before] : []),
  ];
  const text = `Dear ${buyer?.name}, our statement of account is attached. ${asked.join(' ') || 'Nothing is owed today.'}`;
  return (
    <>
      <p className="cluster gap-4">
        <strong className="breaks">{buyer?.company?.name ?? buyer?.name}</strong>
        <PdfLink address={address}>Statement (PDF)</PdfLink>
        {buyer ? (
          <WriteLinks
            whatsApp={toWhatsApp(text, buyer.phone)}
            mail={
              buyer.email &&
              `mailto:${buyer.email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
            }
          />
        ) : null}
      </p>
      {buyer ? <p className="quiet">Download the PDF first, and attach it to what you write.</p> : null}
      <Facts
        facts={[
          [`Balance before ${formatDay(from)}`, formatCents(openingCents)],
          [`Balance on ${formatDay(to)}`, <strong key="closing">{formatCents(closingCents)}</strong>],
          ['Owed today', <strong key="owed">{formatCents(owed.cents)}</strong>],
          ...statementSums(statement),
          ...(expectedCents > 0
            ? [[certificateAwaited, formatCents(expectedCents)] satisfies [string, string]]
            : []),
        ]}
      />
      <DataTable caption="Statement of account" columns={columns} rows={lines} rowKey={({ id }) => id} />
      {lines.length === 0 ? <p className="muted">Nothing in these days.</p> : null}
    </>
  );
}
