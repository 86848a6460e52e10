import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

type LoadFailureProps = {
  title?: ReactNode;
  /** The query that failed. */
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** What this means for the person. */
  children: ReactNode;
};

/** Says that something could not be loaded, with a button that tries again. */
export function LoadFailure({ title, query, children }: LoadFailureProps) {
  return (
    <Notice
      tone="error"
      title={title}
      error={query.error}
      action={
        <Button busy={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
