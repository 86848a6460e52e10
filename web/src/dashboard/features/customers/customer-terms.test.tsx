import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { fillIn, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { CustomerTerms } from './customer-terms.tsx';

function open(terms: Parameters<typeof CustomerTerms>[0]['terms'] = null, reply: () => unknown = () => ({})) {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (!address.endsWith('/set_customer_terms')) return [];
    sent.push(body);
    return reply();
  });
  return { user: renderInShop(<CustomerTerms terms={terms} orderId="o1" />), sent };
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
  expect(sent).toEqual([{ p_order_id: 'o1', p_days: 30, p_limit: 400_000 }]);
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
  expect(sent).toEqual([{ p_order_id: 'o1', p_limit: 400_000 }]);
});
