import { formatCents } from '@contract/money.ts';
import type { Column } from '#components/tables/data-table.tsx';

/** A column of money, which is not there where no row has any. @param of cents */
export const moneyColumn = <Row,>(
  header: string,
  of: (row: Row) => number,
  rest?: Pick<Column<Row>, 'onPhone' | 'from'>,
): Column<Row> => ({
  header,
  align: 'end',
  onPhone: 'line',
  isNamed: true,
  isNothing: (row) => of(row) === 0,
  cell: (row) => of(row) !== 0 && <span className="tabular one-line">{formatCents(of(row))}</span>,
  ...rest,
});
