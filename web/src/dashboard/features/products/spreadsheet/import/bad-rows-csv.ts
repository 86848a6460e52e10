import { csvOf, type Sheet, textOfCell } from '../../../../lib/csv.ts';
import { problemsHead } from '../catalogue-columns.ts';
import type { Preview } from './import-preview.ts';

/** The bad rows as they are in the file, with what is wrong beside each. */
export function badRowsCsv({ heads }: Sheet, { rows }: Preview): string {
  const kept = heads.flatMap((head, place) => (head === problemsHead ? [] : [place]));
  const bad = rows.filter(({ kind }) => kind === 'bad');
  return csvOf([
    [...kept.map((place) => heads[place] ?? ''), problemsHead],
    ...bad.map(({ line, cells, problems }) => [
      ...kept.map((place) => textOfCell(cells[place] ?? '')),
      problems.map(({ head, sentence }) => `row ${line}, ${head}: ${sentence}`).join('\n'),
    ]),
  ]);
}
