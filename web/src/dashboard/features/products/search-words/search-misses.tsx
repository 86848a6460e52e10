import { Link } from '../../../../components/link.tsx';
import type { SearchMiss } from '@contract/products.ts';
import { formatDay } from '@contract/nairobi-time.ts';
import { MutedText } from '../../../components/layout.tsx';
import { RowAction } from '../../../components/row-action.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { useForgetSearchMiss } from './search-word-queries.ts';
import styles from './search-words.module.css';

/** Searches without results, the most frequent first. */
export function SearchMisses({ misses }: { misses: SearchMiss[] }) {
  const forget = useForgetSearchMiss();
  if (misses.length === 0) return <MutedText>Every search of the last 90 days found something.</MutedText>;
  return (
    <ol className={styles.misses}>
      {misses.map(({ query, times, lastDay }) => (
        <li key={query} className={styles.miss}>
          <span>
            <Link to={`/search?q=${encodeURIComponent(query)}`}>{query}</Link>
            <MutedText>
              {times === 1 ? 'Once' : `${formatCount(times)} times`}, last on {formatDay(lastDay)}
            </MutedText>
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
