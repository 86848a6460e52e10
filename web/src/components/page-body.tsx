import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './page-body.module.css';

type PageBodyProps = {
  /** `wide` for shelves and tables, `text` for reading, `form` for one narrow column. */
  width?: 'wide' | 'text' | 'form';
  className?: string;
  children: ReactNode;
};

/** The column a page's content stands in: gutters, breathing room, an even rhythm between its parts. */
export function PageBody({ width = 'wide', className, children }: PageBodyProps) {
  return <div className={classNames(styles.body, styles[width], className)}>{children}</div>;
}
