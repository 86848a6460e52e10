import type { StatementColumns } from '@contract/bank-statements.ts';
import { SelectField } from '#components/forms/select-field.tsx';
import type { SheetRow } from '#dashboard/lib/csv.ts';
import { classNames } from '#components/page/class-names.ts';
import styles from '../settlement.module.css';

type ColumnChoiceProps = {
  heads: readonly string[];
  rows: readonly SheetRow[];
  headAt: number;
  columns: Partial<StatementColumns>;
  onHeadAt(headAt: number): void;
  onColumns(columns: Partial<StatementColumns>): void;
};

/** Maps the columns of the bank's file. */
export function ColumnChoice({ heads, rows, headAt, columns, onHeadAt, onColumns }: ColumnChoiceProps) {
  const example = rows[headAt + 1]?.cells ?? [];
  const options = heads.map((head, i) => ({
    value: head,
    label: example[i]?.trim() ? `${head} (${example[i].trim().slice(0, 24)})` : head,
  }));
  const choice = (
    name: 'day' | 'amount' | 'bankIndex' | 'reference' | 'fee',
    label: string,
    hint?: string,
  ) => (
    <SelectField
      label={label}
      hint={hint}
      placeholder={name === 'day' || name === 'amount' ? 'Choose a column' : 'Not in this file'}
      options={options}
      value={columns[name] ?? ''}
      onChange={({ target }) =>
        onColumns({ [name]: target.value || undefined, ...emptyIsNull(name, target.value) })
      }
    />
  );
  return (
    <div className={classNames('grid gap-4 align-top pad-top-2', styles.choices)}>
      <SelectField
        label="Names of the columns"
        options={rows.slice(0, 30).map(({ line, cells }, index) => ({
          value: String(index),
          label: `Row ${line}: ${cells
            .filter((cell) => cell.trim() !== '')
            .join(', ')
            .slice(0, 60)}`,
        }))}
        value={String(headAt)}
        onChange={({ target }) => onHeadAt(Number(target.value))}
      />
      {choice('day', 'Day')}
      <SelectField
        label="03/04/2026 is"
        options={[
          { value: 'day first', label: '3 April 2026' },
          { value: 'month first', label: '4 March 2026' },
        ]}
        value={columns.dayOrder ?? 'day first'}
        onChange={({ target }) => onColumns({ dayOrder: target.value as StatementColumns['dayOrder'] })}
      />
      {choice('amount', 'Amount')}
      {choice('bankIndex', 'Bank’s transaction index')}
      {choice('reference', 'Reference', 'The column with DON- and a number.')}
      {choice('fee', 'Fee')}
    </div>
  );
}

/** An optional column is null when it is not chosen. */
function emptyIsNull(name: string, value: string): Partial<StatementColumns> {
  return value === '' && name !== 'day' && name !== 'amount' ? { [name]: null } : {};
}
