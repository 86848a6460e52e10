import type { Context } from 'hono';
import type { RowCursor } from '../../_shared/contract/admin.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { CountedPage } from '../../_shared/supabase/sql-replies.ts';
import type { Page } from '../deps.ts';
import { cursorOf, cursorText, isCursorText, limitOf, pageOf } from './call-parameters.ts';
import type { ApiEnv } from './caller.ts';

/**
 * The rows of the page that `?page=` and `?limit=` ask for, or that begins behind `?cursor=`. `X-Total-Count` is the
 * number of rows of all pages, `Link` leads to the others, so that no caller takes one page for the whole list.
 */
export async function pagedList<Row>(
  c: Context<ApiEnv>,
  list: (page: Page) => Promise<CountedPage<Row>>,
): Promise<Row[]> {
  const [page, limit] = [pageOf(c), limitOf(c)];
  const { rows, total, after } = await list({ limit, after: rowCursorOf(c) ?? (page - 1) * limit });
  c.header('x-total-count', String(total));
  const last = Math.max(1, Math.ceil(total / limit));
  const pages: Record<string, number> = { first: 1, last };
  if (page > 1) pages.prev = Math.min(page - 1, last);
  if (after) pages.next = page + 1;
  const path = new URL(c.req.url).pathname;
  // RFC 8288, with addresses relative to the site.
  const links = Object.entries(pages).map(([rel, to]) => {
    const cursor = after && rel === 'next' ? `&cursor=${cursorText(after)}` : '';
    return `<${path}?page=${to}&limit=${limit}${cursor}>; rel="${rel}"`;
  });
  c.header('link', links.join(', '));
  return rows;
}

function rowCursorOf(c: Context<ApiEnv>): RowCursor | null {
  const cursor = cursorOf(c);
  if (!cursor) return null;
  const [place, id] = cursor;
  if (cursor.length === 2 && isCursorText(place) && isCursorText(id)) return [place, id];
  throw new Refusal('invalid_cursor');
}
