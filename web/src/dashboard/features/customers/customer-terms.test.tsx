import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { fillIn, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { CustomerTerms } from './customer-terms.tsx';
import { CustomersTable } from './customers-table.tsx';

function open(terms: Parameters<typeof CustomerTerms>[0]['terms'] = null, reply: () => unknown = () => ({})) {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (!address.endsWith('/set_customer_terms')) return [];
    sent.push(body);
    return reply();
  });
  return { user: renderInShop(<CustomerTerms terms={terms} id="o1" />), sent };
}
const days = () => screen.getByLabelText<HTMLInputElement>('On account: days to pay');
const save = () => screen.getByRole('button', { name: 'Save Terms' });

test('terms are agreed with their days and limit, and what cannot be read is said at its field', async () => {
  const { user, sent } = open();
  await fillIn(user, { 'On account: days to pay': '200', 'Limit in KES': '400,000' });
  await user.click(save());
  expect(messageUnder(days())).toContain('At most 180 days');
  await user.clear(days());
  await user.type(days(), '30');
  await user.click(save());
  await screen.findByText('Terms Saved');
  expect(sent).toEqual([{ p_id: 'o1', p_days: 30, p_limit: 400_000 }]);
});

test('what is not saved stays in the form', async () => {
  const { user } = open(null, () => refusedBySql('forbidden'));
  await user.type(days(), '30');
  await user.click(save());
  await screen.findByText('The terms are not saved');
  expect(days().value).toBe('30');
});

test('terms are taken away by emptying them', async () => {
  const { user, sent } = open({ days: 30, limit: 400_000 });
  await user.clear(days());
  await user.click(save());
  await screen.findByText('Terms Removed');
  expect(sent).toEqual([{ p_id: 'o1', p_limit: 400_000 }]);
});

test('terms of an organisation that has not ordered need its name, its PIN and the days', async () => {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (!address.endsWith('/set_customer_terms')) return { rows: [], after: null };
    sent.push(body);
    return null;
  });
  const user = renderInShop(<CustomersTable />);
  await user.click(await screen.findByRole('button', { name: 'New on Account' }));
  await user.click(save());
  expect(messageUnder(screen.getByLabelText('Organisation'))).toContain('Enter the name');
  expect(messageUnder(screen.getByLabelText('KRA PIN'))).toContain('Enter the KRA PIN');
  expect(messageUnder(days())).toContain('Enter the days');
  await fillIn(user, {
    Organisation: 'Turkana County',
    'KRA PIN': 'p051 234567x',
    'On account: days to pay': '30',
    'Limit in KES': '2,000,000',
  });
  await user.click(save());
  await screen.findByText('Terms Saved');
  expect(sent).toEqual([{ p_pin: 'P051234567X', p_name: 'Turkana County', p_days: 30, p_limit: 2_000_000 }]);
});

test('an organisation that has not ordered is listed without an order, for those who may agree terms', async () => {
  const row = { id: 't1', name: '', email: null, phone: null, address: null, orders: 0, orderedAt: null };
  const company = { name: 'Turkana County', pin: 'P051234567X' };
  answerDatabase(() => ({ rows: [{ ...row, company }], after: null, isCut: false }));
  renderInShop(<CustomersTable />, undefined, ['customers.read']);
  const link = await screen.findByRole('link', { name: 'Turkana County' });
  expect(link.getAttribute('href')).toBe('/admin/customers/t1');
  expect(link.closest('tr')?.textContent).toContain('on account');
  expect(screen.queryByRole('button', { name: 'New on Account' })).toBeNull();
});
