import { expect, test } from 'vitest';
import type { Vitals } from './lighthouse-run.ts';
import { medianOf } from './vitals-table.ts';

const visit = (performance: number | null, largestPaint: number, findings: string[] = []): Vitals => ({
  ...{ performance, accessibility: 100, bestPractices: 100, seo: null },
  ...{ firstPaint: 1, largestPaint, blocked: 2, shift: 0, findings },
});

test('takes the median of each figure, and all findings', () => {
  const found = [visit(90, 3000), visit(100, 900, ['seo: no title']), visit(97, 20_000)];
  expect(medianOf(found)).toEqual({ ...visit(97, 3000), findings: ['seo: no title'] });
  expect(medianOf([visit(null, 1), visit(null, 1), visit(null, 1)]).performance).toBeNull();
});
