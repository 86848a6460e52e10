import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { classNames } from '#components/page/class-names.ts';
import styles from './chart-with-table.module.css';

type ChartWithTableProps = {
  /** The caption of the table. */
  caption: string;
  /** The names of the columns; the first column has the row names, the others are figures. */
  columns: readonly string[];
  rows: readonly { key: string; cells: readonly string[] }[];
  /** The chart. Screen readers announce it as an image; the table has its content. */
  children: ReactNode;
};

/** A chart, with its numbers as an alternative table. */
export function ChartWithTable({ caption, columns, rows, children }: ChartWithTableProps) {
  const [isTable, setIsTable] = useState(false);
  return (
    <div className="stack gap-2">
      {isTable ? (
        <div className={styles.scroll} role="region" aria-label={caption} tabIndex={0}>
          <table className={classNames('table', styles.table)}>
            <caption className={classNames('quiet', styles.caption)}>{caption}</caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells: [name, ...figures] }) => (
                <tr key={key}>
                  <th scope="row" className="light">
                    {name}
                  </th>
                  {figures.map((figure, index) => (
                    <td key={columns[index + 1]}>{figure}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        children
      )}
      <Button
        variant="quiet"
        className={classNames('self-start', styles.toggle)}
        icon={isTable ? <ChartColumn /> : <Table2 />}
        onClick={() => setIsTable(!isTable)}
      >
        {isTable ? 'Show as chart' : 'Show as table'}
      </Button>
    </div>
  );
}
