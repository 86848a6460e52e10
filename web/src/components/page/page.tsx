import type { ReactNode } from 'react';
import { PageBody, type PageWidth } from './page-body.tsx';
import { PageHeading } from './page-heading.tsx';
import { PageMeta, type PageMetaProps } from './page-meta.tsx';

type PageProps = Pick<PageMetaProps, 'description' | 'path' | 'isHidden'> & {
  /** The document's title, and the heading's unless `heading` is given. */
  title: string;
  /** Null when the content has the page's `h1`. */
  heading?: string | null;
  /** One sentence under the heading. */
  subtitle?: ReactNode;
  width?: PageWidth;
  children: ReactNode;
};

/** A page: the document's title, the heading and the content column. */
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
