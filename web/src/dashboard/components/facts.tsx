import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** A label and its value; nothing where there is no such fact. */
export type Fact = false | null | '' | readonly [label: string, value: ReactNode];

/** Labels, each with its value beside it. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="stack line-above">
      {facts
        .filter((fact) => !!fact)
        .map(([label, value]) => (
          <div key={label} className={`grid gap-3 pad-y-2 line-below ${styles.fact}`}>
            <dt>{label}</dt>
            <dd className="breaks tabular">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
