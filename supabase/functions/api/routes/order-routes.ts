import { type Context, Hono } from 'hono';
import type { Order, PlaceOrderReply } from '../../_shared/contract/orders.ts';
import { type PlaceOrderRequest, placeOrderSchema } from '../../_shared/contract/place-order.ts';
import { readJsonBody } from '../../_shared/http/json-body.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import { isUuid } from '../../_shared/http/uuid.ts';
import type { Deps, PlacedOrder, StoredOrder } from '../deps.ts';
import { type ApiEnv, type Caller, callerWithSession, whoIsCalling } from './caller.ts';

export function orderRoutes(deps: Deps): Hono<ApiEnv> {
  const withLink = async (order: StoredOrder): Promise<Order> => ({
    ...order,
    linkKey: await deps.orderLinks.keyOf(order.id),
  });
  const toTheBank = async (c: Context<ApiEnv>, placed: PlacedOrder): Promise<PlaceOrderReply> => ({
    success: true,
    order: await withLink(placed.order),
    payment: await deps.paymentForms.build(placed, c.get('call').origin),
  });

  return new Hono<ApiEnv>()
    .post('/', async (c) => {
      const request = await readJsonBody(c.req.raw, placeOrderSchema);
      const key = idempotencyKey(c.req.header('idempotency-key'));
      const caller = await callerWithSession(c, deps);
      const placed = await deps.orders.placeOrder(caller.sid, key, request).catch((error: unknown) => {
        throw withFieldNames(error, request);
      });
      return c.json(await toTheBank(c, placed), 201);
    })
    .get('/', async (c) => {
      const orders = await visibleOrders(deps, await whoIsCalling(c, deps));
      return c.json(await Promise.all(orders.map(withLink)));
    })
    .get('/:orderId', async (c) => c.json(await withLink(await seenOrder(c, deps))))
    .post('/:orderId/check', async (c) => {
      const { id } = await seenOrder(c, deps);
      await deps.payments.refresh(id);
      return c.json(await withLink(await seenOrder(c, deps)));
    })
    .post('/:orderId/payment', async (c) => {
      const order = await seenOrder(c, deps);
      const { sid } = await whoIsCalling(c, deps);
      // A link shows an order; paying for it takes the buyer's own session.
      if (!sid) throw notFound();
      // What the bank knows comes first: a transaction that was paid a moment ago must not be paid again.
      await deps.payments.refresh(order.id);
      return c.json(await toTheBank(c, await deps.orders.payAgain(sid, order.id)));
    });
}

/** The order of the address, for its buyer or whoever has its link. @throws Refusal `not_found` */
async function seenOrder(c: Context<ApiEnv>, deps: Deps): Promise<StoredOrder> {
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
    caller.tokens ? deps.orders.listOfUser(caller.tokens.accessToken, orderId) : [],
  ]);
  const byId = new Map([...ofUser, ...ofSession].map((order) => [order.id, order]));
  return [...byId.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** Without a key nothing could tell a repeated request from a second order, so one is required. */
function idempotencyKey(header: string | undefined): string {
  if (header && isUuid(header)) return header.toLowerCase();
  throw new Refusal('invalid_request', {
    message: 'The order was sent without its key. Please try again.',
    fields: { 'Idempotency-Key': 'Send a UUID that is new for every order' },
  });
}

/** Names the lines of the request that a refusal is about, beside the products. */
function withFieldNames(error: unknown, request: PlaceOrderRequest): unknown {
  if (!(error instanceof Refusal) || !error.details.lines) return error;
  const fields: Record<string, string> = {};
  for (const line of error.details.lines) {
    const field = { out_of_stock: 'quantity', price_changed: 'price', product_unavailable: 'productId' }[
      line.problem
    ];
    request.items.forEach((item, i) => {
      if (item.productId === line.productId) fields[`items[${i}].${field}`] = error.message;
    });
  }
  if (error.details.lines.length === 0) fields['orderData.totalAmount'] = error.message;
  return new Refusal(error.code, { ...error.details, fields });
}
