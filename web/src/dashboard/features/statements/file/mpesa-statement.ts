import type { StatementColumns } from '@contract/bank-statements.ts';

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
