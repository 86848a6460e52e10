import { randomUUID } from 'node:crypto';
import { callSqlAs } from '../../supabase/tests/admin-visitor.ts';
import { orderOfGuest, ownerElsewhere, paidOrderOfGuest } from './admin-orders-scene.ts';
import { type Screen, visit } from './screen.ts';
import { db } from './shop-database.ts';
import { signIn } from './shop-states.ts';

/** What the bank calls the payment of an order. */
export async function answeredBankReference(orderId: string): Promise<string> {
  const [row] = await db()<{ reference: string }[]>`
    select coalesce(a.answer ->> 'bankReference', a.answer ->> 'transactionIndex') as reference
    from private.gateway_answers a join public.transactions t on t.id = a.transaction_id
    where t.order_id = ${orderId} and a.answer ->> 'status' = '0' limit 1`;
  if (!row) throw new Error('The bank has not approved the payment.');
  return row.reference;
}

/** A buyer with three orders under two e-mail addresses and a note; returns an order of theirs. */
async function knownBuyer(): Promise<{ orderId: string; phone: string }> {
  const mark = `z${randomUUID().slice(0, 8)}`;
  const phone = `071${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
  const buyer = { name: `Wangari ${mark}`, email: `wangari.${mark}@example.com`, phone };
  await paidOrderOfGuest(buyer);
  const { order } = await orderOfGuest(buyer);
  await orderOfGuest({ ...buyer, email: `wangari.office.${mark}@example.com` });
  const note = {
    p_order_id: order.id,
    p_id: randomUUID(),
    p_text: 'Pays by M-Pesa, and asks for an invoice.',
  };
  await callSqlAs(await ownerElsewhere(), 'add_customer_note', note);
  return { orderId: order.id, phone };
}

/** The dashboard's customers and its search. */
export const customerScreens: readonly Screen[] = [
  {
    name: 'admin-customers',
    show: async (page) => {
      await knownBuyer();
      await signIn(page, 'admin');
      await visit(page, '/admin/customers', 'Customers', 'tbody tr');
    },
  },
  {
    name: 'admin-customer',
    show: async (page) => {
      const { orderId } = await knownBuyer();
      await signIn(page, 'admin');
      await visit(page, `/admin/customers/${orderId}`, 'Notes', 'text=WhatsApp');
    },
  },
  {
    name: 'admin-customer-statement',
    show: async (page) => {
      const { orderId } = await knownBuyer();
      await signIn(page, 'admin');
      await visit(page, `/admin/customers/${orderId}/statement`, 'Statement of Account', 'tbody tr');
    },
  },
  {
    name: 'admin-customers-owed',
    show: async (page) => {
      await signIn(page, 'admin');
      await visit(page, '/admin/customers/owed', 'Who Owes Us', 'text=/Nobody owes us|All customers/');
    },
  },
  {
    name: 'admin-search-found',
    isOverlay: true,
    show: async (page) => {
      const { phone } = await knownBuyer();
      await signIn(page, 'admin');
      await visit(page, '/admin/orders', 'Orders', 'tbody tr');
      await page.getByRole('combobox', { name: /^Order, buyer/ }).fill(phone);
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'admin-search-nothing',
    isOverlay: true,
    show: async (page) => {
      await signIn(page, 'admin');
      await visit(page, '/admin/orders', 'Orders', 'tbody tr');
      await page.getByRole('combobox', { name: /^Order, buyer/ }).fill('xylophone');
      await page.getByText('Nothing found for').last().waitFor();
    },
  },
];
