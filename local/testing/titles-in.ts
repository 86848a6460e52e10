import { readFileSync } from 'node:fs';

/** The titles of the tests and suites in a file, as written in its source. */
export function titlesIn(file: string): Set<string> {
  const source = readFileSync(file, 'utf8');
  const literals = source.matchAll(/(?:^|[\s(,])(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")(?=,\s)/g);
  return new Set(
    [...literals].map(([, single, double]) => (single ?? double ?? '').replace(/\\(['"])/g, '$1')),
  );
}
