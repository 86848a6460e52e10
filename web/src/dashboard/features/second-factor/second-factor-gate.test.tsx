import type { SecondFactorState } from '@contract/second-factor.ts';
import { useQueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { setPasswordPrompt } from '#dashboard/lib/password-again.ts';
import { fillIn, renderInShop } from '#testing/render-in-shop.tsx';
import { SecondFactorGate } from './second-factor-gate.tsx';
import { secondFactorKey } from '#account/second-factor-queries.ts';

const userId = 'u1';

/** Simulates a refetch while the codes are shown. */
function RefetchState() {
  const queryClient = useQueryClient();
  const learn = () =>
    queryClient.setQueryData<SecondFactorState>(secondFactorKey(userId), { step: 'none', codesLeft: 10 });
  return <button onClick={learn}>Ask again</button>;
}

const replies: Record<string, object> = {
  '/api/auth/second-factor': { step: 'set_up', codesLeft: 0 },
  '/api/auth/second-factor/begin': {
    key: 'JBSWY3DPEHPK3PXP',
    link: 'otpauth://totp/Shop?secret=JBSWY3DPEHPK3PXP',
  },
  '/api/auth/second-factor/confirm': { recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'] },
};

test('a new phone is set up after the password, and leads back to the account', async () => {
  let isProved = false;
  setPasswordPrompt(() => Promise.resolve((isProved = true)));
  vi.stubGlobal('fetch', (path: string) => {
    if (path.endsWith('/begin') && !isProved)
      return Promise.resolve(
        Response.json({ code: 'password_required', message: 'Enter it' }, { status: 403 }),
      );
    return Promise.resolve(
      Response.json(
        path === '/api/auth/second-factor' ? { step: 'none', codesLeft: 3 } : (replies[path] ?? {}),
      ),
    );
  });
  const user = renderInShop(
    <Routes>
      <Route path="/account" element="My Account" />
      <Route path="*" element={<SecondFactorGate userId={userId}>The dashboard</SecondFactorGate>} />
    </Routes>,
    '/admin/new-phone',
  );
  await screen.findByRole('heading', { name: 'Set Up a New Phone' });
  await screen.findByLabelText('Code');
  await fillIn(user, { Code: '123456' });
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'I Have Saved Them' }));
  await screen.findByText('My Account');
  setPasswordPrompt(null);
});

test('recovery codes stay on screen until they are saved, even if the dashboard could open', async () => {
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(Response.json(replies[path] ?? {})));
  const user = renderInShop(
    <>
      <SecondFactorGate userId={userId}>The dashboard</SecondFactorGate>
      <RefetchState />
    </>,
  );
  await screen.findByRole('heading', { name: 'Protect the Dashboard' });
  await screen.findByLabelText('Code');
  await fillIn(user, { Code: '123456' });
  await user.keyboard('{Enter}');
  await screen.findByText('AAAA-BBBB-CCCC-DDDD');
  await user.click(screen.getByRole('button', { name: 'Ask again' }));
  expect(screen.queryByText('AAAA-BBBB-CCCC-DDDD')).not.toBeNull();
});
