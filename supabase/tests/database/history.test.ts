import { describe, expect, it } from 'vitest';
import {
  approved,
  as,
  type Character,
  guest,
  newPerson,
  newProduct,
  newSession,
  orderRequest,
  place,
  bankDecides,
  shop,
  type Transaction,
} from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { historyOf } from './history-scene.ts';

const sql = openTestDatabase();

describe('the history', () => {
  it('records who changed what, with old and new values', async () => {
    const admin = await newPerson(sql, 'Owner', 'admin');
    const { id } = await newProduct(sql, { price: 1000 });
    await as(sql, admin, (t) => t`update public.products set price = 900, stock = 10 where id = ${id}`);
    await as(sql, admin, (t) => t`delete from public.products where id = ${id}`);
    const [born, changed, gone] = await historyOf(sql, 'products', id);
    // What it was at first is what it is now, less what changed since.
    expect(born).toEqual({
      operation: 'insert',
      actor_id: null,
      actor_role: 'postgres',
      before: null,
      after: null,
    });
    expect(changed).toEqual({
      operation: 'update',
      actor_id: admin.userId,
      actor_role: 'authenticated',
      before: { price: 1000 },
      after: { price: 900 },
    });
    expect(gone).toMatchObject({ operation: 'delete', actor_id: admin.userId, after: null });
    expect(gone?.before).toMatchObject({ id, price: 900, stock: 10, category: 'fridges' });
  });

  it('records nothing without a change, and one entry for each changed row', async () => {
    const [a, b] = [await newProduct(sql, { stock: 5 }), await newProduct(sql, { stock: 6 })];
    await sql`update public.products set stock = 6 where id in ${sql([a.id, b.id])}`;
    await sql`update public.products set name = name where id = ${b.id}`;
    expect(await historyOf(sql, 'products', a.id)).toHaveLength(2);
    expect(await historyOf(sql, 'products', b.id)).toHaveLength(1);
  });

  it('follows an order from its buyer to the money, without any key of the bank', async () => {
    const ada = await newPerson(sql, 'Ada');
    const product = await newProduct(sql, { stock: 5 });
    const placed = await place(sql, [{ productId: product.id, quantity: 2, price: 1000 }], {
      sid: await newSession(sql, ada.userId),
    });
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    expect(await historyOf(sql, 'orders', placed.order.id)).toMatchObject([
      { operation: 'insert', actor_id: ada.userId, actor_role: 'service_role' },
      { operation: 'update', actor_id: null, before: { status: 'pending' }, after: { status: 'paid' } },
    ]);
    const [transaction] = await sql<
      { id: string }[]
    >`select id from public.transactions where trace = ${placed.transaction.trace}`;
    const ofTransaction = () => historyOf(sql, 'transactions', transaction?.id ?? '');
    expect(await ofTransaction()).toMatchObject([
      { operation: 'insert' },
      {
        operation: 'update',
        before: { status: 'pending' },
        after: { status: 'completed', bank_status: '0' },
      },
    ]);
    // Changed by hand, without an answer that decides.
    await sql`update public.transactions set bank_status = 'by hand' where trace = ${placed.transaction.trace}`;
    expect((await ofTransaction()).at(-1)).toMatchObject({
      before: { bank_status: '0' },
      after: { bank_status: 'by hand' },
    });
    const reply = await sql`select 1 from public.history
      where strpos(coalesce(before::text, '') || coalesce(after::text, ''), ${placed.transaction.trace}) > 0`;
    expect(reply).toHaveLength(0);
  });

  describe('of a product', () => {
    type Shown = { id: number; actor_name: string | null; actor_role: string; before: object; after: object };
    const shownTo = (who: Parameters<typeof as>[1], productId: string) =>
      as(
        sql,
        who,
        (t) => t<Shown[]>`
          select id::integer, actor_name, actor_role, operation, before, after from public.named_history
          where table_name = 'products' and row_id = ${productId} order by at desc, id desc`,
      );

    it('shows sales among the other changes', async () => {
      const admin = await newPerson(sql, 'Owner', 'admin');
      const { id } = await newProduct(sql, { stock: 9 });
      const sell = async (quantity: number) => {
        const placed = await place(sql, [{ productId: id, quantity, price: 1000 }]);
        await bankDecides(sql, placed.transaction.trace, approved(placed));
        return placed;
      };
      await sell(2);
      await as(sql, admin, (t) => t`update public.products set stock = 20 where id = ${id}`);
      const { order } = await sell(1);
      const shown = await shownTo(admin, id);
      const [sold, corrected, first, born] = shown;
      expect(shown).toHaveLength(4);
      const byShop = { operation: 'update', actor_role: 'service_role', actor_name: null };
      expect(sold).toMatchObject({ ...byShop, before: { stock: 20 }, after: { stock: 19 } });
      expect(corrected).toMatchObject({ actor_name: 'Owner', before: { stock: 7 }, after: { stock: 20 } });
      expect(first).toMatchObject({ ...byShop, before: { stock: 9 }, after: { stock: 7 } });
      expect(born).toMatchObject({ operation: 'insert' });
      // Pieces that an admin puts back on sale are an entry with their name; undone, since the order stays paid.
      let newest: Shown | undefined;
      const undo = new Error('all is undone');
      await as(sql, admin, async (t) => {
        await t`reset role`;
        await t`select private.put_order_back_on_sale(${order.id})`;
        [newest] = await t<Shown[]>`
          select id::integer, actor_name, after from public.named_history where row_id = ${id} order by at desc, id desc`;
        throw undo;
      }).catch((error: unknown) => {
        if (error !== undo) throw error;
      });
      expect(newest).toMatchObject({ actor_name: 'Owner', after: { stock: 20 } });
      expect(await shownTo(await newPerson(sql, 'Ada'), id)).toEqual([]);
    });

    it('names the person whose decision sold the pieces', async () => {
      const admin = await newPerson(sql, 'Owner', 'admin');
      const { id } = await newProduct(sql, { stock: 9 });
      const placed = await place(sql, [{ productId: id, quantity: 2, price: 1000 }]);
      await bankDecides(sql, placed.transaction.trace, approved(placed, { amountCents: '50000' }));
      await as(
        sql,
        admin,
        (t) => t`select public.close_owner_task(k.id, 'accepted', 'Enough') from public.owner_tasks k
          where k.order_id = ${placed.order.id}`,
      );
      const entries = await shownTo(admin, id);
      expect(entries).toHaveLength(2);
      expect(entries[0]).toMatchObject({ actor_name: 'Owner', before: { stock: 9 }, after: { stock: 7 } });
      // An admin lets the shop ask the bank.
      const asked = await place(sql, [{ productId: id, quantity: 3, price: 1000 }]);
      await as(sql, shop, async (t) => {
        await t`select set_config('request.headers', ${JSON.stringify({ 'x-shop-actor': admin.userId })}, true)`;
        await t`select public.decide_payment(${asked.transaction.trace}, ${t.json(approved(asked))}, 'owner')`;
      });
      expect((await shownTo(admin, id)).map((entry) => [entry.actor_name, entry.after])).toEqual([
        ['Owner', { stock: 4 }],
        ['Owner', { stock: 7 }],
        [null, null],
      ]);
    });
  });

  it('has an entry for an order, each of its items and its transaction', async () => {
    const product = await newProduct(sql, { stock: 5 });
    const { order } = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }]);
    const made = await sql<{ table: string; id: string }[]>`
      select 'orders' as table, ${order.id}::uuid as id
      union all select 'order_items', id from public.order_items where order_id = ${order.id}
      union all select 'transactions', id from public.transactions where order_id = ${order.id}`;
    expect(made).toHaveLength(3);
    for (const { table, id } of made)
      expect(await historyOf(sql, table, id)).toMatchObject([{ operation: 'insert' }]);
  });

  it('of a guest’s order names nobody', async () => {
    const product = await newProduct(sql);
    const { order } = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }]);
    expect(await historyOf(sql, 'orders', order.id)).toMatchObject([{ operation: 'insert', actor_id: null }]);
  });

  it('accepts the actor only from the shop’s functions', async () => {
    const [admin, ada] = [await newPerson(sql, 'Owner', 'admin'), await newPerson(sql, 'Ada')];
    const { id } = await newProduct(sql);
    const acting = (who: Character, actor: string, change: (t: Transaction) => Promise<unknown>) =>
      as(sql, who, async (t) => {
        await t`select set_config('request.headers', ${JSON.stringify({ 'x-shop-actor': actor })}, true)`;
        await change(t);
      });
    for (const [actor, written] of [
      [ada.userId, ada.userId],
      ['nobody', null],
    ] as const) {
      const sid = await newSession(sql);
      const { order } = await place(sql, [{ productId: id, quantity: 1, price: 1000 }], { sid });
      await acting(shop, actor, (t) => t`select public.cancel_unpaid_order(${sid}, ${order.id})`);
      expect((await historyOf(sql, 'orders', order.id)).at(-1)).toMatchObject({ actor_id: written });
    }
    await acting(admin, ada.userId, (t) => t`update public.products set price = 3000 where id = ${id}`);
    expect((await historyOf(sql, 'products', id)).at(-1)).toMatchObject({ actor_id: admin.userId });
  });

  it('is read by admins alone', async () => {
    const { id } = await newProduct(sql);
    const look = (who: Parameters<typeof as>[1]) =>
      as(sql, who, (t) => t`select id from public.history where row_id = ${id}`)
        .then((rows) => rows.length)
        .catch((error: { code: string }) => error.code);
    expect(await look(await newPerson(sql, 'Owner', 'admin'))).toBe(1);
    expect(await look(await newPerson(sql, 'Ada'))).toBe(0);
    expect(await look(guest)).toBe('42501');
    expect(await look(shop)).toBe('42501');
  });

  it('is rewritten by nobody, not even the database’s owner', async () => {
    const { id } = await newProduct(sql);
    await sql`update public.products set name = 'Another', price = 1 where id = ${id}`;
    for (const statement of [
      'update public.history set actor_id = null',
      `update public.history set before = before || '{"price": 1}' where table_name = 'products' and after is not null`,
      `update public.history set after = after || '{"name": "erased"}' where table_name = 'products' and after ? 'name'`,
      'delete from public.history',
      'truncate public.history',
    ]) {
      await expect(sql.unsafe(statement)).rejects.toMatchObject({ code: '23001' });
    }
  });

  it('follows every business table', async () => {
    const rows = await sql<{ table: string; triggers: number }[]>`
      select (select relname from pg_class where oid = tgrelid) as table, count(*)::int as triggers from pg_trigger
      where tgfoid = 'private.record_history'::regproc and tgenabled = 'O' group by 1 order by 1`;
    expect(Object.fromEntries(rows.map((row) => [row.table, row.triggers]))).toEqual({
      bank_holidays: 3,
      customer_terms: 3,
      message_rules: 3,
      delivery_counties: 3,
      order_items: 3,
      // A note is added and never changed.
      order_notes: 1,
      orders: 3,
      owner_tasks: 3,
      product_vat: 3,
      products: 3,
      reductions: 3,
      refunds: 3,
      search_synonyms: 3,
      settings: 3,
      shipments: 3,
      shop_details: 3,
      transactions: 3,
      users: 3,
      vat_rates: 3,
    });
  });

  it.each([1, 30])('costs an order of %i lines three statements, not more', async (lines) => {
    const products = await Promise.all(Array.from({ length: lines }, () => newProduct(sql)));
    const request = orderRequest(products.map(({ id }) => ({ productId: id, quantity: 1, price: 1000 })));
    const sid = await newSession(sql);
    const calls = await sql.begin(async (t) => {
      await t`set local track_functions = 'all'`;
      const counted = async () => {
        const [row] = await t<{ calls: number }[]>`
          select calls::int from pg_stat_xact_user_functions where funcname = 'record_history'`;
        return row?.calls ?? 0;
      };
      // Those of the connection's transactions before this one, of the last second.
      const before = await counted();
      await t`select public.place_order(${sid}, 'hash', ${t.json(request)}, 60)`;
      return (await counted()) - before;
    });
    expect(calls).toBe(3);
  });
});
