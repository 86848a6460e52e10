import type { HTMLAttributes, ReactNode } from 'react';
import { classNames } from '../../components/class-names.ts';
import styles from './layout.module.css';

type LayoutProps = HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'section' | 'header' | 'ul' | 'li' | 'dl' | 'p' | 'span';
  /** A step of the `--space` scale. */
  gap?: 1 | 2 | 3 | 4 | 5 | 6;
  children: ReactNode;
};

/** Things below one another, as wide as their column and no wider. */
export function Stack({ as: Tag = 'div', gap = 3, className, ...rest }: LayoutProps) {
  return <Tag {...rest} className={classNames(styles.stack, styles[`gap${gap}`], className)} />;
}

type RowProps = LayoutProps & {
  /** The first at the start, the last at the end. */
  spread?: boolean;
};

/** Things beside one another, which wrap where there is no room. */
export function Row({ as: Tag = 'div', gap = 3, spread = false, className, ...rest }: RowProps) {
  const kinds = classNames(styles.row, spread && styles.spread, styles[`gap${gap}`]);
  return <Tag {...rest} className={classNames(kinds, className)} />;
}

/** Words that matter less: small and grey. */
export function MutedText({ as: Tag = 'p', className, ...rest }: Omit<LayoutProps, 'gap'>) {
  return <Tag {...rest} className={classNames(styles.quiet, className)} />;
}
