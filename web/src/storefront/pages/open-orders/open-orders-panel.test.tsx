import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerApi, renderInShop } from '../../../testing/render-in-shop.tsx';
import { OpenOrdersPanel } from './open-orders-panel.tsx';

test('a failure is not shown as "no open orders": it says so, and asks again on request', async () => {
  answerApi(500, { code: 'internal', message: 'Something went wrong on our side.' });
  const user = renderInShop(<OpenOrdersPanel />);
  await screen.findByText(/We could not check/);
  answerApi(200, []);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => screen.queryByText(/We could not check/)).toBeNull();
});
