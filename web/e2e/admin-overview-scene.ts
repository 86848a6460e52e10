import type { Page } from 'playwright-core';
import { nairobiDay } from '../../supabase/functions/_shared/contract/nairobi-time.ts';
import { db } from './shop-database.ts';

/** The text of a page with ordinary spaces instead of no-break spaces. */
export const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ');

/** Mocks a response of Postgres to the dashboard, with CORS headers. */
export async function mockPostgres(page: Page, path: string, status: number, body: unknown): Promise<void> {
  await page.route(`**/rest/v1/${path}`, (route) =>
    route.fulfill({ status, json: body, headers: { 'access-control-allow-origin': '*' } }),
  );
}

/** The figure of one of the four tiles, its change and, of two of them, the figure of all time. */
export async function tile(
  page: Page,
  name: string,
): Promise<{ figure: string; change: string; allTime: string }> {
  const one = page.locator('dl > div').filter({ hasText: name });
  await one.waitFor();
  const [figure, change, allTime] = await one.locator('dd').allInnerTexts();
  return {
    figure: plain(figure ?? ''),
    change: plain(change ?? '')
      .replace(/\s+/g, ' ')
      .trim(),
    allTime: plain(allTime ?? ''),
  };
}

/** The payments received in a period, with the parts paid before, from Postgres: KES and number of orders. */
export async function receivedBetween(from: Date, until: Date): Promise<{ sales: number; orders: number }> {
  const [row] = await db()<{ sales: number; orders: number }[]>`
    select coalesce(sum(t.amount + coalesce(part.cents, 0) / 100), 0)::float8 as sales, count(*)::integer as orders
    from public.transactions t
    left join (
      select order_id, sum(amount_cents) as cents from public.owner_tasks where outcome = 'rest_due' group by order_id
    ) part using (order_id)
    where t.status = 'completed' and t.decided_at >= ${from} and t.decided_at < ${until}`;
  return row ?? { sales: 0, orders: 0 };
}

/** The start of the current day in Nairobi. */
export function midnightInNairobi(): Date {
  const day = nairobiDay();
  return new Date(`${day}T00:00:00+03:00`);
}
