import type { ReactNode } from 'react';

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
      {subtitle ? <p className="quiet size-lead pretty">{subtitle}</p> : null}
    </header>
  );
}
