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

/** The dashboard's one search, over what the role may see, in its place in the header. The key `/` goes to it. */
export function DashboardSearch() {
  const [text, setText] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  useSlashKey(() => form.current?.querySelector('input')?.focus());
  // Read again once the header is there, which may be rendered together with this.
  const place = useSyncExternalStore(neverChanges, findPlace);
  if (!place) return null;
  return createPortal(
    <div className={classNames('text-width', styles.search)}>
      <SearchField
        label="Order, buyer, payment, product, serial number"
        text={text}
        onText={setText}
        noun="result"
        useSuggested={useFindings}
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

function useFindings(typed: string): Suggested {
  const may = useMay();
  const query = useDebounced(typed, 250);
  const isLong = typed.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= leastSearched;
  const { data, error, isFetching, refetch } = useQuery({
    ...sqlQueryAlwaysStale(['search', query], 'search_dashboard', { p_query: query }),
    enabled: isLong && query === typed,
  });
  if (!isLong) return { groups: [] };
  // Only what belongs to the text that stands there: Enter opens the first.
  if (query !== typed || isFetching) return { groups: [], instead: 'Searching…', isPending: true };
  if (error)
    return {
      groups: [],
      instead: `The search failed. ${errorSentence(error)}`,
      action: (
        // The focus stays in the field, so the list stays open.
        <Button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => void refetch()}>
          Try again
        </Button>
      ),
    };
  const groups = data ? findingGroups(data, may) : [];
  return { groups, instead: `Nothing found for “${typed}”.` };
}

/** Calls back on `/`, unless somebody types it into a field or a dialog is open. */
function useSlashKey(onSlash: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.activeElement?.matches('input, textarea, select, [contenteditable]')) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      onSlash();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}
