import type { ReactNode } from 'react';
import { Button } from '../forms/button.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Notice } from './notice.tsx';
import { PromptSuspense } from './prompt-suspense.tsx';
import { Loading, Skeleton } from './skeleton.tsx';

type LoadedPartProps = {
  /** What is loading, for a screen reader. */
  label: string;
  children: ReactNode;
};

/** A part of a page that is loaded on demand: grey lines meanwhile. If it is lost, the rest of the page stays. */
export function LoadedPart({ label, children }: LoadedPartProps) {
  const loading = (
    <Loading label={label}>
      <Skeleton width="most" />
      <Skeleton />
    </Loading>
  );
  return (
    <ErrorBoundary fallback={<LostPart />}>
      <PromptSuspense fallback={loading}>{children}</PromptSuspense>
    </ErrorBoundary>
  );
}

function LostPart() {
  return (
    <Notice tone="error" action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}>
      This could not be loaded. Check your connection and reload the page.
    </Notice>
  );
}
