import type { StatementColumns, StatementLine } from '@contract/bank-statements.ts';
import { cleanText } from '@contract/clean-text.ts';
import { lostLetter, lostLetterSentence, type SheetRow } from '#dashboard/lib/csv.ts';
import { dayOf } from './statement-day.ts';
import { figureProblem, typedFigure } from '@contract/typed-figure.ts';

/** An invalid row of the file, by its number. */
type LineProblem = { line: number; sentence: string };

export type StatementLines = {
  lines: StatementLine[];
  problems: LineProblem[];
  /** The number of rows without a day, such as totals, which are skipped. */
  leftOut: number[];
};

/**
 * Reads the lines of a statement with known columns. Nothing is guessed: an invalid row is reported with its number.
 * @param today `YYYY-MM-DD` in Nairobi
 */
export function linesOf(
  heads: readonly string[],
  rows: readonly SheetRow[],
  columns: StatementColumns,
  today: string,
): StatementLines {
  const found: StatementLines = { lines: [], problems: [], leftOut: [] };
  for (const { line, cells } of rows) {
    const at = (head: string | null | undefined) => (head ? (cells[heads.indexOf(head)] ?? '').trim() : '');
    const cell = (name: Exclude<keyof StatementColumns, 'dayOrder' | 'mpesa'>) => at(columns[name]);
    const { mpesa } = columns;
    const status = at(mpesa?.status);
    if (cell('day') === '' && cell('bankIndex') === '') {
      found.leftOut.push(line);
      continue;
    }
    const day = dayOf(cell('day'), columns.dayOrder);
    const isOut = cell('out') !== '' && (cell('amount') === '' || centsOf(cell('amount')) === 0);
    const typed = isOut ? cell('out') : cell('amount');
    const isFee = isOut && mpesa?.fees.includes(at(mpesa.reason));
    const cents = isFee || (typed === '' && cell('fee') !== '') ? 0 : centsOf(typed);
    const amount = isOut && cents ? -Math.abs(cents) : cents;
    const charged = isFee ? typed : cell('fee');
    const fee = charged === '' ? 0 : centsOf(charged);
    const isDamaged = [cell('bankIndex'), cell('reference'), cell('details'), typed, cell('fee')].some(
      // Of a long number in a CSV file Excel writes the first digits.
      (text) => text.includes(lostLetter) || /^\d(\.\d+)?E\+\d\d$/i.test(text),
    );
    const problem = isDamaged
      ? `${lostLetterSentence}.`
      : status !== '' && !/^completed$/i.test(status)
        ? `It is “${status}”, not completed.`
        : day === null
          ? `“${cell('day')}” is not a day that we can read.`
          : day > today
            ? `${cell('day')} is in the future. Are day and month in the right order?`
            : day < '2020-01-01'
              ? `${cell('day')} is before 2020.`
              : amount === null
                ? typed === ''
                  ? 'There is no amount. If what went out has a column of its own, choose it.'
                  : amountProblem(typed, 'an amount')
                : fee === null
                  ? amountProblem(charged, 'a fee')
                  : null;
    if (problem !== null || day === null || amount === null || fee === null) {
      found.problems.push({ line, sentence: problem ?? '' });
      continue;
    }
    const account = cleanText(at(mpesa?.account), 100);
    found.lines.push({
      line,
      day,
      bankIndex: cleanText(cell('bankIndex'), 100) || null,
      reference:
        cleanText(
          [cell('reference'), cell('details'), at(mpesa?.linked), account].filter(Boolean).join(' '),
          200,
        ) || null,
      ...(account && { account }),
      amountCents: amount,
      // Some banks write fees with a minus sign.
      feeCents: Math.abs(fee),
      row: cleanText(cells.join('\t'), 2000),
    });
  }
  return found;
}

/**
 * Parses an amount as written by banks and spreadsheets, in cents: `1,850,000.00`, `1.850.000,00`, `KES 1 850 000`,
 * `(1,200.00)` or `1,200.00-` for negative amounts, `DR` and `CR` after it. Null for anything else, also for `46.253`:
 * amounts are never guessed.
 */
export function centsOf(text: string): number | null {
  const bare = text.replace(/[\s'’]/g, '').replaceAll('−', '-');
  const [, open, figure = '', close, after, side = ''] = /^(\()?\+?(.*?)(\))?(-)?(DR|CR)?$/i.exec(bare) ?? [];
  const shillings = typedFigure(pointDecimals(figure));
  // Ten thousand million shillings: more must be a mistake.
  if (typeof shillings !== 'number' || Math.abs(shillings) >= 1e10 || !open !== !close) return null;
  const cents = Math.round(Math.abs(shillings) * 1000) / 10;
  const signs = [shillings < 0, open, after].filter(Boolean).length;
  if (!Number.isInteger(cents) || signs > 1) return null;
  return (signs > 0 || side.toUpperCase() === 'DR') && cents !== 0 ? -cents : cents;
}

/** Why an amount cannot be read, and what to write instead where it has two meanings. @param what with its article */
export function amountProblem(text: string, what: 'an amount' | 'a fee'): string {
  const problem = figureProblem(text.replace(/^[-−+(]|\)$/g, ''));
  return problem ? `${problem}.` : `“${text}” is not ${what} that we can read.`;
}

/** An amount in the notation of other countries, where it can be no other: `1.850.000`, `2.000,50`, `12,5`. */
function pointDecimals(figure: string): string {
  const other = /^\D*(?:[1-9]\d{0,2}(?:(?:\.\d{3})+,\d{1,2}|(?:\.\d{3}){2,})|\d+,\d{1,2})[a-z]*$/i;
  return other.test(figure) ? figure.replaceAll('.', '').replace(',', '.') : figure;
}
