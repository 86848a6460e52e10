import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { fillIn, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { VatRates } from './vat-rates.tsx';

const rates = [
  { id: 'c', class: 'standard', from_day: '2099-07-01', basis_points: 1450 },
  { id: 'a', class: 'standard', from_day: '2021-01-01', basis_points: 1600 },
  { id: 'b', class: 'exempt', from_day: '2021-01-01', basis_points: 0 },
];

test.each([
  [[{ id: 'c' }], 'Rate Removed'],
  [[], 'Rate Not Removed'],
])('a rate to come is removed, and one whose day has come meanwhile is not: %j', async (removed, title) => {
  let isAsked = false;
  answerDatabase((address) => {
    if (!address.includes('/vat_rates')) return [];
    isAsked ||= address.includes('id=eq.c');
    return address.includes('id=eq.c') ? removed : rates;
  });
  const user = renderInShop(<VatRates />);
  await user.click(await screen.findByRole('button', { name: /^Remove Standard rate/ }));
  expect(isAsked).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await screen.findByText(title);
});

test('a rate is added for a day to come, and only such a rate can be removed', async () => {
  const added: unknown[] = [];
  answerDatabase((address, body) => {
    if (!address.includes('/vat_rates')) return [];
    if (body === undefined) return rates;
    added.push(body);
    return new Response(null, { status: 201 });
  });
  const user = renderInShop(<VatRates />);
  const list = await screen.findByRole('list');
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  expect(
    within(list)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Remove Standard rate, 14.5\u00a0%, from 1 Jul 2099']);
  const add = () => user.click(screen.getByRole('button', { name: 'Add Rate' }));
  await fillIn(user, { 'Rate in percent': '14' });
  await add();
  expect(messageUnder(screen.getByLabelText('From day'))).toMatch(/from tomorrow on/);
  expect(added).toEqual([]);
  await fillIn(user, { 'From day': '2098-07-01' });
  await add();
  await screen.findByText('Rate Added');
  expect(added).toEqual([{ class: 'standard', from_day: '2098-07-01', basis_points: 1400 }]);
});

test.each([
  [409, '23505', 'This day has a rate already. Remove it first to change it.'],
  // A phone whose clock is behind believes that it is still yesterday.
  [403, '42501', 'This day has begun in Nairobi. Please choose a later one.'],
])(
  'a rate that the database refuses with %d stays typed, and is said why',
  async (status, code, sentence) => {
    answerDatabase((address, body) => {
      if (!address.includes('/vat_rates')) return [];
      return body === undefined ? rates : Response.json({ code, message: 'refused' }, { status });
    });
    const user = renderInShop(<VatRates />);
    await screen.findByRole('list');
    await fillIn(user, { 'Rate in percent': '14', 'From day': '2098-07-01' });
    await user.click(screen.getByRole('button', { name: 'Add Rate' }));
    await screen.findByText(new RegExp(sentence));
    expect(screen.getByLabelText<HTMLInputElement>('Rate in percent').value).toBe('14');
  },
);
