import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerApi, fillIn, renderInShop } from '#testing/render-in-shop.tsx';
import { ChangeEmailForm } from './change-email-form.tsx';
import { EmailAddress } from './email-address.tsx';

const ada = {
  id: 'u1',
  name: 'Ada',
  email: 'ada@example.com',
  phone: null,
  address: null,
  company: null,
  role: 'customer' as const,
  emailConfirmed: false,
  createdAt: '2026-11-21T06:00:00Z',
  updatedAt: '2026-11-21T06:00:00Z',
};

test.each([
  [{ sent: true, waits: false }, 'Check your mail', 'A link is on its way to ada@example.com'],
  [
    { sent: false, waits: true },
    'The mail comes later',
    'we send the link to ada@example.com as soon as we can',
  ],
])('a link that is asked for again, %j, is said to be what it is', async (reply, title, text) => {
  const user = renderInShop(<EmailAddress user={ada} />);
  answerApi(200, reply);
  await user.click(screen.getByRole('button', { name: 'Send the Link Again' }));
  expect((await screen.findByRole('status')).textContent).toContain(title);
  expect(screen.getByRole('status').textContent).toContain(text);
});

test('a link to a new address that waits is not said to be on its way', async () => {
  const user = renderInShop(<ChangeEmailForm user={ada} />);
  answerApi(200, { sent: false, waits: true });
  await fillIn(user, { 'New E-mail Address': 'new@example.com', 'Your Password': 'lake-victoria' });
  await user.click(screen.getByRole('button', { name: 'Change E-mail Address' }));
  await screen.findByText(/we send the link to new@example.com as soon as we can/);
  expect(screen.queryByText(/on its way/)).toBeNull();
});
