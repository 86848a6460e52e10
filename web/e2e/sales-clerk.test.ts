import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AccessToken } from '../../supabase/functions/_shared/contract/admin.ts';
import type { AuthReply } from '../../supabase/functions/_shared/contract/auth.ts';
import { paidOrderOfGuest } from './admin-orders-scene.ts';
import { openShop } from './journey.ts';
import { db } from './shop-database.ts';
import { onPhone } from './widths.ts';
import { otherStep } from './order-steps.ts';

test.each(onPhone)(
  'on %s a sales clerk sees what is to be sent, and changes no price and refunds nothing: on screen, by the API and in SQL',
  async (_, viewport) => {
    const shop = await openShop({ viewport, expected: [/status of 40[34]/] });
    const { page } = shop;
    const email = `clerk-${randomUUID()}@example.com`;
    const registered = await page.request.post('/api/auth/register', {
      data: {
        name: 'Clerk',
        email,
        phone: '0712345678',
        address: 'Kanduyi, Bungoma',
        password: 'a long password',
      },
    });
    const { user } = (await registered.json()) as AuthReply;
    await db()`update public.users set email_confirmed_at = now(), role = 'sales' where id = ${user.id}`;
    const { order } = await paidOrderOfGuest();

    // The screens.
    await page.goto('/admin');
    await page.getByRole('heading', { level: 3, name: 'To send or do' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Sales', exact: true }).count()).toBe(0);
    await page.goto(`/admin/orders/${order.id}`);
    await (await otherStep(page, 'Record a Payment')).waitFor();
    expect(await page.getByRole('button', { name: /Refund|Mark as|Reverse/ }).count()).toBe(0);
    await page.goto('/admin/products');
    await page.getByRole('heading', { level: 2, name: 'Products' }).waitFor();
    await page.locator('tbody tr').first().waitFor();
    expect(await page.getByRole('button', { name: /^Price of|Archive|Delete/ }).count()).toBe(0);
    for (const path of [`products/${order.items[0]?.productId}`, 'people', 'transactions/settlement']) {
      await page.goto(`/admin/${path}`);
      await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
      await page.getByRole('navigation', { name: 'Dashboard' }).waitFor();
    }

    // The API of the shop.
    const product = order.items[0]?.productId ?? '';
    expect((await page.request.put(`/api/products/${product}`, { data: { price: 1 } })).status()).toBe(403);
    expect((await page.request.get('/api/admin/users')).status()).toBe(403);

    // Postgres, with the token that the dashboard has.
    const token = (await (await page.request.get('/api/auth/token')).json()) as AccessToken;
    const call = (method: string, path: string, body: object) =>
      fetch(`${token.url}/rest/v1/${path}`, {
        method,
        headers: {
          apikey: token.publishableKey,
          authorization: `Bearer ${token.token}`,
          'content-type': 'application/json',
          prefer: 'return=representation',
        },
        body: JSON.stringify(body),
      });
    const [transaction] = await db()<{ id: string; price: number }[]>`
      select t.id, p.price from public.transactions t join public.order_items i on i.order_id = t.order_id
      join public.products p on p.id = i.product_id where t.order_id = ${order.id} and t.status = 'completed'`;
    const refund = {
      p_id: randomUUID(),
      p_transaction_id: transaction?.id,
      p_amount_cents: 100,
      p_day: '2026-11-20',
      p_bank_reference: 'FT1',
      p_reason: 'No',
    };
    expect((await call('POST', 'rpc/record_refund', refund)).status).toBe(403);
    const change = { p_changes: [{ id: product, seen: {}, set: { price: 1 } }] };
    expect((await call('POST', 'rpc/change_products', change)).status).toBe(403);
    const written = await call('PATCH', `products?id=eq.${product}`, { price: 1 });
    expect(written.ok ? await written.json() : []).toEqual([]);
    const [after] = await db()<{ price: number }[]>`select price from public.products where id = ${product}`;
    expect(after?.price).toBe(transaction?.price);
    expect(
      await db()`select 1 from public.refunds where transaction_id = ${transaction?.id ?? null}`,
    ).toHaveLength(0);
    await db()`update public.users set role = 'customer' where id = ${user.id}`;
  },
);
