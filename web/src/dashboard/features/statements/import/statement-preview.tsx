import type { BankStatement, StatementColumns, StatementQuestion } from '@contract/bank-statements.ts';
import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { formatCents } from '@contract/money.ts';
import { formatDay } from '@contract/nairobi-time.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { counted } from '#dashboard/lib/format-count.ts';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { OrderLink } from '#dashboard/components/order-link.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import type { StatementLines } from '../file/statement-lines.ts';
import { ExactlyDue } from '../exactly-due.tsx';
import { useQuery } from '@tanstack/react-query';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useAdminWrite } from '#dashboard/lib/admin-queries.ts';
import { openLineText, previewSentences, rowNumbers } from '../statement-text.ts';

type StatementPreviewProps = {
  importKey: string;
  fileName: string;
  columns: StatementColumns;
  read: StatementLines;
  onDone(made: BankStatement): void;
};

/** The preview of a statement, and the import button. */
export function StatementPreviewPanel({ importKey, fileName, columns, read, onDone }: StatementPreviewProps) {
  const { lines, problems, leftOut } = read;
  const preview = useQuery({
    // Not one that a write makes outdated: all rows would be sent again, and the import judges them anew.
    queryKey: ['statement-preview', importKey],
    queryFn: ({ signal }) => callSql('preview_bank_statement', { p_lines: lines }, signal),
    enabled: lines.length > 0,
    staleTime: Infinity,
  });
  // The same key twice is one import.
  const statement = useAdminWrite(() =>
    callSql('import_bank_statement', {
      p_id: importKey,
      p_file_name: fileName.slice(0, 200),
      p_columns: columns,
      p_lines: lines,
    }),
  );
  const once = useOnce();
  const send = () =>
    once(async () => {
      onDone(await statement.mutateAsync());
    });
  return (
    <div className="stack gap-4">
      {problems.length > 0 ? (
        <Notice
          tone="warning"
          title={`${counted(problems.length, 'row')} cannot be read and will be left out`}
        >
          <ul>
            {problems.slice(0, 20).map(({ line, sentence }) => (
              <li key={line}>{`Row ${line}: ${sentence}`}</li>
            ))}
            {problems.length > 20 ? <li>{`and ${problems.length - 20} more`}</li> : null}
          </ul>
        </Notice>
      ) : null}
      {leftOut.length > 0 ? (
        <p className="muted">{`Without a day it is no payment: ${rowNumbers(leftOut)}.`}</p>
      ) : null}
      {lines.length === 0 ? (
        <Notice tone="error" title="There is nothing to import">
          Not one row has a day and an amount. Check which column is what.
        </Notice>
      ) : (
        <Loaded query={preview} what="what this file would do">
          {(data) => (
            <>
              <div role="status">
                {previewSentences(data).map((sentence) => (
                  <p key={sentence}>{sentence}</p>
                ))}
              </div>
              <Questions questions={data.questions} />
              <NotSaved title="The statement is not imported" error={statement.error} />
              <div className="cluster gap-3">
                <Button busy={statement.isPending} onClick={send}>
                  Import Statement
                </Button>
              </div>
            </>
          )}
        </Loaded>
      )}
    </div>
  );
}

function Questions({ questions }: { questions: readonly StatementQuestion[] }) {
  if (questions.length === 0) return null;
  return (
    <ul className="card stack divided">
      {questions.map((question) => (
        <li key={question.line} className="pad-row tabular breaks">
          <strong>{formatCents(question.amountCents)}</strong> {openLineText(question)}
          {question.takesBack?.orderId ? (
            <>
              {'. '}
              <OrderLink id={question.takesBack.orderId} postedOn={question.day} />
            </>
          ) : (
            <ExactlyDue orderId={question.orderToPay} />
          )}
          <p className="muted">
            {[`Row ${question.line}`, formatDay(question.day), question.reference, question.bankIndex]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </li>
      ))}
    </ul>
  );
}
