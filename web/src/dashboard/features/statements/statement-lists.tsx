import type { OpenStatementLine, StatementsOverview } from '@contract/bank-statements.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { useFirst } from '#components/tables/use-first.tsx';
import { formatCents } from '@contract/money.ts';
import { formatDay, formatDayAndTime } from '@contract/nairobi-time.ts';
import { listedOrderNumber } from '@contract/order-number.ts';
import { ConfirmAction } from '#dashboard/components/confirm-action.tsx';
import { OrderLink } from '#dashboard/components/order-link.tsx';
import { counted } from '#dashboard/lib/format-count.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { canBeSomethingElse, CloseLineDialog, takenBackLabel } from './close-line-dialog.tsx';
import { ExactlyDue } from './exactly-due.tsx';
import { outcomeText, openLineText } from './statement-text.ts';

/** Payments that the bank approved but that are in no statement after two banking days. */
export function OverduePayments({ overdue }: Pick<StatementsOverview, 'overdue'>) {
  const { count, cents, rows } = overdue;
  return (
    <section className="stack gap-3" aria-labelledby="overdue">
      <h3 id="overdue">Paid by card, in no statement after two bank days</h3>
      {count === 0 ? (
        <p className="muted">None: every payment that is old enough is in a statement.</p>
      ) : (
        <>
          <p className="text-width">
            <strong>{`${counted(count, 'payment')}, ${formatCents(cents)}.`}</strong> The bank may only have
            reserved this money. Import the latest statement, then ask the bank.
          </p>
          <ul className="card stack divided">
            {rows.map(({ transactionId, orderId, reference, amountCents, approvedAt }) => (
              <li key={transactionId} className="cluster spread gap-4 pad-row tabular breaks">
                <span>
                  {orderId === null ? null : <OrderLink id={orderId} />}{' '}
                  <span className="muted">{`${reference}, approved ${formatDayAndTime(approvedAt)}`}</span>
                </span>
                <strong>{formatCents(amountCents)}</strong>
              </li>
            ))}
          </ul>
          {count > rows.length ? <p className="muted">{`and ${count - rows.length} more`}</p> : null}
        </>
      )}
    </section>
  );
}

