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

/**
 * The columns of the organisation's statement of M-Pesa, as Safaricom's portal exports it; null of any other file. What
 * of the money that went out are fees the portal does not say.
 */
export function mpesaColumns(heads: readonly string[]): StatementColumns | null {
  const named = (name: string) => heads.find((head) => bare(head) === bare(name));
  const [bankIndex, day, amount, out] = ['Receipt No.', 'Completion Time', 'Paid In', 'Withdrawn'].map(named);
  if (!bankIndex || !day || !amount || !out) return null;
  return {
    day,
    amount,
    out,
    bankIndex,
    reference: named('Details') ?? null,
    fee: null,
    dayOrder: 'day first',
    mpesa: {
      account: named('A/C No.') ?? '',
      status: named('Transaction Status') ?? '',
      reason: named('Reason Type') ?? '',
      linked: named('Linked Transaction ID') ?? '',
      fees: [],
    },
  };
}

const bare = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
