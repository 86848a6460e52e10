import type { ReactNode } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { DropZone } from './drop-zone.tsx';
import { tableFiles } from '../lib/table-file/table-file.ts';
import { SelectField } from '#components/forms/select-field.tsx';
import type { SheetRow } from '../lib/csv.ts';
import { namesOf } from '../lib/table-file/file-heads.ts';
import styles from './column-choice.module.css';

/** What a column of a file may be. */
export type ColumnField<Name extends string> = {
  name: Name;
  label: string;
  hint?: string;
  isRequired?: boolean;
};

type ColumnChoiceProps<Name extends string> = {
  fields: readonly ColumnField<Name>[];
  rows: readonly SheetRow[];
  /** The index of the row with the names of the columns. */
  headAt: number;
  columns: Partial<Record<Name, string | null>>;
  onHeadAt(headAt: number): void;
  /** A required column that is not chosen is undefined, another one null. */
  onColumn(name: Name, column: string | null | undefined): void;
  /** What else says how the file is read. */
  children: ReactNode;
};

/** Says which column of somebody else's file is what. */
export function ColumnChoice<Name extends string>({
  fields,
  rows,
  headAt,
  columns,
  onHeadAt,
  onColumn,
  children,
}: ColumnChoiceProps<Name>) {
  const example = rows[headAt + 1]?.cells ?? [];
  const options = namesOf(rows[headAt]?.cells ?? []).map((head, i) => ({
    value: head,
    label: example[i]?.trim() ? `${head} (${example[i].trim().slice(0, 24)})` : head,
  }));
  return (
    <div className={`grid gap-4 align-top pad-top-2 ${styles.choices}`}>
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
      {fields.map(({ name, label, hint, isRequired }) => (
        <SelectField
          key={name}
          label={label}
          hint={hint}
          placeholder={isRequired ? 'Choose a column' : 'Not in this file'}
          options={options}
          value={columns[name] ?? ''}
          onChange={({ target }) => onColumn(name, target.value || (isRequired ? undefined : null))}
        />
      ))}
      {children}
    </div>
  );
}

type FileChoiceProps = {
  label: string;
  step: { name: string; file?: File; sentence?: string };
  /** Whether one is open, so that another one is chosen. */
  isOpen: boolean;
  /** What one that is refused cannot be: `read`. */
  refusal: string;
  onFile(file: File): void;
  /** Between the zone and why a file is refused. */
  children?: ReactNode;
};

/** Chooses a list, as CSV or a workbook, and says why it is refused. */
export function FileChoice({ label, step, isOpen, refusal, onFile, children }: FileChoiceProps) {
  const { file, sentence } = step;
  return (
    <>
      <DropZone
        label={label}
        accept={tableFiles}
        onFiles={([chosen]) => chosen && onFile(chosen)}
        button={{
          variant: isOpen ? 'secondary' : 'primary',
          busy: step.name === 'reading',
          children: isOpen ? 'Choose another file' : 'Choose a file',
        }}
      >
        <span className="muted">or drop it here</span>
      </DropZone>
      {children}
      {file ? (
        <Notice
          tone="error"
          title={`“${file.name}” cannot be ${refusal}`}
          action={
            <Button variant="secondary" onClick={() => onFile(file)}>
              Try again
            </Button>
          }
        >
          {sentence}
        </Notice>
      ) : null}
    </>
  );
}
