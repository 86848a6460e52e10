import { createContext, use, useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { PageBody } from '#components/page/page-body.tsx';
import { PromptSuspense } from '#components/page/prompt-suspense.tsx';
import { Loading, Skeleton } from '#components/page/skeleton.tsx';
import { markHydrated } from '#lib/loading/page-hydration.ts';
import { PageBoundary } from '../navigation/page-boundary.tsx';
import styles from './page-frame.module.css';

/** Whether the HTML already contains the first page. */
export const IsPrerendered = createContext(true);

/** The main part of every layout: the page, a skeleton while its code loads, the error page when it fails. */
export function PageFrame() {
  return (
    <main id="main" tabIndex={-1} className="full grow">
      {/* Outside the boundary, which has a new key for each page, so the old page stays until the next is ready. */}
      <PromptSuspense fallback={<PageSkeleton />} isPrerendered={use(IsPrerendered)}>
        <PageBoundary>
          <Outlet />
        </PageBoundary>
        <HydrationMark />
      </PromptSuspense>
    </main>
  );
}

/** Its effect runs when the page around it is hydrated. */
function HydrationMark() {
  useEffect(markHydrated, []);
  return null;
}

function PageSkeleton() {
  return (
    <PageBody className={`packed ${styles.skeleton}`}>
      <Loading label="Loading the page">
        <Skeleton shape="heading" width="half" />
        <Skeleton width="most" />
        <Skeleton width="most" />
      </Loading>
    </PageBody>
  );
}
