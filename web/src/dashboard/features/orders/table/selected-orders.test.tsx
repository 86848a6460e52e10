import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { SelectedOrders } from './orders-table.tsx';

test.each([
  [100, 'link', 'Packing slips (PDF)', false],
  [101, 'button', 'Packing slips: 100 at most', true],
])('%i selected orders: none is silently left out of the %s %s', (count, role, name, isDisabled) => {
  const ids = Array.from({ length: count }, (_, index) => String(index));
  renderInShop(<SelectedOrders selected={new Set(ids)} onChange={() => {}} />);
  const [action] = screen.getAllByRole(role, { name });
  expect(action?.hasAttribute('disabled')).toBe(isDisabled);
});
