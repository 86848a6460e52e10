import type { ReactNode } from 'react';
import styles from './drawing.module.css';

/** The paper every drawing is on: one size, one line, one accent. Decoration: words stand beside it. */
export function DrawingSheet({ children }: { children: ReactNode }) {
  return (
    <svg className={styles.sheet} viewBox="0 0 160 120" aria-hidden="true">
      {children}
    </svg>
  );
}
