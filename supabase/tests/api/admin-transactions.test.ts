import { beforeAll, describe, expect, it } from 'vitest';
import { nairobiDay } from '../../functions/_shared/contract/nairobi-time.ts';
import type { AccessToken } from '../../functions/_shared/contract/admin.ts';
import type { BankAgainstShop } from '../../functions/_shared/contract/admin-transactions.ts';
import { callSqlAs, registered } from '../admin-visitor.ts';
import { comeBack, payAtTheBank, Visitor } from '../api-visitor.ts';
import { newProduct } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

const today = nairobiDay();
let admin: Awaited<ReturnType<typeof registered>>;
beforeAll(async () => {
  admin = await registered(sql, 'admin');
});

const reconciliation = async () =>
  (await callSqlAs<BankAgainstShop>(admin, 'bank_against_shop_of_day', { p_day: today })).body;

it('a sale is in the reconciliation as soon as it is paid', async () => {
  const before = await reconciliation();
  const product = await newProduct(sql, { price: 4300 });
  const { body } = await new Visitor().placeOrder([{ productId: product.id, quantity: 2, price: 4300 }]);
  await comeBack(await payAtTheBank(body.payment, '4242424242424242'));
  const after = await reconciliation();
  expect(after.approvedCents - before.approvedCents).toBe(860_000);
  expect(after.sales.grossCents - before.sales.grossCents).toBe(860_000);
  expect(after.differenceCents).toBe(before.differenceCents);
});

describe('the key of the bank’s status query', () => {
  it('cannot be read with an admin’s token in any way', async () => {
    const { body: access } = await admin.get<AccessToken>('/api/auth/token');
    const request = (path: string, body?: object) =>
      fetch(`${access.url}/rest/v1/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          apikey: access.publishableKey,
          authorization: `Bearer ${access.token}`,
          'content-type': 'application/json',
        },
        body: body && JSON.stringify(body),
      });
    const [transaction] = await sql<{ id: string; order_id: string; trace: string }[]>`
      select id, order_id, trace from public.transactions where status = 'completed' order by created_at desc limit 1`;
    const readable = await request(`transactions?select=id,status,reference&id=eq.${transaction?.id}`);
    expect(readable.status).toBe(200);
    expect(await readable.text()).not.toContain(transaction?.trace);
    expect((await request(`transactions?select=trace&id=eq.${transaction?.id}`)).status).toBe(403);
    expect((await request(`transactions?select=id&trace=eq.${transaction?.trace}`)).status).toBe(403);
    expect((await request('rpc/ask_of_transaction', { p_transaction_id: transaction?.id })).ok).toBe(false);
    for (const [name, body] of [
      ['transaction_evidence', { p_id: transaction?.id }],
      ['transaction_by_id', { p_transaction_id: transaction?.id }],
      ['list_transactions', {}],
      ['order_details', { p_order_id: transaction?.order_id }],
    ] as const) {
      const read = await request(`rpc/${name}`, body);
      expect([name, read.status]).toEqual([name, 200]);
      const text = await read.text();
      expect(text).toContain(transaction?.id);
      expect(text).not.toContain(transaction?.trace);
    }
  });
});
