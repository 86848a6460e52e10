import { readSheet } from 'read-excel-file/universal';
import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';
import { type SheetColumn, sheetOf, textCells } from './sheet.ts';
import { workbookOf } from './workbook.ts';

type Row = { name: string; pieces: number; cents: number };
const columns: SheetColumn<Row>[] = [
  { head: 'Item', text: ({ name }) => name },
  { head: 'Pieces', pieces: ({ pieces }) => pieces },
  { head: 'Sum KES', cents: ({ cents }) => cents },
];
const rows = [
  { name: '=Cable <7"> & “Šarn”\u0001', pieces: 2, cents: 185_000_050 },
  { name: 'Probe\nlong', pieces: 1, cents: 10 },
];

test('a workbook has the same rows as the CSV file, its figures as numbers and their sums at the end', async () => {
  const sheet = sheetOf(columns, rows);
  const cells = await readSheet(workbookOf(sheet).buffer);
  expect(cells).toEqual([
    ['Item', 'Pieces', 'Sum KES'],
    ['=Cable <7"> & “Šarn”', 2, 1_850_000.5],
    ['Probe\nlong', 1, 0.1],
    ['Sum', 3, 1_850_000.6],
  ]);
  expect(csvOf(textCells(sheet))).toContain('Sum,3,1850000.60');
});