/** Statement lines that settle no payment, until the owner closes them. */
export function OpenLines({ openLines }: Pick<StatementsOverview, 'openLines'>) {
  const [closing, setClosing] = useState<{ line: OpenStatementLine; isSomethingElse?: boolean } | null>(null);
  const may = useMay();
  const [recording, setRecording] = useState<OpenStatementLine | null>(null);
  const [recorded, setRecorded] = useState<Awaited<ReturnType<typeof recordLine>> | null>(null);
  const { count, rows } = openLines;
  return (
    <section className="stack gap-3" aria-labelledby="open-lines">
      <h3 id="open-lines">In a statement, not matched</h3>
      {recorded ? (
        <Notice
          tone="success"
          title="Payment Recorded"
          action={
            recorded.orderId ? (
              <OrderLink id={recorded.orderId} />
            ) : (
              <LinkButton
                variant="secondary"
                to={`/admin/transactions?transaction=${recorded.transactionId}`}
              >
                Give It to Its Orders
              </LinkButton>
            )
          }
        />
      ) : null}
      {count === 0 ? <p className="muted">None: every line has its payment or an answer.</p> : null}
      {rows.length > 0 ? (
        <ul className="card stack divided">
          {rows.map((line) => (
            <li key={line.id} className="cluster spread gap-4 pad-row tabular breaks">
              <span>
                <strong>{formatCents(line.amountCents)}</strong> {openLineText(line)}
                {line.orderId ? (
                  <>
                    {'. '}
                    <OrderLink id={line.orderId} postedOn={line.day} />
                  </>
                ) : line.orderToPay ? (
                  <ExactlyDue orderId={line.orderToPay} />
                ) : null}
                <p className="muted">
                  {[formatDay(line.day), line.reference, line.bankIndex, `${line.fileName}, row ${line.line}`]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </span>
              <span className="cluster gap-2">
                {may('payments.record') && fitsNoOrder(line) ? (
                  <Button variant="secondary" onClick={() => setRecording(line)}>
                    {recordLabel(line)}
                    <span className="visually-hidden">{nameOf(line)}</span>
                  </Button>
                ) : null}
                {canBeSomethingElse(line) ? (
                  <>
                    <Button variant="secondary" onClick={() => setClosing({ line })}>
                      {takenBackLabel(line)}
                      <span className="visually-hidden">{nameOf(line)}</span>
                    </Button>
                    <Button variant="secondary" onClick={() => setClosing({ line, isSomethingElse: true })}>
                      Something Else
                      <span className="visually-hidden">{nameOf(line)}</span>
                    </Button>
                  </>
                ) : (
                  <Button variant="secondary" onClick={() => setClosing({ line })}>
                    Answer
                    <span className="visually-hidden">{nameOf(line)}</span>
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {count > rows.length ? <p className="muted">{`and ${count - rows.length} more`}</p> : null}
      {recording ? (
        <ConfirmAction
          title={`${recordLabel(recording)}?`}
          confirmLabel="Record Payment"
          act={() => recordLine(recording)}
          onDone={setRecorded}
          failureTitle="The payment is not recorded"
          onClose={() => setRecording(null)}
        >
          <p>
            <strong>{formatCents(recording.amountCents)}</strong> {recording.reference ?? recording.bankIndex}
            .{' '}
            {recording.orderToPay
              ? 'It pays this order.'
              : 'It is a payment without an order until you give it to its orders.'}
          </p>
        </ConfirmAction>
      ) : null}
      {closing ? <CloseLineDialog {...closing} onClose={() => setClosing(null)} /> : null}
    </section>
  );
}

const recordLabel = ({ orderToPay }: OpenStatementLine): string =>
  orderToPay ? `Record for ${listedOrderNumber(orderToPay)}` : 'Record as a Payment';

const nameOf = ({ amountCents, fileName, line }: OpenStatementLine) =>
  ` ${formatCents(amountCents)}, ${fileName}, row ${line}`;

/** Records a line as a payment; of the order for which it is exactly what is due, it pays that. */
async function recordLine({ id, orderToPay, amountCents }: OpenStatementLine) {
  const { transactionId } = await callSql('close_statement_line', {
    p_line_id: id,
    p_reason: 'A payment without an order',
    p_records: true,
  });
  if (transactionId === null || orderToPay === null) return { transactionId, orderId: null };
  const p_shares = [{ orderId: orderToPay, cents: amountCents }];
  return (
    callSql('share_payment', { p_id: transactionId, p_transaction_id: transactionId, p_shares })
      .then(() => ({ transactionId, orderId: orderToPay }))
      // It is recorded, and a person gives it to its order.
      .catch(() => ({ transactionId, orderId: null }))
  );
}

/** Money of which the shop knows nothing. */
const fitsNoOrder = ({ verdict, amountCents, orderId, candidates }: OpenStatementLine) =>
  amountCents > 0 && orderId === null && candidates.length === 0 && /unknown|repeated/.test(verdict);

/** The imported statements. */
export function PastStatements({ statements }: Pick<StatementsOverview, 'statements'>) {
  const [files, allFiles] = useFirst(statements, 3);
  return (
    <section className="stack gap-3" aria-labelledby="past-statements">
      <h3 id="past-statements">Imported statements</h3>
      {statements.length > 0 ? (
        <ul className="card stack divided">
          {files.map(({ id, fileName, at, byName, lines, settled, known }) => (
            <li key={id} className="pad-row tabular breaks">
              <p className="muted">
                {`${formatDayAndTime(at)}${byName ? `, ${byName}` : ''}: ${counted(lines, 'line')}, ${settled} matched to payments${known ? `, ${known} known before` : ''}`}
              </p>
              <LinesOfStatement id={id} fileName={fileName} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">No statement has been imported yet.</p>
      )}
      {allFiles}
    </section>
  );
}

/** The name of a file, which opens what became of each of its lines. */
function LinesOfStatement({ id, fileName }: { id: string; fileName: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const query = useSql('lines_of_statement', { p_statement_id: id }, { enabled: isOpen });
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="target">{fileName}</summary>
      {isOpen ? (
        <Loaded query={query} what="the lines of the file">
          {(lines) =>
            lines.length === 0 ? (
              <p className="muted">An earlier statement had all of them.</p>
            ) : (
              <ul className="stack divided">
                {lines.map((line) => (
                  <li key={line.id} className="pad-y-2">
                    <strong>{formatCents(line.amountCents)}</strong> {outcomeText(line)}{' '}
                    {line.orderId ? (
                      <OrderLink id={line.orderId} />
                    ) : line.transactionId ? (
                      <Link to={`/admin/transactions?transaction=${line.transactionId}`}>
                        See the payment
                      </Link>
                    ) : null}
                    <p className="muted">
                      {[`Row ${line.line}`, formatDay(line.day), line.reference, line.bankIndex]
                        .filter(Boolean)
                        .join(' · ')}
                    </p>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      ) : null}
    </details>
  );
}
