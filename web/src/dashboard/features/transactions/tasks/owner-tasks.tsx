import type { OwnerTask } from '@contract/admin.ts';
import { closingWords, taskTitle } from '@contract/owner-task-text.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { Loaded, LoadFailed } from '#dashboard/components/query-state.tsx';
import { closeTaskLabel, taskOutcomeLabels } from '#dashboard/lib/task-outcome-text.ts';
import { CloseTaskDialog } from './close-task-dialog.tsx';
import styles from './owner-tasks.module.css';
import type { OpenedForm } from '#dashboard/lib/opened-form.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import { sqlList, useMoreRows } from '#dashboard/lib/admin-queries.ts';

/** The owner's tasks: the open ones, the oldest first, or the closed ones, the newest first. */
const useOwnerTasks = (isOpen: boolean) =>
  useMoreRows(sqlList('list_owner_tasks', { p_is_open: isOpen }), 20);

/**
 * Tasks about payments that do not match their orders: the open ones, and below them the closed ones with who closed
 * them and why.
 */
export function OwnerTasks({ onOpenTransaction }: { onOpenTransaction(id: string): void }) {
  const may = useMay();
  const tasks = useOwnerTasks(true);
  const closedTasks = useOwnerTasks(false);
  const [closing, setClosing] = useState<OwnerTask | null>(null);
  const { data: closed } = closedTasks;
  return (
    <section className="stack gap-3" aria-labelledby="owner-tasks">
      <h3 id="owner-tasks">Your tasks</h3>
      <Loaded query={tasks} what="your tasks">
        {(open) =>
          open.length === 0 ? (
            <p className="muted">No open tasks.</p>
          ) : (
            <ul className="stack line-above">
              {open.map((task) => (
                <li key={task.id} className="cluster spread gap-4 line-below pad-y-3">
                  <TaskText task={task} onOpenTransaction={onOpenTransaction} />
                  <span className="cluster gap-2">
                    {task.kind === 'payment_reversed' && may('payments.record') ? (
                      <LinkButton
                        variant="secondary"
                        to={`/admin/orders/${task.orderId}`}
                        state={{ opens: { form: 'payment' } satisfies OpenedForm }}
                      >
                        Record a Payment
                      </LinkButton>
                    ) : null}
                    {may('refunds') ? (
                      <Button variant="secondary" onClick={() => setClosing(task)}>
                        {closeTaskLabel(task)}
                      </Button>
                    ) : null}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <MoreTasks tasks={tasks} />
      {closedTasks.error ? <LoadFailed query={closedTasks} what="your closed tasks" /> : null}
      {closed && closed.length > 0 ? (
        <details className={styles.closed}>
          <summary className={`row target strong ${styles.summary}`}>Closed tasks</summary>
          <ul className="stack line-above">
            {closed.map((task) => (
              <li key={task.id} className="cluster spread gap-4 line-below pad-y-3">
                <TaskText task={task} onOpenTransaction={onOpenTransaction} />
              </li>
            ))}
          </ul>
          <MoreTasks tasks={closedTasks} />
        </details>
      ) : null}
      {closing ? <CloseTaskDialog key={closing.id} task={closing} onClose={() => setClosing(null)} /> : null}
    </section>
  );
}

function MoreTasks({ tasks }: { tasks: ReturnType<typeof useOwnerTasks> }) {
  return tasks.hasNextPage ? (
    <Button variant="quiet" busy={tasks.isFetchingNextPage} onClick={() => tasks.fetchNextPage()}>
      Show more tasks
    </Button>
  ) : null;
}

function TaskText({ task, onOpenTransaction }: { task: OwnerTask; onOpenTransaction(id: string): void }) {
  const { transactionId } = task;
  return (
    <div className={`stack narrow breaks ${styles.text}`}>
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
        {transactionId ? (
          <button
            type="button"
            className="link-button inline-row target"
            onClick={() => onOpenTransaction(transactionId)}
          >
            View payment
          </button>
        ) : null}
      </p>
    </div>
  );
}
