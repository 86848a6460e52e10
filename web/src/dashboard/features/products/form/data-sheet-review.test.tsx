import type { DataSheetReview as Review } from '@contract/products.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { DataSheetReview } from './data-sheet-review.tsx';
import { specRowOf } from './spec-rows.ts';

const energy = { label: 'Energy', kind: 'number', unit: 'kWh' };
const voltage = { label: 'Nominal voltage', kind: 'number', unit: 'V' };

test('the form shows unknown labels, values that cannot be compared, and the figures on cards', async () => {
  const reviews: unknown[] = [];
  answerDatabase((_, body) => {
    reviews.push(body);
    return {
      keyValues: ['48 V', '100 Ah', '6,000 cycles'],
      unread: [voltage],
      missing: [energy],
    } as unknown as Review;
  });
  const onAdd = vi.fn();
  const row = specRowOf({ label: 'Nominal voltage', value: 'the usual one' });
  const user = renderInShop(<DataSheetReview category="batteries" rows={[row]} onAdd={onAdd} />);
  await screen.findByText('Nominal voltage: begin with a number in V, such as 12.5 V.');
  screen.getByText('Shown, but not compared');
  screen.getByText('On cards: 48 V · 100 Ah');
  await user.click(screen.getByRole('button', { name: 'Energy (kWh)' }));
  expect(onAdd).toHaveBeenCalledWith(expect.objectContaining({ label: 'Energy', value: '', unit: 'kWh' }));
  expect(reviews).toEqual([
    { p_category: 'batteries', p_specs: [{ label: 'Nominal voltage', value: 'the usual one' }] },
  ]);
});
