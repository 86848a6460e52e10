import { Button } from '../../../../components/button.tsx';
import { showToast } from '../../../../components/toast.tsx';
import { errorSentence } from '../../../../lib/error-sentence.ts';
import { useOnce } from '../../../../lib/use-once.ts';
import { MutedText } from '../../../components/layout.tsx';
import { type SearchWord, useRemoveSearchWord } from './search-word-queries.ts';
import styles from './search-words.module.css';

/** The search synonyms, each with its meaning and a remove button. */
export function SearchWordList({ words }: { words: SearchWord[] }) {
  const once = useOnce();
  const remove = useRemoveSearchWord();
  if (words.length === 0) return <MutedText>There are none yet.</MutedText>;
  const take = async ({ id, word }: SearchWord) => {
    try {
      await remove.mutateAsync(id);
      // The focused button was removed.
      document.getElementById('words')?.focus();
      showToast({ title: 'Word Removed', description: `${word} is searched for as it is.` });
    } catch (error) {
      showToast({ title: 'Not removed', description: errorSentence(error), tone: 'destructive', error });
    }
  };
  return (
    <ul className={styles.text}>
      {words.map((entry) => (
        <li key={entry.id} className={styles.word}>
          <span>
            <strong>{entry.word}</strong> means {entry.means}
          </span>
          <Button
            variant="quiet"
            aria-label={`Remove ${entry.word}, ${entry.means}`}
            onClick={() => once(() => take(entry))}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}
