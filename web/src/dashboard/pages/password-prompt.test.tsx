import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { fillIn, renderInShop } from '#testing/render-in-shop.tsx';
import { PasswordPrompt } from './password-prompt.tsx';
import { OrdersTable } from '../features/orders/table/orders-table.tsx';

test('an export of orders requires the password, also when it cannot be checked at once', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  let attempts = 0;
  let isProved = false;
  answerDatabase((address) => {
    if (address.endsWith('/password/prove')) {
      attempts += 1;
      if (attempts === 1) throw new TypeError('Failed to fetch');
      isProved = true;
      return {};
    }
    if (!address.endsWith('/export_orders')) return { rows: [], after: null };
    const refusal = { code: 'PT403', message: 'password_required' };
    return isProved ? { rows: [], after: null } : Response.json(refusal, { status: 403 });
  });
  const user = renderInShop(
    <>
      <PasswordPrompt email="owner@example.com" />
      <OrdersTable />
    </>,
    '/admin/orders?page=2',
  );
  await screen.findByText('There is no page 2');
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  const question = within(await screen.findByRole('dialog', { name: 'Enter your password' }));
  await fillIn(user, { Password: 'a long password' });
  await user.keyboard('{Enter}');
  await question.findByText(/^No connection\./);
  await user.keyboard('{Enter}');
  await screen.findByText('Nothing Exported');
  expect(attempts).toBe(2);
});
