import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './page-heading.module.css';

type PageHeadingProps = {
  title: ReactNode;
  /** One sentence under the title. */
  subtitle?: ReactNode;
  /** A short line above the title, e.g. an order number. */
  above?: ReactNode;
  className?: string;
};

/** The one `h1` of a page. Focus lands on it after a navigation, so it can take focus but is no tab stop. */
export function PageHeading({ title, subtitle, above, className }: PageHeadingProps) {
  return (
    <header className={classNames(styles.heading, className)}>
      {above ? <p className={styles.above}>{above}</p> : null}
      <h1 tabIndex={-1}>{title}</h1>
      {subtitle ? <p className={styles.subtitle}>{subtitle}</p> : null}
    </header>
  );
}
