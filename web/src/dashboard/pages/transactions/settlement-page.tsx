import { BackLink } from '#dashboard/components/back-link.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { ImportStatement } from '#dashboard/features/settlement/import/import-statement.tsx';
import {
  OpenLines,
  OverduePayments,
  PastStatements,
} from '#dashboard/features/settlement/settlement-lists.tsx';
import { useSettlementOverview } from '#dashboard/features/settlement/settlement-queries.ts';

/** `/admin/transactions/settlement`: the bank's statements, and the settlement of payments. */
export function SettlementPage() {
  const overview = useSettlementOverview();
  return (
    <div className="stack gap-5">
      <BackLink to="/admin/transactions">Transactions</BackLink>
      <h2>Settlement</h2>
      <Loaded query={overview} what="the settlement" lines={4}>
        {(data) => (
          <>
            <ImportStatement remembered={data.statements[0]?.columns ?? null} />
            <OverduePayments overdue={data.overdue} />
            <OpenLines openLines={data.openLines} />
            <PastStatements months={data.months} statements={data.statements} />
          </>
        )}
      </Loaded>
    </div>
  );
}
