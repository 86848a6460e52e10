import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  approved,
  as,
  cancelAsShop,
  newPerson,
  newSession,
  type Placed,
  bankDecides,
  shop,
} from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { complete, giveUp, person, placesOf, wordsOf } from './own-data-scene.ts';

const sql = openTestDatabase();

const erase = (userId: string) =>
  as(sql, shop, async (t) => {
    await t`select public.erase_account(${userId})`;
  });

describe('a person who is erased', () => {
  it('is nowhere in the database any more, and the records of their sales are', async () => {
    const zuhura = await person(sql);
    const { userId, details } = zuhura;
    const sold = await zuhura.order();
    await complete(sql, sold);
    const unpaid = await zuhura.order();
    await giveUp(sql, unpaid);
    const asGuest = await zuhura.order({ sid: await newSession(sql) });
    await giveUp(sql, asGuest);
    const asked = await zuhura.quotation();
    await sql`update public.users set name = ${`${details.customerName} Senior`} where id = ${userId}`;
    await sql`update private.messages set content = ${sql.json({ text: `Dear ${details.customerName}` })}
      where order_id = ${sold.order.id} or subject = ${asked}`;
    const [message] = await sql<{ id: string }[]>`
      select id from private.messages where order_id = ${sold.order.id} and kind = 'order_paid' and channel = 'email'`;
    const about = message?.id ?? '';
    await as(
      sql,
      shop,
      (t) => t`select public.request_email_confirmation(${userId}, ${`new-${details.customerEmail}`})`,
    );
    await sql`insert into private.sent_messages (provider, provider_id, message_id, round, recipient)
      values ('resend', ${zuhura.mark}, ${about}, 1, ${details.customerEmail})`;
    await sql`insert into private.message_events (provider, event_id, provider_id, report, reason)
      values ('resend', ${randomUUID()}, ${zuhura.mark}, 'bounced', ${`no ${details.customerEmail}`})`;
    await sql`insert into private.blocked_addresses (channel, address, reason, message_id)
      values ('email', ${details.customerEmail}, 'bounced', ${about})`;
    await sql`insert into private.order_addresses (order_id, channel, address)
      values (${sold.order.id}, 'sms', ${details.customerPhone})`;
    await sql`insert into public.carts (user_id, items) values (${userId}, '[]')`;
    expect(await placesOf(sql, [...wordsOf(zuhura), userId])).toEqual(
      expect.arrayContaining([
        'private.quotations.company_name',
        'private.messages.content',
        'public.history.before',
        'public.users.name',
      ]),
    );

    await erase(userId);
    expect(await placesOf(sql, wordsOf(zuhura))).toEqual([]);
    // Who did something, by a number that stands for nobody any more.
    const places = await placesOf(sql, [userId]);
    expect(places.filter((place) => !place.startsWith('public.history.'))).toEqual([]);
    const rows = await sql`
      select id, status, total_amount > 0 as "hasTotal", customer_name as name, customer_address as address
      from public.orders where id in ${sql([sold.order.id, unpaid.order.id, asGuest.order.id])} order by status`;
    expect(rows).toMatchObject([
      { status: 'cancelled', name: 'Erased', address: 'Erased' },
      { status: 'cancelled', name: 'Erased', address: 'Erased' },
      { id: sold.order.id, status: 'completed', hasTotal: true, name: 'Erased', address: 'Erased' },
    ]);
    const [kept] = await sql`
      select bank_amount_cents::int as cents from public.transactions where order_id = ${sold.order.id}`;
    expect(kept).toEqual({ cents: sold.transaction.amount * 100 });
    await expect(erase(userId)).rejects.toMatchObject({ code: 'PT404' });
  });

  it('leaves no waybill, and its parcels stay as records of what was sent', async () => {
    const zuhura = await person(sql);
    const sold = await zuhura.order();
    const waybill = `W-${zuhura.mark}`;
    const owner = await newPerson(sql, 'Owner', 'admin');
    await bankDecides(sql, sold.transaction.trace, approved(sold));
    await as(
      sql,
      owner,
      (t) => t`select public.record_shipment(${sold.order.id}, ${sold.order.id},
        jsonb_agg(jsonb_build_object('itemId', i.id, 'quantity', i.quantity)), jsonb_object_agg(i.id, i.quantity), 'sent', 'G4S', ${waybill})
        from public.order_items i where i.order_id = ${sold.order.id}`,
    );
    const [exported] = await sql<
      { data: string }[]
    >`select public.account_export(${zuhura.userId})::text as data`;
    expect(exported?.data).toContain(waybill);
    await sql`update private.shipments set waybill = ${`${waybill}-2`} where order_id = ${sold.order.id}`;
    await erase(zuhura.userId);
    expect(await placesOf(sql, [waybill])).toEqual([]);
    const [kept] =
      await sql`select carrier, waybill, status from private.shipments where order_id = ${sold.order.id}`;
    expect(kept).toEqual({ carrier: 'G4S', waybill: null, status: 'sent' });
  });

  it('leaves the quotation that says why a sale has its prices, which opens no more', async () => {
    const zuhura = await person(sql);
    const { id, orderId } = await zuhura.acceptedQuotation();
    await erase(zuhura.userId);
    expect(await placesOf(sql, wordsOf(zuhura))).toEqual([]);
    expect(await sql`select * from private.invariants where subject = ${orderId}`).toEqual([]);
    const [kept] = await sql`
      select customer_name as name, public.quotation_by_link(id) as page, public.quotation_paper(id) as paper
      from private.quotations where id = ${id}`;
    expect(kept).toEqual({ name: 'Erased', page: null, paper: null });
  });

  it('gets no more messages about a sale, and its record cannot be found by the placeholders', async () => {
    const zuhura = await person(sql);
    const sold = await zuhura.order();
    await complete(sql, sold);
    await erase(zuhura.userId);
    const [erased] = await sql<{ email: string; phone: string }[]>`
      select customer_email as email, customer_phone as phone from public.orders where id = ${sold.order.id}`;
    await sql`select private.queue_message('order_paid', ${sold.order.id}, ${sold.order.id}::uuid)`;
    expect(
      await sql`select 1 from private.messages m join private.message_rules r using (kind)
        where m.order_id = ${sold.order.id} and r.audience = 'buyer'`,
    ).toEqual([]);
    for (const contact of [{ email: erased?.email ?? '' }, { phone: erased?.phone ?? '' }]) {
      const [row] = await as(
        sql,
        shop,
        (t) => t`select public.find_order(${sold.order.id.slice(-8)}, ${t.json(contact)}) as found`,
      );
      expect(row).toEqual({ found: null });
    }
  });

  it('keeps the data of a guest who typed the same address, while it is not confirmed', async () => {
    const zuhura = await person(sql);
    await sql`update public.users set email_confirmed_at = null where id = ${zuhura.userId}`;
    const placed = await zuhura.order({ sid: await newSession(sql) });
    await erase(zuhura.userId);
    const [row] =
      await sql`select customer_name as name, erased_at from public.orders where id = ${placed.order.id}`;
    expect(row).toEqual({ name: zuhura.details.customerName, erased_at: null });
    await cancelAsShop(sql, placed);
  });

  it('leaves no address that they wanted and never confirmed, long after its link has expired', async () => {
    const zuhura = await person(sql);
    const wanted = `wanted-${zuhura.details.customerEmail}`;
    await as(sql, shop, (t) => t`select public.request_email_confirmation(${zuhura.userId}, ${wanted})`);
    await sql`update private.email_confirmations set expires_at = now() where user_id = ${zuhura.userId}`;
    await sql`select public.purge_expired()`;
    expect(await placesOf(sql, [wanted])).toEqual(['private.messages.recipient']);
    await erase(zuhura.userId);
    expect(await placesOf(sql, [wanted])).toEqual([]);
  });

  it('is no admin', async () => {
    const owner = await newPerson(sql, 'Owner', 'admin');
    await expect(erase(owner.userId)).rejects.toMatchObject({ code: 'PT409', message: 'erase_staff' });
  });
});

