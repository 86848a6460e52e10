import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { CheckBox } from '../forms/check-box.tsx';
import { classNames } from '../page/class-names.ts';
import styles from './data-table.module.css';

export type Column<Row> = {
  /** For code that finds this column among others. */
  key?: string;
  header: string;
  cell(row: Row): ReactNode;
  /** The sort key, if the table can be sorted by this column. */
  sort?: string;
  align?: 'end';
  /**
   * On a phone every row is a card. Where a column has a `state`, it is one of two lines: title, beside and figure; below
   * and state. Cells without a place are shown beside their header.
   */
  onPhone?: 'title' | 'beside' | 'figure' | 'below' | 'state' | 'foot' | 'hidden';
};

export type Selection = {
  selected: ReadonlySet<string>;
  onChange(selected: ReadonlySet<string>): void;
  /** Where there are more rows than these: what the check box of the header selects. */
  all?: { label: string; choose(): void };
};

type DataTableProps<Row> = {
  /** For screen readers; not visible. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row): string;
  /** The row's name, for the label of its check box. */
  rowName?(row: Row): string;
  sort?: { by: string; descending: boolean };
  onSort?(by: string): void;
  selection?: Selection;
  /** The rows are stale: new ones are loading. */
  isStale?: boolean;
  /** Wider than the screen of a laptop. */
  isWide?: boolean;
};

/** A dense table with a sticky header; on a phone each row is a card. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowName = rowKey,
  sort,
  onSort,
  selection,
  isStale = false,
  isWide = false,
}: DataTableProps<Row>) {
  const keys = rows.map(rowKey);
  const chosen = keys.filter((key) => selection?.selected.has(key));
  const choose = (of: readonly string[], isChosen: boolean) => {
    const next = new Set(selection?.selected);
    for (const key of of) {
      if (isChosen) next.add(key);
      else next.delete(key);
    }
    selection?.onChange(next);
  };
  // Without explicit roles, the card display on a phone would remove the table semantics.
  return (
    <div className={classNames(styles.frame, isWide && styles.wide)}>
      <table
        role="table"
        aria-busy={isStale || undefined}
        className={classNames(
          'table',
          styles.table,
          columns.some(({ onPhone }) => onPhone === 'state') && styles.twoLines,
        )}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {selection ? (
              <th role="columnheader" scope="col" className={styles.tick}>
                <CheckBox
                  label={selection.all?.label ?? 'Select all on this page'}
                  isLabelHidden
                  checked={chosen.length > 0 && chosen.length === keys.length}
                  isMixed={chosen.length > 0 && chosen.length < keys.length}
                  onChange={({ target }) => {
                    if (!selection.all) choose(keys, target.checked);
                    else if (target.checked) selection.all.choose();
                    else selection.onChange(new Set());
                  }}
                />
              </th>
            ) : null}
            {columns.map((column) => (
              <th
                key={column.header}
                role="columnheader"
                scope="col"
                className={classNames(
                  column.align && styles.end,
                  column.onPhone === 'hidden' && styles.hidden,
                )}
                aria-sort={ariaSort(column.sort, sort)}
              >
                {column.sort && onSort ? (
                  <SortButton column={column} sort={sort} onSort={onSort} />
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" inert={isStale}>
          {rows.map((row) => {
            const key = rowKey(row);
            const isChosen = selection?.selected.has(key) ?? false;
            return (
              <tr key={key} role="row" className={classNames(isChosen && styles.chosen)}>
                {selection ? (
                  <td role="cell" className={styles.tick}>
                    <CheckBox
                      label={`Select ${rowName(row)}`}
                      isLabelHidden
                      checked={isChosen}
                      onChange={(event) => choose([key], event.target.checked)}
                    />
                  </td>
                ) : null}
                {columns.map((column) => (
                  <td
                    key={column.header}
                    role="cell"
                    data-label={column.onPhone ? undefined : column.header}
                    className={classNames(
                      column.align && styles.end,
                      column.onPhone && styles[column.onPhone],
                    )}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

type Sort = { by: string; descending: boolean } | undefined;

function ariaSort(name: string | undefined, sort: Sort): 'ascending' | 'descending' | undefined {
  if (name === undefined || sort?.by !== name) return undefined;
  return sort.descending ? 'descending' : 'ascending';
}

function SortButton<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: Sort;
  onSort(by: string): void;
}) {
  const isSorted = sort?.by === column.sort;
  const Arrow = !isSorted ? ArrowUpDown : sort?.descending ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      className={classNames('bare inline-row gap-1 strong', styles.sort, isSorted && styles.sorted)}
      onClick={() => onSort(column.sort ?? '')}
    >
      {column.header}
      <Arrow size={14} aria-hidden="true" />
    </button>
  );
}
