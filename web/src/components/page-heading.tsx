import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './page-heading.module.css';

type PageHeadingProps = {
  title: ReactNode;
  /** One sentence under the title. */
  subtitle?: ReactNode;
};

/** The one `h1` of a page. It gets the focus after a navigation, so it is focusable but not a tab stop. */
export function PageHeading({ title, subtitle }: PageHeadingProps) {
  return (
    <header className="stack gap-2 text-width">
      <h1 tabIndex={-1}>{title}</h1>
      {subtitle ? <p className={classNames('quiet size-lead', styles.subtitle)}>{subtitle}</p> : null}
    </header>
  );
}
