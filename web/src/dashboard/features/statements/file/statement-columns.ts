import type { StatementColumns } from '@contract/bank-statements.ts';
import { maxImportRows } from '@contract/product-imports.ts';
import type { SheetRow } from '#dashboard/lib/csv.ts';
import { columnFinder } from '#dashboard/lib/table-file/file-heads.ts';
import { dayOrderOf } from './statement-day.ts';

export const statementLimits = { megabytes: 10, rows: maxImportRows, advice: 'export a shorter period' };

const likely: Record<'day' | 'amount' | 'out' | 'bankIndex' | 'reference' | 'details' | 'fee', RegExp> = {
  day: /\bdate\b|\bday\b|\bposted\b/i,
  amount: /\bgross|\bamount\b|\bcredits?\b|\b(paid|money) in\b|^in$|\bdeposits?\b|\bvalue\b(?! *date)/i,
  out: /^(?!.*credit).*(\bdebits?\b|\bwithdraw|\b(paid|money) out\b|^out$)/i,
  bankIndex: /\bindex\b|transaction ?(id|no|number)/i,
  reference: /reference|\bref\b|order|che?que|\bchq\b/i,
  details: /narrat|descri|particular|detail|remark/i,
  fee: /\bfee|commission|charge|discount/i,
};

/** Whether a file has the columns chosen for an earlier one. */
export function hasColumns(heads: readonly string[], columns: StatementColumns): boolean {
  const { day, amount, out = null, bankIndex, reference, details, fee, mpesa } = columns;
  const { fees: _, ...further } = mpesa ?? { fees: [] };
  return [day, amount, out, bankIndex, reference, details, fee, ...Object.values(further)].every(
    (name) => !name || heads.includes(name),
  );
}

/** Guesses the columns of an unknown file by their names. Others are left open. */
export function proposedColumns(
  heads: readonly string[],
  rows: readonly SheetRow[],
): Partial<StatementColumns> {
  const first = columnFinder(heads);
  const bankIndex = first(likely.bankIndex);
  const day = first(likely.day);
  const fee = first(likely.fee);
  const out = first(likely.out);
  const amount = first(likely.amount);
  // One that is called so, before one that may be.
  const reference = first(/^(\w+ )?ref(erence)?\.?( ?(no|number))?\.?$/i) ?? first(likely.reference);
  const details = first(likely.details);
  const days = day === null ? [] : rows.map(({ cells }) => cells[heads.indexOf(day)] ?? '');
  return {
    ...(day === null ? {} : { day }),
    ...(amount === null ? {} : { amount }),
    out,
    bankIndex,
    reference,
    details,
    fee,
    dayOrder: dayOrderOf(days) ?? 'day first',
  };
}
