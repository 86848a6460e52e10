import { leastSearched } from '@contract/admin-customers.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { Button } from '#components/forms/button.tsx';
import { classNames } from '#components/page/class-names.ts';
import { SearchField, type Suggested } from '#components/search/search-field.tsx';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { useDebounced } from '#lib/forms/use-debounced.ts';
import { sqlQueryAlwaysStale } from '#dashboard/lib/admin-queries.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import styles from './dashboard-search.module.css';
import { findingGroups } from './finding-groups.tsx';

/** A page or an action that the search finds, by the beginnings of words. */
type Place = { to: string; label: string; words?: string };

/**
 * The dashboard's one search, over its pages and what the role may see, in its place in the header. Ctrl or Cmd and K, and
 * the key `/`, go to it.
 */
export function DashboardSearch({ places }: { places: readonly Place[] }) {
  const [text, setText] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const useSuggested = (typed: string) => useFindings(typed, places);
  useSearchKey(() => form.current?.querySelector('input')?.focus());
  // Read again once the header is there, which may be rendered together with this.
  const place = useSyncExternalStore(neverChanges, findPlace);
  if (!place) return null;
  return createPortal(
    <div className={classNames('anchor', styles.search)}>
      <SearchField
        label="Order, buyer, payment, product, serial number"
        placeholder="Search"
        text={text}
        onText={setText}
        noun="result"
        useSuggested={useSuggested}
        // What one is looking for is mostly the first.
        onSearch={(_, [first]) => {
          if (!first) return false;
          void navigate(first.to);
        }}
        form={form}
      />
    </div>,
    place,
  );
}

const findPlace = () => document.getElementById('dashboard-search');
const neverChanges = () => () => {};

function useFindings(typed: string, places: readonly Place[]): Suggested {
  const may = useMay();
  const query = useDebounced(typed, 250);
  const isLong = typed.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= leastSearched;
  const { data, error, isFetching, refetch } = useQuery({
    ...sqlQueryAlwaysStale(['search', query], 'search_dashboard', { p_query: query }),
    enabled: isLong && query === typed,
  });
  // Known at once, and first.
  const pages = pagesOf(typed, places);
  if (!isLong) return { groups: pages };
  // Only what belongs to the text that stands there: Enter opens the first.
  if (query !== typed || isFetching)
    return { groups: pages, instead: 'Searching…', isPending: pages.length === 0 };
  if (error)
    return {
      groups: pages,
      instead: `The search failed. ${errorSentence(error)}`,
      action: (
        // The focus stays in the field, so the list stays open.
        <Button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => void refetch()}>
          Try again
        </Button>
      ),
    };
  const groups = data ? [...pages, ...findingGroups(data, may)] : pages;
  return { groups, instead: `Nothing found for “${typed}”.` };
}

function pagesOf(typed: string, places: readonly Place[]): Suggested['groups'] {
  const words = typed.toLowerCase().split(/\s+/);
  const suggestions = places
    .filter(({ label, words: others = '' }) => {
      const known = `${label} ${others}`.toLowerCase().split(' ');
      return typed !== '' && words.every((word) => known.some((one) => one.startsWith(word)));
    })
    .map(({ to, label }) => ({ to, label }));
  return suggestions.length > 0 ? [{ title: 'Pages', suggestions }] : [];
}

/** Calls back on Ctrl or Cmd and K, and on `/` unless somebody types it into a field; never while a dialog is open. */
function useSearchKey(onKey: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isK = event.key === 'k' && (event.ctrlKey || event.metaKey);
      const isSlash =
        event.key === '/' &&
        !(event.ctrlKey || event.metaKey || event.altKey) &&
        !document.activeElement?.matches('input, textarea, select, [contenteditable]');
      if (!(isK || isSlash) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      onKey();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}
