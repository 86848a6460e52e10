import { TriangleAlert } from 'lucide-react';
import styles from './task-mark.module.css';

/** In a table: so many tasks about this row wait for the owner; nothing when none does. */
export function TaskMark({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles.mark}>
      <TriangleAlert aria-hidden="true" />
      {count === 1 ? 'Task' : `${count} tasks`}
    </span>
  );
}
