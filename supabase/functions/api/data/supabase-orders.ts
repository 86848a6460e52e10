import { orderFingerprint } from '../../_shared/contract/place-order.ts';
import { timeLimits } from '../../_shared/contract/time-limits.ts';
import { sessionDays, sha256Hex } from '../../_shared/http/session-cookie.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import type { Orders } from '../deps.ts';

export function supabaseOrders({ asShop, asPerson }: SupabaseClients): Orders {
  return {
    placeOrder: async (sid, idempotencyKey, request) => {
      const hash = await sha256Hex(orderFingerprint(request));
      return asShop((shop) =>
        shop.rpc('place_order', {
          p_sid: sid,
          p_key: idempotencyKey,
          p_request_hash: hash,
          p_request: request,
          p_session_days: sessionDays,
          p_answer_by: new Date(Date.now() + timeLimits.order).toISOString(),
        }),
      );
    },
    payAgain: (sid, orderId) => asShop((shop) => shop.rpc('pay_again', { p_sid: sid, p_order_id: orderId })),
    ownHolds: (sid) => asShop((shop) => shop.rpc('own_holds', { p_sid: sid })),
    cancel: (sid, orderId) =>
      asShop((shop) => shop.rpc('cancel_unpaid_order', { p_sid: sid, p_order_id: orderId })),
    find: (orderId) => asShop((shop) => shop.rpc('order_by_id', { p_order_id: orderId })),
    listOfSession: (sid, orderId) =>
      asShop((shop) => shop.rpc('list_session_orders', { p_sid: sid, p_order_id: orderId })),
    listOpen: (sid) => asShop((shop) => shop.rpc('open_orders', { p_sid: sid })),
    listOfUser: (tokens, orderId) =>
      asPerson(tokens, (person) => person.rpc('list_my_orders', { p_order_id: orderId })),
  };
}
