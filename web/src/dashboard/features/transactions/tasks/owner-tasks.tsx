import type { OwnerTask } from '@contract/admin.ts';
import { useState } from 'react';
import { Link } from '../../../../components/link.tsx';
import { Button } from '../../../../components/button.tsx';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { MutedText, Row, Stack } from '../../../components/layout.tsx';
import { LoadFailed, LoadingLines } from '../../../components/query-state.tsx';
import { taskOutcomeLabels } from '../../../lib/task-outcome-text.ts';
import { CloseTaskDialog } from './close-task-dialog.tsx';
import { useOwnerTasks } from './owner-tasks-query.ts';
import styles from './owner-tasks.module.css';

/**
 * Tasks about payments that do not match their orders: the open ones, and below them the closed ones with who closed
 * them and why.
 */
export function OwnerTasks({ onOpenTransaction }: { onOpenTransaction(id: string): void }) {
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
    <Stack as="section" aria-labelledby="owner-tasks">
      <h3 id="owner-tasks">Your tasks</h3>
      {error ? <LoadFailed query={tasks} what="your tasks" /> : null}
      {isPending ? <LoadingLines what="your tasks" lines={2} /> : null}
      {data && open.length === 0 ? <MutedText>Nothing to do: all money matches its order.</MutedText> : null}
      {open.length > 0 ? (
        <ul className={styles.list}>
          {open.map((task) => (
            <Row key={task.id} as="li" gap={4} spread className={styles.task}>
              <TaskText task={task} onOpenTransaction={onOpenTransaction} />
              <Button variant="secondary" onClick={() => setClosing(task)}>
                Close task
              </Button>
            </Row>
          ))}
        </ul>
      ) : null}
      {closed.length > 0 ? (
        <details className={styles.closed}>
          <summary className={styles.summary}>Closed tasks</summary>
          <ul className={styles.list}>
            {closed.map((task) => (
              <Row key={task.id} as="li" gap={4} spread className={styles.task}>
                <TaskText task={task} onOpenTransaction={onOpenTransaction} />
              </Row>
            ))}
          </ul>
          {more}
        </details>
      ) : (
        more
      )}
      <CloseTaskDialog task={closing} onClose={(task) => setClosing((now) => (now === task ? null : now))} />
    </Stack>
  );
}

function TaskText({ task, onOpenTransaction }: { task: OwnerTask; onOpenTransaction(id: string): void }) {
  return (
    <div className={styles.text}>
      <strong>{task.title}</strong>
      <MutedText>Since {formatDayAndTime(task.createdAt)}</MutedText>
      {task.closedAt ? (
        <p>
          {task.closedByName ? `${task.closedByName}, ` : ''}
          {formatDayAndTime(task.closedAt)}. {task.outcome ? `${taskOutcomeLabels[task.outcome]}: ` : ''}
          {task.closingReason}
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
