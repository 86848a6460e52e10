import { Loaded } from '#dashboard/components/query-state.tsx';
import { ImportStatement } from '#dashboard/features/statements/import/import-statement.tsx';
import {
  OpenLines,
  OverduePayments,
  PastStatements,
} from '#dashboard/features/statements/statement-lists.tsx';
import { useSql } from '#dashboard/lib/admin-queries.ts';

/** `/admin/transactions/settlement`: the bank's statements, and the settlement of payments. */
export function StatementsPage() {
  return (
    <div className="stack gap-5">
      <h2>Statements</h2>
      <Loaded query={useSql('statements_overview', {})} what="the settlement" lines={4}>
        {(data) => (
          <>
            <ImportStatement remembered={data.statements.map(({ columns }) => columns)} />
            <OverduePayments overdue={data.overdue} />
            <OpenLines openLines={data.openLines} />
            <PastStatements statements={data.statements} />
          </>
        )}
      </Loaded>
    </div>
  );
}
