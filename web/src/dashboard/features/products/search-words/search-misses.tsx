import { Link } from '../../../../components/link.tsx';
import type { SearchMiss } from '@contract/products.ts';
import { Button } from '../../../../components/button.tsx';
import { showToast } from '../../../../components/toast.tsx';
import { errorSentence } from '../../../../lib/error-sentence.ts';
import { formatDay } from '@contract/nairobi-time.ts';
import { useOnce } from '../../../../lib/use-once.ts';
import { MutedText } from '../../../components/layout.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { useForgetSearchMiss } from './search-word-queries.ts';
import styles from './search-words.module.css';

/** Searches without results, the most frequent first. */
export function SearchMisses({ misses }: { misses: SearchMiss[] }) {
  const once = useOnce();
  const forget = useForgetSearchMiss();
  if (misses.length === 0) return <MutedText>Every search of the last 90 days found something.</MutedText>;
  const take = async (query: string) => {
    try {
      await forget.mutateAsync(query);
      // The focused button was removed.
      document.getElementById('not-found')?.focus();
    } catch (error) {
      showToast({
        title: 'Not removed',
        description: errorSentence(error),
        tone: 'destructive',
        error,
      });
    }
  };
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
          <Button variant="quiet" aria-label={`Done with ${query}`} onClick={() => once(() => take(query))}>
            Done
          </Button>
        </li>
      ))}
    </ol>
  );
}
