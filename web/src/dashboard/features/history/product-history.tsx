import type { AdminProduct } from '@contract/admin.ts';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { showToast } from '../../../components/toast.tsx';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { Quiet } from '../../components/layout.tsx';
import { Loaded } from '../../components/query-state.tsx';
import { ChangeList } from './change-list.tsx';
import { type HistoryEntry, useHistoryOf, useRestoreProduct } from './history-queries.ts';
import { canBeRestored, changesInWords, whatWasDone, whoDid } from './history-words.ts';
import styles from './history.module.css';
import { restoreRefusal } from './restore-refusal.ts';

/** How many changes are shown at first, and how many more at a time. */
const step = 10;

/** Called with the product as it is after an older state was restored. */
type OnRestored = (product: AdminProduct) => void;

/** Every change of a product, newest first: who, when, from what to what. A change can be undone. */
export function ProductHistory({ productId, onRestored }: { productId: string; onRestored: OnRestored }) {
  const [limit, setLimit] = useState(step);
  const history = useHistoryOf('products', [productId], limit);
  return (
    <Loaded query={history} what="the history">
      {({ entries, hasOlder }) =>
        entries.length === 0 ? (
          <Quiet>Nothing has been changed yet.</Quiet>
        ) : (
          <>
            <ol className={styles.list}>
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} onRestored={onRestored} />
              ))}
            </ol>
            {hasOlder ? (
              <Button variant="quiet" busy={history.isPlaceholderData} onClick={() => setLimit(limit + step)}>
                Show older changes
              </Button>
            ) : null}
          </>
        )
      }
    </Loaded>
  );
}

function Entry({ entry, onRestored }: { entry: HistoryEntry; onRestored: OnRestored }) {
  const restore = useRestoreProduct();
  const changes = changesInWords(entry);
  const when = formatDayAndTime(entry.at);
  const press = () =>
    restore.mutate(entry.id, {
      onSuccess: (product) => {
        showToast({ title: 'Restored', description: `${product.name} is as it was before this change.` });
        onRestored(product);
      },
    });
  return (
    <li className={styles.entry}>
      <p className={styles.head}>
        <Quiet as="span">
          <time dateTime={entry.at}>{when}</time>
        </Quiet>
        <span>
          <strong>{whoDid(entry)}</strong> {whatWasDone(entry)}
        </span>
      </p>
      <ChangeList changes={changes} />
      {canBeRestored(entry) ? (
        <Button
          variant="quiet"
          icon={<Undo2 aria-hidden="true" size={16} />}
          aria-label={`Restore what was there before ${when}`}
          busy={restore.isPending}
          onClick={press}
        >
          Restore
        </Button>
      ) : null}
      {restore.isError ? (
        <Notice tone="error" title="Not restored">
          {restoreRefusal(entry, restore.error)}
        </Notice>
      ) : null}
    </li>
  );
}
