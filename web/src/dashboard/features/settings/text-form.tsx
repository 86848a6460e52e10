import type { TextBlock, TextPage } from '@contract/shop-texts.ts';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { TextAreaField } from '#components/forms/field.tsx';
import { IconButton } from '#components/forms/icon-button.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { classNames } from '#components/page/class-names.ts';
import { Notice } from '#components/page/notice.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { useTypedForm } from '#lib/forms/use-typed-form.ts';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { useChangeShopDetails } from '#dashboard/lib/shop-details-queries.ts';
import styles from './settings.module.css';
import { checkedText, isOfLines, kindsOf, kindTexts, type TypedBlock } from './typed-text.ts';

type TextFormProps = { page: TextPage; text: readonly TextBlock[] };

/** The blocks of a page's text, which are added, moved, changed and removed, and saved together. */
export function TextForm({ page, text }: TextFormProps) {
  const change = useChangeShopDetails();
  // As it was shown: somebody else's change of the same page is not overwritten.
  const [seen, setSeen] = useState(text);
  const lastId = useRef(text.length);
  const [blocks, setBlocks] = useState<TypedBlock[]>(() => text.map((block, id) => ({ ...block, id })));
  const [problem, setProblem] = useState<string | null>(null);
  const form = useTypedForm(change.isPending);

  const save = async () => {
    const checked = checkedText(blocks);
    setProblem('problem' in checked ? checked.problem : null);
    if ('problem' in checked) return;
    await change.mutateAsync({ changes: { [page]: checked.text }, seen: { [page]: [...seen] } });
    setSeen(checked.text);
    showToast({ title: 'Text Saved', description: 'The page shows it within a minute.' });
  };

  const changed = (id: number, to: Partial<TextBlock>) =>
    setBlocks(blocks.map((block) => (block.id === id ? { ...block, ...to } : block)));
  const moved = (from: number, by: 1 | -1) => {
    const [block] = blocks.slice(from, from + 1);
    if (block) setBlocks(blocks.toSpliced(from, 1).toSpliced(from + by, 0, block));
  };
  const add = (at: number) =>
    setBlocks(blocks.toSpliced(at, 0, { id: (lastId.current += 1), kind: 'paragraph', text: '' }));
  const options = kindsOf(page).map((kind) => ({ value: kind, label: kindTexts[kind].label }));

  return (
    <form
      {...form.props}
      onSubmit={(event) => form.submit(save, event)}
      aria-label="Text"
      className={classNames('stack gap-4', styles.texts)}
    >
      <p className="quiet text-width">
        {'In a text, **two stars** make words bold, [words](/returns) make a link, and {name}, {address} and ' +
          '{hours} stand for the shop’s details.'}
      </p>
      <ol className="stack gap-3">
        {blocks.map(({ id, kind, text: written }, index) => {
          const { label, hint, own } = kindTexts[kind];
          const name = `Block ${index + 1}`;
          return (
            <li key={id} className="card stack gap-2 pad-3">
              <div className={classNames('cluster gap-2', styles.block)}>
                <SelectField
                  label={name}
                  className={styles.kind}
                  options={options}
                  value={kind}
                  onChange={({ target }) => changed(id, { kind: target.value as TextBlock['kind'] })}
                />
                <div className="row">
                  <IconButton
                    label={`Move ${name} up`}
                    icon={<ArrowUp />}
                    aria-disabled={index === 0 || undefined}
                    onClick={() => index > 0 && moved(index, -1)}
                  />
                  <IconButton
                    label={`Move ${name} down`}
                    icon={<ArrowDown />}
                    aria-disabled={index === blocks.length - 1 || undefined}
                    onClick={() => index < blocks.length - 1 && moved(index, 1)}
                  />
                  <IconButton
                    label={`Add a block below ${name}`}
                    icon={<Plus />}
                    onClick={() => add(index + 1)}
                  />
                  <IconButton
                    label={`Remove ${name}`}
                    icon={<Trash2 />}
                    onClick={() => setBlocks(blocks.toSpliced(index, 1))}
                  />
                </div>
              </div>
              {own ? (
                <p className="muted">The shop writes this part itself.</p>
              ) : (
                <TextAreaField
                  label={`Text of ${name}: ${label}`}
                  hint={hint}
                  rows={isOfLines(kind) ? written.split('\n').length + 1 : kind === 'paragraph' ? 3 : 1}
                  value={written}
                  onChange={({ target }) => changed(id, { text: target.value })}
                />
              )}
            </li>
          );
        })}
      </ol>
      <Button variant="secondary" className="self-start" onClick={() => add(blocks.length)}>
        Add a Block
      </Button>
      {problem ? (
        <Notice tone="error" title="The text is not saved">
          {problem}
        </Notice>
      ) : null}
      <NotSaved title="The text is not saved" error={change.error} />
      <Button type="submit" busy={change.isPending} className="self-start">
        Save Text
      </Button>
    </form>
  );
}
