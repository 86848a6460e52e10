import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  as,
  type Character,
  guest,
  newPerson,
  newProduct,
  newSession,
  newSid,
  place,
  shop,
} from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

type Seen = { id: string; view: string; linkVersion?: number; customerPhone?: string } | null;

async function ask<T>(name: string, parameters: Record<string, unknown>, who: Character = shop): Promise<T> {
  const names = Object.keys(parameters).map((parameter, i) => `${parameter} => $${i + 1}`);
  return as(sql, who, async (t) => {
    const [row] = await t.unsafe<{ reply: T }[]>(
      `select public.${name}(${names.join(', ')}) as reply`,
      Object.values(parameters) as never[],
    );
    return row?.reply as T;
  });
}

const seen = (sid: string, orderId: string, version: number | null = null) =>
  ask<Seen>('visible_order', { p_sid: sid, p_order_id: orderId, p_link_version: version });
const viewOf = async (sid: string, orderId: string, version: number | null = null) =>
  (await seen(sid, orderId, version))?.view ?? null;

/** Signs somebody in to a session, as the api function does; returns the new session. */
async function signIn(sid: string, { userId }: { userId: string }): Promise<string> {
  const fresh = newSid();
  await as(sql, shop, (t) => t`select public.replace_session(${sid}, ${fresh}, ${t.json({ userId })}, 60)`);
  return fresh;
}

async function orderIn(sid: string, key?: string) {
  const product = await newProduct(sql);
  const items = [{ productId: product.id, quantity: 1, price: product.price }];
  const { order } = await place(sql, items, { sid, key });
  return { ...order, items };
}

const email = { email: 'ada@example.com' };
const phone = { phone: '+254712345678' };
const claim = (sid: string, orderId: string, contact: object = email) =>
  ask<Seen>('claim_order', { p_sid: sid, p_order_id: orderId, p_contact: contact });
const find = (number: string, contact: object) =>
  ask<{ orderId: string; linkVersion: number } | null>('find_order', {
    p_number: number,
    p_contact: contact,
  });
const refusal = (code: string, message: string) => ({ code, message });

describe('an order is seen', () => {
  it('in full by the guest’s session that placed it, and by nobody else', async () => {
    const sid = await newSession(sql);
    const { id } = await orderIn(sid);
    expect(await seen(sid, id)).toMatchObject({
      view: 'full',
      customerPhone: '+254712345678',
      linkVersion: 1,
    });
    const bob = await newPerson(sql, 'Bob');
    for (const stranger of [await newSession(sql), await newSession(sql, bob.userId), newSid()])
      expect(await seen(stranger, id)).toBeNull();
    await sql`update private.sessions set expire = now() where sid = ${sid}`;
    expect(await seen(sid, id)).toBeNull();
  });

  it('in full by its account, wherever that is signed in', async () => {
    const ada = await newPerson(sql, 'Ada');
    const { id } = await orderIn(await newSession(sql, ada.userId));
    expect(await viewOf(await newSession(sql, ada.userId), id)).toBe('full');
  });

  it('without contact details by whoever has its link', async () => {
    const { id } = await orderIn(await newSession(sql));
    const reduced = await seen('', id, 1);
    expect(reduced).toMatchObject({ id, view: 'reduced' });
    expect(JSON.stringify(reduced)).not.toMatch(
      /customer|254712345678|Kisumu|Lovelace|ada@|userId|linkVersion/,
    );
    for (const version of [0, 2, null]) expect(await seen('', id, version)).toBeNull();
  });

  it('not by whoever signs in to the same browser after its account', async () => {
    const ada = await newPerson(sql, 'Ada');
    const sid = await newSession(sql, ada.userId);
    const { id } = await orderIn(sid);
    await sql`update private.sessions set sess = '{}' where sid = ${sid}`;
    expect(await seen(sid, id)).toBeNull();
    expect(await viewOf(await signIn(sid, await newPerson(sql, 'Bob')), id)).toBeNull();
  });
});

