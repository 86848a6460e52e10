import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { noAlerts } from '#testing/no-alerts.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { Overview } from './overview.tsx';

const figures = {
  ...{ from: '2026-10-24', to: '2026-11-22', beforeFrom: '2026-09-24', beforeTo: '2026-10-23', step: 'day' },
  stats: { totalSales: 0, totalOrders: 0, totalProducts: 83, totalUsers: 2 },
  before: { totalSales: 0, totalOrders: 0, totalProducts: 83, totalUsers: 2 },
  ordersByStatus: { pending: 0, paid: 0, completed: 0, failed: 0, cancelled: 0 },
  ...{ sales: [], topProducts: [] },
};

test('a part that fails does not affect the others, and can be retried', async () => {
  let isDown = true;
  answerDatabase((address) => {
    if (address === '/api/admin/stats') return figures.stats;
    if (address === '/api/admin/orders?limit=5') return [];
    if (!address.endsWith('/stats_of_period')) return noAlerts;
    const broken = { code: 'internal', message: 'Something went wrong on our side.' };
    return isDown ? Response.json(broken, { status: 500 }) : figures;
  });
  const user = renderInShop(<Overview />);
  const failure = (await screen.findByText('We could not load the figures')).closest<HTMLElement>(
    '[role=alert]',
  )!;
  await screen.findByText(/^Nothing needs you now/);
  await screen.findByText('No orders yet.');
  expect(screen.getAllByRole('alert')).toEqual([failure]);
  isDown = false;
  await user.click(within(failure).getByRole('button', { name: 'Try again' }));
  await screen.findByText('Total Sales');
  screen.getByText('No sales in the 30 days before');
  screen.getByText('No paid orders in the 30 days before');
  expect(screen.queryByRole('alert')).toBeNull();
});
