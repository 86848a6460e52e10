import type { Vitals } from './lighthouse-run.ts';

export const times = ['FCP ms', 'LCP ms', 'TBT ms', 'CLS'];

export const lineOf = (name: string, cells: readonly unknown[]) =>
  name.padEnd(name.startsWith('\n') ? 33 : 32) +
  cells.map((cell) => String(cell ?? '–').padStart(12)).join('');

/** The middle of each figure of some visits, and what any of them found. */
export function middleOf(found: readonly Vitals[]): Vitals {
  const [first] = found;
  if (!first) throw new Error('No visit.');
  const middle = <Figure extends number | null>(figureOf: (vitals: Vitals) => Figure): Figure =>
    found.map(figureOf).sort((a, b) => Number(a) - Number(b))[Math.floor(found.length / 2)] as Figure;
  return {
    performance: middle((vitals) => vitals.performance),
    accessibility: middle((vitals) => vitals.accessibility),
    bestPractices: middle((vitals) => vitals.bestPractices),
    seo: middle((vitals) => vitals.seo),
    firstPaint: middle((vitals) => vitals.firstPaint),
    largestPaint: middle((vitals) => vitals.largestPaint),
    blocked: middle((vitals) => vitals.blocked),
    shift: middle((vitals) => vitals.shift),
    findings: [...new Set(found.flatMap((vitals) => vitals.findings))],
  };
}
