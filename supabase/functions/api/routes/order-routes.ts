import type { Context } from 'hono';
import { isDay } from '../../_shared/contract/calendar-days.ts';
import { emailOrPhone } from '../../_shared/contract/contact-fields.ts';
import type { ErrorReply } from '../../_shared/contract/errors.ts';
import {
  cancelOrder,
  checkPayment,
  getOrder,
  listOpenOrders,
  listOrders,
  openShortLink,
  type Order,
  payOrder,
  type PlaceOrderReply,
  renewOrderLink,
} from '../../_shared/contract/orders.ts';
import { promptOrder, safaricomPhone } from '../../_shared/contract/mpesa.ts';
import { maxSlips } from '../../_shared/contract/packing-slip.ts';
import { getPapers, type PaperKind, paperKinds } from '../../_shared/contract/papers.ts';
import { orderNumber } from '../../_shared/contract/order-number.ts';
import {
  claimOrder,
  contactMissing,
  findOrder,
  getLinkedPaper,
} from '../../_shared/contract/order-access.ts';
import { placeOrder, type PlaceOrderRequest } from '../../_shared/contract/place-order.ts';
import { base64 } from '../../_shared/secrets/base64-url.ts';
import { sameSecret } from '../../_shared/secrets/same-secret.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import { newSessionValue, sessionCookie, sessionId } from '../../_shared/http/session-cookie.ts';
import { isUuid } from '../../_shared/contract/uuid.ts';
import type { PlacedOrder, StoredOrder } from '../../_shared/supabase/sql-replies.ts';
import type { SeenOrder } from '../../_shared/supabase/seen-order.ts';
import type { Deps, OrdersPage } from '../deps.ts';
import { invalid, optionalKey, ordersPageOf } from './call-parameters.ts';
import {
  type ApiEnv,
  addressOf,
  type Caller,
  endingWithSignIn,
  placeOf,
  resolveCaller,
  sendCookies,
  shortestAnswer,
  sidOf,
  signedInCaller,
} from './caller.ts';
import { pdfReply } from './pdf-reply.ts';
import type { Serve } from './serve.ts';

