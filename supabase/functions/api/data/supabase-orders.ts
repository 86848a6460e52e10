import type { PlaceOrderRequest } from '../../_shared/contract/place-order.ts';
import { sha256Hex } from '../../_shared/http/session-cookie.ts';
import type { Orders, PlacedOrder, StoredOrder } from '../deps.ts';
import { dataOf, type SupabaseClients } from './supabase-clients.ts';

/** @param holdMinutes how long the pieces of an order are kept while its buyer pays */
export function supabaseOrders({ asShop, asPerson }: SupabaseClients, holdMinutes: number): Orders {
  return {
    placeOrder: async (sid, idempotencyKey, request) =>
      dataOf(
        await asShop.rpc('place_order', {
          p_sid: sid,
          p_key: idempotencyKey,
          p_request_hash: await sha256Hex(JSON.stringify(canonical(request))),
          p_request: request,
          p_hold_minutes: holdMinutes,
        }),
      ) as PlacedOrder,
    payAgain: async (sid, orderId) =>
      dataOf(
        await asShop.rpc('pay_again', { p_sid: sid, p_order_id: orderId, p_hold_minutes: holdMinutes }),
      ) as PlacedOrder,
    find: async (orderId) =>
      dataOf(await asShop.rpc('order_by_id', { p_order_id: orderId })) as StoredOrder | null,
    listOfSession: async (sid, orderId) =>
      dataOf(await asShop.rpc('list_session_orders', { p_sid: sid, p_order_id: orderId })) as StoredOrder[],
    listOfUser: async (accessToken, orderId) =>
      dataOf(await asPerson(accessToken).rpc('list_my_orders', { p_order_id: orderId })) as StoredOrder[],
  };
}

/** The same request whatever order its keys came in. */
function canonical({ orderData, items }: PlaceOrderRequest): unknown {
  return [
    orderData.customerName,
    orderData.customerEmail,
    orderData.customerPhone,
    orderData.customerAddress,
    orderData.totalAmount,
    // In whatever order the lines came.
    items.map((item) => [item.productId, item.quantity, item.price].join('*')).sort(),
  ];
}
