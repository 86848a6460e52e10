import { toCsv } from '../../../../../lib/csv-file.ts';
import { byteOrderMark } from '../export/products-csv.ts';
import { problemsHead } from '../product-columns.ts';
import type { Preview } from './import-preview.ts';
import type { Sheet } from './spreadsheet-file.ts';

/** The bad rows as they stand in the file, with what is wrong beside each. */
export function badRowsCsv({ heads }: Sheet, { rows }: Preview): string {
  const kept = heads.flatMap((head, place) => (head === problemsHead ? [] : [place]));
  const bad = rows.filter(({ kind }) => kind === 'bad');
  return (
    byteOrderMark +
    toCsv([
      [...kept.map((place) => heads[place] ?? ''), problemsHead],
      ...bad.map(({ line, cells, problems }) => [
        ...kept.map((place) => cells[place] ?? ''),
        problems.map(({ head, sentence }) => `row ${line}, ${head}: ${sentence}`).join('\n'),
      ]),
    ])
  );
}
