import type { LineProblem } from '@contract/errors.ts';
import { cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { terrameter } from '#testing/terrameter.ts';
import type { CartItem } from '#storefront/lib/cart-item.ts';
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
      isChanged={() => false}
      onFixLine={(_, fix) => fix.kind === 'set-quantity' && setQuantity(fix.quantity)}
      renderQuantity={() => null}
      isBusy={false}
    />
  );
}

test('on a phone a line that is sold out or dearer is seen at once, before the others', () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList,
  );
  const battery = { ...terrameter, id: 'p2', name: 'Battery' };
  const show = (isChanged: (line: CartItem) => boolean) => {
    cleanup();
    renderInShop(
      <OrderSummary
        lines={[terrameter, battery].map((product) => ({ product, quantity: 1 }))}
        quote={undefined}
        problems={[]}
        isChanged={isChanged}
        onFixLine={() => {}}
        renderQuantity={() => null}
        isBusy={false}
      />,
    );
    return document.querySelector('details')?.open;
  };
  expect(show(() => false)).toBe(false);
  expect(show(({ product }) => product.id === 'p2')).toBe(true);
  expect(screen.getAllByRole('listitem').map((line) => /Battery/.test(line.textContent))).toEqual([
    true,
    false,
  ]);
});

test('after a correction, whose button disappears, the focus is on the items', async () => {
  const user = renderInShop(<Summary />);
  await user.click(screen.getByRole('button', { name: /^Change to 2/ }));
  expect(screen.queryByRole('button', { name: /^Change to/ })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Items' }));
});
