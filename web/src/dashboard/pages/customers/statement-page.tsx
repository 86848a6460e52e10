import { nairobiDay } from '@contract/nairobi-time.ts';
import { useParams, useSearchParams } from 'react-router-dom';
import { Notice } from '#components/page/notice.tsx';
import { BackLink } from '#dashboard/components/back-link.tsx';
import { StatementScreen } from '#dashboard/features/customers/statement-screen.tsx';
import { PeriodForm } from '#dashboard/features/reports/period-form.tsx';
import { daysOf, daysProblem } from '#dashboard/features/reports/report-days.ts';
import { useChangeAddress } from '#dashboard/lib/table-address.ts';

/** `/admin/customers/:id/statement`: of the buyer of the order with this id, this year unless the URL has other days. */
export function StatementPage() {
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const change = useChangeAddress();
  const today = nairobiDay();
  const days = daysOf(params.get('from') ?? `${today.slice(0, 4)}-01-01`, params.get('to'), today);
  const problem = daysProblem(days);
  return (
    <div className="stack gap-5">
      <BackLink to={`/admin/customers/${id}`}>Customer</BackLink>
      <h2>Statement of Account</h2>
      <PeriodForm days={days} onDays={change} />
      {problem ? (
        <Notice tone="warning" title="There is no statement of these days">
          {problem}
        </Notice>
      ) : (
        <StatementScreen orderId={id} days={days} />
      )}
    </div>
  );
}
