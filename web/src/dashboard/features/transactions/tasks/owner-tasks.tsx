import type { OwnerTask } from '@contract/admin.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../../components/button.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { Loading, Skeleton } from '../../../../components/skeleton.tsx';
import { errorSentence } from '../../../../lib/error-sentence.ts';
import { formatDayAndTime } from '../../../../lib/nairobi-time.ts';
import { CloseTaskDialog } from './close-task-dialog.tsx';
import { useOwnerTasks } from './owner-tasks-query.ts';
import styles from './owner-tasks.module.css';

/** Money that does not fit its order: what is to be done, and below it what was done, by whom and why. */
export function OwnerTasks({ onOpenTransaction }: { onOpenTransaction(id: string): void }) {
  const tasks = useOwnerTasks();
  const [closing, setClosing] = useState<OwnerTask | null>(null);
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = tasks;
  const all = data?.pages.flat() ?? [];
  const open = all.filter(({ closedAt }) => closedAt === null);
  const closed = all.filter(({ closedAt }) => closedAt !== null);
  const more =
    hasNextPage === true ? (
      <Button variant="quiet" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
        Show more tasks
      </Button>
    ) : null;
  return (
    <section className={styles.tasks} aria-labelledby="owner-tasks">
      <h3 id="owner-tasks" className={styles.heading}>
        Your tasks
      </h3>
      {error ? (
        <Notice
          tone="error"
          title="We could not load your tasks"
          action={
            <Button busy={isFetching} onClick={() => refetch()}>
              Try again
            </Button>
          }
        >
          {errorSentence(error)}
        </Notice>
      ) : null}
      {!data && !error ? (
        <Loading label="Loading your tasks">
          <Skeleton />
          <Skeleton width="most" />
        </Loading>
      ) : null}
      {data && open.length === 0 ? (
        <p className={styles.quiet}>Nothing to do: all money fits its order.</p>
      ) : null}
      {open.length > 0 ? (
        <ul className={styles.list}>
          {open.map((task) => (
            <li key={task.id} className={styles.task}>
              <TaskWords task={task} onOpenTransaction={onOpenTransaction} />
              <Button variant="secondary" onClick={() => setClosing(task)}>
                Close task
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {closed.length > 0 ? (
        <details className={styles.closed}>
          <summary className={styles.summary}>Closed tasks</summary>
          <ul className={styles.list}>
            {closed.map((task) => (
              <li key={task.id} className={styles.task}>
                <TaskWords task={task} onOpenTransaction={onOpenTransaction} />
              </li>
            ))}
          </ul>
          {more}
        </details>
      ) : (
        more
      )}
      <CloseTaskDialog task={closing} onClose={() => setClosing(null)} />
    </section>
  );
}

function TaskWords({ task, onOpenTransaction }: { task: OwnerTask; onOpenTransaction(id: string): void }) {
  return (
    <div className={styles.words}>
      <p className={styles.title}>{task.title}</p>
      <p className={styles.quiet}>Since {formatDayAndTime(task.createdAt)}</p>
      {task.closedAt ? (
        <p>
          {task.closedByName ? `${task.closedByName}, ` : ''}
          {formatDayAndTime(task.closedAt)}: {task.closingReason}
        </p>
      ) : null}
      <p className={styles.ways}>
        <Link to={`/admin/orders/${task.orderId}`} className={styles.way}>
          View order
        </Link>
        <button type="button" className={styles.way} onClick={() => onOpenTransaction(task.transactionId)}>
          What the bank said
        </button>
      </p>
    </div>
  );
}
