import type { Permission } from '@contract/staff.ts';
import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { markSignedIn, renderInShop } from '#testing/render-in-shop.tsx';
import { callSql } from '../lib/admin-database.ts';
import { AdminPage } from './admin-page.tsx';

test.each([
  ['sales', ['dashboard', 'orders.read', 'orders.write'], ['Overview', 'Orders', 'Quotations']],
  ['customer', [], []],
] as const)(
  'whoever is refused something as their role became %s sees the new menu at once, and loses nothing that is typed',
  async (role, left, links) => {
    await import('./orders/new-order-page.tsx');
    let profile: { role: string; permissions: readonly Permission[] } = {
      role: 'sales',
      permissions: ['dashboard', 'orders.read', 'orders.write', 'messages'],
    };
    markSignedIn();
    answerDatabase((address) => {
      if (address.endsWith('/api/auth/me'))
        return { user: { id: 'u1', name: 'Akinyi', email: 'a@example.com', ...profile } };
      if (address.endsWith('/send_order_link')) return refusedBySql('forbidden');
      return address.includes('second-factor') ? { step: 'none' } : [];
    });
    const user = renderInShop(
      <Routes>
        <Route path="/admin/*" element={<AdminPage shopPages={{} as never} />} />
      </Routes>,
      '/admin/orders/new',
    );
    const name = await screen.findByLabelText<HTMLInputElement>(/Name/);
    await user.type(name, 'Otieno');
    const menu = within(screen.getByRole('navigation', { name: 'Dashboard' }));
    menu.getByRole('link', { name: 'Messages' });
    profile = { role, permissions: left };
    await expect(callSql('send_order_link', { p_order_id: 'o1' })).rejects.toMatchObject({ status: 403 });
    await expect.poll(() => menu.queryAllByRole('link').map(({ textContent }) => textContent)).toEqual(links);
    expect(screen.getByLabelText<HTMLInputElement>(/Name/).value).toBe('Otieno');
  },
);
