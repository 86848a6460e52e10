import { expect, test } from 'vitest';
import { contourPaths } from './contour-paths.ts';

test('a product always has the same contour lines, on the server and in the browser', () => {
  expect(contourPaths('abem-terrameter-ls-2')).toEqual(contourPaths('abem-terrameter-ls-2'));
});

test('two products have different contour lines', () => {
  expect(contourPaths('abem-terrameter-ls-2')).not.toEqual(contourPaths('pqwt-tc150'));
});

test('every path is closed and contains only whole numbers', () => {
  for (const path of contourPaths('any'))
    expect(path).toMatch(/^M(-?\d+ -?\d+)(Q-?\d+ -?\d+ -?\d+ -?\d+)+Z$/);
});
