import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerApi, renderInShop } from '#testing/render-in-shop.tsx';
import { ShortLinkPage } from './short-link-page.tsx';

test('an invalid short link leads to Find My Order', async () => {
  answerApi(404, { code: 'order_not_found', message: 'There is no such order.' });
  renderInShop(<ShortLinkPage />, '/o/1A2B3C4D#abcdefghijklmnopqrstuv');
  await screen.findByRole('heading', { level: 1, name: 'This link opens no order' });
  expect(screen.getByRole('link', { name: 'Find My Order' }).getAttribute('href')).toBe('/find-order');
});