describe('an account is kept, and says which order stands in the way,', () => {
  it.each([
    [
      'while goods are to be delivered',
      'delivery',
      (placed) => bankDecides(sql, placed.transaction.trace, approved(placed)),
    ],
    ['while the card page may be open', 'payment', async () => {}],
    [
      'while the bank has not decided about a page that was given up',
      'payment',
      async (placed) => {
        await giveUp(sql, placed);
        await sql`update public.transactions set bank_status = '9' where order_id = ${placed.order.id}`;
      },
    ],
    [
      'while its money is in question',
      'money',
      (placed) => bankDecides(sql, placed.transaction.trace, approved(placed, { amountCents: '1' })),
    ],
    [
      'while money was received for an order that is not finished',
      'money',
      async (placed) => {
        await bankDecides(sql, placed.transaction.trace, approved(placed, { amountCents: '1' }));
        await sql`update public.owner_tasks set closed_at = now(), closing_reason = 'test', outcome = 'partial_payment'
          where order_id = ${placed.order.id}`;
      },
    ],
  ] satisfies [string, string, (placed: Placed) => Promise<unknown>][])('%s', async (_, reason, work) => {
    const zuhura = await person(sql);
    const placed = await zuhura.order();
    await work(placed);
    await expect(erase(zuhura.userId)).rejects.toMatchObject({ code: 'PT409', message: 'erase_later' });
    const [row] = await sql`select public.erasure_obstacles(${zuhura.userId}) as obstacles`;
    expect(row?.obstacles).toEqual([{ orderId: placed.order.id, reason }]);
    // Nothing was done by halves.
    const places = await placesOf(sql, [...wordsOf(zuhura), zuhura.userId]);
    expect(places).toEqual(expect.arrayContaining(['private.sessions.sess', 'public.users.name']));
  });
});
