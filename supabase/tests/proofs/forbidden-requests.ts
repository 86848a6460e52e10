import { randomUUID } from 'node:crypto';
import { orderRequest } from '../shop-cast.ts';
import { type Scene, sidOf, traceOf } from './tampering-scene.ts';

/** A row that an attacker would write to the table; for a table that is not listed here, a row with an id. */
export const forbiddenRow = (scene: Scene, table: string): Record<string, unknown> =>
  ({
    orders: { status: 'paid', total_amount: 1, user_id: scene.insider.userId },
    order_items: { price: 1, quantity: 1 },
    transactions: { status: 'completed', amount: 1, transaction_id: 'TX-1' },
    products: { price: 1, stock: 999, is_active: true },
    users: { role: 'admin' },
    owner_tasks: { closing_reason: 'done', closed_at: '2026-01-01' },
    carts: { user_id: scene.member.userId, items: [] },
  })[table] ?? { id: randomUUID() };

/** Which rows of the table an attacker would change. */
export const rowsOf = (scene: Scene, table: string): string =>
  ({
    orders: `id=eq.${scene.victim.order.id}`,
    order_items: `order_id=eq.${scene.member.order.id}`,
    products: `id=eq.${scene.dear.id}`,
    users: `id=eq.${scene.insider.userId}`,
    carts: `user_id=eq.${scene.member.userId}`,
  })[table] ?? 'id=not.is.null';

/** What a thief would give for a parameter of that name; for one that nobody thought of here, something of its type. */
export function argument({ thief, victim, member, dear }: Scene, parameter: string, type: string): unknown {
  const trace = traceOf(thief);
  const approval = {
    status: '0',
    trace,
    reference: thief.payment.fields.MerchantReference,
    amountCents: '5000',
    transactionIndex: 'TX-1',
  };
  const known: Record<string, unknown> = {
    p_sid: sidOf(victim.visitor),
    p_old_sid: sidOf(victim.visitor),
    p_new_sid: 'b'.repeat(64),
    p_order_id: victim.order.id,
    p_trace: trace,
    p_answer: approval,
    p_asked_by: 'owner',
    p_key: randomUUID(),
    p_request_hash: 'x',
    p_request: orderRequest([{ productId: dear.id, quantity: 1, price: dear.price }]),
    p_sess: { userId: member.userId },
  };
  const ofType: Record<string, unknown> = { uuid: victim.order.id, text: 'x', jsonb: [], boolean: true };
  return known[parameter] ?? ofType[type] ?? (type.endsWith('[]') ? [] : 1);
}
