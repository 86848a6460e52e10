import type { TransactionFilter, TransactionRow } from '@contract/admin-transactions.ts';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { showToast } from '../../../../components/toast.tsx';
import { downloadCsv } from '../../../lib/csv.ts';
import { errorSentence } from '../../../../lib/error-sentence.ts';
import { nairobiDay } from '../../../../lib/nairobi-time.ts';
import { transactionsAsCsv } from './transaction-csv.ts';
import { listTransactionPage } from './transaction-page-query.ts';

/** Rows asked for at once, and the most of one file. */
const partSize = 1000;
const mostExported = 20_000;

const count = new Intl.NumberFormat('en-KE');

/** All payments that are filtered, on all pages, as a CSV file; the newest 20,000 of them. */
export function ExportTransactions({ filter, total }: { filter: TransactionFilter; total: number }) {
  const [isBusy, setIsBusy] = useState(false);
  const under = useRef<AbortController | null>(null);
  useEffect(() => () => under.current?.abort(), []);

  const start = async () => {
    if (under.current) return;
    const stop = new AbortController();
    under.current = stop;
    setIsBusy(true);
    try {
      const rows = await fetchAll(filter, stop.signal);
      downloadCsv(`payments-${nairobiDay()}.csv`, transactionsAsCsv(rows));
      const isCut = total > mostExported ? ' For older ones choose days.' : '';
      showToast({
        title: 'Payments Exported',
        description: `${count.format(rows.length)} payments are in the file.${isCut}`,
      });
    } catch (error) {
      if (!stop.signal.aborted)
        showToast({ title: 'Export Failed', description: errorSentence(error), tone: 'destructive' });
    } finally {
      under.current = null;
      setIsBusy(false);
    }
  };

  return (
    <Button
      variant="secondary"
      icon={<Download aria-hidden="true" />}
      busy={isBusy}
      aria-disabled={total === 0 || undefined}
      onClick={total === 0 ? undefined : () => void start()}
    >
      Export CSV
    </Button>
  );
}

/** Page by page; who pays meanwhile moves rows on by some places, so a row that comes twice is kept once. */
async function fetchAll(filter: TransactionFilter, signal: AbortSignal): Promise<TransactionRow[]> {
  const rows = new Map<string, TransactionRow>();
  for (let page = 1; page <= mostExported / partSize; page += 1) {
    const part = await listTransactionPage(filter, page, partSize, signal);
    for (const row of part.rows) rows.set(row.id, row);
    if (part.rows.length < partSize) break;
  }
  return [...rows.values()];
}
