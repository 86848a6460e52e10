import type { User } from '@contract/auth.ts';
import { screen, within } from '@testing-library/react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { PeopleTable } from './people-table.tsx';

const akinyi = {
  id: 'u1',
  name: 'Akinyi',
  email: 'akinyi@example.com',
  phone: '0712345678',
  role: 'customer',
  emailConfirmed: true,
  createdAt: '2026-11-22T08:00:00Z',
} as User;
const owner = { ...akinyi, id: 'me', name: 'Wanjiru', email: 'owner@example.com', role: 'admin' } as User;

const lostConnection = () => {
  throw new TypeError('Failed to fetch');
};

type Setting = { search?: string; changeRole?(role: unknown): unknown; reset?(id: string): unknown };

/**
 * Opens the table as `owner`.
 * @param read the people that a search finds
 */
async function openPeople(
  read: (search: string, role: string) => User[],
  { search = '', changeRole, reset }: Setting = {},
) {
  answerDatabase((address, body) => {
    if (address.endsWith('/set_user_role')) return changeRole?.((body as { p_role: string }).p_role);
    if (address.endsWith('/reset_second_factor')) return reset?.((body as { p_user_id: string }).p_user_id);
    const { p_search, p_role } = body as { p_search: string; p_role: string };
    return { rows: read(p_search, p_role), after: null };
  });
  const onOwnRole = vi.fn();
  const user = renderInShop(
    <Routes>
      <Route path="/" element={<Navigate to={`/people${search}`} />} />
      <Route path="/people" element={<PeopleTable ownId={owner.id} onOwnRole={onOwnRole} />} />
    </Routes>,
  );
  return { user, onOwnRole };
}

test.each([
  ['', 'Staff'],
  ['?role=customer', 'Accounts'],
  ['?q=akinyi', 'Accounts'],
])('the list of %s is called what it is: %s', async (search, heading) => {
  await openPeople(() => [akinyi], { search });
  await screen.findByRole('heading', { name: heading });
});

test('a search that finds nobody says so and can be cleared', async () => {
  const { user } = await openPeople((search) => (search === 'nobody' ? [] : [akinyi]), {
    search: '?q=nobody',
  });
  await screen.findByText('No people found');
  await user.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1)!);
  await screen.findByText('akinyi@example.com');
  expect(screen.getByLabelText<HTMLInputElement>('Name, e-mail or phone').value).toBe('');
});

test('staff are listed, and everybody who is searched for', async () => {
  const { user } = await openPeople((search, role) => (role === 'staff' ? [owner] : search ? [akinyi] : []));
  await screen.findByText('owner@example.com');
  expect(screen.queryByText('akinyi@example.com')).toBeNull();
  await user.type(screen.getByLabelText('Name, e-mail or phone'), 'akinyi@');
  await screen.findByText('akinyi@example.com');
});

test('a page beyond the last one says so', async () => {
  await openPeople(() => [], { search: '?page=900' });
  await screen.findByText('There is no page 900');
});

test('rows that cannot be read again stay, with their time and a retry button', async () => {
  let name = 'Akinyi';
  let isDown = false;
  const { user } = await openPeople(() => (isDown ? lostConnection() : [{ ...akinyi, name }]));
  await screen.findByText('Akinyi');
  name = 'Akinyi Odhiambo';
  const refresh = () => user.click(screen.getByRole('button', { name: 'Refresh' }));
  await refresh();
  await screen.findByText('Akinyi Odhiambo');
  isDown = true;
  await refresh();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/^We could not load the people.*What you see below is from /);
  screen.getByText('Akinyi Odhiambo');
  isDown = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await expect.poll(() => screen.queryByRole('alert')).toBeNull();
});

test('the last admin keeps the role and sees why', async () => {
  const { user, onOwnRole } = await openPeople(() => [owner], {
    changeRole: () => refusedBySql('last_admin'),
  });
  await screen.findByText('(you)');
  const open = () => user.click(screen.getByRole('button', { name: /^Change role/ }));
  await open();
  const dialog = within(screen.getByRole('dialog', { name: 'Change your own role' }));
  expect(dialog.queryByText('This is your own account')).toBeNull();
  await user.selectOptions(dialog.getByLabelText('Role'), 'customer');
  dialog.getByText('This is your own account');
  await user.click(dialog.getByRole('button', { name: 'End Access' }));
  await dialog.findByText('The shop needs at least one admin. Make somebody else an admin first.');
  expect(onOwnRole).not.toHaveBeenCalled();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  // The error is cleared when the dialog opens again.
  await open();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the second factor of somebody else of staff can be reset', async () => {
  const clerk = { ...akinyi, id: 'u2', name: 'Otieno', role: 'sales' } as User;
  const reset: unknown[] = [];
  const { user } = await openPeople(() => [owner, akinyi, clerk], { reset: (id) => reset.push(id) });
  await user.click(await screen.findByRole('button', { name: /^Reset second factor/ }));
  const dialog = within(screen.getByRole('dialog', { name: 'Reset the second factor of Otieno' }));
  await user.click(dialog.getByRole('button', { name: 'Reset' }));
  await screen.findByText('Second factor reset');
  expect(reset).toEqual(['u2']);
});

test('a lost connection is reported, and the dialog stays open', async () => {
  const sent: unknown[] = [];
  const { user } = await openPeople(() => [akinyi], {
    changeRole: (role) => {
      sent.push(role);
      return sent.length === 1 ? lostConnection() : { ...akinyi, role };
    },
  });
  await user.click(await screen.findByRole('button', { name: /^Change role/ }));
  const dialog = within(screen.getByRole('dialog', { name: 'Change the role of Akinyi' }));
  const confirm = () => user.click(dialog.getByRole('button', { name: 'Change the Role' }));
  await user.selectOptions(dialog.getByLabelText('Role'), 'warehouse');
  dialog.getByText(/^Sends parcels and keeps the stock\./);
  await confirm();
  await dialog.findByText('No connection. Check your connection and try again.');
  await confirm();
  await screen.findByText('Role changed');
  expect(sent).toEqual(['warehouse', 'warehouse']);
});
