import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { fillIn, renderInShop } from '#testing/render-in-shop.tsx';
import { InviteStaff } from './invite-staff.tsx';

const invitation = {
  id: 'i1',
  name: 'Atieno',
  email: 'atieno@example.com',
  role: 'sales',
  expiresAt: '2026-11-30T09:00:00Z',
};

/** Opens the form. @param refusals what the first attempts meet */
async function openForm(refusals: Response[] = []) {
  const sent: unknown[] = [];
  let waiting: (typeof invitation)[] = [];
  answerDatabase((address, body) => {
    if (address.endsWith('/invite_staff')) {
      sent.push(body);
      const refusal = refusals.shift();
      if (refusal) return refusal;
      waiting = [invitation];
    }
    if (address.endsWith('/withdraw_invitation')) waiting = [];
    return waiting;
  });
  const user = renderInShop(<InviteStaff />);
  await user.click(screen.getByRole('button', { name: 'Invite to the Staff' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Invite to the staff' }));
  const send = () => user.click(dialog.getByRole('button', { name: 'Send the Invitation' }));
  return { user, sent, dialog, send };
}

test('an invitation is sent, waits in the list and can be withdrawn', async () => {
  const { user, sent, send } = await openForm();
  await fillIn(user, { Name: 'Atieno', 'Email Address': 'atieno@example.com' });
  await user.selectOptions(screen.getByLabelText('Role'), 'accounts');
  await send();
  await screen.findByText('Invitation sent');
  expect(sent).toEqual([{ p_name: 'Atieno', p_email: 'atieno@example.com', p_role: 'accounts' }]);
  const list = within(await screen.findByRole('list', { name: 'Invited' }));
  expect(list.getByRole('listitem').textContent).toContain('Atieno (atieno@example.com), Sales');
  await user.click(list.getByRole('button', { name: 'Withdraw the invitation of Atieno' }));
  await expect.poll(() => screen.queryByRole('list', { name: 'Invited' })).toBeNull();
});

test('a second invitation that is typed while the first is on its way stays', async () => {
  const first = deferredPromise<unknown>();
  answerDatabase((address) => (address.endsWith('/invite_staff') ? first.promise : []));
  const user = renderInShop(<InviteStaff />);
  const open = () => user.click(screen.getByRole('button', { name: 'Invite to the Staff' }));
  await open();
  await fillIn(user, { Name: 'Atieno', 'Email Address': 'atieno@example.com' });
  await user.click(screen.getByRole('button', { name: 'Send the Invitation' }));
  await user.clear(screen.getByLabelText('Name'));
  await fillIn(user, { Name: 'Barasa' });
  first.release(invitation);
  await screen.findByText('Invitation sent');
  await open();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Barasa');
});

test('without a name or an address nothing is sent', async () => {
  const { sent, dialog, send } = await openForm();
  await send();
  dialog.getByText('Who is it?');
  expect(sent).toEqual([]);
});

test('a role that was taken away meanwhile is one sentence, and what is typed stays', async () => {
  const { user, dialog, send } = await openForm([refusedBySql('forbidden'), refusedBySql('forbidden')]);
  await fillIn(user, { Name: 'Atieno', 'Email Address': 'atieno@example.com' });
  await send();
  await dialog.findByText('You are not allowed to do this. What you typed is still here.');
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Atieno');
});
