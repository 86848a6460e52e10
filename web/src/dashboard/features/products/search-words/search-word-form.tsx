import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { useTypedFields } from '#lib/forms/use-typed-form.ts';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { asSearchWord, searchWordProblems } from './search-word-problems.ts';
import { useAddSearchWord } from './search-word-queries.ts';

const empty = { word: '', means: '' };

/** Adds a synonym to the search. */
export function SearchWordForm() {
  const add = useAddSearchWord();
  const { typed, field, ...form } = useTypedFields(empty, searchWordProblems, add.isPending);
  const save = async () => {
    if (Object.keys(searchWordProblems(typed)).length > 0) return;
    await add.mutateAsync({ word: asSearchWord(typed.word), means: asSearchWord(typed.means) });
    // What was typed while the request ran is another word.
    form.begin(empty);
    showToast({ title: 'Word Added' });
  };
  const word = { maxLength: 40, autoCapitalize: 'none' };
  const isThere = add.error instanceof ApiError && add.error.status === 409;
  return (
    <form {...form.props} onSubmit={(event) => form.submit(save, event)} aria-label="Add a word">
      <div className="stack gap-4">
        <div className="cluster gap-4">
          <Field label="They type" hint="For example: sola" {...word} {...field('word')} />
          <Field label="They mean" hint="As our products say it: solar" {...word} {...field('means')} />
        </div>
        <NotSaved
          title="The word is not added"
          error={add.error}
          reason={isThere ? 'The search understands this already.' : undefined}
        />
        <div className="cluster gap-3">
          <Button type="submit" variant="secondary" busy={add.isPending}>
            Add Word
          </Button>
        </div>
      </div>
    </form>
  );
}
