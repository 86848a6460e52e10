import type { ReactNode } from 'react';
import styles from './info-page.module.css';
import { Page } from './page.tsx';
import { unbroken } from './unbroken.tsx';

type InfoPageProps = {
  title: string;
  /** One sentence under the title, also for search engines. */
  lead: string;
  path: string;
  children: ReactNode;
};

/** An information page, laid out for reading. */
export function InfoPage({ title, lead, path, children }: InfoPageProps) {
  return (
    <Page width="text" title={title} description={lead} subtitle={lead} path={path}>
      <div className={`stack gap-6 ${styles.prose}`}>{children}</div>
    </Page>
  );
}

/** A section of an information page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack gap-3">
      <h2 className="ink-line-above pad-top-4">{title}</h2>
      {children}
    </section>
  );
}

type FactTableProps = {
  /** Visible above the table. */
  caption: string;
  /** The two column headers. */
  head: readonly [string, string];
  rows: readonly (readonly [ReactNode, ReactNode])[];
};

/** A table with two columns: a name and its value. */
export function FactTable({ caption, head, rows }: FactTableProps) {
  return (
    <table className={styles.facts}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className="muted light">
            {head[0]}
          </th>
          <th scope="col" className="muted light text-end">
            {head[1]}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, value], index) => (
          <tr key={index}>
            <th scope="row" className="light">
              {unbroken(name)}
            </th>
            <td className="strong text-end">{unbroken(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Numbered steps. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className={`stack gap-4 ${styles.steps}`}>{children}</ol>;
}

/** One of the steps. */
export function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="grid gap-3 gap-y-0">
      <h3>{title}</h3>
      <p>{children}</p>
    </li>
  );
}
