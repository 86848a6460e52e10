import type { LineProblem } from '@contract/errors.ts';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { terrameter } from '#testing/terrameter.ts';
import { OrderSummary } from './order-summary.tsx';

const scarce: LineProblem = {
  productId: 'p1',
  problem: 'out_of_stock',
  available: 2,
  quantity: 4,
  price: 15_000,
} as LineProblem;

/** The summary of four pieces, of which two are left. */
function Summary() {
  const [quantity, setQuantity] = useState(4);
  return (
    <OrderSummary
      lines={[{ product: terrameter, quantity }]}
      quote={undefined}
      problems={quantity > 2 ? [scarce] : []}
      onFixLine={(_, fix) => fix.kind === 'set-quantity' && setQuantity(fix.quantity)}
      renderQuantity={() => null}
      isBusy={false}
    />
  );
}

test('after a correction, whose button disappears, the focus is on the items', async () => {
  const user = renderInShop(<Summary />);
  await user.click(screen.getByRole('button', { name: /^Change to 2/ }));
  expect(screen.queryByRole('button', { name: /^Change to/ })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Items' }));
});
