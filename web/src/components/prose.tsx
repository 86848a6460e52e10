import type { ReactNode } from 'react';
import styles from './prose.module.css';

/** Running text with headings, lists and small tables, set for reading. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className={styles.prose}>{children}</div>;
}

type FactTableProps = {
  /** Says what the table is; visible above it. */
  caption: string;
  /** The two column heads. */
  head: readonly [string, string];
  rows: readonly (readonly [ReactNode, ReactNode])[];
};

/** Two columns of facts: what, and how much. */
export function FactTable({ caption, head, rows }: FactTableProps) {
  return (
    <table className={styles.facts}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head[0]}</th>
          <th scope="col">{head[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([what, howMuch], index) => (
          <tr key={index}>
            <th scope="row">{what}</th>
            <td>{howMuch}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Numbered steps. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className={styles.steps}>{children}</ol>;
}
