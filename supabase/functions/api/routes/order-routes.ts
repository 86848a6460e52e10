import type { Context } from 'hono';
import type { ErrorReply } from '../../_shared/contract/errors.ts';
import {
  cancelOrder,
  checkPayment,
  getOrder,
  listOpenOrders,
  listOrders,
  type Order,
  payOrder,
  type PlaceOrderReply,
} from '../../_shared/contract/orders.ts';
import { placeOrder, type PlaceOrderRequest } from '../../_shared/contract/place-order.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import { isUuid } from '../../_shared/http/uuid.ts';
import type { PlacedOrder, StoredOrder } from '../../_shared/supabase/sql-replies.ts';
import type { Deps } from '../deps.ts';
import { optionalKey } from './call-parameters.ts';
import { type ApiEnv, browserSession, type Caller, sidOf, whoIsCalling } from './caller.ts';
import type { Serve } from './serve.ts';

export function orderRoutes({ anyone }: Serve, deps: Deps): void {
  const withLink = async (order: StoredOrder): Promise<Order> => ({
    ...order,
    linkKey: await deps.orderLinks.keyOf(order.id),
  });
  const toTheBank = async (c: Context<ApiEnv>, placed: PlacedOrder): Promise<PlaceOrderReply> => ({
    success: true,
    order: await withLink(placed.order),
    payment: await deps.paymentForms.build(placed, c.get('call').origin),
  });

  anyone(
    placeOrder,
    async ({ c, body }) => {
      const key = optionalKey(c);
      const sid = await browserSession(c);
      try {
        if (body.replacesOrderId) await askAboutOwnOrder(c, body.replacesOrderId);
        const placed = await deps.orders.placeOrder(sid, key, body);
        return await (placed.transaction ? toTheBank(c, placed) : payAgain(c, sid, placed.order));
      } catch (error) {
        throw error instanceof Refusal ? await explained(error, body) : error;
      }
    },
    201,
  );
  anyone(listOrders, async ({ c }) => {
    const orders = await visibleOrders(deps, await whoIsCalling(c, deps));
    return Promise.all(orders.map(withLink));
  });
  // The session alone says whose orders they are, so one call to the database is enough.
  anyone(listOpenOrders, async ({ c }) => {
    const sid = await sidOf(c);
    return sid ? deps.orders.listOpen(sid) : [];
  });
  anyone(getOrder, async ({ c }) => withLink(await visibleOrder(c, deps)));
  anyone(checkPayment, async ({ c }) => {
    const { id } = await visibleOrder(c, deps);
    await deps.payments.refresh(id);
    return withLink(await visibleOrder(c, deps));
  });
  anyone(payOrder, async ({ c }) => {
    const order = await visibleOrder(c, deps);
    const { sid } = await whoIsCalling(c, deps);
    // A link shows an order; paying for it takes the buyer's own session.
    if (!sid) throw notFound();
    return payAgain(c, sid, order);
  });
  anyone(cancelOrder, async ({ c }) => {
    const order = await visibleOrder(c, deps);
    const sid = await sidOf(c);
    if (!sid) throw notFound();
    // What the bank knows comes first here too: an order that was paid a moment ago is not cancelled.
    await deps.payments.refresh(order.id);
    return withLink(await deps.orders.cancel(sid, order.id));
  });

  async function payAgain(c: Context<ApiEnv>, sid: string, { id }: StoredOrder): Promise<PlaceOrderReply> {
    // What the bank knows comes first: a transaction that was paid a moment ago must not be paid again.
    await deps.payments.refresh(id);
    return toTheBank(c, await deps.orders.payAgain(sid, id));
  }

  /** An order that is to be replaced may have been paid a moment ago. Somebody else's is refused later. */
  async function askAboutOwnOrder(c: Context<ApiEnv>, orderId: string): Promise<void> {
    const [own] = await visibleOrders(deps, await whoIsCalling(c, deps), orderId);
    if (own) await deps.payments.refresh(own.id);
  }

  /** A refusal with the fields of the request and the link of the order that it is about. */
  async function explained(refusal: Refusal, request: PlaceOrderRequest): Promise<Refusal> {
    const { code, details } = refusal;
    const order = details.order && (await withLink(details.order));
    return new Refusal(code, { ...details, ...(order && { order }), ...fieldNames(refusal, request) });
  }
}

/** The order of the address, for its buyer or whoever has its link. @throws Refusal `not_found` */
async function visibleOrder(c: Context<ApiEnv>, deps: Deps): Promise<StoredOrder> {
  const orderId = c.req.param('orderId') ?? '';
  if (!isUuid(orderId)) throw notFound();
  const key = c.req.query('key');
  if (key && (await deps.orderLinks.isKeyOf(orderId, key))) {
    const linked = await deps.orders.find(orderId);
    if (linked) return linked;
  }
  const [order] = await visibleOrders(deps, await whoIsCalling(c, deps), orderId);
  if (!order) throw notFound();
  return order;
}

const notFound = () => new Refusal('not_found', { message: 'Order not found' });

/** The orders of the account and those placed in this very session, newest first, each once. */
async function visibleOrders(deps: Deps, caller: Caller, orderId?: string): Promise<StoredOrder[]> {
  const [ofSession, ofUser] = await Promise.all([
    caller.sid ? deps.orders.listOfSession(caller.sid, orderId) : [],
    caller.tokens ? deps.orders.listOfUser(caller.tokens, orderId) : [],
  ]);
  const byId = new Map([...ofUser, ...ofSession].map((order) => [order.id, order]));
  return [...byId.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
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
