import type { ProductSort } from '@contract/product-filter.ts';
import { LayoutGrid, List, Table2 } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { IconButton } from '#components/forms/icon-button.tsx';
import type { ListingView } from './list-address.ts';
import { readProductSort, type SortChoice } from './product-sort.ts';
import styles from './list-controls.module.css';

type ListControlsProps = {
  /** `12 products`. */
  count: string;
  sorts: readonly SortChoice[];
  sort: ProductSort;
  /** Absent when there is only one view. */
  view?: ListingView;
  /** Shown before the sort on a phone. */
  filterButton?: ReactNode;
  onSort: (sort: ProductSort) => void;
  onView?: (view: ListingView) => void;
};

/** The number of products, the view and the sort, in one line; on a phone in two. */
export function ListControls({ count, sorts, sort, view, filterButton, onSort, onView }: ListControlsProps) {
  // Chosen before the page's scripts ran: the next render would overwrite it.
  const select = useRef<HTMLSelectElement>(null);
  const early = useRef<string>(null);
  useLayoutEffect(() => {
    early.current = select.current?.value ?? null;
  }, []);
  useEffect(() => {
    if (early.current && early.current !== sort) onSort(readProductSort(early.current, sorts));
  }, []); // oxlint-disable-line react/exhaustive-deps -- only what was chosen before
  return (
    <div className={`row gap-3 ink-line-above pad-top-3 ${styles.controls}`}>
      <p role="status" className={`grow quiet tabular one-line ${styles.count}`}>
        {count}
      </p>
      {view ? (
        <div role="group" aria-label="View" className={`control flex ${styles.views}`}>
          <IconButton
            label="Grid view"
            icon={<LayoutGrid />}
            aria-pressed={view === 'grid'}
            className={styles.view}
            onClick={() => onView?.('grid')}
          />
          <IconButton
            label="Data sheets"
            icon={
              <>
                <List />
                <span className={styles.words}>Data sheets</span>
              </>
            }
            aria-pressed={view === 'list'}
            className={`one-line ${styles.view} ${styles.sheets}`}
            onClick={() => onView?.('list')}
          />
          <IconButton
            label="Table view"
            icon={<Table2 />}
            aria-pressed={view === 'table'}
            className={`${styles.view} ${styles.onDesktop}`}
            onClick={() => onView?.('table')}
          />
        </div>
      ) : null}
      {filterButton}
      <label className={`row gap-2 narrow ${styles.sort}`}>
        <span className={`quiet one-line ${styles.label}`}>Sort by</span>
        <select
          ref={select}
          className="input arrow"
          value={sort}
          onChange={(event) => onSort(readProductSort(event.target.value, sorts))}
        >
          {sorts.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
