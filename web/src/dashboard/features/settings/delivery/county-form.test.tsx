import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { CountyForm } from './county-form.tsx';
import type { CountySettings } from '@contract/delivery.ts';

const kisumu: CountySettings = {
  id: 'k1',
  code: '042',
  name: 'Kisumu',
  zone: 'city',
  daysFrom: 2,
  daysTo: 3,
  sameDayBefore: null,
  low: 1500,
  high: 3000,
  freeAbove: null,
  fixedPrice: null,
  updatedAt: '2026-11-22T06:00:00Z',
};

test('a county that somebody else has changed meanwhile is not overwritten, and what was typed stays', async () => {
  const sent: unknown[] = [];
  answerDatabase((_, body) => {
    sent.push(body);
    return refusedBySql('changed_meanwhile');
  });
  const user = renderInShop(<CountyForm county={kisumu} onSaved={() => expect.unreachable()} />);
  const price = screen.getByLabelText<HTMLInputElement>('Fixed price (KES)');
  await user.type(price, '2500');
  await user.click(screen.getByRole('button', { name: 'Save Delivery' }));
  await screen.findByText(/Reload the page before you save/);
  expect(sent[0]).toMatchObject({
    p_id: kisumu.id,
    p_seen: kisumu.updatedAt,
    p_change: { fixedPrice: 2500 },
  });
  expect(price.value).toBe('2500');
});