export function orderRoutes({ anyone, signedIn }: Serve, deps: Deps): void {
  const withLink = (stored: StoredOrder): Order => {
    if (stored.view !== 'full') return stored;
    const { linkVersion, ...order } = stored;
    return { ...order, linkKey: deps.orderLinks.keyOf(order.id, linkVersion) };
  };
  const toTheBank = (c: Context<ApiEnv>, placed: PlacedOrder): PlaceOrderReply => ({
    success: true,
    order: withLink(placed.order),
    payment: deps.paymentForms.build(placed, c.get('call').origin),
  });

  anyone(
    placeOrder,
    async ({ c, body }) => {
      const key = optionalKey(c);
      const cookie = newSessionValue();
      const [old, fresh] = [sidOf(c), sessionId(cookie)];
      try {
        const placed = await deps.orders.placeOrder(old, fresh, addressOf(c), key, body);
        if (placed.sid === fresh) sendCookies(c, sessionCookie(cookie, c.get('call').origin));
        return await (placed.transaction
          ? toTheBank(c, placed)
          : payAgain(c, { sid: placed.sid, orderId: placed.order.id, linkVersion: null }));
      } catch (error) {
        throw error instanceof Refusal ? await explained(error, body) : error;
      }
    },
    201,
  );
  anyone(listOrders, async ({ c }) => {
    const page = ordersPageOf(c);
    if (sidOf(c)) await deps.limits.take('list_orders', placeOf(c));
    const orders = await visibleOrders(deps, await resolveCaller(c, deps), page);
    const last = orders.length === page.limit && orders.at(-1);
    if (last) {
      const { pathname } = new URL(c.req.url);
      c.header('link', `<${pathname}?limit=${page.limit}&before=${last.createdAt},${last.id}>; rel="next"`);
    }
    return orders.map(withLink);
  });
  // The orders are those of the session, so one call to the database is enough.
  anyone(listOpenOrders, async ({ c }) => {
    const sid = sidOf(c);
    if (!sid) return [];
    await countReading(c);
    return deps.orders.listOpen(sid);
  });
  anyone(findOrder, async ({ c, body }) => {
    const pause = shortestAnswer();
    const { orderNumber, contact } = body;
    await deps.limits.take('find_order', { ...placeOf(c), order: orderNumber, ...emailOrPhone(contact) });
    const [found] = await Promise.all([deps.orders.lookUp(body), pause]);
    if (!found)
      throw new Refusal('not_found', { message: 'We found no order with this number and contact.' });
    const { orderId, linkVersion } = found;
    return { orderId, linkKey: deps.orderLinks.keyOf(orderId, linkVersion) };
  });
  anyone(openShortLink, async ({ c }) => {
    const key = c.req.header('x-order-key') ?? '';
    const orderNumber = c.req.param('orderNumber') ?? '';
    if (!isOrderNumber(orderNumber)) throw notFound();
    await deps.limits.take('open_link', { ...placeOf(c), order: orderNumber });
    for (const { orderId, linkVersion } of await deps.orders.linksOfNumber(orderNumber)) {
      if (sameSecret(key, deps.orderLinks.shortKeyOf(orderId, linkVersion))) {
        return { orderId, linkKey: deps.orderLinks.keyOf(orderId, linkVersion) };
      }
    }
    throw notFound();
  });
  anyone(getOrder, async ({ c }) => {
    const seen = await seenOrder(c, deps);
    await countReading(c);
    return withLink(found(await deps.orders.find(seen)));
  });
  anyone(getPapers, async ({ c }) => {
    const kind = paperKinds.find((one) => one === c.req.param('kind'));
    const [orderId, sid] = [orderIdOf(c), sidOf(c)];
    if (kind === 'packing-slip') return packingSlips(c, orderId);
    if (kind === 'statement') return statement(c, orderId);
    if (!kind || !sid) throw notFound();
    return pdfReply(c, ...(await papersOf(c, { sid, orderId, linkVersion: null }, kind)));
  });
  anyone(getLinkedPaper, async ({ c, body: { contact } }) => {
    const kind = (['proforma', 'invoice'] as const).find((one) => one === c.req.param('kind'));
    if (!kind) throw notFound();
    if (kind === 'invoice' && !contact) throw invalid('contact', contactMissing);
    const seen = await seenOrder(c, deps);
    if (contact) {
      const guess = { order: orderNumber(seen.orderId), ...emailOrPhone(contact) };
      await deps.limits.take('find_order', { ...placeOf(c), ...guess });
    }
    const [name, pdf] = await papersOf(c, seen, kind, contact);
    return { name: `${name}.pdf`, base64: base64(pdf) };
  });
  anyone(checkPayment, async ({ c }) =>
    withLink(found(await deps.payments.check(await seenOrder(c, deps), addressOf(c)))),
  );
  anyone(payOrder, async ({ c }) => payAgain(c, await seenOrder(c, deps)));
  anyone(promptOrder, async ({ c, body }) => {
    const seen = await seenOrder(c, deps);
    const phone = safaricomPhone(body.phone) ?? '';
    return withLink(found(await deps.payments.prompt(seen, addressOf(c), phone)));
  });
  anyone(cancelOrder, async ({ c }) => {
    const { orderId, sid } = await ownOrder(c);
    // Queries the bank first here too: an order that was just paid is not cancelled.
    await deps.payments.refresh(orderId);
    const cancelled = await deps.orders.cancel(sid, orderId);
    deps.sendMessages();
    return withLink(cancelled);
  });
  anyone(renewOrderLink, async ({ c }) => {
    const { orderId, sid } = await ownOrder(c);
    return withLink(await deps.orders.renewLink(sid, orderId));
  });
  signedIn(claimOrder, async ({ c, body }) => {
    const orderId = orderIdOf(c);
    const sid = sidOf(c);
    if (!sid) throw notFound();
    await deps.limits.take('claim_order', { ...placeOf(c), order: orderId });
    const claimed = await deps.orders.claim(sid, orderId, body);
    if (!claimed) throw new Refusal('contact_mismatch');
    return withLink(claimed);
  });

  async function packingSlips(c: Context<ApiEnv>, first: string): Promise<Response> {
    const caller = await signedInCaller(c, deps);
    const others = c.req.query('with')?.split(',').filter(isUuid) ?? [];
    const orderIds = [first, ...others].slice(0, maxSlips);
    const parcelId = c.req.query('parcel');
    const slips = [];
    for (const orderId of orderIds) {
      const details = await endingWithSignIn(c, deps, () =>
        deps.administration.orderDetails(caller, orderId),
      );
      if (!details) throw notFound();
      const parcel = details.order.shipments.find(({ id }) => id === parcelId);
      if (parcelId && !parcel) throw new Refusal('not_found', { message: 'This parcel was taken back' });
      slips.push({ details, parcel });
    }
    const { packingSlipsPdf } = await import('../../_shared/papers/packing-slip-pdf.ts');
    const name = slips.length === 1 ? `Packing-slip-IC-${orderNumber(first)}` : 'Packing-slips';
    return pdfReply(
      c,
      name,
      await packingSlipsPdf(slips, ...(await Promise.all([deps.shop.details(), deps.shop.logo()]))),
    );
  }

  async function statement(c: Context<ApiEnv>, orderId: string): Promise<Response> {
    const caller = await signedInCaller(c, deps);
    const days = [c.req.query('from') ?? '', c.req.query('to') ?? ''] as const;
    if (!days.every(isDay)) throw invalid('days', 'From which day to which?');
    const read = await endingWithSignIn(c, deps, () =>
      deps.administration.customerStatement(caller, orderId, ...days),
    );
    if (!read) throw notFound();
    const { statementPdf } = await import('../../_shared/papers/statement-pdf.ts');
    return pdfReply(c, `Statement-${days.join('-')}`, await statementPdf(read, await deps.shop.logo()));
  }

  /** The name of the file, and the PDF. @throws Refusal `not_found` */
  async function papersOf(
    c: Context<ApiEnv>,
    seen: SeenOrder,
    kind: PaperKind,
    contact?: string | null,
  ): Promise<[name: string, pdf: Uint8Array]> {
    await deps.limits.take('make_paper', placeOf(c));
    const all = await deps.orders.papers(seen, kind, contact);
    const number = c.req.query('number');
    const papers = number ? all?.filter((paper) => paper.number === number) : all;
    const [first] = papers ?? [];
    if (!papers) throw notFound();
    if (!first)
      throw new Refusal('not_found', {
        message: 'There is no such paper of this order now. The page of the order says when there is.',
      });
    // Loaded for the first paper: it is the largest part of this function.
    const { paperPdf } = await import('../../_shared/papers/paper-pdf.ts');
    const ofOrder = `IC-${orderNumber(seen.orderId)}`;
    const name = papers.length > 1 ? `Invoices-${ofOrder}` : (first.number ?? `Proforma-${ofOrder}`);
    return [name, await paperPdf(papers, await deps.shop.logo())];
  }

  async function countReading(c: Context<ApiEnv>): Promise<void> {
    await deps.limits.take('read_order', placeOf(c));
  }

  async function payAgain(c: Context<ApiEnv>, seen: SeenOrder): Promise<PlaceOrderReply> {
    return toTheBank(c, await deps.payments.payAgain(seen, addressOf(c)));
  }

  /** The order of the address when the caller sees all of it, whatever link they have. @throws Refusal `not_found` */
  async function ownOrder(c: Context<ApiEnv>): Promise<{ orderId: string; sid: string }> {
    const orderId = orderIdOf(c);
    const sid = sidOf(c);
    if (sid) await countReading(c);
    const order = sid ? await deps.orders.find({ sid, orderId, linkVersion: null }) : null;
    if (!sid || order?.view !== 'full') throw notFound();
    return { orderId, sid };
  }

  /** A refusal with the fields of the request and the link of the order that it is about. */
  async function explained(refusal: Refusal, request: PlaceOrderRequest): Promise<Refusal> {
    const { code, details } = refusal;
    // SQL sends it with the version of its link.
    const order = details.order && withLink(details.order as unknown as StoredOrder);
    return new Refusal(code, { ...details, ...(order && { order }), ...fieldNames(refusal, request) });
  }
}

