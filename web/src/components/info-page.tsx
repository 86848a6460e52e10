import type { ReactNode } from 'react';
import styles from './info-page.module.css';
import { Page } from './page.tsx';

type InfoPageProps = {
  title: string;
  /** One sentence under the title, also for search engines. */
  lead: string;
  path: string;
  children: ReactNode;
};

/** A page of information, set for reading. */
export function InfoPage({ title, lead, path, children }: InfoPageProps) {
  return (
    <Page width="text" title={title} description={lead} subtitle={lead} path={path}>
      <div className={styles.prose}>{children}</div>
    </Page>
  );
}

/** A part of an information page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
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

/** One of them. */
export function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <h3>{title}</h3>
      <p>{children}</p>
    </li>
  );
}
