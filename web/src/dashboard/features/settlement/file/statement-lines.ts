import type { StatementColumns, StatementLine } from '@contract/bank-statements.ts';
import type { SheetRow } from '../../../lib/csv.ts';
import { centsOf } from './statement-amount.ts';
import { dayOf } from './statement-day.ts';

/** A row of the file that cannot be read, by its number there. */
type LineProblem = { line: number; sentence: string };

export type StatementLines = {
  lines: StatementLine[];
  problems: LineProblem[];
  /** Rows without a day, such as totals; nothing is read from them. */
  leftOut: number[];
};

/**
 * The lines of a statement, once it is known which column is what. Nothing is guessed: a row that cannot be read is a
 * problem with its number.
 * @param today `YYYY-MM-DD` in Nairobi
 */
export function linesOf(
  heads: readonly string[],
  rows: readonly SheetRow[],
  columns: StatementColumns,
  today: string,
): StatementLines {
  const place = (name: string | null) => (name === null ? -1 : heads.indexOf(name));
  const at = {
    day: place(columns.day),
    amount: place(columns.amount),
    bankIndex: place(columns.bankIndex),
    reference: place(columns.reference),
    fee: place(columns.fee),
  };
  const found: StatementLines = { lines: [], problems: [], leftOut: [] };
  for (const { line, cells } of rows) {
    const cell = (column: keyof typeof at) => (cells[at[column]] ?? '').trim();
    if (cell('day') === '' && cell('bankIndex') === '') {
      found.leftOut.push(line);
      continue;
    }
    const day = dayOf(cell('day'), columns.dayOrder);
    const amount = cell('amount') === '' && cell('fee') !== '' ? 0 : centsOf(cell('amount'));
    const fee = cell('fee') === '' ? 0 : centsOf(cell('fee'));
    const problem =
      day === null
        ? `“${cell('day')}” is not a day that we can read.`
        : day > today
          ? `${cell('day')} is in the future. Are day and month in the right order?`
          : day < '2020-01-01'
            ? `${cell('day')} is before 2020.`
            : amount === null
              ? `“${cell('amount')}” is not an amount that we can read.`
              : fee === null
                ? `“${cell('fee')}” is not a fee that we can read.`
                : null;
    if (problem !== null || day === null || amount === null || fee === null) {
      found.problems.push({ line, sentence: problem ?? '' });
      continue;
    }
    found.lines.push({
      line,
      day,
      bankIndex: kept(cell('bankIndex'), 100) || null,
      reference: kept(cell('reference'), 200) || null,
      amountCents: amount,
      // Some banks write what they keep with a minus sign.
      feeCents: Math.abs(fee),
      row: kept(cells.join('\t'), 2000),
    });
  }
  return found;
}

/**
 * As much of a text as is stored, without what Postgres refuses: NUL, and unpaired surrogates such as half of an emoji.
 */
function kept(text: string, most: number): string {
  return text
    .slice(0, most)
    .replaceAll('\u0000', '')
    .replace(/\p{Cs}/gu, '');
}
