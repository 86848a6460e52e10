import type { PageOfRows } from '@contract/admin.ts';
import { type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Field } from '#components/forms/field.tsx';
import { Notice } from '#components/page/notice.tsx';
import { counted } from '#dashboard/lib/format-count.ts';
import { useLatest } from '#lib/forms/use-latest.ts';
import { useDebounced } from '#lib/forms/use-debounced.ts';

type SearchToChooseProps<Item> = {
  label: string;
  hint: string;
  /** Of the field, where a form moves the focus to it. */
  name?: string;
  /** `buyers` */
  what: string;
  error?: string | undefined;
  /** What is found with the words, once typing pauses. */
  useFound(words: string): Pick<UseQueryResult<Item[] | PageOfRows<Item>>, 'data' | 'error' | 'isFetching'>;
  keyOf(item: Item): string;
  /** What a scanner reads from it, and ends with Enter: that chooses the only one found that has it. */
  codeOf?(item: Item): string | null;
  /** What to do when nothing is found. */
  otherwise?: ReactNode;
  /** Called with the words with which nothing is found. */
  onNone?(words: string): void;
  children(item: Item): ReactNode;
  onChoose(item: Item): void;
};

/** A search whose results are buttons; the chosen one empties it. */
export function SearchToChoose<Item>({
  label,
  hint,
  name,
  what,
  error: problem,
  useFound,
  keyOf,
  codeOf,
  otherwise,
  onNone,
  children,
  onChoose,
}: SearchToChooseProps<Item>) {
  const [typed, setTyped] = useState('');
  const words = useDebounced(typed.trim(), 300);
  const { data, error, isFetching } = useFound(words);
  const isSearching = typed.trim() !== '';
  // Found with what was typed a moment ago: whoever aims at that would choose what takes its place.
  const isOld = words !== typed.trim();
  const { rows: found, after = null } = isOld || !data ? {} : Array.isArray(data) ? { rows: data } : data;
  const failure = isOld ? null : error;
  const more = after === null ? '' : `The first ${found?.length} ${what}: type more to find others.`;
  // The text for which Enter was pressed, and what is found that a scanner reads so.
  const [entered, setEntered] = useState<string | null>(null);
  const isCode = (item: Item) => codeOf?.(item)?.toLowerCase() === entered?.toLowerCase();
  const scanned = entered === null ? [] : (found ?? []).filter(isCode);
  const isScanned = scanned.length === 1;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isScanned) button.current?.click();
  }, [isScanned]);
  const none = found?.length === 0 ? words : '';
  const latest = useLatest(onNone);
  useEffect(() => {
    if (none) latest.current?.(none);
  }, [none, latest]);
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="stack gap-2">
      <Field
        ref={field}
        label={label}
        hint={hint}
        name={name}
        error={problem}
        type="search"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setEntered(null);
        }}
        // A search does not send its form.
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          setEntered(typed.trim());
          // The next scan replaces this one.
          if (codeOf) event.currentTarget.select();
        }}
      />
      <p role="status" className="visually-hidden">
        {isSearching && found ? more || counted(found.length, 'result') : ''}
      </p>
      {isSearching && failure ? (
        <Notice tone="error" title={`The ${what} could not be searched`} error={failure} />
      ) : null}
      {isSearching && !found && (isOld || isFetching) ? <p className="muted">Searching…</p> : null}
      {isSearching && found ? (
        <ul className="stack gap-1" aria-label={`Found ${what}`}>
          {found.map((item) => (
            <li key={keyOf(item)}>
              <button
                type="button"
                className="card pad-2 full text-start breaks target"
                ref={item === scanned[0] ? button : undefined}
                onClick={() => {
                  // This button disappears.
                  field.current?.focus();
                  setTyped('');
                  setEntered(null);
                  onChoose(item);
                }}
              >
                {children(item)}
              </button>
            </li>
          ))}
          {found.length === 0 ? (
            <li className="muted">
              {`No ${what} found.`} {otherwise}
            </li>
          ) : null}
          {more ? <li className="muted">{more}</li> : null}
        </ul>
      ) : null}
    </div>
  );
}
