import type { Page } from 'playwright-core';
import { soldAt } from '../../supabase/tests/paid-at.ts';
import { noAlerts } from '../src/testing/no-alerts.ts';
import { mockPostgres } from './admin-overview-scene.ts';
import { db } from './shop-database.ts';
import { type Screen, visit } from './screen.ts';
import { mockResponse, holdRequests, signIn } from './shop-states.ts';

/** The Overview and People tabs in their states. */
export const overviewScreens: readonly Screen[] = [
  {
    name: 'admin-overview',
    show: async (page) => {
      for (let day = 0; day < 12; day += 1)
        await soldAt(
          db(),
          new Date(Date.now() - day * 2.4 * 86_400_000).toISOString(),
          40_000 + day * day * 900,
        );
      await openOverview(page);
      await page.getByRole('img', { name: /^Bar chart of net sales/ }).waitFor();
    },
  },
  {
    name: 'admin-overview-tables',
    show: async (page) => {
      await soldAt(db(), new Date().toISOString(), 12_500);
      await openOverview(page, '?period=7');
      await page.getByText('As a table').click();
      await page.getByRole('table').waitFor();
    },
  },
  {
    name: 'admin-report',
    show: async (page) => {
      await soldAt(db(), new Date().toISOString(), 12_500);
      await signIn(page, 'admin');
      await visit(page, '/admin/reports?list=lines', 'Admin Dashboard');
      await page.getByRole('heading', { name: 'By customer' }).waitFor();
      await page.getByRole('button', { name: /Excel/ }).waitFor();
    },
  },
  {
    name: 'admin-not-found',
    show: async (page) => {
      await signIn(page, 'admin');
      await visit(page, '/admin/nothing-here', 'Admin Dashboard');
      await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
    },
  },
  {
    name: 'admin-overview-calm',
    show: async (page) => {
      await mockPostgres(page, 'rpc/owner_alerts', 200, noAlerts);
      await mockPostgres(page, 'rpc/list_order_page', 200, { rows: [], total: 0, after: null });
      await openOverview(page, '?period=12-months');
      await page.getByText('Nothing needs you now').waitFor();
      await page.getByRole('heading', { name: 'Sales' }).waitFor();
    },
  },
  {
    name: 'admin-overview-loading',
    show: async (page) => {
      await holdRequests(page, '/api/admin/*');
      await holdRequests(page, '/rest/v1/**');
      await openOverview(page);
      await page.getByText('Loading the figures').waitFor();
    },
  },
  {
    name: 'admin-overview-error',
    expected: [/status of 500/],
    show: async (page) => {
      await mockPostgres(page, 'rpc/stats_of_period', 500, { code: 'XX000', message: 'broken' });
      await openOverview(page);
      await page.getByRole('alert').filter({ hasText: 'We could not load the figures' }).waitFor();
    },
  },
  {
    name: 'admin-people',
    show: async (page) => {
      await openPeople(page);
      await page.locator('tbody tr').first().waitFor();
    },
  },
  {
    name: 'admin-people-nobody',
    show: async (page) => {
      await openPeople(page, '?q=nobody-of-this-name');
      await page.getByText('No people found').waitFor();
    },
  },
  {
    name: 'admin-people-inviting',
    isOverlay: true,
    show: async (page) => {
      await openPeople(page);
      await page.getByRole('button', { name: 'Invite to the Staff' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'admin-people-making-admin',
    isOverlay: true,
    show: async (page) => {
      await openPeople(page, '?role=customer');
      await page
        .getByRole('button', { name: /^Change role/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'admin-password-again',
    isOverlay: true,
    expected: [/status of 403/],
    show: async (page) => {
      await withPasswordPrompt(page);
      await page.getByLabel('Password', { exact: true }).waitFor();
    },
  },
  {
    name: 'admin-password-again-wrong',
    isOverlay: true,
    expected: [/status of 403/],
    show: async (page) => {
      const message = 'This is not your current password.';
      const fields = { currentPassword: message };
      await mockResponse(page, '/api/auth/password/prove', 403, { code: 'wrong_password', message, fields });
      await withPasswordPrompt(page);
      await page.getByLabel('Password', { exact: true }).fill('a wrong password');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('form').getByText(message).waitFor();
    },
  },
  {
    name: 'admin-people-own-role',
    isOverlay: true,
    show: async (page) => {
      await openPeople(page, '?q=owner%40instruments');
      await page.getByRole('button', { name: /^Change role/ }).click();
      await page.getByRole('dialog').getByLabel('Role').selectOption('customer');
      await page.getByText('This is your own account').waitFor();
    },
  },
];

/** Mocks a sign-in that is too old to change a role. */
async function withPasswordPrompt(page: Page): Promise<void> {
  const refusal = { code: 'PT403', message: 'password_required' };
  await mockPostgres(page, 'rpc/set_user_role', 403, refusal);
  await openPeople(page, '?role=customer');
  await page
    .getByRole('button', { name: /^Change role/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Role').selectOption('admin');
  await dialog.getByRole('button', { name: 'Change the Role' }).click();
  await page.getByRole('dialog', { name: 'Enter your password' }).waitFor();
}

async function openOverview(page: Page, search = ''): Promise<void> {
  await signIn(page, 'admin');
  await page.goto(`/admin${search}`);
  await page.getByRole('heading', { level: 2, name: 'Overview' }).waitFor();
}

async function openPeople(page: Page, search = ''): Promise<void> {
  await signIn(page, 'admin');
  await page.goto(`/admin/people${search}`);
  await page.getByRole('heading', { level: 2, name: 'People', exact: true }).waitFor();
}
