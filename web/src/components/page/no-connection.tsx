import { Button, LinkButton } from '../forms/button.tsx';
import { EmptyState } from './empty-state.tsx';
import type { FailedQuery } from './load-failure.tsx';
import styles from './no-connection.module.css';

/** Shown offline instead of a page that was never opened on this device while online. */
export function NoConnection({ query }: { query: FailedQuery }) {
  return (
    <div role="status" className={styles.late}>
      <EmptyState
        title="No connection"
        description="This page is not stored on this device, so it cannot be shown yet. It opens by itself when the connection is back. Until then you can read pages that you opened before, and your cart is kept."
        action={
          <>
            <Button busy={query.isFetching} onClick={() => void query.refetch()}>
              Try again
            </Button>
            <LinkButton to="/" variant="secondary">
              Back to the shop
            </LinkButton>
          </>
        }
      />
    </div>
  );
}
