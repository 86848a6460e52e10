import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { listedProduct } from '#testing/terrameter.ts';
import { AskQuotationPage } from './ask-quotation-page.tsx';

test.each([
  ['&quantity=3', '3 × Terrameter'],
  ['', '1 × Terrameter'],
  ['&quantity=0', '1 × Terrameter'],
  ['&quantity=1.5', '1 × Terrameter'],
])('the quotation of a product with %j is for %s', async (quantity, line) => {
  answerDatabase((address) => (address.includes('/page') ? { product: listedProduct() } : []));
  renderInShop(<AskQuotationPage />, `/quotation?product=p1${quantity}`);
  const item = await screen.findByRole('listitem');
  expect(item.textContent).toContain(line);
});
