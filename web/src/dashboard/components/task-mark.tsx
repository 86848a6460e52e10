import { TriangleAlert } from 'lucide-react';
import styles from './task-mark.module.css';

/** In a table: how many tasks about this row wait for the owner; nothing if no task waits. */
export function TaskMark({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles.mark}>
      <TriangleAlert aria-hidden="true" />
      {count === 1 ? 'Task' : `${count} tasks`}
    </span>
  );
}