/** Whether a text can be the number that people see: the last eight letters of an order's id. */
const isOrderNumber = (text: string) => /^[0-9a-f]{8}$/i.test(text);

/** The order of the address and by what the caller may see it: a session or the key of its link. @throws Refusal `not_found` */
async function seenOrder(c: Context<ApiEnv>, deps: Deps): Promise<SeenOrder> {
  const orderId = orderIdOf(c);
  const key = c.req.header('x-order-key');
  const sid = sidOf(c);
  const linkVersion = key ? deps.orderLinks.versionOf(orderId, key) : null;
  if (!sid && !linkVersion) throw notFound();
  return { sid, orderId, linkVersion };
}

function found(order: StoredOrder | null): StoredOrder {
  if (!order) throw notFound();
  return order;
}

function orderIdOf(c: Context<ApiEnv>): string {
  const orderId = c.req.param('orderId') ?? '';
  if (!isUuid(orderId)) throw notFound();
  return orderId;
}

const notFound = () => new Refusal('not_found', { message: 'Order not found' });

/** The orders of the account and those placed in this very session, newest first, each once. */
async function visibleOrders(deps: Deps, caller: Caller, page: OrdersPage): Promise<StoredOrder[]> {
  const [ofSession, ofUser] = await Promise.all([
    caller.sid ? deps.orders.listOfSession(caller.sid, page) : [],
    caller.tokens ? deps.orders.listOfUser(caller.tokens, page) : [],
  ]);
  const byId = new Map([...ofUser, ...ofSession].map((order) => [order.id, order]));
  return [...byId.values()]
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id))
    .slice(0, page.limit);
}

/** Names the lines of the request that a refusal is about, beside the products. */
function fieldNames({ details, message }: Refusal, request: PlaceOrderRequest): Pick<ErrorReply, 'fields'> {
  if (!details.lines) return {};
  const fields: Record<string, string> = {};
  for (const line of details.lines) {
    const field = { out_of_stock: 'quantity', price_changed: 'price', product_unavailable: 'productId' }[
      line.problem
    ];
    request.items.forEach((item, i) => {
      if (item.productId === line.productId) fields[`items[${i}].${field}`] = message;
    });
  }
  if (details.lines.length === 0) fields['orderData.totalAmount'] = message;
  return { fields };
}
