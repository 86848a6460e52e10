import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type {
  CustomerDetails,
  CustomerPage,
  DashboardFindings,
} from '../../functions/_shared/contract/admin-customers.ts';
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
  bankDecides,
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
const figures = (count: number) => String(Math.floor(Math.random() * 10 ** count)).padStart(count, '0');
const newPhone = () => `+25471${figures(7)}`;
const newCompany = () => ({ name: 'Kisumu Water', pin: `P${figures(9)}X`, purchaseOrder: null });

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
const note = ({ order }: Placed, text: string, who: Character = sales, id: string = randomUUID()) =>
  answerTo<CustomerDetails>(sql, who, 'public.add_customer_note($1, $2, $3)', order.id, id, text);

/** The number of a new one for a piece, with this contact. */
async function newQuotation(over: { email?: string; phone?: string; pin?: string; orderId?: string }) {
  const { email = null, phone = null, pin = null, orderId = null } = over;
  const number = `Q-${randomUUID()}`;
  const lines = [{ productId: randomUUID(), name: 'Meter', quantity: 1, price: 1000 }];
  await sql`insert into private.quotations (id, request_hash, number, customer_name, customer_email, customer_phone,
      company_name, company_pin, county, lines, valid_until, order_id)
    values (gen_random_uuid(), '', ${number}, 'Njeri', ${email}, ${phone}, 'Kisumu Water', ${pin}, '047',
      ${sql.json(lines)}, now() + interval '1 day', ${orderId})`;
  return number;
}

/** Whose an order with this contact is. */
const keyOf = async (pin: string | null, phone: string | null, email: string | null) => {
  const [row] = await sql<{ key: string | null }[]>`
    select private.customer_key_of(${pin}, ${phone}, ${email}) as key`;
  return row?.key;
};

describe('whose an order or a quotation is', () => {
  it.each([
    ['the PIN of its organisation', ['P051234567X', '+254712345678', 'ada@example.com'], 'pin P051234567X'],
    ['that PIN in any letters and blanks', [' p051 234567x\t', null, null], 'pin P051234567X'],
    ['the phone without a PIN', [null, '+254712345678', 'ada@example.com'], 'phone +254712345678'],
    ['the phone with a blank PIN', ['  ', '+254712345678', 'ada@example.com'], 'phone +254712345678'],
    ['the e-mail where neither is given', [null, null, ' Ada@Example.com '], 'email ada@example.com'],
    ['nobody without any', [null, null, null], null],
  ] as const)('is %s', async (_, [pin, phone, email], key) => {
    expect(await keyOf(pin, phone, email)).toBe(key);
  });

  it('is never mistaken: what one typed as a PIN is no phone and no e-mail of another', async () => {
    const typed = '0712345678';
    const keys = [
      await keyOf(typed, null, null),
      await keyOf(null, typed, null),
      await keyOf(null, null, typed),
    ];
    expect(new Set(keys).size).toBe(3);
  });
});

