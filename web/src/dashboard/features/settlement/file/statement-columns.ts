import type { StatementColumns } from '@contract/bank-statements.ts';
import type { SheetRow } from '#dashboard/lib/csv.ts';
import { dayOrderOf } from './statement-day.ts';

/** The number of rows above the table: banks put their name, the account and the period there. */
const rowsAbove = 30;

const likely: Record<'day' | 'amount' | 'bankIndex' | 'reference' | 'fee', RegExp> = {
  day: /\bdate\b|\bday\b/i,
  amount: /\bgross|\bamount\b|\bcredit\b|\bvalue\b/i,
  bankIndex: /\bindex\b|transaction ?(id|no|number)/i,
  reference: /reference|\bref\b|order|narrat|descri|particular/i,
  fee: /\bfee|commission|charge|discount/i,
};

/** The index of the header row: the row with the stored column names, else the first of those with the most cells. */
export function headingOf(rows: readonly SheetRow[], remembered: StatementColumns | null): number {
  const top = rows.slice(0, rowsAbove);
  const known = top.findIndex(({ cells }) => remembered !== null && hasColumns(namesOf(cells), remembered));
  if (known >= 0) return known;
  const filled = top.map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length);
  return filled.indexOf(Math.max(...filled));
}

/** The names of the columns; columns with the same name are numbered. */
export function namesOf(cells: readonly string[]): string[] {
  const trimmed = cells.map((cell) => cell.trim());
  return trimmed.map((name, i) => {
    if (name === '') return `Column ${i + 1}`;
    return trimmed.indexOf(name) === i ? name : `${name} (column ${i + 1})`;
  });
}

/** Whether a file has the columns chosen for an earlier one. */
export function hasColumns(heads: readonly string[], columns: StatementColumns): boolean {
  const { day, amount, bankIndex, reference, fee } = columns;
  return [day, amount, bankIndex, reference, fee].every((name) => name === null || heads.includes(name));
}

/** Guesses the columns of an unknown file by their names. Others are left open. */
export function proposedColumns(
  heads: readonly string[],
  rows: readonly SheetRow[],
): Partial<StatementColumns> {
  const taken = new Set<string>();
  const first = (pattern: RegExp) => {
    const name = heads.find((head) => pattern.test(head) && !taken.has(head)) ?? null;
    if (name !== null) taken.add(name);
    return name;
  };
  const bankIndex = first(likely.bankIndex);
  const day = first(likely.day);
  const fee = first(likely.fee);
  const amount = first(likely.amount);
  const reference = first(likely.reference);
  const days = day === null ? [] : rows.map(({ cells }) => cells[heads.indexOf(day)] ?? '');
  return {
    ...(day === null ? {} : { day }),
    ...(amount === null ? {} : { amount }),
    bankIndex,
    reference,
    fee,
    dayOrder: dayOrderOf(days) ?? 'day first',
  };
}
