import { expect, test } from 'vitest';
import { laterCategoryPages } from './later-category-pages.ts';
import { pageQueries } from './page-queries.ts';

const categoryOf = (count: number) => Array.from({ length: count }, () => ({ category: 'batteries' }));

test('a category with more products than fit on a page has a page per 48 products; no other category is requested', async () => {
  const requested: string[] = [];
  const pages = await laterCategoryPages(
    (path) => {
      requested.push(path);
      const headers = {
        link: `</api/products/category/batteries?limit=48&cursor=c${requested.length}>; rel="next"`,
      };
      return Promise.resolve(new Response('[]', { headers }));
    },
    [...categoryOf(97), { category: 'gps' }],
  );
  expect(pages).toEqual(['/category/batteries/after/48/c1', '/category/batteries/after/96/c2']);
  expect(requested).toEqual([
    '/api/products/category/batteries?limit=48&count=no',
    '/api/products/category/batteries?limit=48&count=no&cursor=c1',
  ]);
  expect(pageQueries('/category/batteries/after/48/c1')[0]?.queryKey).toEqual([
    '/api/products/category',
    'batteries',
    'limit=48&count=no&cursor=c1',
  ]);
});

test('a category that has become shorter ends where the API ends it; an error of the API ends the build', async () => {
  const pagesOf = (response: Response) => laterCategoryPages(() => Promise.resolve(response), categoryOf(49));
  expect(await pagesOf(new Response('[]'))).toEqual([]);
  await expect(pagesOf(new Response('', { status: 500 }))).rejects.toThrow('answered with 500');
});
