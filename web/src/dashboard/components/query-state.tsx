import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailure } from '#components/page/load-failure.tsx';
import { Loading, Skeleton } from '#components/page/skeleton.tsx';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';

type ShownQuery<Data> = Pick<
  UseQueryResult<Data>,
  'data' | 'error' | 'isPending' | 'isFetching' | 'refetch' | 'dataUpdatedAt'
>;

type LoadedProps<Data> = {
  query: ShownQuery<Data>;
  /** What is loading, used after "Loading" and "We could not load": `the order`. */
  what: string;
  /** The number of skeleton lines. */
  lines?: number;
  /** Shown beside the failure, when there is no data to show. */
  back?: ReactNode;
  children(data: Data): ReactNode;
};

/** A query's data, its loading state or its failure. After a failure the old data stays. */
export function Loaded<Data>({ query, what, lines = 2, back, children }: LoadedProps<Data>) {
  if (query.isPending) return <LoadingLines what={what} lines={lines} />;
  return (
    <>
      {query.data === undefined ? back : null}
      {query.error ? <LoadFailed query={query} what={what} /> : null}
      {query.data === undefined ? null : children(query.data)}
    </>
  );
}

/** A failed query, with a retry button and the age of the data that is still shown. */
function LoadFailed({ query, what }: { query: Omit<ShownQuery<unknown>, 'isPending'>; what: string }) {
  const { data, error, dataUpdatedAt } = query;
  return (
    <LoadFailure title={`We could not load ${what}`} query={query}>
      {`${errorSentence(error)}${
        data ? ` What you see below is from ${formatDayAndTime(new Date(dataUpdatedAt).toISOString())}.` : ''
      }`}
    </LoadFailure>
  );
}

export function LoadingLines({ what, lines }: { what: string; lines: number }) {
  return (
    <Loading label={`Loading ${what}`}>
      <div className="stack gap-4">
        {Array.from({ length: lines }, (_, line) => (
          <Skeleton key={line} width={line % 2 === 1 ? 'most' : 'full'} />
        ))}
      </div>
    </Loading>
  );
}
