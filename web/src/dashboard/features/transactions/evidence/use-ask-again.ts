import { askGatewayAgain, type Transaction, type TransactionStatus } from '@contract/admin.ts';
import { useRef, useState } from 'react';
import { callApi } from '../../../../lib/api-client.ts';
import { useRefreshAdmin } from '../../../lib/use-admin-rows.ts';

export type AskOutcome =
  | { kind: 'answered'; tone: 'success' | 'warning' | 'info'; title: string; sentence: string }
  | { kind: 'failed'; error: unknown }
  | null;

/** Asks the bank about one transaction now and tells what came of it. Pressed twice it asks once. */
export function useAskAgain(rowId: string) {
  const refresh = useRefreshAdmin();
  const isUnderWay = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<AskOutcome>(null);

  const ask = async (): Promise<void> => {
    // A double click comes before the busy button is drawn.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsBusy(true);
    setOutcome(null);
    try {
      const now = await callApi(askGatewayAgain, { params: { id: rowId } });
      setOutcome({ kind: 'answered', ...outcomeWords(now) });
      await refresh();
    } catch (error) {
      setOutcome({ kind: 'failed', error });
    } finally {
      isUnderWay.current = false;
      setIsBusy(false);
    }
  };
  return { ask, isBusy, outcome };
}

type Words = { tone: 'success' | 'warning' | 'info'; title: string; sentence: string };

/** What became of a transaction by asking, and what follows. */
function outcomeWords({ status }: Pick<Transaction, 'status'>): Words {
  return words[status];
}

const words: Record<TransactionStatus, Words> = {
  completed: {
    tone: 'success',
    title: 'The bank approved it',
    sentence: 'The order is paid. The buyer sees it at once.',
  },
  failed: {
    tone: 'info',
    title: 'The bank refused it',
    sentence: 'Nothing was taken. The buyer can try again.',
  },
  review: {
    tone: 'warning',
    title: 'The bank took money that does not fit',
    sentence: 'There is a task about it. The buyer is not asked to pay again before it is closed.',
  },
  pending: {
    tone: 'info',
    title: 'The bank has not decided yet',
    sentence: 'Nothing has changed. We keep asking by the clock.',
  },
  expired: {
    tone: 'info',
    title: 'The bank has not decided yet',
    sentence: 'Nothing has changed. When it goes on like this, ask the bank by telephone.',
  },
};
