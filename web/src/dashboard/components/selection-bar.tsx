import type { ReactNode } from 'react';
import styles from './selection-bar.module.css';

/** Actions for the selected rows, fixed at the bottom of the screen while the table scrolls. */
export function SelectionBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section data-foot aria-label={label} className={`foot-bar framed cluster gap-3 pad-row ${styles.bar}`}>
      {children}
    </section>
  );
}
