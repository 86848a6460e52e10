import { type ReactNode } from 'react';
import { promptPart } from './prompt-suspense.tsx';
import { isOffline } from '#lib/api/is-connection-error.ts';
import { Button } from '../forms/button.tsx';
import { Notice } from './notice.tsx';

export type FailedQuery = { error: unknown; isFetching: boolean; refetch: () => unknown };

type LoadFailureProps = {
  title?: ReactNode;
  /** The query that failed. */
  query: FailedQuery;
  /** What this means for the user. */
  children: ReactNode;
};

/** Not needed with a connection; the service worker stores it on the device. */
const NoConnection = promptPart('NoConnection', () => import('./no-connection.tsx'));

/** A message that something could not be loaded, with a retry button. */
export function LoadFailure({ title, query, children }: LoadFailureProps) {
  if (isOffline(query.error)) {
    return <NoConnection query={query} />;
  }
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
