import { randomUUID } from 'node:crypto';
import type { OrderDetails } from '../../supabase/functions/_shared/contract/admin-orders.ts';
import { callSqlAs } from '../../supabase/tests/admin-visitor.ts';
import type { Visitor } from '../../supabase/tests/api-visitor.ts';

/** Another admin changes who gets an order, or where. */
export async function changeElsewhere(owner: Visitor, orderId: string, contact: object): Promise<void> {
  const { body: details } = await callSqlAs<OrderDetails>(owner, 'order_details', { p_order_id: orderId });
  const { lines, version, ...orderData } = details.changing;
  const { status, body } = await callSqlAs(owner, 'change_order', {
    p_id: randomUUID(),
    p_order_id: orderId,
    p_version: version,
    p_request: { items: lines, orderData: { ...orderData, ...contact } },
  });
  if (status !== 200) throw new Error(`Not changed: ${JSON.stringify(body)}`);
}
