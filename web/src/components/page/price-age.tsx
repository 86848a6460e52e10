import { formatDayAndTime } from '@contract/nairobi-time.ts';

/** The state of a query that the age is read from; `dataUpdatedAt` is in milliseconds. */
export type PriceReading = { dataUpdatedAt: number; error: unknown; isFetching: boolean; refetch(): unknown };

/**
 * Shows how old prices or orders are: they may have come with the page, or been stored before the connection was
 * lost.
 */
export function PriceAge({ what, reading }: { what: string; reading: PriceReading }) {
  const { dataUpdatedAt, error, isFetching, refetch } = reading;
  const at = new Date(dataUpdatedAt).toISOString();
  return (
    <p className="muted">
      {what} as of <time dateTime={at}>{formatDayAndTime(at)}</time>.
      {error && !isFetching ? (
        <span>
          {' '}
          We could not refresh this.{' '}
          <button type="button" className="link-button target" onClick={() => void refetch()}>
            Try again
          </button>
        </span>
      ) : null}
    </p>
  );
}
