import { askGatewayAgain, type TransactionStatus } from '@contract/admin.ts';
import type { TransactionRow } from '@contract/admin-transactions.ts';
import type { PaymentMethod } from '@contract/orders.ts';
import { callApi } from '#lib/api/api-client.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { deciderOf } from '#dashboard/lib/decider.ts';
import { useAdminWrite } from '#dashboard/lib/admin-queries.ts';

/** Queries the bank, or Safaricom, about one transaction now, once even when clicked twice. */
export function useQueryBank({
  id,
  bankStatus,
  paymentMethod,
}: Pick<TransactionRow, 'id' | 'bankStatus' | 'paymentMethod'>) {
  const once = useOnce();
  const { mutateAsync, data, error, isPending } = useAdminWrite(() =>
    callApi(askGatewayAgain, { params: { id } }),
  );
  return {
    queryBank: () => once(() => mutateAsync()),
    isBusy: isPending,
    error,
    outcome: data && outcomeOf(data.status, bankStatus, paymentMethod),
  };
}

/** @param bankStatus as the page has read it since */
function outcomeOf(status: TransactionStatus, bankStatus: string | null, method: PaymentMethod): OutcomeText {
  const { name, within } = deciderOf(method);
  const text = outcomeTexts(name, within)[status];
  const isSilent = bankStatus === 'no answer' && (status === 'pending' || status === 'expired');
  return isSilent ? { ...text, title: `${name} gave no answer` } : text;
}

type OutcomeText = { tone: 'success' | 'warning' | 'info'; title: string; sentence: string };

/** What the response means, and what follows. */
const outcomeTexts = (name: string, within: string): Record<TransactionStatus, OutcomeText> => ({
  completed: {
    tone: 'success',
    title: `${name} approved it`,
    sentence: 'The money counts for its order. The buyer sees it at once.',
  },
  failed: {
    tone: 'info',
    title: `${name} refused it`,
    sentence: 'Nothing was taken. The buyer can try again.',
  },
  review: {
    tone: 'warning',
    title: `${name} approved money that does not match the order`,
    sentence: 'There is a task about it. The buyer is not asked to pay again before it is closed.',
  },
  returned: {
    tone: 'info',
    title: 'This money is not ours, or went back',
    sentence: 'It does not count for the order.',
  },
  reversed: {
    tone: 'info',
    title: 'This payment was reversed',
    sentence: 'It does not count any more.',
  },
  pending: {
    tone: 'info',
    title: `${name} has not decided yet`,
    sentence: 'Nothing has changed. We keep asking automatically.',
  },
  expired: {
    tone: 'info',
    title: `${name} has not decided yet`,
    sentence: `Nothing has changed. If it stays like this, phone ${within}.`,
  },
});
