import type { OwnerTask } from '@contract/admin.ts';
import { closingWords, taskTitle } from '@contract/owner-task-text.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#components/forms/button.tsx';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { LoadFailed, LoadingLines } from '#dashboard/components/query-state.tsx';
import { taskOutcomeLabels } from '#dashboard/lib/task-outcome-text.ts';
import { CloseTaskDialog } from './close-task-dialog.tsx';
import { classNames } from '#components/page/class-names.ts';
import styles from './owner-tasks.module.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMay } from '#dashboard/lib/use-may.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { adminKey } from '#dashboard/lib/admin-queries.ts';

/** The number of tasks per request. */
const partSize = 20;

/** The owner's tasks: open ones first, oldest first; then closed ones, newest first. */
function useOwnerTasks() {
  return useInfiniteQuery({
    queryKey: [adminKey, 'tasks', 'list'],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      callSql('list_owner_tasks', { p_limit: partSize, p_offset: pageParam }, signal),
    getNextPageParam: (last, all) => (last.length < partSize ? undefined : all.length * partSize),
    staleTime: 0,
  });
}

/**
 * Tasks about payments that do not match their orders: the open ones, and below them the closed ones with who closed
 * them and why.
 */
export function OwnerTasks({ onOpenTransaction }: { onOpenTransaction(id: string): void }) {
  const may = useMay();
  const tasks = useOwnerTasks();
  const [closing, setClosing] = useState<OwnerTask | null>(null);
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = tasks;
  const all = data?.pages.flat() ?? [];
  const open = all.filter(({ closedAt }) => closedAt === null);
  const closed = all.filter(({ closedAt }) => closedAt !== null);
  const more = hasNextPage ? (
    <Button variant="quiet" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
      Show more tasks
    </Button>
  ) : null;
  return (
    <section className="stack gap-3" aria-labelledby="owner-tasks">
      <h3 id="owner-tasks">Your tasks</h3>
      {error ? <LoadFailed query={tasks} what="your tasks" /> : null}
      {isPending ? <LoadingLines what="your tasks" lines={2} /> : null}
      {data && open.length === 0 ? (
        <p className="muted">No open tasks: every payment that the bank approved matches its order.</p>
      ) : null}
      {open.length > 0 ? (
        <ul className="stack line-above">
          {open.map((task) => (
            <li key={task.id} className="cluster spread gap-4 line-below pad-y-3">
              <TaskText task={task} onOpenTransaction={onOpenTransaction} />
              {may('refunds') ? (
                <Button variant="secondary" onClick={() => setClosing(task)}>
                  Close task
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {closed.length > 0 ? (
        <details className={styles.closed}>
          <summary className={classNames('row target strong', styles.summary)}>Closed tasks</summary>
          <ul className="stack line-above">
            {closed.map((task) => (
              <li key={task.id} className="cluster spread gap-4 line-below pad-y-3">
                <TaskText task={task} onOpenTransaction={onOpenTransaction} />
              </li>
            ))}
          </ul>
          {more}
        </details>
      ) : (
        more
      )}
      <CloseTaskDialog task={closing} onClose={(task) => setClosing((now) => (now === task ? null : now))} />
    </section>
  );
}

function TaskText({ task, onOpenTransaction }: { task: OwnerTask; onOpenTransaction(id: string): void }) {
  return (
    <div className={classNames('stack narrow breaks', styles.text)}>
      <strong>{taskTitle(task)}</strong>
      <p className="muted">Since {formatDayAndTime(task.createdAt)}</p>
      {task.closedAt ? (
        <p>
          {`${task.closedByName ? `${task.closedByName}, ` : ''}${formatDayAndTime(task.closedAt)}. ${
            task.outcome ? `${taskOutcomeLabels[task.outcome]}: ` : ''
          }${closingWords(task.outcome, task.closingReason)}`}
        </p>
      ) : null}
      <p className="flex gap-4 gap-y-0 wrap">
        <Link to={`/admin/orders/${task.orderId}`} className="link-button inline-row target">
          View order
        </Link>
        <button
          type="button"
          className="link-button inline-row target"
          onClick={() => onOpenTransaction(task.transactionId)}
        >
          View payment
        </button>
      </p>
    </div>
  );
}
