import type { ReactNode } from 'react';
import { type FailedQuery, LoadFailure } from './load-failure.tsx';
import { Loading, Skeleton } from './skeleton.tsx';

type NotLoadedProps = {
  /** E.g. `your account`. */
  what: string;
  /** Without it, it is being loaded. */
  query?: FailedQuery & { isError: boolean };
  /** After "The shop did not answer": what this means for the user. */
  children?: ReactNode;
};

/** In place of what is not there yet: lines like those of its text, or that it could not be loaded. */
export function NotLoaded({ what, query, children }: NotLoadedProps) {
  return query?.isError ? (
    <LoadFailure title={`We could not load ${what}`} query={query}>
      The shop did not answer. {children}
    </LoadFailure>
  ) : (
    <Loading label={`Loading ${what}`}>
      <Skeleton shape="heading" width="half" />
      <Skeleton />
      <Skeleton width="most" />
    </Loading>
  );
}
