import { expect, test } from 'vitest';
import { laterShelfPages } from './later-shelf-pages.ts';
import { questionsOf } from './page-questions.ts';

const shelfOf = (count: number) => Array.from({ length: count }, () => ({ category: 'batteries' }));

test('a shelf of more products than one page shows has a page for each 48 of them, and no other shelf is asked', async () => {
  const asked: string[] = [];
  const pages = await laterShelfPages(
    (path) => {
      asked.push(path);
      const headers = {
        link: `</api/products/category/batteries?limit=48&cursor=c${asked.length}>; rel="next"`,
      };
      return Promise.resolve(new Response('[]', { headers }));
    },
    [...shelfOf(97), { category: 'gps' }],
  );
  expect(pages).toEqual(['/category/batteries/after/48/c1', '/category/batteries/after/96/c2']);
  expect(asked).toEqual([
    '/api/products/category/batteries?limit=48&count=no',
    '/api/products/category/batteries?limit=48&count=no&cursor=c1',
  ]);
  expect(questionsOf('/category/batteries/after/48/c1')[0]?.queryKey).toEqual([
    '/api/products/category',
    'batteries',
    'limit=48&count=no&cursor=c1',
  ]);
});

test('a shelf that has become shorter meanwhile ends where the API ends it; one that does not answer ends the build', async () => {
  const answered = (response: Response) => laterShelfPages(() => Promise.resolve(response), shelfOf(49));
  expect(await answered(new Response('[]'))).toEqual([]);
  await expect(answered(new Response('', { status: 500 }))).rejects.toThrow('answered with 500');
});