describe('the orders of one buyer', () => {
  it('are those with the same phone, whatever the name, the e-mail address and the account, and no others', async () => {
    const njeri = newGuest();
    const zuhura = await person(sql);
    const first = await njeri.order();
    const second = await njeri.order({ customerEmail: `other.${njeri.email}`, customerName: 'N. Kamau' });
    const own = await zuhura.order({ details: { ...zuhura.details, ...njeri.details, company: null } });
    const otherPhone = await njeri.order({ customerPhone: newPhone() });
    expect(await ordersOf(first)).toEqual(ids(first, second, own));
    expect(await ordersOf(own)).toEqual(ids(first, second, own));
    expect(await ordersOf(otherPhone)).toEqual(ids(otherPhone));
    expect((await found(njeri.mark)).rows).toMatchObject([{ orders: 1 }, { orders: 3 }]);
    await cancelAsShop(sql, own);
  });

  it('are called by whom staff took an order from, whoever types their PIN at the checkout later', async () => {
    const [company, stranger] = [newCompany(), await person(sql)];
    const asha = newGuest('Asha');
    const byStaff = await asha.order({ company });
    await sql`update public.orders set placed_by = ${admin.userId}, agreed_until = now() where id = ${byStaff.order.id}`;
    const theirs = await stranger.order({
      details: { ...stranger.details, company: { ...company, name: 'Mallory Ltd' } },
    });
    const details = await detailsOf(theirs.order);
    expect(details?.company).toEqual({ name: company.name, pin: company.pin });
    expect(details?.contacts.map(({ email }) => email)).toEqual([asha.email, stranger.details.customerEmail]);
    // An account reads in its export what was noted at its orders.
    expect((await note(theirs, 'They owe us since June')).notes).toHaveLength(1);
    const exported = await answerTo<AccountExport>(sql, shop, 'public.account_export($1)', stranger.userId);
    expect(exported.customerNotes).toEqual([]);
    expect((await detailsOf(byStaff.order))?.notes.map(({ text }) => text)).toEqual([
      'They owe us since June',
    ]);
  });

  it('for an organisation are those with its PIN, whoever ordered; its buyers’ own are theirs', async () => {
    const company = newCompany();
    const [asha, baraka] = [newGuest('Asha'), newGuest('Baraka')];
    const account = await person(sql);
    const byAsha = await asha.order({ company });
    const byBaraka = await baraka.order({ company: { ...company, name: 'KIWASCO', purchaseOrder: 'LPO 7' } });
    const byAccount = await account.order({ details: { ...account.details, company } });
    const own = await asha.order();
    const theirs = ids(byAsha, byBaraka, byAccount);
    for (const placed of [byAsha, byBaraka, byAccount]) expect(await ordersOf(placed)).toEqual(theirs);
    const details = await detailsOf(byAsha.order);
    expect(details).toMatchObject({
      hasAccount: true,
      company: { name: company.name, pin: company.pin },
      money: { orders: 3 },
    });
    expect(details?.contacts.map(({ phone }) => phone)).toEqual([
      account.details.customerPhone,
      baraka.phone,
      asha.phone,
    ]);
    expect(await ordersOf(own)).toEqual(ids(own));
    expect(await detailsOf(own.order)).toMatchObject({ hasAccount: false, company: null });
    expect((await found(baraka.mark)).rows).toMatchObject([
      { id: byBaraka.order.id, company: { name: 'KIWASCO', pin: company.pin }, orders: 3 },
    ]);
    expect((await found(asha.mark)).rows).toMatchObject([
      { id: own.order.id, company: null, orders: 1 },
      { id: byAsha.order.id, company: { pin: company.pin }, orders: 3 },
    ]);
    await cancelAsShop(sql, byAccount);
  });

  it('for an organisation without a PIN are those with the phone', async () => {
    const njeri = newGuest();
    const first = await njeri.order({ company: { ...newCompany(), pin: null } });
    const second = await njeri.order();
    expect(await ordersOf(first)).toEqual(ids(first, second));
    expect(await detailsOf(first.order)).toMatchObject({ company: null });
  });

  it('have an account if one placed any of them or has confirmed its address', async () => {
    const zuhura = await person(sql);
    const details = { ...zuhura.details, company: null };
    const asGuest = await zuhura.order({ sid: await newSession(sql), details });
    expect(await detailsOf(asGuest.order)).toMatchObject({ hasAccount: true });
    await sql`update public.users set email_confirmed_at = null where id = ${zuhura.userId}`;
    expect(await detailsOf(asGuest.order)).toMatchObject({ hasAccount: false });
    const own = await zuhura.order({ details });
    expect(await detailsOf(asGuest.order)).toMatchObject({ hasAccount: true });
    for (const placed of [own, asGuest]) await cancelAsShop(sql, placed);
  });

  it('come with their money: ordered, paid, refunded and still to pay; a cancelled one is not ordered', async () => {
    const njeri = newGuest();
    const [paid, unpaid, cancelled] = [await njeri.order(), await njeri.order(), await njeri.order()];
    await bankDecides(sql, paid.transaction.trace, approved(paid));
    const [row] = await sql<{ id: string }[]>`
      select id from public.transactions where order_id = ${paid.order.id} and status = 'completed'`;
    await answerTo(
      sql,
      admin,
      `public.record_refund($1, $2, 30000, $3, $4, 'Bent')`,
      // The bank gives no reference twice, and other files have theirs.
      randomUUID(),
      row?.id,
      today,
      randomUUID(),
    );
    await cancelAsShop(sql, cancelled);
    const details = await detailsOf(unpaid.order);
    const { totalAmount } = unpaid.order;
    expect(details?.money).toEqual({
      orders: 3,
      orderedAmount: 2 * totalAmount,
      paidCents: totalAmount * 100,
      refundedCents: 30_000,
      dueCents: totalAmount * 100,
      owedCents: 0,
      expectedCents: 0,
      withheldCents: 0,
      writtenOffCents: 0,
      // What was given back says it.
      creditedCents: 0,
    });
    await answerTo(
      ...([sql, admin, `public.reduce_order($1, $2, 'written_off', 3000, 'Small')`] as const),
      randomUUID(),
      unpaid.order.id,
    );
    await answerTo(
      ...([sql, admin, `public.reduce_order($1, $2, 'price_cut', 2000, 'Scratched')`] as const),
      randomUUID(),
      unpaid.order.id,
    );
    expect((await detailsOf(unpaid.order))?.money).toMatchObject({
      writtenOffCents: 3000,
      creditedCents: 2000,
    });
    expect(details?.orders.map(({ dueCents }) => dueCents)).toEqual([0, totalAmount * 100, 0]);
    expect(details?.messages.map(({ kind }) => kind)).toContain('order_paid');
    expect(details?.messages.map(({ kind }) => kind)).not.toContain('owner_order_paid');
    const [sent] = await sql<{ id: string }[]>`
      update private.messages set state = 'delivered', next_attempt_at = null, finished_at = '2026-11-05T08:15:00Z'
      where id::text = ${details?.messages[0]?.id ?? ''} returning id`;
    const later = await detailsOf({ id: details?.orders[0]?.id ?? '' });
    expect(later?.messages.find(({ id }) => id === sent?.id)?.at).toBe('2026-11-05T08:15:00.000Z');
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

  it('by the PIN of the organisation, as is its quotation', async () => {
    const company = newCompany();
    const placed = await newGuest().order({ company });
    await newGuest().order();
    const typed = company.pin.toLowerCase();
    expect(await found(typed)).toMatchObject({
      rows: [{ id: placed.order.id, company: { pin: company.pin } }],
    });
    const number = await newQuotation({ phone: newPhone(), pin: company.pin });
    const findings = await answerTo<DashboardFindings>(sql, sales, 'public.search_dashboard($1)', typed);
    expect(findings.quotations).toMatchObject([{ number }]);
    expect(findings.customers).toMatchObject([{ id: placed.order.id }]);
  });

  it('by the phone in any form', async () => {
    const guest = newGuest();
    await guest.order();
    const end = guest.phone.slice(4);
    for (const typed of [`0${end}`, `0${end.slice(0, 3)} ${end.slice(3)}`, `+254 (0)${end}`, end])
      expect((await found(`${typed} ${guest.mark}`)).rows.length, typed).toBe(1);
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

  it('are erased with the buyer, and given to them before; others of the organisation and the phone stay', async () => {
    const zuhura = await person(sql);
    const company = newCompany();
    const own = await zuhura.order({ details: { ...zuhura.details, company } });
    const colleague = await newGuest('Baraka').order({ company });
    const asGuest = await zuhura.order({
      sid: await newSession(sql),
      details: { ...zuhura.details, company: null },
    });
    const samePhone = await newGuest('Otieno', zuhura.details.customerPhone).order();
    expect(await ordersOf(samePhone)).toEqual(ids(asGuest, samePhone));
    for (const placed of [own, asGuest]) await giveUp(sql, placed);
    await note(own, `Brother of ${zuhura.mark}`);
    await note(asGuest, `Uncle of ${zuhura.mark}`);
    await note(colleague, 'A colleague’s note');
    await note(samePhone, 'A stranger’s note');
    const data = await answerTo<AccountExport>(sql, shop, 'public.account_export($1)', zuhura.userId);
    expect(data.customerNotes.map(({ text }) => text)).toEqual([
      `Brother of ${zuhura.mark}`,
      `Uncle of ${zuhura.mark}`,
    ]);
    for (const { order } of [colleague, samePhone]) expect(JSON.stringify(data)).not.toContain(order.id);

    await as(sql, shop, (t) => t`select public.erase_account(${zuhura.userId})`);
    expect(await placesOf(sql, [zuhura.mark])).toEqual([]);
    expect(await detailsOf(own.order)).toBeNull();
    expect(await refusalCode(note(own, 'Once more'))).toBe('not_found');
    // Erased orders belong to nobody, and not to one another.
    const keys = await sql<{ key: string | null }[]>`
      select private.customer_key(o) as key from public.orders o where o.id in ${sql([own.order.id, asGuest.order.id])}`;
    expect(keys).toEqual([{ key: null }, { key: null }]);
    expect((await found('erased@shop.invalid')).rows).toEqual([]);
    const [left, leftOnPhone] = [await detailsOf(colleague.order), await detailsOf(samePhone.order)];
    expect(left?.orders.map(({ id }) => id)).toEqual(ids(colleague));
    expect(left?.notes.map(({ text }) => text)).toEqual(['A colleague’s note']);
    expect(leftOnPhone?.orders.map(({ id }) => id)).toEqual(ids(samePhone));
    expect(leftOnPhone?.notes.map(({ text }) => text)).toEqual(['A stranger’s note']);
  });
});

it('sales read and write, the accounts read, and the warehouse does neither', async () => {
  const first = await newGuest().order();
  const codes = async (who: Character) => [
    await refusalCode(found('njeri', who)),
    await refusalCode(detailsOf(first.order, who)),
    await refusalCode(note(first, 'Seen', who)),
  ];
  expect(await codes(sales)).toEqual(['done', 'done', 'done']);
  expect(await codes(accounts)).toEqual(['done', 'done', 'forbidden']);
  expect(await codes(warehouse)).toEqual(Array(3).fill('forbidden'));
});

it('a buyer or an organisation among very many is found by an index', async () => {
  const scans = await rolledBack(explained.sql, async (t) => {
    await t`set local session_replication_role = replica`;
    await t`insert into public.orders (customer_name, customer_email, customer_phone, customer_address, company_name, company_pin, total_amount)
      select 'Many ' || md5(i::text), md5(i::text) || '@example.com', '+2547' || lpad(i::text, 8, '0'), 'Nairobi',
        case when i % 2 = 0 then 'Water' end, case when i % 2 = 0 then format('P%sX', lpad((i / 20)::text, 9, '0')) end, 1 + i
      from generate_series(1, 20000) i`;
    // As after a while, and as on a hosted project, whose disks have no arm to move.
    await t`select gin_clean_pending_list('public.orders_by_words')`;
    await t`set local random_page_cost = 1.1`;
    await t`analyze public.orders`;
    const [organisation, buyer] = await t<{ id: string }[]>`
      select id from public.orders where total_amount in (7777, 7778) order by total_amount`;
    await t`set local session_replication_role = origin`;
    await t`select set_config('request.jwt.claim.sub', ${admin.userId}, true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub: admin.userId, role: 'authenticated' })}, true)`;
    await explained.explain(t);
    return explained.scansOf(async () => {
      for (const order of [organisation, buyer]) await t`select public.customer_details(${order?.id ?? ''})`;
      await t`select public.find_customers('0700007777')`;
      await t`select public.search_dashboard('0700007777')`;
    });
  });
  const ofOrders = scans.filter(({ table }) => table === 'orders');
  expect(ofOrders.length).toBeGreaterThan(3);
  expect(ofOrders.filter(({ kind, rows }) => kind === 'Seq Scan' || rows > 500)).toEqual([]);
}, 60_000);
