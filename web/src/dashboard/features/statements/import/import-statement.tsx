import type { BankStatement, StatementColumns } from '@contract/bank-statements.ts';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { CheckBox } from '#components/forms/check-box.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { ColumnChoice, type ColumnField, FileChoice } from '#dashboard/components/column-choice.tsx';
import type { SheetRow } from '#dashboard/lib/csv.ts';
import { StatementPreviewPanel } from './statement-preview.tsx';
import { useStatement } from './use-statement.ts';

const fields: readonly ColumnField<
  'day' | 'amount' | 'out' | 'bankIndex' | 'reference' | 'details' | 'fee'
>[] = [
  { name: 'day', label: 'Day', isRequired: true },
  { name: 'amount', label: 'Amount', isRequired: true },
  { name: 'out', label: 'Amount out', hint: 'Where what goes out has a column of its own, such as Debit.' },
  { name: 'bankIndex', label: 'Bank’s number', hint: 'The bank’s own number of each payment.' },
  { name: 'reference', label: 'Reference', hint: 'What the payer wrote, such as the number of the order.' },
  {
    name: 'details',
    label: 'Details',
    hint: 'What else the bank writes, such as who paid and for which order.',
  },
  { name: 'fee', label: 'Fee' },
];

/** Imports a bank statement: a file is chosen or dropped, previewed, then imported. */
export function ImportStatement({ remembered }: { remembered: readonly StatementColumns[] }) {
  const { step, statement, choose, setHeadAt, setColumns, discard } = useStatement(remembered);
  const [made, setMade] = useState<BankStatement | null>(null);
  const result = useRef<HTMLDivElement>(null);
  // What was imported was long, and its button at its foot.
  useEffect(() => result.current?.scrollIntoView(), [made]);
  const take = (file: File) => {
    setMade(null);
    void choose(file);
  };
  return (
    <section className="stack gap-4" aria-labelledby="import-statement">
      <h3 id="import-statement">Import a statement</h3>
      <p className="text-width">
        The settlement statement that the bank gives you, or M-Pesa’s of your paybill, as CSV or Excel file.
        You see what it would do before anything is changed. Importing the same lines again changes nothing.
      </p>
      <FileChoice
        label="Statement"
        step={step}
        isOpen={step.name === 'opened'}
        refusal="read"
        onFile={take}
      />
      {made ? (
        <div ref={result}>
          <Notice tone="success" title={`“${made.fileName}” is imported`}>
            {`${made.settled} of ${made.lines} lines settled a payment${made.known > 0 ? `, ${made.known} were in an earlier statement` : ''}.`}
          </Notice>
        </div>
      ) : null}
      {step.name === 'opened' && statement ? (
        <div className="stack gap-4 card pad-4">
          <strong>{step.opened.fileName}</strong>
          <details open={!step.opened.isRemembered}>
            <summary className="target pad-y-2 strong">
              {!step.opened.isRemembered
                ? 'Which column is what?'
                : step.opened.columns.mpesa
                  ? 'The columns of M-Pesa’s statement'
                  : 'Columns as in the last statement'}
            </summary>
            <ColumnChoice
              fields={fields}
              rows={step.opened.rows}
              headAt={step.opened.headAt}
              columns={step.opened.columns}
              onHeadAt={setHeadAt}
              onColumn={(name, column) => setColumns({ [name]: column })}
            >
              <SelectField
                label="03/04/2026 is"
                options={[
                  { value: 'day first', label: '3 April 2026' },
                  { value: 'month first', label: '4 March 2026' },
                ]}
                value={step.opened.columns.dayOrder ?? 'day first'}
                onChange={({ target }) =>
                  setColumns({ dayOrder: target.value as StatementColumns['dayOrder'] })
                }
              />
            </ColumnChoice>
          </details>
          <Fees
            rows={step.opened.rows.slice(step.opened.headAt + 1)}
            heads={statement.heads}
            columns={step.opened.columns}
            onColumns={setColumns}
          />
          {statement.read ? (
            <StatementPreviewPanel
              key={step.opened.key}
              importKey={step.opened.key}
              fileName={step.opened.fileName}
              columns={step.opened.columns as StatementColumns}
              read={statement.read}
              onDone={(done) => {
                discard();
                setMade(done);
              }}
            />
          ) : (
            <Notice tone="info" title="Please choose the columns">
              {`Missing: ${statement.missing.join(', ')}.`}
            </Notice>
          )}
          <div className="cluster gap-3">
            <Button variant="quiet" onClick={discard}>
              Discard this file
            </Button>
          </div>
        </div>
      ) : null}
    </section>
  );
}

/** Which reasons of money that went out are fees: M-Pesa's statement does not say, so a person does, and it is remembered. */
function Fees({ rows, heads, columns, onColumns }: FeesProps) {
  const { mpesa, out } = columns;
  if (!mpesa?.reason || !out) return null;
  const [reasonAt, outAt] = [heads.indexOf(mpesa.reason), heads.indexOf(out)];
  const reasons = new Set(
    rows.filter(({ cells }) => cells[outAt]?.trim()).map(({ cells }) => cells[reasonAt]?.trim() ?? ''),
  );
  reasons.delete('');
  if (reasons.size === 0) return null;
  return (
    <fieldset className="stack gap-1">
      <legend>Of what went out, these are fees</legend>
      {[...reasons].slice(0, 20).map((reason) => (
        <CheckBox
          key={reason}
          label={reason}
          checked={mpesa.fees.includes(reason)}
          onChange={({ target }) => {
            const others = mpesa.fees.filter((fee) => fee !== reason);
            onColumns({ mpesa: { ...mpesa, fees: target.checked ? [...others, reason] : others } });
          }}
        />
      ))}
    </fieldset>
  );
}

type FeesProps = {
  rows: readonly SheetRow[];
  heads: readonly string[];
  columns: Partial<StatementColumns>;
  onColumns(columns: Partial<StatementColumns>): void;
};
