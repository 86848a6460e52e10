import type { Context } from 'hono';
import type { Paged } from '../../_shared/supabase/sql-replies.ts';
import type { Page } from '../deps/administration.ts';
import { limitOf, pageOf } from './call-parameters.ts';
import type { ApiEnv } from './caller.ts';

/**
 * The rows of the page that `?page=` and `?limit=` ask for. `X-Total-Count` is the number of rows of all pages, `Link`
 * leads to the others, so that no caller takes one page for the whole list.
 */
export async function pagedList<Row>(
  c: Context<ApiEnv>,
  list: (page: Page) => Promise<Paged<Row>>,
): Promise<Row[]> {
  const requested = { page: pageOf(c), limit: limitOf(c) };
  const { rows, total } = await list(requested);
  c.header('x-total-count', String(total));
  c.header('link', pageLinks(new URL(c.req.url).pathname, requested, total));
  return rows;
}

/** The value of a `Link` header (RFC 8288), with addresses relative to the site. */
function pageLinks(path: string, { page, limit }: Page, total: number): string {
  const last = Math.max(1, Math.ceil(total / limit));
  const pages: Record<string, number> = { first: 1, last };
  if (page > 1) pages.prev = Math.min(page - 1, last);
  if (page < last) pages.next = page + 1;
  return Object.entries(pages)
    .map(([rel, number]) => `<${path}?page=${number}&limit=${limit}>; rel="${rel}"`)
    .join(', ');
}
