import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';
import { demoAccount } from './shop-states.ts';

/**
 * Signs in at a shop that requires a challenge first, with a stub of Cloudflare's widget. Returns the tokens that the
 * requests sent.
 */
export async function challengeAtSignIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<(string | null)[]> {
  const sent: (string | null)[] = [];
  await page.addInitScript(`window.turnstile = {
    render: (place, { callback }) => {
      const button = document.createElement('button');
      button.textContent = 'I am a person';
      button.onclick = () => callback('the answer');
      place.append(button);
      return 'widget';
    },
    remove: () => {},
  }`);
  await page.route('**/api/auth/login', async (route) => {
    const answer = route.request().headers()['x-challenge-token'] ?? null;
    sent.push(answer);
    if (answer) return route.fallback();
    await route.fulfill({
      status: 429,
      headers: { 'retry-after': '40' },
      json: {
        code: 'too_many_requests',
        message: 'Too many attempts. Please try again in 40 seconds.',
        challenge: { siteKey: 'site' },
      },
    });
  });
  await page.goto('/login');
  await page.getByLabel('Email Address', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'I am a person' }).waitFor();
  return sent;
}

export const limitScreens: readonly Screen[] = [
  {
    name: 'challenge',
    isOverlay: true,
    expected: [/status of 429.*login/],
    show: async (page) => {
      await challengeAtSignIn(page, demoAccount('customer'));
    },
  },
];
