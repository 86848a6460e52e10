import { showToast } from '#components/overlays/toast.tsx';
import { RowAction } from '#dashboard/components/row-action.tsx';
import { type SearchWord, useRemoveSearchWord } from './search-word-queries.ts';
import { classNames } from '#components/page/class-names.ts';
import styles from './search-words.module.css';

/** The search synonyms, each with its meaning and a remove button. */
export function SearchWordList({ words }: { words: SearchWord[] }) {
  const remove = useRemoveSearchWord();
  if (words.length === 0) return <p className="muted">There are none yet.</p>;
  const take = async ({ id, word }: SearchWord) => {
    await remove.mutateAsync(id);
    showToast({ title: 'Word Removed', description: `${word} is searched for as it is.` });
  };
  return (
    <ul className={classNames('stack gap-5 gap-y-0', styles.text)}>
      {words.map((entry) => (
        <li key={entry.id} className="row gap-3 spread line-below pad-y-1">
          <span className="narrow breaks">
            <strong>{entry.word}</strong> means {entry.means}
          </span>
          <RowAction
            variant="quiet"
            aria-label={`Remove ${entry.word}, ${entry.means}`}
            act={() => take(entry)}
            failureTitle="Not removed"
            headingId="words"
          >
            Remove
          </RowAction>
        </li>
      ))}
    </ul>
  );
}