describe('signing in', () => {
  it('claims nothing: the guest’s orders of that browser are offered, without their contacts', async () => {
    const sid = await newSession(sql);
    const { id } = await orderIn(sid);
    const ada = await newPerson(sql, 'Ada');
    const signedIn = await signIn(sid, ada);
    const [row] = await sql`select user_id as "userId" from public.orders where id = ${id}`;
    expect(row).toEqual({ userId: null });
    expect(await seen(signedIn, id)).not.toHaveProperty('customerPhone');
    expect(await ask('list_session_orders', { p_sid: signedIn })).toMatchObject([{ id, view: 'reduced' }]);
    expect(await ask('open_orders', { p_sid: signedIn })).toMatchObject([{ id, view: 'reduced' }]);
  });

  it('lets nobody cancel it or renew its link before it is claimed; paying is welcome', async () => {
    const sid = await newSession(sql);
    const { id } = await orderIn(sid);
    const signedIn = await signIn(sid, await newPerson(sql, 'Bob'));
    const order = { p_sid: signedIn, p_order_id: id };
    for (const step of ['cancel_unpaid_order', 'renew_order_link'])
      await expect(ask(step, order)).rejects.toMatchObject(refusal('PT404', 'not_found'));
    const paying = await ask<{ order: Seen }>('pay_again', order);
    expect(paying.order).toMatchObject({ id, view: 'reduced' });
    expect(JSON.stringify(paying.order)).not.toContain('254712345678');
  });

  it('shows nothing of a guest’s unpaid order to somebody who orders the same with other details', async () => {
    const sid = await newSession(sql);
    const { items } = await orderIn(sid);
    const signedIn = await signIn(sid, await newPerson(sql, 'Bob'));
    const placed = await place(sql, items, { sid: signedIn, details: { customerName: 'Bob' } });
    expect(placed.order).toMatchObject({ customerName: 'Bob' });
  });
});

describe('the list of orders', () => {
  it('is read a page at a time, none twice and none left out, though two are of the same moment', async () => {
    const ada = await newPerson(sql, 'Ada');
    const sid = await newSession(sql, ada.userId);
    for (const microseconds of [1, 2, 5000]) {
      const { id } = await orderIn(sid);
      await sql`update public.orders set created_at = '2026-11-20T09:00:00Z'::timestamptz + ${microseconds} * interval '1 microsecond' where id = ${id}`;
    }
    for (const [list, whose, person] of [
      ['list_my_orders', {}, ada],
      ['list_session_orders', { p_sid: sid }],
    ] as const) {
      const pageOf = async (page: object) =>
        (await ask(list, { ...whose, ...page }, person)) as { id: string; createdAt: string }[];
      const all = await pageOf({});
      const first = await pageOf({ p_limit: 2 });
      const last = first[1];
      const rest = await pageOf({ p_limit: 2, p_before_at: last?.createdAt, p_before_id: last?.id });
      expect(all).toHaveLength(3);
      expect([first, rest]).toEqual([all.slice(0, 2), all.slice(2)]);
    }
  });
});

describe('claiming an order', () => {
  it.each([
    ['e-mail', email],
    ['phone', phone],
  ])('takes the %s on it', async (_, contact) => {
    const sid = await newSession(sql);
    const { id } = await orderIn(sid);
    const ada = await newPerson(sql, 'Ada');
    const signedIn = await signIn(sid, ada);
    for (let click = 0; click < 2; click += 1)
      expect(await claim(signedIn, id, contact)).toMatchObject({ id, view: 'full' });
    expect(await ask('list_my_orders', {}, ada)).toMatchObject([{ id }]);
    expect(await viewOf(await newSession(sql, ada.userId), id)).toBe('full');
  });

  it('is not done with another contact, not even with the account’s own', async () => {
    const sid = await newSession(sql);
    const { id } = await orderIn(sid);
    const bob = await newPerson(sql, 'Bob');
    const signedIn = await signIn(sid, bob);
    for (const contact of [{ email: bob.email }, { phone: '+254700000000' }, { email: '' }, {}])
      expect(await claim(signedIn, id, contact)).toBeNull();
    expect(await viewOf(signedIn, id)).toBe('reduced');
  });

  it('needs a sign-in in the browser that placed it, and works once', async () => {
    const sid = await newSession(sql);
    const { id } = await orderIn(sid);
    await expect(claim(sid, id)).rejects.toMatchObject(refusal('PT401', 'not_signed_in'));
    const [ada, bob] = [await newPerson(sql, 'Ada'), await newPerson(sql, 'Bob')];
    const elsewhere = await newSession(sql, ada.userId);
    await expect(claim(elsewhere, id)).rejects.toMatchObject(refusal('PT404', 'not_found'));
    await expect(claim(elsewhere, randomUUID())).rejects.toMatchObject(refusal('PT404', 'not_found'));
    const adas = await signIn(sid, ada);
    await claim(adas, id);
    const bobs = await signIn(adas, bob);
    await expect(claim(bobs, id)).rejects.toMatchObject(refusal('PT404', 'not_found'));
    expect(await seen(bobs, id)).toBeNull();
  });

  it('leaves the guest’s browser and old links a reduced view', async () => {
    const sid = await newSession(sql);
    const { id } = await orderIn(sid);
    const [ada, adas] = [await newPerson(sql, 'Ada'), newSid()];
    await sql`insert into private.sessions (sid, sess, expire)
      values (${adas}, ${sql.json({ userId: ada.userId })}, now() + interval '1 day')`;
    // Two sessions of one browser: a double click before the first cookie.
    await sql`insert into private.session_orders (sid, order_id) values (${adas}, ${id})`;
    await claim(adas, id);
    expect(await viewOf(sid, id)).toBe('reduced');
    expect(await viewOf('', id, 1)).toBe('reduced');
    await expect(ask('cancel_unpaid_order', { p_sid: sid, p_order_id: id })).rejects.toMatchObject(
      refusal('PT404', 'not_found'),
    );
    expect(await sql`select * from private.invariants`).toEqual([]);
  });
});

