import { formatKes } from '@contract/money.ts';
import { formatDay } from '@contract/nairobi-time.ts';
import { quotationStates, type StaffQuotation } from '@contract/quotations.ts';
import { Plus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { LinkButton } from '#components/forms/button.tsx';
import type { Column } from '#components/tables/data-table.tsx';
import { AdminTable } from '#dashboard/components/admin-table.tsx';
import { Moment } from '#dashboard/components/moment.tsx';
import { QuotationBadge, quotationStateLabels } from '#dashboard/components/quotation-badge.tsx';
import { choiceOf, type TableFilter } from '#dashboard/components/table-filters.tsx';
import { sqlList, useRows } from '#dashboard/lib/admin-queries.ts';
import { useTableAddress } from '#dashboard/lib/table-address.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import { buyerText } from '#orders/company-text.ts';
import { optionsOf } from '#components/forms/select-field.tsx';

const filters: readonly TableFilter<'q' | 'state'>[] = [
  { name: 'q', kind: 'search', label: 'Number, name, contact or organisation' },
  choiceOf('state', 'Status', 'Every status', optionsOf(quotationStates, quotationStateLabels)),
];

const columns: Column<StaffQuotation>[] = [
  {
    header: 'Quotation',
    onPhone: 'line',
    opens: true,
    cell: ({ id, number }) => (
      <Link to={`/admin/orders/quotations/${id}`} className="inline-row strong one-line">
        {number}
      </Link>
    ),
  },
  {
    header: 'For',
    onPhone: 'name',
    width: 'rest',
    cell: buyerText,
  },
  { header: 'Status', onPhone: 'state', cell: ({ state }) => <QuotationBadge state={state} /> },
  { header: 'Total', align: 'end', onPhone: 'figure', cell: ({ totalAmount }) => formatKes(totalAmount) },
  {
    header: 'Last day',
    onPhone: 'line',
    cell: ({ validUntil }) => formatDay(new Date(Date.parse(validUntil) - 1000).toISOString()),
  },
  { header: 'Asked for', from: 'medium', cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

/** Every quotation, the newest first; those that are open by their last day. */
export function QuotationsTable() {
  const may = useMay();
  const address = useTableAddress({ filters });
  const { q, state } = address.filters;
  // A text that is not a state does not filter.
  const p_state = quotationStates.find((one) => one === state);
  const query = useRows(sqlList('list_quotations', { p_search: q, p_state }), address.after);
  return (
    <AdminTable
      query={query}
      address={address}
      filters={filters}
      caption="Quotations"
      heading={<h2>Quotations</h2>}
      actions={
        may('orders.write') ? (
          <LinkButton variant="secondary" icon={<Plus />} to="/admin/orders/quotations/new">
            New Quotation
          </LinkButton>
        ) : null
      }
      noun="quotations"
      columns={columns}
      notFound="No quotation matches all of these filters."
      nothingYet={{
        description:
          'Buyers ask for one in the cart, at the checkout or on a product’s page; or make one for them.',
      }}
    />
  );
}
