import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Button } from '../../../components/button.tsx';
import { classNames } from '../../../components/class-names.ts';
import { ErrorBoundary } from '../../../components/error-boundary.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Loading, Skeleton } from '../../../components/skeleton.tsx';
import { errorSentence } from '../../../lib/error-sentence.ts';
import styles from './panel.module.css';

type PanelProps<Data> = {
  title: string;
  query: UseQueryResult<Data>;
  /** What is being fetched, to go after "Loading" and "We could not load". */
  what: string;
  /** Lines of the skeleton. */
  lines?: number;
  /** Another panel shows the same answer, and says when there is none. */
  follows?: string;
  /** Beside the title: the way to all of it. */
  more?: ReactNode;
  className?: string;
  children: (data: Data) => ReactNode;
};

/** One part of the overview, with its own waiting and its own failing: the others go on. */
export function Panel<Data>({
  title,
  query,
  what,
  lines = 4,
  follows,
  more,
  className,
  children,
}: PanelProps<Data>) {
  const id = useId();
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = query;
  return (
    <section aria-labelledby={id} className={classNames(styles.panel, className)}>
      <div className={styles.head}>
        <h3 id={id} className={styles.title}>
          {title}
        </h3>
        {more}
      </div>
      {error && follows !== undefined ? (
        <NothingHere>Not loaded: see {follows}.</NothingHere>
      ) : error ? (
        <Notice
          tone="error"
          title={`We could not load ${what}`}
          action={
            <Button variant="secondary" busy={isFetching} onClick={() => refetch()}>
              Try again
            </Button>
          }
        >
          {errorSentence(error)}
          {data ? ' What you see below is from before.' : ''}
        </Notice>
      ) : null}
      {isPending ? (
        <Loading label={`Loading ${what}`}>
          <div className={styles.coming}>
            {Array.from({ length: lines }, (_, line) => (
              <Skeleton key={line} width={line % 2 === 1 ? 'most' : 'full'} />
            ))}
          </div>
        </Loading>
      ) : null}
      {data === undefined ? null : (
        <ErrorBoundary fallback={<NotShown />}>
          <div
            className={classNames(styles.content, isPlaceholderData && styles.stale)}
            aria-busy={isPlaceholderData}
          >
            {children(data)}
          </div>
        </ErrorBoundary>
      )}
    </section>
  );
}

/** A panel that has nothing to show, and says so. */
export function NothingHere({ children }: { children: ReactNode }) {
  return <p className={styles.nothing}>{children}</p>;
}

function NotShown() {
  return (
    <Notice
      tone="error"
      title="This part could not be shown"
      action={
        <Button variant="secondary" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      }
    >
      The fault is on our side, or the line was cut while loading. The rest of the page is not touched by it.
    </Notice>
  );
}
