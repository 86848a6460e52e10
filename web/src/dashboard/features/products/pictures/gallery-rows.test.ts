import { expect, test } from 'vitest';
import { galleryOf, galleryRowOf, withFirstUrl } from './gallery-rows.ts';

const rows = ['/a.webp', '/b.webp'].map((url) => galleryRowOf({ url, alt: `${url} seen` }));

test('a typed address is the one of the first picture, which keeps its row', () => {
  const typed = withFirstUrl(rows, '/c.webp');
  expect(galleryOf(typed).map(({ url }) => url)).toEqual(['/c.webp', '/b.webp']);
  expect(typed[0]?.key).toBe(rows[0]?.key);
  expect(galleryOf(withFirstUrl([], '/c.webp'))).toEqual([{ url: '/c.webp', alt: '' }]);
});

test('an address that is deleted takes a lone picture away, and among several waits for another one', () => {
  expect(withFirstUrl(rows.slice(0, 1), '')).toEqual([]);
  expect(withFirstUrl(rows, '')).toHaveLength(2);
  expect(galleryOf(withFirstUrl(rows, '')).map(({ url }) => url)).toEqual(['/b.webp']);
});
