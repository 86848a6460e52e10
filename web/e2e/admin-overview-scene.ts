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

/** Net sales and paid orders of a period, counted from the rows themselves: KES and number of orders. */
export async function receivedBetween(from: Date, until: Date): Promise<{ sales: number; orders: number }> {
  const [row] = await db()<{ sales: number; orders: number }[]>`
    select (coalesce(sum(t.bank_amount_cents), 0) - (
        select coalesce(sum(r.amount_cents), 0)
        from public.refunds r join public.transactions p on p.id = r.transaction_id and p.status = 'completed'
        where not exists (select from public.refunds c where c.corrects = r.id)
          and r.day::timestamp at time zone 'Africa/Nairobi' >= ${from} and r.day::timestamp at time zone 'Africa/Nairobi' < ${until}
      ))::float8 / 100 as sales, (
        select coalesce(sum(l.orders), 0) from private.sold_lines l where l.sold_at >= ${from} and l.sold_at < ${until}
      )::integer as orders
    from public.transactions t
    where t.decided_at >= ${from} and t.decided_at < ${until} and t.status = 'completed'`;
  return row ?? { sales: 0, orders: 0 };
}

/** The start of the current day in Nairobi. */
export function midnightInNairobi(): Date {
  const day = nairobiDay();
  return new Date(`${day}T00:00:00+03:00`);
}
