import { cleanup } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noMoney } from '#testing/order-states.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { OrderStatusBadge } from './order-status-badge.tsx';

test('where there is room for one badge, what is owed of an order that was sent comes before its status', () => {
  const payment = { ...noMoney, dueAmount: 2000, owedBy: '2126-12-28' };
  const badges = (isMoneyFirst: boolean) => {
    renderInShop(
      <p>
        <OrderStatusBadge of={{ status: 'completed', word: 'owed', payment }} isMoneyFirst={isMoneyFirst} />
      </p>,
    );
    const texts = [...document.querySelectorAll('p > span')].map(({ textContent }) => textContent);
    cleanup();
    return texts;
  };
  expect(badges(true)).toEqual(['Owed, by 28 Dec', 'Completed']);
  expect(badges(false)).toEqual(['Completed', 'Owed, by 28 Dec']);
});
