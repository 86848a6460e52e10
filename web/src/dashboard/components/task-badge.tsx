import { TriangleAlert } from 'lucide-react';
import styles from './task-badge.module.css';

/** The number of open tasks of a table row; nothing when there are none. */
export function TaskBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={`inline-row gap-1 strong one-line ${styles.mark}`}>
      <TriangleAlert size={14} />
      <span>{count === 1 ? 'Task' : `${count} tasks`}</span>
    </span>
  );
}
