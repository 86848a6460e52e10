import { expect, test } from 'vitest';
import { galleryOf, galleryRowOf, withFirstUrl } from './gallery-rows.ts';

const rows = ['/a.webp', '/b.webp'].map((url) => galleryRowOf({ url, alt: `${url} seen` }));

test('a typed URL is the first picture’s, which keeps its row', () => {
  const typed = withFirstUrl(rows, '/c.webp');
  expect(galleryOf(typed).map(({ url }) => url)).toEqual(['/c.webp', '/b.webp']);
  expect(typed[0]?.key).toBe(rows[0]?.key);
  expect(galleryOf(withFirstUrl([], '/c.webp'))).toEqual([{ url: '/c.webp', alt: '' }]);
});

test('deleting the URL removes a single picture; with several the row waits for another URL', () => {
  expect(withFirstUrl(rows.slice(0, 1), '')).toEqual([]);
  expect(withFirstUrl(rows, '')).toHaveLength(2);
  expect(galleryOf(withFirstUrl(rows, '')).map(({ url }) => url)).toEqual(['/b.webp']);
});
