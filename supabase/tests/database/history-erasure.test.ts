import { describe, expect, it } from 'vitest';
import { as, guest, newPerson, newProduct, newSession, place, shop, type Transaction } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { historyOf } from './history-scene.ts';

const sql = openTestDatabase();

describe('personal data in the history', () => {
  const erase = async (userId: string | undefined, t: Transaction | typeof sql = sql) => {
    const [row] = await t<{ entries: number }[]>`
      select private.erase_person_from_history(${userId ?? ''}) as entries`;
    return row?.entries;
  };
  const customer = {
    customer_name: 'Wanjiru Kamau',
    customer_email: 'wanjiru@example.com',
    customer_phone: '+254798765432',
    customer_address: 'Plot 14, Thika Road',
  };
  /** A person with an order, whose personal data was changed once and again by the database's owner. */
  async function changedPerson() {
    const person = await newPerson(sql, 'Wanjiru');
    const product = await newProduct(sql);
    const { order } = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], {
      sid: await newSession(sql, person.userId),
    });
    await as(
      sql,
      person,
      (t) => t`update public.users set name = 'Wanjiru Kamau', phone = '+254798765432', address = 'Plot 14'`,
    );
    await sql`update public.orders set ${sql(customer)} where id = ${order.id}`;
    await sql`update public.orders set customer_name = 'W. Kamau' where id = ${order.id}`;
    return { userId: person.userId ?? '', orderId: order.id };
  }

  it('is erased for one person, account and orders, and nothing else is', async () => {
    const [gone, other] = [await changedPerson(), await changedPerson()];
    const before = await historyOf(sql, 'orders', other.orderId);
    // Its first name is an entry too.
    expect(await erase(gone.userId)).toBe(4);
    const [, , profile] = await historyOf(sql, 'users', gone.userId);
    expect(profile).toMatchObject({
      actor_id: gone.userId,
      before: { phone: null, address: null },
      after: { name: 'erased', phone: 'erased', address: 'erased' },
    });
    const [placed, rewritten, renamed] = await historyOf(sql, 'orders', gone.orderId);
    expect(placed).toMatchObject({ operation: 'insert', actor_id: gone.userId });
    expect(Object.values(rewritten?.after as object)).toEqual(['erased', 'erased', 'erased', 'erased']);
    expect(Object.keys(rewritten?.after as object).sort()).toEqual(Object.keys(customer).sort());
    expect(renamed).toMatchObject({
      before: { customer_name: 'erased' },
      after: { customer_name: 'erased' },
    });
    expect(await historyOf(sql, 'orders', other.orderId)).toEqual(before);
    expect(await erase(gone.userId)).toBe(0);
  });

  it('is erased after the account was deleted, with the orders that were its own', async () => {
    const { userId, orderId } = await changedPerson();
    await sql`delete from auth.users where id = ${userId}`;
    await erase(userId);
    const [deleted] = (await historyOf(sql, 'users', userId)).slice(-1);
    expect(deleted).toMatchObject({
      operation: 'delete',
      before: { id: userId, name: 'erased', email: 'erased', role: 'customer' },
    });
    const kept = [...(await historyOf(sql, 'users', userId)), ...(await historyOf(sql, 'orders', orderId))];
    expect(JSON.stringify(kept)).not.toMatch(/Wanjiru|Kamau|2547|Thika|Plot|example\.com/i);
  });

  it('is erased with the account alone, whoever calls', async () => {
    const ada = await newPerson(sql, 'Ada');
    for (const who of [guest, ada, shop, await newPerson(sql, 'Owner', 'admin')])
      await expect(as(sql, who, (t) => erase(ada.userId, t))).rejects.toMatchObject({ code: '42501' });
  });
});
