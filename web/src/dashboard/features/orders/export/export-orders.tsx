import type { OrderFilter } from '@contract/admin-orders.ts';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { Dialog } from '../../../../components/dialog.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { showToast } from '../../../../components/toast.tsx';
import { downloadCsv } from '../../../lib/csv.ts';
import { errorSentence } from '../../../../lib/error-sentence.ts';
import { nairobiDay } from '../../../../lib/nairobi-time.ts';
import styles from './export-orders.module.css';
import { ordersAsCsv } from './order-csv.ts';
import { fetchOrders, mostExported, newOrderExport, type OrderExport } from './order-export.ts';

type ExportOrdersProps = {
  /** What the table is filtered by; all pages of it. */
  filter: OrderFilter;
  /** Orders on all pages. */
  total: number;
};

const count = new Intl.NumberFormat('en-KE');

/** All that is filtered as a CSV file; tells how far it is, can be called off, and goes on after a cut line. */
export function ExportOrders({ filter, total }: ExportOrdersProps) {
  const [progress, setProgress] = useState<{ fetched: number; wanted: number } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const under = useRef<{ export: OrderExport; stop: AbortController } | null>(null);
  useEffect(() => () => under.current?.stop.abort(), []);

  const goOn = async () => {
    const current = under.current;
    if (!current) return;
    setError(null);
    try {
      await fetchOrders(current.export, {
        signal: current.stop.signal,
        onProgress: (fetched) => setProgress((present) => present && { ...present, fetched }),
      });
      const { orders } = current.export;
      downloadCsv(`orders-${nairobiDay()}.csv`, ordersAsCsv(orders));
      close();
      showToast({
        title: 'Orders Exported',
        description: `${count.format(orders.length)} orders are in the file.`,
      });
    } catch (failure) {
      if (!current.stop.signal.aborted) setError(failure);
    }
  };
  const start = () => {
    if (under.current) return;
    under.current = { export: newOrderExport(filter), stop: new AbortController() };
    setProgress({ fetched: 0, wanted: Math.min(total, mostExported) });
    void goOn();
  };
  const close = () => {
    under.current?.stop.abort();
    under.current = null;
    setProgress(null);
    setError(null);
  };

  return (
    <>
      <Button
        variant="secondary"
        icon={<Download aria-hidden="true" />}
        aria-disabled={total === 0 || undefined}
        onClick={total === 0 ? undefined : start}
      >
        Export CSV
      </Button>
      <Dialog
        isOpen={progress !== null}
        onClose={close}
        title="Exporting orders"
        footer={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            {error ? <Button onClick={() => void goOn()}>Try again</Button> : null}
          </>
        }
      >
        <div className={styles.content}>
          <label className={styles.progress}>
            <span role="status">{`${count.format(progress?.fetched ?? 0)} of ${count.format(progress?.wanted ?? 0)} orders`}</span>
            <progress max={Math.max(progress?.wanted ?? 1, 1)} value={progress?.fetched ?? 0} />
          </label>
          {total > mostExported ? (
            <p>{`A file holds the newest ${count.format(mostExported)}. For older ones choose days.`}</p>
          ) : null}
          {error ? (
            <Notice tone="error" title="The export was interrupted">
              {errorSentence(error)} What was fetched is kept: trying again goes on from there.
            </Notice>
          ) : null}
        </div>
      </Dialog>
    </>
  );
}
