import { afterEach, describe, expect, it } from 'vitest';
import { as, type Character, guest, newProduct, newSession, place, shop } from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { refusalCode } from '../sql-refusals.ts';

const sql = openTestDatabase();

const owner = testPerson(sql, 'Owner', 'admin');
const ada = testPerson(sql, 'Ada');
const asInstalled = {
  holdMinutes: 30,
  partialPaymentHoldDays: 7,
  shipWhen: 'approved',
  approvedShipsBelow: 50_000,
  shipsUnpaid: false,
  fixedDeliveryPrices: false,
  termsApprovedOn: null,
};
afterEach(
  () =>
    sql`update private.settings set hold_minutes = 30, ship_when = 'approved', approved_ships_below = 50000, fixed_delivery_prices = false, terms_approved_on = null`,
);

const read = (who: Character) =>
  as(sql, who, async (t) => {
    const [row] = await t<{ settings: Record<string, unknown> }[]>`select public.shop_settings() as settings`;
    return row?.settings;
  });
const change = (who: Character, changes: object, seen: object) =>
  as(sql, who, async (t) => {
    const [row] = await t<{ settings: Record<string, unknown> }[]>`
      select public.change_settings(${t.json(changes as never)}, ${t.json(seen as never)}) as settings`;
    return row?.settings;
  });

describe('settings', () => {
  it('start with the values that the rules had before there were settings', async () => {
    expect(await read(owner)).toMatchObject(asInstalled);
  });

  it('are changed by an admin, and the history records who changed what', async () => {
    expect(await change(owner, { holdMinutes: 45 }, { holdMinutes: 30 })).toMatchObject({ holdMinutes: 45 });
    const [entry] = await sql`
      select actor_id, before, after from public.history where table_name = 'settings' order by id desc limit 1`;
    expect(entry).toEqual({
      actor_id: owner.userId,
      before: { hold_minutes: 30 },
      after: { hold_minutes: 45 },
    });
  });

  it('say when a lawyer approved the terms, which the overview asks for until then', async () => {
    const asked = () =>
      as(sql, owner, async (t) => {
        const [row] = await t<
          { day: string | null }[]
        >`select public.owner_alerts() ->> 'termsApprovedOn' as day`;
        return row?.day;
      });
    expect(await asked()).toBeNull();
    await change(owner, { termsApprovedOn: '2026-11-20' }, { termsApprovedOn: null });
    expect(await asked()).toBe('2026-11-20');
  });

  it.each([
    ['a guest', () => guest],
    ['a customer', () => ada],
    ['the shop’s functions', () => shop],
  ])('are neither shown to %s nor changed by them', async (_, who) => {
    expect(await refusalCode(read(who()))).toMatch(/forbidden|permission denied/);
    expect(await refusalCode(change(who(), { holdMinutes: 45 }, { holdMinutes: 30 }))).toMatch(
      /forbidden|permission denied/,
    );
    expect(await read(owner)).toMatchObject(asInstalled);
  });

  it.each([
    [{ partialPaymentHoldDays: 0 }],
    [{ partialPaymentHoldDays: 61 }],
    [{ holdMinutes: 9 }],
    [{ holdMinutes: 241 }],
    [{ holdMinutes: 'soon' }],
    [{ holdMinutes: 1e12 }],
    [{ shipWhen: 'never' }],
    [{ approvedShipsBelow: -1 }],
    [{ shipsUnpaid: 'sometimes' }],
    [{ fixedDeliveryPrices: 'sometimes' }],
    [{ approvedShipsBelow: 100_000_000 }],
    [{ termsApprovedOn: '2026-02-31' }],
    [{ id: 'b0000000-0000-4000-8000-000000000001' }],
    [{ secret: 'x' }],
  ])('refuse %j', async (changes) => {
    expect(await refusalCode(change(owner, changes, {}))).toBe('invalid_request');
    expect(await read(owner)).toMatchObject(asInstalled);
  });

  it('that somebody else changed meanwhile are not overwritten; others, and the same change twice, are no conflict', async () => {
    await change(owner, { holdMinutes: 45 }, { holdMinutes: 30 });
    expect(await refusalCode(change(owner, { holdMinutes: 60 }, { holdMinutes: 30 }))).toBe(
      'changed_meanwhile',
    );
    expect(await refusalCode(change(owner, { holdMinutes: 45 }, { holdMinutes: 30 }))).toBe('done');
    expect(await change(owner, { shipWhen: 'settled' }, { shipWhen: 'approved' })).toMatchObject({
      holdMinutes: 45,
      shipWhen: 'settled',
    });
  });

  it('set how long the pieces of an order are held', async () => {
    await change(owner, { holdMinutes: 45 }, { holdMinutes: 30 });
    const product = await newProduct(sql);
    const placed = await place(sql, [{ productId: product.id, quantity: 1, price: product.price }], {
      sid: await newSession(sql),
    });
    const [hold] = await sql<{ minutes: number }[]>`
      select extract(epoch from h.expires_at - o.created_at)::integer / 60 as minutes
      from private.stock_holds h join public.orders o on o.id = h.order_id where h.order_id = ${placed.order.id}`;
    expect(hold?.minutes).toBe(45);
  });
});
