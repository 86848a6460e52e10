import type { StatementColumns } from '@contract/bank-statements.ts';
import { useMemo } from 'react';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { randomUuid } from '#lib/api/random-uuid.ts';
import type { SheetRow } from '#dashboard/lib/csv.ts';
import { headingOf, namesOf } from '#dashboard/lib/table-file/file-heads.ts';
import { useFileSteps } from '#dashboard/lib/use-file-steps.ts';
import { readTableFile } from '#dashboard/lib/table-file/table-file.ts';
import { hasColumns, proposedColumns, statementLimits, mpesaColumns } from '../file/statement-columns.ts';
import { linesOf } from '../file/statement-lines.ts';

type Opened = {
  fileName: string;
  rows: SheetRow[];
  /** The index of the header row. */
  headAt: number;
  columns: Partial<StatementColumns>;
  /** Whether the columns are those of an earlier statement, or of M-Pesa. */
  isRemembered: boolean;
  /** The idempotency key of this import; other columns make it another import. */
  key: string;
};

/** The steps of reading a statement: the file, its header row, its columns, its lines. */
export function useStatement(remembered: readonly StatementColumns[]) {
  const { step, setStep, readFile, discard } = useFileSteps<{ name: 'opened'; opened: Opened }>();
  const opened = step.name === 'opened' ? step.opened : null;

  /** Those of an earlier statement of its kind, or of M-Pesa. */
  const knownColumns = (heads: readonly string[]) =>
    remembered.find((columns) => hasColumns(heads, columns)) ?? mpesaColumns(heads);

  const open = (fileName: string, rows: SheetRow[], headAt: number) => {
    const heads = namesOf(rows[headAt]?.cells ?? []);
    const known = knownColumns(heads);
    const columns = known ?? proposedColumns(heads, rows.slice(headAt + 1));
    setStep({
      name: 'opened',
      opened: { fileName, rows, headAt, columns, isRemembered: known !== null, key: randomUuid() },
    });
  };

  const statement = useMemo(() => {
    if (!opened) return null;
    const { rows, headAt, columns } = opened;
    const heads = namesOf(rows[headAt]?.cells ?? []);
    const missing = missingColumns(columns);
    const read =
      isComplete(columns) && missing.length === 0
        ? linesOf(heads, rows.slice(headAt + 1), columns, nairobiDay())
        : null;
    return { heads, missing, read };
  }, [opened]);

  return {
    step,
    statement,
    choose: (file: File) =>
      readFile(file, async () => {
        const rows = await readTableFile(file, statementLimits);
        const isKnown = (heads: readonly string[]) => knownColumns(heads) !== null;
        return () => open(file.name, rows, headingOf(rows, isKnown));
      }),
    setHeadAt: (headAt: number) => opened && open(opened.fileName, opened.rows, headAt),
    setColumns: (columns: Partial<StatementColumns>) =>
      opened &&
      setStep({
        name: 'opened',
        opened: {
          ...opened,
          columns: { ...opened.columns, ...columns },
          // Which reasons are fees changes no column.
          isRemembered: columns.mpesa ? opened.isRemembered : false,
          key: randomUuid(),
        },
      }),
    discard,
  };
}

function isComplete(columns: Partial<StatementColumns>): columns is StatementColumns {
  return columns.day !== undefined && columns.amount !== undefined;
}

/** The columns that must be chosen before lines can be read. */
function missingColumns(columns: Partial<StatementColumns>): string[] {
  const missing = [];
  if (!columns.day) missing.push('the day');
  if (!columns.amount) missing.push('the amount');
  if (!columns.bankIndex && !columns.reference && !columns.details)
    missing.push('the bank’s number, the reference or the details');
  return missing;
}
