import { csvOf, type Sheet, textOfCell } from '#dashboard/lib/csv.ts';
import { problemsHead } from '../catalogue-columns.ts';
import type { Preview } from './import-preview.ts';

/** The invalid rows of the file, each with its problems in an extra column. */
export function badRowsCsv({ heads }: Sheet, { rows }: Preview): string {
  const columns = heads.flatMap((head, index) => (head === problemsHead ? [] : [index]));
  const bad = rows.filter(({ kind }) => kind === 'bad');
  return csvOf([
    [...columns.map((index) => heads[index] ?? ''), problemsHead],
    ...bad.map(({ line, cells, problems }) => [
      ...columns.map((index) => textOfCell(cells[index] ?? '')),
      problems.map(({ head, sentence }) => `row ${line}, ${head}: ${sentence}`).join('\n'),
    ]),
  ]);
}
