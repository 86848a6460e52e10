import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { CustomerDetails, CustomerPage } from '../../functions/_shared/contract/admin-customers.ts';
import type { AccountExport } from '../../functions/_shared/contract/own-data.ts';
import { answerTo } from '../payment-scene.ts';
import { rolledBack } from '../rolled-back.ts';
import { openExplained } from '../scans-of-tables.ts';
import {
  approved,
  as,
  cancelAsShop,
  type Character,
  newProduct,
  newSession,
  place,
  type Placed,
  settle,
  shop,
} from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { giveUp, person, placesOf } from './own-data-scene.ts';
import { today } from './refund-scene.ts';

const sql = openTestDatabase();
const explained = openExplained();
afterAll(() => explained.sql.end());

const admin = testPerson(sql, 'Owner', 'admin');
const sales = testPerson(sql, 'Clerk', 'sales');
const accounts = testPerson(sql, 'Bookkeeper', 'accounts');
const warehouse = testPerson(sql, 'Packer', 'warehouse');

const newMark = () => `z${randomUUID().slice(0, 8)}`;
const newPhone = () => `+25471${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;

/** A guest who orders again and again; what is named differs from order to order. */
function newGuest(name = 'Njeri', phone = newPhone(), mark = newMark()) {
  const email = `${mark}@example.com`;
  const details = { customerName: `${name} ${mark}`, customerEmail: email, customerPhone: phone };
  const order = async (over: Record<string, unknown> = {}) => {
    const product = await newProduct(sql);
    return place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], {
      details: { ...details, customerAddress: 'Milimani, Kisumu', ...over },
    });
  };
  return { mark, email, phone, details, order };
}

const detailsOf = (order: { id: string }, who: Character = admin) =>
  answerTo<CustomerDetails | null>(sql, who, 'public.customer_details($1)', order.id);
const ordersOf = async ({ order }: Placed) => (await detailsOf(order))?.orders.map(({ id }) => id).sort();
const ids = (...placed: Placed[]) => placed.map(({ order }) => order.id).sort();
const found = (search: string, who: Character = admin) =>
  answerTo<CustomerPage>(sql, who, 'public.find_customers($1)', search);
const decide = (one: Placed, other: Placed, isSame: boolean, who: Character = sales) =>
  answerTo<CustomerDetails>(
    sql,
    who,
    'public.decide_customer($1, $2, $3)',
    one.order.id,
    other.order.id,
    isSame,
  );
const note = ({ order }: Placed, text: string, who: Character = sales, id: string = randomUUID()) =>
  answerTo<CustomerDetails>(sql, who, 'public.add_customer_note($1, $2, $3)', order.id, id, text);

describe('the orders of one buyer', () => {
  it('are those of the same e-mail address, whatever the phone, and no others', async () => {
    const njeri = newGuest();
    const first = await njeri.order();
    const second = await njeri.order({ customerPhone: newPhone() });
    const other = await newGuest('Njeri', njeri.phone, newMark()).order();
    expect(await ordersOf(first)).toEqual(ids(first, second));
    expect(await ordersOf(second)).toEqual(ids(first, second));
    expect(await ordersOf(other)).toEqual(ids(other));
  });

  it('of an account have those of a guest with its address, once it is confirmed', async () => {
    const zuhura = await person(sql);
    const own = await zuhura.order();
    const asGuest = await zuhura.order({ sid: await newSession(sql) });
    await sql`update public.users set email_confirmed_at = null where id = ${zuhura.userId}`;
    expect(await ordersOf(own)).toEqual(ids(own));
    expect(await detailsOf(asGuest.order)).toMatchObject({ hasAccount: false });
    await sql`update public.users set email_confirmed_at = now() where id = ${zuhura.userId}`;
    expect(await ordersOf(own)).toEqual(ids(own, asGuest));
    expect(await ordersOf(asGuest)).toEqual(ids(own, asGuest));
    expect(await detailsOf(asGuest.order)).toMatchObject({ hasAccount: true });
    expect(await found(zuhura.mark)).toMatchObject({ total: 1, rows: [{ orders: 2 }] });
    for (const placed of [own, asGuest]) await cancelAsShop(sql, placed);
  });

  it('come with their money: ordered, paid, refunded and still to pay; a cancelled one is not ordered', async () => {
    const njeri = newGuest();
    const [paid, unpaid, cancelled] = [await njeri.order(), await njeri.order(), await njeri.order()];
    await settle(sql, paid.transaction.trace, approved(paid));
    const [row] = await sql<{ id: string }[]>`
      select id from public.transactions where order_id = ${paid.order.id} and status = 'completed'`;
    await answerTo(
      sql,
      admin,
      `public.record_refund($1, $2, 30000, $3, $4, 'Bent')`,
      // The bank gives no reference twice, and other files have theirs.
      ...[randomUUID(), row?.id, today, randomUUID()],
    );
    await cancelAsShop(sql, cancelled);
    const details = await detailsOf(unpaid.order);
    const { totalAmount } = unpaid.order;
    expect(details?.money).toEqual({
      orders: 3,
      orderedAmount: 2 * totalAmount,
      paidCents: totalAmount * 100,
      refundedCents: 30_000,
      dueAmount: totalAmount,
    });
    expect(details?.orders.map(({ dueAmount }) => dueAmount)).toEqual([0, totalAmount, 0]);
    expect(details?.messages.map(({ kind }) => kind)).toContain('order_paid');
    expect(details?.messages.map(({ kind }) => kind)).not.toContain('owner_order_paid');
  });
});

describe('who may be the same person', () => {
  it('has the phone and a word of the name, and is one customer once staff confirm it', async () => {
    const njeri = newGuest();
    const first = await njeri.order();
    const again = newGuest(`${njeri.mark} wa Kamau`, njeri.phone);
    const second = await again.order();
    // The phone of a shared desk, and a namesake.
    const desk = await newGuest('Otieno', njeri.phone).order({ customerName: 'Otieno Were' });
    await newGuest('Njeri').order();
    const suggested = (details: CustomerDetails | null) =>
      details?.suggestions.map(({ orderId }) => orderId) ?? [];
    expect(suggested(await detailsOf(first.order))).toEqual([second.order.id]);
    expect(suggested(await detailsOf(desk.order))).toEqual([]);
    expect((await found(njeri.mark)).total).toBe(2);

    const joined = await decide(first, second, true);
    expect(joined.orders.map(({ id }) => id).sort()).toEqual(ids(first, second));
    expect(joined).toMatchObject({ suggestions: [], joined: [{ byName: 'Clerk' }] });
    expect(joined.joined[0]?.known.toSorted()).toEqual([njeri.email, again.email].sort());
    expect(await ordersOf(second)).toEqual(ids(first, second));
    // Whatever they order next is theirs too.
    const third = await again.order();
    expect(await ordersOf(first)).toEqual(ids(first, second, third));
    expect(await found(njeri.mark)).toMatchObject({ total: 1, rows: [{ orders: 3 }] });

    // Parted again under other orders of the two, they stay apart and are not suggested any more.
    const parted = await decide(third, first, false);
    expect(parted.orders.map(({ id }) => id).sort()).toEqual(ids(second, third));
    for (const one of [first, second]) expect(suggested(await detailsOf(one.order))).toEqual([]);
  });

  it('is not suggested again after staff decline', async () => {
    const njeri = newGuest();
    const first = await njeri.order();
    const second = await newGuest(njeri.mark, njeri.phone).order();
    expect(await decide(second, first, false)).toMatchObject({ suggestions: [], joined: [] });
    expect(await detailsOf((await njeri.order()).order)).toMatchObject({ suggestions: [] });
  });

  it('is joined over a third, and never with itself or with nothing', async () => {
    const [one, two, three] = [newGuest(), newGuest(), newGuest()];
    const placed = [await one.order(), await two.order(), await three.order()] as const;
    await decide(placed[0], placed[1], true);
    await decide(placed[1], placed[2], true);
    expect(await ordersOf(placed[0])).toEqual(ids(...placed));
    expect(await refusalCode(decide(placed[0], await one.order(), true))).toBe('invalid_request');
    const nothing = { order: { id: randomUUID() } } as Placed;
    expect(await refusalCode(decide(placed[0], nothing, true))).toBe('not_found');
    expect(await detailsOf(nothing.order)).toBeNull();
  });
});

describe('a customer is found', () => {
  it.each([
    ['a name with another apostrophe', () => `ng’ang’a`],
    ['a name without its apostrophes', () => 'NGANGA'],
    ['the town', () => 'lodwar'],
    ['a dash for a space', () => 'mama-ngina'],
  ])('by %s', async (_, typed) => {
    const guest = newGuest(`Ng'ang'a`);
    const placed = await guest.order({ customerAddress: 'Mama Ngina Road, Lodwar' });
    expect((await found(`${typed()} ${guest.mark}`)).rows).toMatchObject([
      { id: placed.order.id, email: guest.email },
    ]);
  });

  it('by the phone in any form', async () => {
    const guest = newGuest();
    await guest.order();
    const end = guest.phone.slice(4);
    for (const typed of [`0${end}`, `0${end.slice(0, 3)} ${end.slice(3)}`, `+254 (0)${end}`, end])
      expect((await found(`${typed} ${guest.mark}`)).total, typed).toBe(1);
  });
});

describe('notes about a buyer', () => {
  it('are seen from each of their orders, and the same note sent twice is one', async () => {
    const njeri = newGuest();
    const [first, second] = [await njeri.order(), await njeri.order()];
    const id = randomUUID();
    for (let time = 0; time < 2; time += 1) await note(first, 'Asks for invoices', sales, id);
    expect(await detailsOf(second.order)).toMatchObject({
      notes: [{ text: 'Asks for invoices', byName: 'Clerk' }],
    });
    expect(await refusalCode(note(first, 'Something else', sales, id))).toBe('key_reused');
    expect(await refusalCode(note(first, ' '))).not.toBe('done');
  });

  it('and joins are erased with the buyer, and given to them before', async () => {
    const zuhura = await person(sql);
    const own = await zuhura.order();
    const other = await newGuest('Zuhura', zuhura.details.customerPhone).order();
    await giveUp(sql, own);
    const asGuest = await zuhura.order({ sid: await newSession(sql) });
    await giveUp(sql, asGuest);
    await note(own, `Brother of ${zuhura.mark}`);
    await note(asGuest, `Uncle of ${zuhura.mark}`);
    await note(other, 'A stranger’s note');
    await decide(own, other, true);
    const data = await answerTo<AccountExport>(sql, shop, 'public.account_export($1)', zuhura.userId);
    expect(data.customerNotes.map(({ text }) => text)).toEqual([
      `Brother of ${zuhura.mark}`,
      `Uncle of ${zuhura.mark}`,
    ]);
    expect(data.customerJoins).toMatchObject([{ orderId: own.order.id, isSame: true }]);
    expect(JSON.stringify(data)).not.toContain(other.order.id);

    await as(sql, shop, (t) => t`select public.erase_account(${zuhura.userId})`);
    expect(await placesOf(sql, [zuhura.mark])).toEqual([]);
    expect(
      await sql`select 1 from private.customer_joins where ${own.order.id} in (order_id, other_order_id)`,
    ).toEqual([]);
    expect(await detailsOf(own.order)).toBeNull();
    expect(await refusalCode(note(own, 'Once more'))).toBe('not_found');
    // Erased buyers are not one another.
    expect(await ordersOf(other)).toEqual(ids(other));
    expect((await found('erased@shop.invalid')).rows).toEqual([]);
  });
});

it('sales read and write, the accounts read, and the warehouse does neither', async () => {
  const first = await newGuest().order();
  const second = await newGuest().order();
  const codes = async (who: Character) => [
    await refusalCode(found('njeri', who)),
    await refusalCode(detailsOf(first.order, who)),
    await refusalCode(note(first, 'Seen', who)),
    await refusalCode(decide(first, second, false, who)),
  ];
  expect(await codes(sales)).toEqual(['done', 'done', 'done', 'done']);
  expect(await codes(accounts)).toEqual(['done', 'done', 'forbidden', 'forbidden']);
  expect(await codes(warehouse)).toEqual(Array(4).fill('forbidden'));
});

it('a buyer among very many is found by an index', async () => {
  const scans = await rolledBack(explained.sql, async (t) => {
    await t`set local session_replication_role = replica`;
    await t`insert into public.orders (customer_name, customer_email, customer_phone, customer_address, total_amount)
      select 'Many ' || md5(i::text), md5(i::text) || '@example.com', '+2547' || lpad(i::text, 8, '0'), 'Nairobi', 1 + i
      from generate_series(1, 20000) i`;
    // As after a while, and as on a hosted project, whose disks have no arm to move.
    await t`select gin_clean_pending_list('public.orders_by_words')`;
    await t`set local random_page_cost = 1.1`;
    await t`analyze public.orders`;
    const [order] = await t<{ id: string }[]>`select id from public.orders where total_amount = 7778`;
    await t`set local session_replication_role = origin`;
    await t`select set_config('request.jwt.claim.sub', ${admin.userId}, true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub: admin.userId, role: 'authenticated' })}, true)`;
    await explained.explain(t);
    return explained.scansOf(async () => {
      await t`select public.customer_details(${order?.id ?? ''})`;
      await t`select public.find_customers('0700007777')`;
      await t`select public.search_dashboard('0700007777')`;
    });
  });
  const ofOrders = scans.filter(({ table }) => table === 'orders');
  expect(ofOrders.length).toBeGreaterThan(3);
  expect(ofOrders.filter(({ kind, rows }) => kind === 'Seq Scan' || rows > 500)).toEqual([]);
}, 60_000);
