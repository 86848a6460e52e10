import type { OwnerTask } from '@contract/admin.ts';
import { taskTitle } from '@contract/owner-task-text.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { closeTaskLabel } from '#dashboard/lib/task-outcome-text.ts';
import { CloseTaskDialog } from './close-task-dialog.tsx';
import styles from './owner-tasks.module.css';
import type { OpenedForm } from '#dashboard/lib/opened-form.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import { sqlList, useMoreRows } from '#dashboard/lib/admin-queries.ts';

/**
 * Open tasks about payments that do not match their orders, the oldest first. A closed one stands in its order’s
 * history, with who closed it and why.
 */
export function OwnerTasks({ onOpenTransaction }: { onOpenTransaction(id: string): void }) {
  const may = useMay();
  const tasks = useMoreRows(sqlList('list_owner_tasks', {}), 20);
  const [closing, setClosing] = useState<OwnerTask | null>(null);
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
      {tasks.hasNextPage ? (
        <Button variant="quiet" busy={tasks.isFetchingNextPage} onClick={() => tasks.fetchNextPage()}>
          Show more tasks
        </Button>
      ) : null}
      {closing ? <CloseTaskDialog key={closing.id} task={closing} onClose={() => setClosing(null)} /> : null}
    </section>
  );
}

function TaskText({ task, onOpenTransaction }: { task: OwnerTask; onOpenTransaction(id: string): void }) {
  const { transactionId } = task;
  return (
    <div className={`stack narrow breaks ${styles.text}`}>
      <strong>{taskTitle(task)}</strong>
      <p className="muted">Since {formatDayAndTime(task.createdAt)}</p>
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
