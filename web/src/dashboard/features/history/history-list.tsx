import { Undo2 } from 'lucide-react';
import { useId, useState } from 'react';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { Button } from '#components/forms/button.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { RowAction } from '#dashboard/components/row-action.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import type { HistoryEntry } from '@contract/history.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { actorOf, canBeRestored, type ChangeText } from './history-text.ts';
import styles from './history.module.css';

/** The number of changes shown at first, and added at a time. */
const step = 10;

type HistoryListProps = {
  table: TableWithHistory;
  rowIds: readonly string[];
  describe(entry: HistoryEntry): ChangeText[];
  /** What was done; shown after the person's name. */
  actionText?(entry: HistoryEntry): string;
  /** Undoes an entry that can be undone; resolves to what is restored, as a sentence, or null when it is not after all. */
  restore?(entry: HistoryEntry): Promise<string | null>;
  /** It is a part of the page, with a heading. */
  isPart?: boolean;
};

/** Every change of some rows, newest first: who, when, from what to what. */
export function HistoryList(props: HistoryListProps) {
  const { table, rowIds, describe, actionText, restore, isPart = false } = props;
  const id = useId();
  const [limit, setLimit] = useState(step);
  // One more than shown, to know whether there are older ones.
  const asked = { p_table: table, p_row_ids: [...rowIds], p_limit: limit + 1 };
  const history = useSql('list_history', asked, { placeholderData: keepPreviousData });
  const list = (
    <Loaded query={history} what="the history">
      {(entries) =>
        entries.length === 0 ? (
          <p className="muted">Nothing has been changed yet.</p>
        ) : (
          <>
            <ol className="stack">
              {entries.slice(0, limit).map((entry) => (
                <li key={entry.id} className="stack gap-1 at-start line-below pad-y-3 small">
                  <p className={`stack gap-0 ${styles.head}`}>
                    <span className="muted">
                      <time dateTime={entry.at}>{formatDayAndTime(entry.at)}</time>
                    </span>
                    <span>
                      <strong>{actorOf(entry)}</strong> {actionText?.(entry)}
                    </span>
                  </p>
                  <ChangeList changes={describe(entry)} />
                  {restore && canBeRestored(entry, entries) ? (
                    <RowAction
                      variant="quiet"
                      icon={<Undo2 size={16} />}
                      aria-label={`Restore what was there before ${formatDayAndTime(entry.at)}`}
                      act={() => restore(entry)}
                      onDone={(what) => what && showToast({ title: 'Restored', description: what })}
                      failureTitle="Not restored"
                    >
                      Restore
                    </RowAction>
                  ) : null}
                </li>
              ))}
            </ol>
            {entries.length > limit || history.isPlaceholderData ? (
              <Button variant="quiet" busy={history.isPlaceholderData} onClick={() => setLimit(limit + step)}>
                Show older changes
              </Button>
            ) : null}
          </>
        )
      }
    </Loaded>
  );
  if (!isPart) return list;
  return (
    <section className="stack gap-3" aria-labelledby={id}>
      <h3 id={id}>Who changed what</h3>
      {list}
    </section>
  );
}

/** The changes of one history entry: each value before and after. */
function ChangeList({ changes }: { changes: readonly ChangeText[] }) {
  if (changes.length === 0) return null;
  return (
    <dl className="stack gap-0 full">
      {changes.map(({ column, label, before, after }) => (
        <div key={`${column} ${label}`} className={`grid gap-2 ${styles.change}`}>
          <dt>{label}</dt>
          <dd className="clamp">
            <del>{before}</del> <span aria-hidden="true">→</span>
            <span className="visually-hidden">became</span> <ins>{after}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

type TableWithHistory = 'products' | 'settings' | 'shop_details' | 'message_rules' | 'delivery_counties';
