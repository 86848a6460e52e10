import type { ReactNode } from 'react';
import { PageBody, type PageWidth } from './page-body.tsx';
import { PageHeading } from './page-heading.tsx';
import { PageMeta } from './page-meta.tsx';

type PageProps = {
  /** The tab's title, and the heading's unless that differs. */
  title: string;
  /** Null when the content brings the page's one `h1` itself. */
  heading?: string | null;
  /** One sentence under the heading. */
  subtitle?: ReactNode;
  /** One or two sentences for search engines and link previews. */
  description?: string;
  /** The path of its one address, for pages that search engines list. */
  path?: string;
  width?: PageWidth;
  /** Search engines leave the page out. */
  isHidden?: boolean;
  children: ReactNode;
};

/** A page with its own address: the tab's title, the heading and the content's column. */
export function Page({
  title,
  heading = title,
  subtitle,
  description,
  path,
  width,
  isHidden,
  children,
}: PageProps) {
  return (
    <PageBody width={width}>
      <PageMeta title={title} description={description} path={path} isHidden={isHidden} />
      {heading === null ? null : <PageHeading title={heading} subtitle={subtitle} />}
      {children}
    </PageBody>
  );
}
