import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { furtherCases, searchCases } from '../../../../../../supabase/tests/database/search-cases.ts';
import {
  missedQueries,
  searchQueries,
  shoppersQueries,
} from '../../../../../../supabase/tests/database/search-queries.ts';
import { shopPageOf } from './shop-page.ts';
import { ShopPageNote } from './shop-page-note.tsx';

test.each([...searchCases, ...furtherCases])('$query is about goods or about $page', ({ query, page }) => {
  expect(shopPageOf(query)).toBe(page ?? null);
});

test('no search for goods leads to a page of the shop', () => {
  const queries = [...searchQueries, ...shoppersQueries, ...missedQueries].map(([query]) => query);
  expect(queries.filter((query) => shopPageOf(query))).toEqual([]);
});

test('a line says where the shop answers', () => {
  renderInShop(<ShopPageNote text="delivery to lodwar" />);
  expect(screen.getByRole('link', { name: 'Shipping Info' }).getAttribute('href')).toBe('/shipping-info');
});
