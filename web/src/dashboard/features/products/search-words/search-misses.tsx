import type { SearchMiss } from '@contract/products.ts';
import { formatDay } from '@contract/nairobi-time.ts';
import { Link } from 'react-router-dom';
import { RowAction } from '#dashboard/components/row-action.tsx';
import { formatCount } from '#dashboard/lib/format-count.ts';
import { useForgetSearchMiss } from './search-word-queries.ts';
import { classNames } from '#components/page/class-names.ts';
import styles from './search-words.module.css';

/** Searches without results, the most frequent first. */
export function SearchMisses({ misses }: { misses: SearchMiss[] }) {
  const forget = useForgetSearchMiss();
  if (misses.length === 0) return <p className="muted">Every search of the last 90 days found something.</p>;
  return (
    <ol className={classNames('stack gap-5 gap-y-0', styles.misses)}>
      {misses.map(({ query, times, lastDay }) => (
        <li key={query} className="row gap-3 spread line-below pad-y-1">
          <span className="narrow breaks">
            <Link to={`/search?q=${encodeURIComponent(query)}`}>{query}</Link>
            <p className="muted">
              {`${times === 1 ? 'Once' : `${formatCount(times)} times`}, last on ${formatDay(lastDay)}`}
            </p>
          </span>
          <RowAction
            variant="quiet"
            aria-label={`Done with ${query}`}
            act={() => forget.mutateAsync(query)}
            failureTitle="Not removed"
            headingId="not-found"
          >
            Done
          </RowAction>
        </li>
      ))}
    </ol>
  );
}
