import type { HTMLAttributes, ReactNode } from 'react';
import { classNames } from '../../components/class-names.ts';
import styles from './layout.module.css';

type LayoutProps = HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'section' | 'header' | 'ul' | 'li' | 'dl' | 'p' | 'span';
  /** A step of the `--space` scale. */
  gap?: 1 | 2 | 3 | 4 | 5 | 6;
  children: ReactNode;
};

/** Children below each other, no wider than their column. */
export function Stack({ as: Tag = 'div', gap = 3, className, ...rest }: LayoutProps) {
  return <Tag {...rest} className={classNames(styles.stack, styles[`gap${gap}`], className)} />;
}

type RowProps = LayoutProps & {
  /** The first child at the start, the last at the end. */
  spread?: boolean;
};

/** Children side by side, which wrap when space runs out. */
export function Row({ as: Tag = 'div', gap = 3, spread = false, className, ...rest }: RowProps) {
  const kinds = classNames(styles.row, spread && styles.spread, styles[`gap${gap}`]);
  return <Tag {...rest} className={classNames(kinds, className)} />;
}

/** Secondary text: small and grey. */
export function MutedText({ as: Tag = 'p', className, ...rest }: Omit<LayoutProps, 'gap'>) {
  return <Tag {...rest} className={classNames(styles.quiet, className)} />;
}

/** A label and its value; nothing where there is no such fact. */
export type Fact = false | null | '' | readonly [label: string, value: ReactNode];

/** Labels, each with its value beside it. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter((fact) => !!fact)
        .map(([label, value]) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
