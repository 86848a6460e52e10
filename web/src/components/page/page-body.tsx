import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './page-body.module.css';

/** `wide` for shelves and tables, `text` for reading, `form` for one narrow column. */
export type PageWidth = 'wide' | 'text' | 'form';

type PageBodyProps = {
  width?: PageWidth;
  className?: string;
  children: ReactNode;
};

/** The column of a page's content: gutters, padding, and even gaps between its parts. */
export function PageBody({ width = 'wide', className, children }: PageBodyProps) {
  return (
    <div className={classNames('stack gap-5 full', styles.body, styles[width], className)}>{children}</div>
  );
}
