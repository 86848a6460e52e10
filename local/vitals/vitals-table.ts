import type { Vitals } from './lighthouse-run.ts';

export const times = ['FCP ms', 'LCP ms', 'TBT ms', 'CLS'];

export const lineOf = (name: string, cells: readonly unknown[]) =>
  name.padEnd(name.startsWith('\n') ? 33 : 32) +
  cells.map((cell) => String(cell ?? '–').padStart(12)).join('');

/** The median of each figure over several visits, and the findings of all of them. */
export function medianOf(found: readonly Vitals[]): Vitals {
  const [first] = found;
  if (!first) throw new Error('No visit.');
  const median = <Figure extends number | null>(figureOf: (vitals: Vitals) => Figure): Figure =>
    found.map(figureOf).sort((a, b) => Number(a) - Number(b))[Math.floor(found.length / 2)] as Figure;
  return {
    performance: median((vitals) => vitals.performance),
    accessibility: median((vitals) => vitals.accessibility),
    bestPractices: median((vitals) => vitals.bestPractices),
    seo: median((vitals) => vitals.seo),
    firstPaint: median((vitals) => vitals.firstPaint),
    largestPaint: median((vitals) => vitals.largestPaint),
    blocked: median((vitals) => vitals.blocked),
    shift: median((vitals) => vitals.shift),
    findings: [...new Set(found.flatMap((vitals) => vitals.findings))],
  };
}
