import { formatDay } from '@contract/nairobi-time.ts';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { RowAction } from '#dashboard/components/row-action.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';

/** The searches of the last 90 days that found nothing, the most frequent first; their number, until one opens it. */
export function SearchMisses() {
  const query = useSql('list_search_misses', {});
  // Where a link leads here, it is open, and on the screen.
  const isWanted = useLocation().hash === '#not-found';
  useEffect(() => {
    if (isWanted) document.getElementById('not-found')?.focus();
  }, [isWanted]);
  return (
    <details open={isWanted || undefined}>
      <summary id="not-found" className="row target strong">
        {`What shoppers did not find${query.data?.length ? ` (${formatCount(query.data.length)})` : ''}`}
      </summary>
      <p className="muted">Stock it, or add the word to a product’s search words.</p>
      <Loaded query={query} what="the searches" lines={2}>
        {(misses) =>
          misses.length === 0 ? (
            <p className="muted">Every search of the last 90 days found something.</p>
          ) : (
            <ol className="stack text-width">
              {misses.map(({ query: typed, times, lastDay }) => (
                <li key={typed} className="row gap-3 spread line-below">
                  <span className="breaks">
                    <Link to={`/search?q=${encodeURIComponent(typed)}`}>{typed}</Link>{' '}
                    <span className="muted">
                      {`${times === 1 ? 'once' : `${formatCount(times)} times`}, last on ${formatDay(lastDay)}`}
                    </span>
                  </span>
                  <RowAction
                    variant="quiet"
                    aria-label={`Done with ${typed}`}
                    act={() => callSql('forget_search_miss', { p_query: typed })}
                    failureTitle="Not removed"
                    headingId="not-found"
                  >
                    Done
                  </RowAction>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </details>
  );
}
