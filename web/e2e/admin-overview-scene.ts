import type { Page } from 'playwright-core';
import { nairobiDay } from '../../supabase/functions/_shared/contract/nairobi-time.ts';
import { db } from './shop-database.ts';

/** Words of the page, their no-break spaces as spaces. */
export const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ');

/** Answers a question of the dashboard to Postgres in its place, as another origin does. */
export async function answerFromPostgres(
  page: Page,
  path: string,
  status: number,
  body: unknown,
): Promise<void> {
  await page.route(`**/rest/v1/${path}`, (route) =>
    route.fulfill({ status, json: body, headers: { 'access-control-allow-origin': '*' } }),
  );
}

export const nothingNeeded = {
  openTasks: 0,
  oldestTask: null,
  toSend: 0,
  oldestToSend: null,
  pendingTooLong: 0,
  oldestPending: null,
  outOfStock: 0,
  runningOut: 0,
  messagesInTrouble: 0,
  bankQueriedAt: null,
  notSettled: { count: 0, cents: 0 },
};

/** The figure of one of the four tiles, and what it says of the change. */
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

/** Money received between two moments, as Postgres has it: KES and how many orders. */
export async function receivedBetween(from: Date, until: Date): Promise<{ sales: number; orders: number }> {
  const [row] = await db()<{ sales: number; orders: number }[]>`
    select coalesce(sum(amount), 0)::float8 as sales, count(*)::integer as orders from public.transactions
    where status = 'completed' and decided_at >= ${from} and decided_at < ${until}`;
  return row ?? { sales: 0, orders: 0 };
}

/** When the present day began in Nairobi. */
export function midnightInNairobi(): Date {
  const day = nairobiDay();
  return new Date(`${day}T00:00:00+03:00`);
}
