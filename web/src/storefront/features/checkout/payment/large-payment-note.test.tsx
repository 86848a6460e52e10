import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { LargePaymentNote } from './large-payment-note.tsx';

test.each([
  [300_000, 0],
  [300_001, 1],
])('of a payment of KES %i it says %i times that the online limit may have to be raised', (amount, times) => {
  renderInShop(<LargePaymentNote amount={amount} />);
  expect(screen.queryAllByText(/your bank may have to raise your card’s online limit first/)).toHaveLength(
    times,
  );
});
