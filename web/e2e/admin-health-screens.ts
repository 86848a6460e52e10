import type { Page } from 'playwright-core';
import type { DeepHealth } from '../../supabase/functions/_shared/contract/health.ts';
import { broken, type Screen, serverError } from './screen.ts';
import { mockResponse, holdRequests, signIn } from './shop-states.ts';

const path = '/api/health/deep';

/** The shop's health report with some values replaced: other tests may have left something unhealthy. */
async function healthOf(page: Page): Promise<DeepHealth> {
  await signIn(page, 'admin');
  const health = (await (await page.request.get(path)).json()) as DeepHealth;
  const well = { problem: null, advice: null, since: null, cases: 0 };
  const components = health.components.map((component) => ({ ...component, ...well }));
  return { ...health, isWell: true, components };
}

/** The same with three unhealthy components. */
async function unwellHealthOf(page: Page): Promise<DeepHealth> {
  const health = await healthOf(page);
  const problems: Partial<Record<string, [problem: string, advice: string]>> = {
    bank: [
      'It answered with 503.',
      'Ask the bank; until it answers, orders stay unpaid and nobody is charged.',
    ],
    reconcile: [
      'reconcile ran last 12 minutes ago.',
      'Read the log of that function, and docs/deploy.md, The minute job.',
    ],
    messages: [
      '2 messages failed, or may not have gone out, since yesterday.',
      'Dashboard → Messages says why.',
    ],
  };
  const components = health.components.map((component) => {
    const [problem, advice] = problems[component.component] ?? [];
    if (!problem || !advice) return component;
    const since = component.took === null ? '2026-11-22T09:00:00.000Z' : null;
    return { ...component, problem, advice, since, cases: 2 };
  });
  return { ...health, isWell: false, components };
}

export async function openHealth(page: Page): Promise<void> {
  await signIn(page, 'admin');
  await page.goto('/admin/health');
  await page.getByRole('heading', { level: 2, name: 'Health' }).waitFor();
}

export const healthScreens: readonly Screen[] = [
  {
    name: 'admin-health',
    show: async (page) => {
      await mockResponse(page, path, 200, await unwellHealthOf(page));
      await openHealth(page);
      await page.getByText('3 parts need attention').waitFor();
    },
  },
  {
    name: 'admin-health-well',
    show: async (page) => {
      await mockResponse(page, path, 200, await healthOf(page));
      await openHealth(page);
      await page.getByText('Everything is working').waitFor();
    },
  },
  {
    name: 'admin-health-loading',
    show: async (page) => {
      await holdRequests(page, path);
      await openHealth(page);
      await page.getByText('Loading the health of the shop').waitFor();
    },
  },
  {
    name: 'admin-health-error',
    expected: serverError,
    show: async (page) => {
      await mockResponse(page, path, 500, broken);
      await openHealth(page);
      await page.getByRole('alert').filter({ hasText: 'We could not load the health of the shop' }).waitFor();
    },
  },
];
