import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerApi, renderInShop } from '../../../testing/render-in-shop.tsx';
import { OpenOrdersPanel } from './open-orders-panel.tsx';

const requestId = '3f2a9c1e-0000-4000-8000-000000000000';

test('a failure is not shown as "no open orders": it is reported, with a retry button', async () => {
  answerApi(500, { code: 'internal', message: 'Something went wrong on our side.', requestId });

  const user = renderInShop(<OpenOrdersPanel />);
  await screen.findByText(/We could not check/);
  // The reference that the buyer reads out on the phone.
  screen.getByText('Reference 3f2a9c1e');
  answerApi(200, []);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => screen.queryByText(/We could not check/)).toBeNull();
});
