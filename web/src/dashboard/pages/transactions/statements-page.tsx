import { Loaded } from '#dashboard/components/query-state.tsx';
import { ImportStatement } from '#dashboard/features/statements/import/import-statement.tsx';
import {
  OpenLines,
  OverduePayments,
  PastStatements,
} from '#dashboard/features/statements/statement-lists.tsx';
import { useStatementsOverview } from '#dashboard/features/statements/statement-queries.ts';

/** `/admin/transactions/settlement`: the bank's statements, and the settlement of payments. */
export function StatementsPage() {
  const overview = useStatementsOverview();
  return (
    <div className="stack gap-5">
      <h2>Statements</h2>
      <Loaded query={overview} what="the settlement" lines={4}>
        {(data) => (
          <>
            <ImportStatement remembered={data.statements.map(({ columns }) => columns)} />
            <OverduePayments overdue={data.overdue} />
            <OpenLines openLines={data.openLines} />
            <PastStatements months={data.months} statements={data.statements} />
          </>
        )}
      </Loaded>
    </div>
  );
}
