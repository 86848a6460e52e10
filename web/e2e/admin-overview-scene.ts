import type { Page } from 'playwright-core';

/** The text of a page with ordinary spaces instead of no-break spaces. */
export const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ');

/** Mocks a response of Postgres to the dashboard, with CORS headers. */
export async function mockPostgres(page: Page, path: string, status: number, body: unknown): Promise<void> {
  await page.route(`**/rest/v1/${path}`, (route) =>
    route.fulfill({ status, json: body, headers: { 'access-control-allow-origin': '*' } }),
  );
}

/** The figure of one of the tiles and its change; the figures of all time have none. */
export async function tile(page: Page, name: string): Promise<{ figure: string; change: string }> {
  const one = page.locator('dl > div').filter({ hasText: name });
  await one.waitFor();
  const [figure, change] = await one.locator('dd').allInnerTexts();
  return {
    figure: plain(figure ?? ''),
    change: plain(change ?? '')
      .replace(/\s+/g, ' ')
      .trim(),
  };
}
