import type { ReactNode } from 'react';
import styles from './selection-bar.module.css';
import { Row } from './layout.tsx';

/** Actions for the selected rows, fixed at the bottom of the screen while the table scrolls. */
export function SelectionBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Row as="section" aria-label={label} className={styles.bar}>
      {children}
    </Row>
  );
}
