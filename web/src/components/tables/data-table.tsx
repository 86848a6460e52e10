import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../forms/button.tsx';
import { CheckBox } from '../forms/check-box.tsx';
import { classNames } from '../page/class-names.ts';
import { useFirst } from './use-first.tsx';
import styles from './data-table.module.css';

export type Column<Row> = {
  header: string;
  cell(row: Row): ReactNode;
  /** The sort key, if the table can be sorted by this column. */
  sort?: string;
  align?: 'end';
  /** Whether a row has nothing here. Where no row has anything, there is no column. */
  isNothing?(row: Row): boolean;
  /** In one line, and cut where it does not fit: in the space that the others leave, or in 15 em. One column has the rest. */
  width?: 'rest' | 'limited';
  /** Left out of a narrower table: of less than 720 px, of less than 960 px. */
  from?: 'medium' | 'wide';
  /**
   * Where a table of five columns or more has less than 540 px, a row is two lines: name and figure; below, in grey, what
   * is in the line, and the state at its end. A picture stands beside both, what is at the foot below. Others are left out.
   */
  onPhone?: 'name' | 'figure' | 'line' | 'state' | 'foot' | 'picture';
  /** In that line its header is before it. */
  isNamed?: boolean;
  /** There a press anywhere on the row is one on its link or button. */
  opens?: boolean;
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
  /** @param by empty: the order of the start @param descending if left out, the same column again reverses the order */
  onSort?(by: string, descending?: boolean): void;
  selection?: Selection;
  /** The rows are stale: new ones are loading. */
  isStale?: boolean;
  /** On a screen narrower than a laptop's, so many rows at first. */
  first?: number;
};

/** A dense table with a sticky header; on a phone each row of one with many columns is two lines. */
export function DataTable<Row>({
  caption,
  columns: all,
  rows,
  rowKey,
  rowName = rowKey,
  sort,
  onSort,
  selection,
  isStale = false,
  first,
}: DataTableProps<Row>) {
  const [isSelecting, setIsSelecting] = useState(false);
  const [shown, showAll] = useFirst(rows, first);
  const columns = all.filter(({ isNothing }) => !isNothing || !rows.every(isNothing));
  const sortable = onSort ? columns.filter((column) => column.sort) : [];
  const hasLines = all.length > 4 && columns.some(({ onPhone }) => onPhone);
  const classOf = ({ align, width, from, onPhone, opens }: Column<Row>) =>
    classNames(
      align && styles.end,
      width && 'cut',
      width && styles[width],
      from && styles[from],
      onPhone && styles[onPhone],
      opens && styles.opens,
    );
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
  const selectAll = (isLabelHidden: boolean) =>
    selection ? (
      <CheckBox
        label={selection.all?.label ?? 'Select all on this page'}
        isLabelHidden={isLabelHidden}
        checked={chosen.length > 0 && chosen.length === keys.length}
        isMixed={chosen.length > 0 && chosen.length < keys.length}
        onChange={({ target }) => {
          if (!selection.all) choose(keys, target.checked);
          else if (target.checked) selection.all.choose();
          else selection.onChange(new Set());
        }}
      />
    ) : null;
  // Without explicit roles, rows of two lines would not be those of a table.
  return (
    <div className={styles.frame}>
      {sortable.length > 0 || selection ? (
        <div className={`row spread gap-2 ${styles.strip}`}>
          {onSort && sortable.length > 0 ? (
            <select
              aria-label="Sort"
              className="input arrow"
              value={
                sortable.some(({ sort: by }) => by === sort?.by) ? `${sort?.by} ${sort?.descending}` : ''
              }
              onChange={({ target }) => {
                const [by = '', descending] = target.value.split(' ');
                onSort(by, descending === 'true');
              }}
            >
              <option value="">Sort</option>
              {sortable.flatMap(({ header, sort: by }) =>
                [false, true].map((descending) => (
                  <option key={`${by} ${descending}`} value={`${by} ${descending}`}>
                    {`${header}, ${descending ? 'descending' : 'ascending'}`}
                  </option>
                )),
              )}
            </select>
          ) : null}
          {isSelecting ? selectAll(false) : null}
          {selection ? (
            <Button variant="quiet" aria-pressed={isSelecting} onClick={() => setIsSelecting(!isSelecting)}>
              Select
            </Button>
          ) : null}
        </div>
      ) : null}
      <table
        role="table"
        aria-busy={isStale || undefined}
        className={classNames(
          'table',
          styles.table,
          hasLines && styles.lines,
          (isSelecting || chosen.length > 0) && styles.selecting,
        )}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {selection ? (
              <th role="columnheader" scope="col" className={styles.tick}>
                {selectAll(true)}
              </th>
            ) : null}
            {columns.map((column) => (
              <th
                key={column.header}
                role="columnheader"
                scope="col"
                className={classOf(column)}
                aria-sort={ariaSort(column.sort, sort)}
              >
                {column.sort && onSort ? (
                  <>
                    <span className={styles.unpressed}>{column.header}</span>
                    <SortButton column={column} sort={sort} onSort={onSort} />
                  </>
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" inert={isStale}>
          {shown.map((row) => {
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
                    data-label={column.isNamed ? column.header : undefined}
                    className={classOf(column)}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {showAll}
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
      <Arrow size={14} />
    </button>
  );
}
