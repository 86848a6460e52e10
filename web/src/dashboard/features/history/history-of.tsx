import type { AdminProduct } from '@contract/admin.ts';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Loading, Skeleton } from '../../../components/skeleton.tsx';
import { showToast } from '../../../components/toast.tsx';
import { errorSentence } from '../../../lib/error-sentence.ts';
import { formatDayAndTime } from '../../../lib/nairobi-time.ts';
import type { HistoryEntry, HistoryTable } from './history-entry.ts';
import styles from './history-of.module.css';
import { useHistoryOf, usePutBack } from './history-queries.ts';
import { canBePutBack, changesInWords, whatWasDone, whoDid } from './history-words.ts';
import { putBackRefusal } from './put-back-refusal.ts';

/** How many changes are shown at first, and how many more at a time. */
const step = 10;

type HistoryOfProps = {
  table: HistoryTable;
  rowId: string;
  /** After a change of a product was put back: the product as it is now. */
  onPutBack?(product: AdminProduct): void;
};

/** Every change of one row, newest first: who, when, from what to what. Changes of a product can be put back. */
export function HistoryOf({ table, rowId, onPutBack }: HistoryOfProps) {
  const [limit, setLimit] = useState(step);
  const history = useHistoryOf(table, rowId, limit);
  if (history.isPending) {
    return (
      <Loading label="Loading the history">
        <Skeleton width="most" />
        <Skeleton width="half" />
      </Loading>
    );
  }
  if (!history.data) {
    return (
      <Notice
        tone="error"
        title="We could not load the history"
        action={<Button onClick={() => history.refetch()}>Try again</Button>}
      >
        {errorSentence(history.error)}
      </Notice>
    );
  }
  const { entries, hasOlder } = history.data;
  if (entries.length === 0) return <p className={styles.none}>Nothing was changed yet.</p>;
  return (
    <>
      <ol className={styles.list}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} onPutBack={onPutBack} />
        ))}
      </ol>
      {hasOlder ? (
        <Button variant="quiet" busy={history.isPlaceholderData} onClick={() => setLimit(limit + step)}>
          Show older changes
        </Button>
      ) : null}
    </>
  );
}

function Entry({ entry, onPutBack }: { entry: HistoryEntry; onPutBack: HistoryOfProps['onPutBack'] }) {
  const putBack = usePutBack();
  const changes = changesInWords(entry);
  const when = formatDayAndTime(entry.at);
  const press = () =>
    putBack.mutate(entry.id, {
      onSuccess: (product) => {
        showToast({ title: 'Put back', description: `${product.name} is as it was before this change.` });
        onPutBack?.(product);
      },
    });
  return (
    <li className={styles.entry}>
      <p className={styles.head}>
        <time dateTime={entry.at} className={styles.when}>
          {when}
        </time>
        <span>
          <strong>{whoDid(entry)}</strong> {whatWasDone(entry)}
        </span>
      </p>
      {changes.length > 0 ? (
        <dl className={styles.changes}>
          {changes.map(({ column, label, before, after }) => (
            <div key={`${column} ${label}`} className={styles.change}>
              <dt>{label}</dt>
              <dd>
                <del>{before}</del> <span aria-hidden="true">→</span>
                <span className={styles.spoken}>became</span> <ins>{after}</ins>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {canBePutBack(entry) ? (
        <Button
          variant="quiet"
          icon={<Undo2 aria-hidden="true" size={16} />}
          aria-label={`Put back the change of ${when}`}
          busy={putBack.isPending}
          onClick={press}
        >
          Put back
        </Button>
      ) : null}
      {putBack.isError ? (
        <Notice tone="error" title="Not put back">
          {putBackRefusal(entry, putBack.error)}
        </Notice>
      ) : null}
    </li>
  );
}
