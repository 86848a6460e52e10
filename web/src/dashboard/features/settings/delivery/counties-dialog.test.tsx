import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { kisumu } from '#testing/kisumu.ts';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { fillIn, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { CountiesDialog } from './counties-dialog.tsx';
import type { CountySettings } from '@contract/delivery.ts';

const ofKisumu: CountySettings = {
  ...kisumu,
  id: 'k1',
  fixedPrice: null,
  updatedAt: '2026-11-22T06:00:00Z',
};

const dialog = (counties: readonly CountySettings[], onSaved: () => void) => (
  <CountiesDialog counties={counties} onSaved={onSaved} onClose={() => {}} history={null} />
);

test('a county that somebody else has changed meanwhile is not overwritten, and what was typed stays', async () => {
  const sent: unknown[] = [];
  answerDatabase((_, body) => {
    sent.push(body);
    return refusedBySql('changed_meanwhile');
  });
  const user = renderInShop(dialog([ofKisumu], () => expect.unreachable()));
  const price = screen.getByLabelText<HTMLInputElement>('Fixed price (KES)');
  await user.type(price, '2500');
  await user.click(screen.getByRole('button', { name: 'Save Delivery' }));
  await screen.findByText(/Reload the page before you save/);
  expect(sent[0]).toEqual({ p_counties: [{ ...ofKisumu, fixedPrice: 2500 }] });
  expect(price.value).toBe('2500');
});

test('of several counties what they do not have in common stays, unless it is typed', async () => {
  const sent: unknown[] = [];
  answerDatabase((_, body) => {
    sent.push(body);
    return null;
  });
  const turkana = { ...ofKisumu, id: 't1', name: 'Turkana', low: 3000, high: 5000, fixedPrice: 4000 };
  const onSaved = vi.fn();
  const user = renderInShop(dialog([ofKisumu, turkana], onSaved));
  expect(screen.getByLabelText<HTMLInputElement>('Costs from (KES)').value).toBe('');
  expect(screen.getByLabelText<HTMLInputElement>('Business days, to').value).toBe('3');
  await fillIn(user, { 'Free above (KES)': '90,000', 'Costs to (KES)': '2,000' });
  await user.click(screen.getByRole('button', { name: 'Save Delivery' }));
  // Turkana costs 3,000 at least.
  expect(messageUnder(screen.getByLabelText('Costs to (KES)'))).toMatch('from 3,000');
  await user.clear(screen.getByLabelText('Costs to (KES)'));
  await user.click(screen.getByRole('button', { name: 'Save Delivery' }));
  await expect.poll(() => onSaved.mock.calls.length).toBe(1);
  expect(sent[0]).toEqual({
    p_counties: [ofKisumu, turkana].map((county) => ({ ...county, freeAbove: 90_000 })),
  });
});
