import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AccountExport } from '../../functions/_shared/contract/own-data.ts';
import { as, cancelAsShop, newPerson, shop } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { giveUp, person } from './own-data-scene.ts';

const sql = openTestDatabase();

const exported = (userId: string) =>
  as(sql, shop, async (t) => {
    const [row] = await t<{ data: AccountExport | null }[]>`select public.account_export(${userId}) as data`;
    return row?.data;
  });

describe('what is stored about an account', () => {
  it('is given with profile, orders, notes, cart, messages, sessions and history, and with nobody else’s', async () => {
    const zuhura = await person(sql);
    const other = await person(sql);
    const mine = await zuhura.order();
    const theirs = await other.order();
    const admin = await newPerson(sql, 'Owner', 'admin');
    const note = (orderId: string) =>
      as(sql, admin, (t) => t`select public.add_order_note(${orderId}, ${randomUUID()}, 'Call before noon')`);
    await note(mine.order.id);
    await note(theirs.order.id);
    await sql`insert into public.carts (user_id, items)
      values (${zuhura.userId}, ${sql.json([{ productId: zuhura.product.id, quantity: 2 }])})`;
    const wanted = `new-${zuhura.details.customerEmail}`;
    await as(sql, shop, (t) => t`select public.request_email_confirmation(${zuhura.userId}, ${wanted})`);

    const quotation = await zuhura.quotation();
    const strangers = await other.quotation();

    const data = await exported(zuhura.userId);
    expect(data).toMatchObject({
      profile: { id: zuhura.userId, email: zuhura.details.customerEmail },
      unconfirmedAddresses: [wanted],
      orders: [
        {
          id: mine.order.id,
          customerAddress: zuhura.details.customerAddress,
          company: zuhura.details.company,
          language: 'en',
        },
      ],
      notes: [{ orderId: mine.order.id, text: 'Call before noon' }],
      cart: [{ productId: zuhura.product.id, quantity: 2 }],
      quotations: [{ id: quotation, customerName: zuhura.details.customerName, orderId: null }],
      messages: [
        { kind: 'order_unpaid', recipient: zuhura.details.customerEmail },
        { kind: 'confirm_email', recipient: wanted },
        { kind: 'quotation', recipient: zuhura.details.customerEmail },
      ],
      sessions: [{ expiresAt: expect.any(String) as string }],
    });
    const steps = data?.history.map(({ table, operation }) => `${table} ${operation}`);
    expect(steps).toEqual(expect.arrayContaining(['users update', 'orders insert']));
    const text = JSON.stringify(data);
    for (const strange of [theirs.order.id, strangers, other.mark, zuhura.sid])
      expect(text).not.toContain(strange);
    expect(text).not.toMatch(/token|password|"trace"/i);
    expect(await exported(randomUUID())).toBeNull();
    for (const placed of [mine, theirs]) await cancelAsShop(sql, placed);
  });

  it('has the texts of messages without the keys of their links', async () => {
    const zuhura = await person(sql);
    const placed = await zuhura.order();
    const content = { subject: 'Paid', text: 'See https://shop.example/order-confirmation/1#key=1.abc now' };
    await sql`update private.messages set content = ${sql.json(content)} where order_id = ${placed.order.id}`;
    expect((await exported(zuhura.userId))?.messages[0]).toMatchObject({
      subject: 'Paid',
      text: 'See https://shop.example/order-confirmation/1#… now',
    });
    await giveUp(sql, placed);
    await cancelAsShop(sql, placed);
  });
});
