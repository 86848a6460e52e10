import { shillings } from './csv.ts';

/** A text, or a number: of pieces, or with two decimals of KES. */
export type SheetCell = string | { amount: number; decimals: 0 | 2 };

/** A column of an export. Amounts are summed in the last row. */
export type SheetColumn<Row> = { head: string } & (
  | { text(row: Row): string }
  | { cents(row: Row): number }
  | { pieces(row: Row): number }
);

const numberOf = <Row>(column: SheetColumn<Row>, row: Row): number | null =>
  'cents' in column ? column.cents(row) : 'pieces' in column ? column.pieces(row) : null;

/** The heads, a line for each row, and the sums. */
export function sheetOf<Row>(columns: readonly SheetColumn<Row>[], rows: readonly Row[]): SheetCell[][] {
  const cell = (column: SheetColumn<Row>, value: number): SheetCell =>
    'cents' in column ? { amount: value / 100, decimals: 2 } : { amount: value, decimals: 0 };
  return [
    columns.map(({ head }) => head),
    ...rows.map((row) =>
      columns.map((column) =>
        'text' in column ? column.text(row) : cell(column, numberOf(column, row) ?? 0),
      ),
    ),
    columns.map((column, index) => {
      if ('text' in column) return index === 0 ? 'Sum' : '';
      return cell(
        column,
        rows.reduce((sum, row) => sum + (numberOf(column, row) ?? 0), 0),
      );
    }),
  ];
}

/** The same as texts, for `csvOf`. */
export const textCells = (sheet: readonly (readonly SheetCell[])[]): string[][] =>
  sheet.map((cells) =>
    cells.map((cell) => {
      if (typeof cell === 'string') return cell;
      return cell.decimals === 2 ? shillings(Math.round(cell.amount * 100)) : String(cell.amount);
    }),
  );
