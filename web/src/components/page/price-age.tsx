import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { useEffect, useState } from 'react';
import { copyTime } from '#lib/api/copied-replies.ts';
import { useIsHydrated } from '#lib/loading/use-is-hydrated.ts';

/** The state of a query that the age is read from; `dataUpdatedAt` is in milliseconds. */
export type PriceReading = { dataUpdatedAt: number; error: unknown; isFetching: boolean; refetch(): unknown };

/** Prices, stock and orders are said to be old from this age, in milliseconds. */
const hour = 3_600_000;

/**
 * Shows how old prices or orders are, in Nairobi's time, once that is more than an hour or they could not be refreshed:
 * they may have come with the page, been stored before the connection was lost, or be the edge proxy's copy. A browser
 * without scripts always shows it.
 */
export function PriceAge({ what, reading }: { what: string; reading: PriceReading }) {
  const { dataUpdatedAt, isFetching, refetch } = reading;
  const copiedAt = copyTime();
  const error = copiedAt ?? reading.error;
  const isOld = useIsOlderThanAnHour(dataUpdatedAt);
  const at = new Date(copiedAt ?? dataUpdatedAt).toISOString();
  const age = (
    <span>
      {what} as of <time dateTime={at}>{formatDayAndTime(at)}</time>.
    </span>
  );
  if (!useIsHydrated()) {
    return (
      <noscript>
        <p className="muted">{age}</p>
      </noscript>
    );
  }
  if (!error && (!isOld || isFetching)) return null;
  return (
    <p className="muted">
      {age}
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

/** False before hydration: a page as it was built does not know its age. */
function useIsOlderThanAnHour(since: number): boolean {
  const [oldSince, setOldSince] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setOldSince(since), Math.max(since + hour - Date.now(), 0));
    return () => clearTimeout(timer);
  }, [since]);
  return oldSince === since;
}
