import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { ErrorBoundary } from '#components/page/error-boundary.tsx';
import { NotShown } from '#dashboard/components/not-shown.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';

type PanelProps<Data> = {
  title: string;
  query: UseQueryResult<Data>;
  /** What is loading, used after "Loading" and "We could not load". */
  what: string;
  /** The number of skeleton lines. */
  lines?: number;
  /** Another panel shows the same query, and its failure. */
  follows?: string;
  /** Shown beside the title: a link to the full list. */
  more?: ReactNode;
  /** The sentence shown instead of the content when that is empty. */
  empty?: (data: Data) => string | false;
  children: (data: Data) => ReactNode;
};

/** One part of the overview, which loads and fails independently of the others. */
export function Panel<Data>(props: PanelProps<Data>) {
  const { title, query, what, lines = 4, follows, more, empty, children } = props;
  const id = useId();
  const shown = (data: Data) => {
    const nothing = empty?.(data);
    return nothing ? <EmptyPanel>{nothing}</EmptyPanel> : children(data);
  };
  const content = (data: Data) => (
    <ErrorBoundary fallback={<NotShown what="part" />}>
      <div className="card narrow dims-stale" aria-busy={query.isPlaceholderData}>
        {shown(data)}
      </div>
    </ErrorBoundary>
  );
  return (
    <section aria-labelledby={id} className="stack gap-1 packed narrow">
      <div className="cluster spread gap-3 target">
        <h3 id={id} className="inline-row target">
          {title}
        </h3>
        {more}
      </div>
      {query.isError && follows !== undefined ? (
        <>
          <EmptyPanel>Not loaded: see {follows}.</EmptyPanel>
          {query.data === undefined ? null : content(query.data)}
        </>
      ) : (
        <Loaded query={query} what={what} lines={lines}>
          {content}
        </Loaded>
      )}
    </section>
  );
}

/** The text of a panel without data. */
function EmptyPanel({ children }: { children: ReactNode }) {
  return <p className="pad-3 quiet">{children}</p>;
}

/** Beside the title: the way to the full list. */
export function All({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="inline-row target small">
      {children}
    </Link>
  );
}
