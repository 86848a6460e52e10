import { describe, expect, test } from 'vitest';
import { findingsOn } from './axe-findings.ts';
import { openShop } from './journey.ts';
import { openSharedPage } from './shared-page.ts';
import { placeOrder, signIn } from './shop-states.ts';

test.each(['first', 'second'])(
  'is passed to the %s test without the storage and the session of the previous one',
  async () => {
    const page = await openSharedPage();
    await page.goto('/category/converters');
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('left-behind'))).toBeNull();
    await page.evaluate(() => localStorage.setItem('left-behind', 'yes'));
    await placeOrder(page);
  },
);

describe('requests that a test leaves behind', () => {
  test('are sent while its session is there', async () => {
    const page = await openSharedPage();
    await signIn(page, 'admin');
    await page.goto('/terms');
    await page.evaluate(() => {
      const fetchAgain = async (times: number): Promise<void> => {
        const answer = await fetch('/api/auth/token');
        await answer.json();
        if (times > 1) await fetchAgain(times - 1);
      };
      void fetchAgain(20);
    });
  });

  test('are not refused in the next one', async () => {
    const page = await openSharedPage();
    // Leaves time for one of them before the page is left.
    for (let time = 0; time < 5; time += 1) {
      await page.request.get('/api/products?limit=48');
    }
  });
});

test('navigates within the loaded shop to the next path, until a test mocks responses', async () => {
  const page = await openSharedPage();
  let loads = 0;
  page.on('request', (request) => void (loads += Number(request.isNavigationRequest())));
  await page.goto('/terms');
  loads = 0;
  await page.goto('/privacy');
  await page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor();
  expect(loads).toBe(0);
  await page.route('**/api/orders', (route) => route.fallback());
  await page.goto('/terms');
  expect(loads).toBe(1);
});

test('axe checks every list item that differs from the others', async () => {
  const page = await openSharedPage();
  await page.goto('/category/batteries');
  const items = page.locator('main article');
  await items.nth(6).waitFor();
  expect(await findingsOn(page)).toEqual([]);
  await items
    .nth(4)
    .getByRole('button')
    .first()
    .evaluate((button) => {
      button.removeAttribute('aria-label');
      button.textContent = '';
    });
  expect((await findingsOn(page)).join()).toContain('button-name');
});

test('axe checks the header again when it differs from the one that was good', async () => {
  // The next test on the shared page would find what is changed here.
  const { page } = await openShop();
  await page.goto('/terms');
  expect(await findingsOn(page)).toEqual([]);
  await page
    .getByRole('banner')
    .getByRole('button', { name: 'Cart' })
    .evaluate((button) => {
      for (const name of ['aria-label', 'title']) button.removeAttribute(name);
      button.textContent = '';
    });
  expect((await findingsOn(page)).join()).toContain('button-name');
});
