import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addToCart, dropCart } from '#storefront/features/cart/cart-store.ts';
import {
  forgetCustomerDraft,
  noDetails,
  rememberCustomerDraft,
} from '#storefront/features/checkout/details/customer-draft.ts';
import { quotationOfCart } from '#storefront/lib/quotation-of-cart.ts';
import { kisumu } from '#testing/kisumu.ts';
import { answerDatabase } from '#testing/answer-database.ts';
import { fillIn, renderInShop } from '#testing/render-in-shop.tsx';
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

test.each([
  ['the cart', '', 'q1'],
  ['a product', '?product=p1', null],
])('of %s: its lines leave the cart once it is accepted, or not', async (_, search, remembered) => {
  addToCart(listedProduct({ id: 'p1', stock: 9 }), 1);
  onTestFinished(() => {
    dropCart();
    quotationOfCart.forget();
  });
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit = {}) => {
    if (method === 'POST') return Response.json({ id: 'q1', linkKey: 'abc' }, { status: 201 });
    if (path.includes('/page')) return Response.json({ product: listedProduct() });
    if (path.includes('counties')) return Response.json([{ ...kisumu, towns: [] }]);
    return Response.json(path.includes('/auth/') ? null : []);
  });
  const user = renderInShop(
    <Routes>
      <Route path="/quotation" element={<AskQuotationPage />} />
      <Route path="/quotation/:id" element={<p>The quotation</p>} />
    </Routes>,
    `/quotation${search}`,
  );
  await screen.findByRole('button', { name: 'Get the Quotation' });
  await fillIn(user, { Name: 'Ada Lovelace', 'Phone or Email': '0712 345 678' });
  await user.selectOptions(screen.getByLabelText('Delivery County'), 'Kisumu');
  await user.click(screen.getByRole('button', { name: 'Get the Quotation' }));
  await screen.findByText('The quotation');
  expect(quotationOfCart.recall()).toBe(remembered);
});

const typed = {
  ...noDetails,
  firstName: 'Akinyi',
  lastName: 'Odhiambo',
  email: 'akinyi@example.com',
  phone: '0712 345 678',
  companyName: 'Kisumu Water',
};

test.each([
  ['of a guest', null, typed, ['Akinyi Odhiambo', 'akinyi@example.com', 'Kisumu Water']],
  ['with a phone alone', null, { ...typed, email: '' }, ['Akinyi Odhiambo', '0712 345 678', 'Kisumu Water']],
  ['of an account that is signed out', 'u1', typed, ['', '', '']],
])('what was typed in the checkout is there: %s', async (_, ownerId, details, values) => {
  rememberCustomerDraft({ details, ownerId });
  onTestFinished(forgetCustomerDraft);
  answerDatabase((address) =>
    address.includes('/page') ? { product: listedProduct() } : address.includes('/auth/') ? null : [],
  );
  renderInShop(<AskQuotationPage />, '/quotation?product=p1');
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  const value = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
  expect([name.value, value(/^Phone or Email/), value(/^Organisation/)]).toEqual(values);
});