describe('the link of an order', () => {
  it('is renewed by its buyer; the earlier one opens nothing any more', async () => {
    const sid = await newSession(sql);
    const { id } = await orderIn(sid);
    const renewed = await ask<Seen>('renew_order_link', { p_sid: sid, p_order_id: id });
    expect(renewed).toMatchObject({ id, view: 'full', linkVersion: 2 });
    expect(await seen('', id, 1)).toBeNull();
    expect(await viewOf('', id, 2)).toBe('reduced');
    for (const stranger of ['', await newSession(sql)])
      await expect(ask('renew_order_link', { p_sid: stranger, p_order_id: id })).rejects.toMatchObject(
        refusal('PT404', 'not_found'),
      );
  });

  it('is renewed by the owner, and by no other person', async () => {
    const { id } = await orderIn(await newSession(sql));
    const version = (who: Character, isRenewed: boolean, orderId = id) =>
      ask('link_version_as_owner', { p_order_id: orderId, p_is_renewed: isRenewed }, who);
    const renew = (who: Character, orderId = id) => version(who, true, orderId);
    const admin = await newPerson(sql, 'Owner', 'admin');
    expect(await version(admin, false)).toBe(1);
    expect(await viewOf('', id, 1)).toBe('reduced');
    expect(await renew(admin)).toBe(2);
    expect(await seen('', id, 1)).toBeNull();
    await expect(renew(admin, randomUUID())).rejects.toMatchObject(refusal('PT404', 'not_found'));
    await expect(renew(await newPerson(sql, 'Ada'))).rejects.toMatchObject(refusal('PT403', 'forbidden'));
    await expect(renew(guest)).rejects.toMatchObject({ code: '42501' });
  });

  it('pays the order, and does nothing else with it', async () => {
    const { id } = await orderIn(await newSession(sql));
    const order = { p_sid: '', p_order_id: id };
    const paying = await ask<{ order: Seen }>('pay_again', { ...order, p_link_version: 1 });
    expect(paying.order).toMatchObject({ id, view: 'reduced' });
    for (const version of [2, null])
      await expect(ask('pay_again', { ...order, p_link_version: version })).rejects.toMatchObject(
        refusal('PT404', 'not_found'),
      );
    for (const step of ['cancel_unpaid_order', 'renew_order_link'])
      await expect(ask(step, order)).rejects.toMatchObject(refusal('PT404', 'not_found'));
  });
});

describe('an order that is looked up', () => {
  it.each([
    ['e-mail', email],
    ['phone', phone],
  ])('is found by its number and %s, in the version of its link', async (_, contact) => {
    const { id } = await orderIn(await newSession(sql));
    expect(await find(id.slice(-8).toUpperCase(), contact)).toEqual({ orderId: id, linkVersion: 1 });
  });

  it('is not found by a wrong number, a wrong contact or none', async () => {
    const { id } = await orderIn(await newSession(sql));
    const number = id.slice(-8);
    for (const guess of ['00000000', '', '%', id, number.slice(1)])
      expect(await find(guess, email)).toBeNull();
    for (const contact of [{ email: 'bob@example.com' }, { phone: '+254700000000' }, {}])
      expect(await find(number, contact)).toBeNull();
  });
});
