import {
  adminStats,
  askGatewayAgain,
  cancelOrderAsAdmin,
  deleteProduct,
  getAccessToken,
  listAllOrders,
  listTransactions,
  listUsers,
  orderLinkAsAdmin,
  renewLinkAsAdmin,
  type RowCursor,
  sendWaitingMessages,
} from '../../_shared/contract/admin.ts';
import { promptOrderAsStaff, safaricomPhone } from '../../_shared/contract/mpesa.ts';
import { pictureTypeOf, storePicture } from '../../_shared/contract/pictures.ts';
import { createProduct, updateProduct } from '../../_shared/contract/product-form.ts';
import type { Deps, Page } from '../deps.ts';
import {
  cursorOf,
  cursorText,
  idOf,
  invalid,
  isCursorText,
  limitOf,
  optionalKey,
  pageOf,
} from './call-parameters.ts';
import { addressOf, type ApiEnv, sidOf } from './caller.ts';
import type { Serve } from './serve.ts';
import type { Context } from 'hono';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { CountedPage } from '../../_shared/supabase/sql-replies.ts';

/** Routes for staff. The database checks the permission at every call. */
export function adminRoutes(
  { staff, staffByQuery }: Serve,
  { administration, orderLinks, payments, sendMessages }: Deps,
): void {
  staffByQuery(adminStats, ({ caller }) => administration.stats(caller));
  staffByQuery(listUsers, ({ c, caller }) => pagedList(c, (page) => administration.listUsers(caller, page)));
  staffByQuery(listAllOrders, ({ c, caller }) =>
    pagedList(c, (page) => administration.listOrders(caller, page)),
  );
  staffByQuery(listTransactions, ({ c, caller }) =>
    pagedList(c, (page) => administration.listTransactions(caller, page)),
  );
  staffByQuery(getAccessToken, ({ caller }) => administration.accessToken(caller));

  staff('orders.write')(cancelOrderAsAdmin, async ({ c, caller }) => {
    const orderId = idOf(c);
    // As for a buyer: an order that was just paid is not cancelled.
    await payments.refresh(orderId, 'owner');
    return administration.cancelOrder(caller, orderId);
  });
  for (const endpoint of [orderLinkAsAdmin, renewLinkAsAdmin])
    staffByQuery(endpoint, async ({ c, caller }) => {
      const isRenewed = endpoint === renewLinkAsAdmin;
      const version = await administration.linkVersion(caller, idOf(c), isRenewed);
      return { linkKey: orderLinks.keyOf(idOf(c), version) };
    });
  staff('dashboard')(sendWaitingMessages, () => {
    sendMessages();
    return Promise.resolve({ success: true as const });
  });
  staff('payments.record')(promptOrderAsStaff, async ({ c, caller, body }) => {
    const seen = { sid: sidOf(c), orderId: idOf(c), linkVersion: null };
    await administration.promptOrder(caller, seen, addressOf(c), safaricomPhone(body.phone) ?? '');
    return { success: true as const };
  });
  staffByQuery(askGatewayAgain, ({ c, caller }) => administration.askGatewayAgain(caller, idOf(c)));

  staff('products.write')(
    createProduct,
    // The key becomes the new product's id, so that a form sent twice is one product.
    ({ c, caller, body }) => administration.createProduct(caller, body, optionalKey(c)),
    201,
  );
  staff('products.write')(updateProduct, ({ c, caller, body }) =>
    administration.updateProduct(caller, idOf(c), body),
  );
  staff('products.write')(storePicture, async ({ c, body }) => {
    const name = c.req.param('name') ?? '';
    const bytes = Uint8Array.from(atob(body.data), (letter) => letter.charCodeAt(0));
    const type = pictureTypeOf(name, bytes);
    if (!type) throw invalid('data', 'This is not the picture that its name says');
    return { url: await administration.storePicture(name, type, bytes) };
  });
  staffByQuery(deleteProduct, ({ c, caller }) => administration.deleteProduct(caller, idOf(c)));
}

/**
 * The rows of the page that `?page=` and `?limit=` ask for, or that begins behind `?cursor=`. `X-Total-Count` is the
 * number of rows of all pages, `Link` leads to the others, so that no caller takes one page for the whole list.
 */
async function pagedList<Row>(
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
