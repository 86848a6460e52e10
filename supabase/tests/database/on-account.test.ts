import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type {
  BuyerTerms,
  CustomerDetails,
  CustomerPage,
} from '../../functions/_shared/contract/admin-customers.ts';
import type { Buyer, OrderDetails, OrderRow } from '../../functions/_shared/contract/admin-orders.ts';
import { addDays } from '../../functions/_shared/contract/calendar-days.ts';
import type { MessageFacts } from '../../functions/_shared/contract/messages.ts';
import type { Paper } from '../../functions/_shared/contract/papers.ts';
import type { StaffQuotation } from '../../functions/_shared/contract/quotations.ts';
import { maxHoldHours } from '../../functions/_shared/contract/order-limits.ts';
import { answerTo } from '../payment-scene.ts';
import {
  as,
  available,
  type Character,
  endHold,
  newPerson,
  newProduct,
  newSession,
  newSid,
  orderRequest,
  place,
  shop,
} from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { checkRulesAfterEach, openTestDatabase, testPerson } from '../test-database.ts';
import { bookScene, type OrderOf } from './book-scene.ts';
import { today } from './refund-scene.ts';

/*
 * Goods on account: who has terms, which orders get them, what may leave unpaid, and what is said of it. An order costs
 * KES 2,000 for two pieces, of five on the shelf.
 */
const sql = openTestDatabase();
checkRulesAfterEach(sql);
const { owner, changeTo, detailsOf, record, reduce, send, sendAll, stateOf, mailsOf, reverse } =
  bookScene(sql);
const clerk = testPerson(sql, 'Clerk', 'sales');
const porter = testPerson(sql, 'Porter', 'warehouse');

type Terms = { days: number; limit: number };
const thirtyDays: Terms = { days: 30, limit: 4000 };

const newPin = () => `P${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}X`;
const companyOf = (pin: string) => ({ name: 'Kisumu County', pin, purchaseOrder: 'LPO 7' });
const linesOf = async (quantity = 2) => {
  const product = await newProduct(sql, { stock: 5, price: 1000 });
  return { product, items: [{ productId: product.id, quantity, price: 1000 }] };
};
const { orderData } = orderRequest([]);

/** An order that staff make for the organisation with this PIN, or the account. */
async function sell(over: {
  pin?: string;
  accountId?: string;
  quantity?: number;
  termsDays?: number | null;
  who?: Character;
}) {
  const { product, items } = await linesOf(over.quantity);
  const company = over.pin ? companyOf(over.pin) : null;
  const customerPhone = `+25471${newPin().slice(1, 8)}`;
  const { accountId, termsDays, who = owner } = over;
  const buyer = { ...orderData, customerPhone, company, accountId, termsDays };
  const details = { ...buyer, totalAmount: undefined, holdHours: 24 };
  const request = { items, orderData: details };
  const order = await answerTo<OrderDetails['order']>(
    ...([sql, who, 'public.place_order_as_staff($1, $2::jsonb)'] as const),
    randomUUID(),
    request,
  );
  return { order, product };
}
const agree = ({ order }: OrderOf, { days, limit }: Partial<Terms> = {}, who: Character = owner) =>
  answerTo<CustomerDetails>(
    ...([sql, who, 'public.set_customer_terms($1, $2, $3)'] as const),
    order.id,
    days ?? null,
    limit ?? null,
  );
/** A PIN with these terms; null for an organisation that pays first. */
async function organisation(terms: Terms | null = thirtyDays) {
  const pin = newPin();
  if (terms) await agree(await sell({ pin }), terms);
  return pin;
}
/** A quotation by a seller of two pieces in 6 weeks; without days, the form has said nothing of them. */
async function quote({
  pin,
  termsDays,
  who = owner,
}: {
  pin: string | null;
  termsDays?: number | null;
  who?: Character;
}) {
  const { items } = await linesOf();
  const company = { name: 'Kisumu County', pin };
  const about = { name: 'Ada', phone: '+254712345678', county: '042', deliveryTime: '6 weeks', company };
  const request = { ...about, items, lines: items, termsDays };
  return answerTo<StaffQuotation>(sql, who, 'public.quote_as_staff($1, $2::jsonb)', randomUUID(), request);
}
async function accept({ id, version }: { id: string; version: number }, pin: string | null, over = {}) {
  const { totalAmount: _t, status: _s, ...contact } = orderData;
  const { orderId } = await answerTo<{ orderId: string }>(
    ...([sql, shop, 'public.accept_quotation_within_limits($1, null, $2, $3, $4, $5::jsonb, 60)'] as const),
    newSid(),
    newSid(),
    id,
    version,
    { ...contact, company: pin && companyOf(pin), ...over },
  );
  const { order } = await detailsOf({ order: { id: orderId } } as OrderOf);
  return { orderId, order };
}
const termsOf = async (orderId: string) => {
  const [row] = await sql<{ days: number | null }[]>`
    select terms_days as days from public.orders where id = ${orderId}`;
  return row?.days;
};
const daysHeld = async ({ order }: OrderOf) => {
  const [row] = await sql<{ days: number }[]>`
    select round(extract(epoch from min(expires_at) - now()) / 86400)::integer as days
    from private.stock_holds where order_id = ${order.id} and expires_at > now()`;
  return row?.days;
};
const isToSend = async ({ order }: OrderOf) =>
  (await sql`select 1 from private.orders_to_send where id = ${order.id}`).length === 1;
const isAsked = async ({ order }: OrderOf) => {
  const [row] = await sql<{ asked: boolean }[]>`
    select private.message_is_true(m) as asked from (select (jsonb_populate_record(
      null::private.messages, jsonb_build_object('kind', 'order_unpaid', 'order_id', ${order.id}::text, 'subject', '')
    )).*) m`;
  return row?.asked;
};
const papersOf = async ({ order }: OrderOf) =>
  (
    await sql<{ terms: Paper['content']['terms'] }[]>`
      select content -> 'terms' as terms from private.papers where order_id = ${order.id} order by id`
  ).map(({ terms }) => terms);
const inThirtyDays = addDays(today, 30);

describe('may leave unpaid', () => {
  it.each<[string, Terms | null, owes: number, need: string, refusal: string | null]>([
    ['not without terms', null, 0, 'payment', 'shipment_unpaid'],
    ['within the limit', thirtyDays, 0, 'nothing', null],
    ['up to the limit, with what is owed', thirtyDays, 1, 'nothing', null],
    ['for a reason beyond the limit', thirtyDays, 2, 'payment', 'shipment_reason_required'],
    [
      'for a reason alone where the limit is 0',
      { days: 30, limit: 0 },
      0,
      'payment',
      'shipment_reason_required',
    ],
  ])('%s', async (_, terms, owes, need, refusal) => {
    const pin = await organisation(terms);
    for (let left = 0; left < owes; left++) await sendAll(await sell({ pin }));
    const placed = await sell({ pin });
    const { shipping } = await detailsOf(placed);
    expect(shipping.need).toBe(need);
    expect(shipping.packingObstacle).toBe(terms ? null : 'shipment_unpaid');
    expect(await isToSend(placed)).toBe(terms !== null);
    if (refusal) expect(await refusalCode(sendAll(placed))).toBe(refusal);
    else await sendAll(placed);
    if (refusal === 'shipment_reason_required')
      await send(placed, placed.product.id, 2, 'The county signs today');
    expect(await stateOf(placed)).toEqual(
      terms ? ['completed', 'owed', 2000, 0] : ['pending', 'not_paid', 2000, 0],
    );
  });

  it('again once the debt is paid, and for what is owed by the organisation alone', async () => {
    const pin = await organisation({ days: 30, limit: 2000 });
    const first = await sell({ pin });
    await sendAll(first);
    const second = await sell({ pin });
    expect((await detailsOf(second)).shipping.need).toBe('payment');
    await record(first, 2000);
    expect((await detailsOf(second)).shipping.need).toBe('nothing');
    await sendAll(await sell({ pin: await organisation() }));
    expect((await detailsOf(second)).shipping.need).toBe('nothing');
  });

  it('beside another order of which a part left, which owes that part', async () => {
    const pin = await organisation({ days: 30, limit: 3000 });
    const first = await sell({ pin });
    await send(first, first.product.id);
    expect((await detailsOf(await sell({ pin }))).shipping.need).toBe('nothing');
  });

  it('not both of two that leave at the same moment, where the limit is that of one', async () => {
    const pin = await organisation({ days: 30, limit: 2000 });
    const [one, two] = [await sell({ pin }), await sell({ pin })];
    const { order, shipping } = await detailsOf(one);
    const lines = [{ itemId: order.items[0]?.id, quantity: 2, serials: [] }];
    let second: Promise<string> | undefined;
    await as(sql, owner, async (t) => {
      const [mine] = await t<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await t`select public.record_shipment(${randomUUID()}, ${order.id}, ${t.json(lines as never)},
        ${t.json(shipping.toShip)}, 'sent', 'G4S', ${randomUUID().slice(0, 20)})`;
      second = refusalCode(sendAll(two));
      await expect
        .poll(() => sql`select 1 from pg_stat_activity where ${mine?.pid ?? 0} = any(pg_blocking_pids(pid))`)
        .toHaveLength(1);
    });
    expect(await second).toBe('shipment_reason_required');
    expect(await stateOf(two)).toEqual(['pending', 'not_paid', 2000, 0]);
  });

  it('in parts: it stays to be sent, and what left counts once', async () => {
    const pin = await organisation({ days: 30, limit: 2000 });
    const placed = await sell({ pin });
    await send(placed, placed.product.id);
    expect(await stateOf(placed)).toEqual(['pending', 'owed', 1000, 0]);
    expect([await isToSend(placed), (await detailsOf(placed)).shipping.need]).toEqual([true, 'nothing']);
    await send(placed, placed.product.id);
    expect([await isToSend(placed), (await stateOf(placed))[0]]).toEqual([false, 'completed']);
  });

  it('in parts without a reason for any of them, and no rule of the shop is broken by that', async () => {
    const pin = await organisation();
    const placed = await sell({ pin });
    await send(placed, placed.product.id, 1);
    expect(await sql`select broken from private.invariants`).toEqual([]);
  });

  it('not without a reason once the terms are taken away; the agreed days stay', async () => {
    const pin = await organisation();
    const placed = await sell({ pin });
    expect((await agree(placed)).terms).toBeNull();
    expect([(await detailsOf(placed)).shipping.need, await termsOf(placed.order.id)]).toEqual([
      'payment',
      30,
    ]);
    expect(await refusalCode(sendAll(placed))).toBe('shipment_reason_required');
    expect(await termsOf((await sell({ pin })).order.id)).toBeNull();
  });
});

it('a seller is told the terms of whoever buys, and what is owed now of what left; nobody else is', async () => {
  const told = (account: string | null, pin: string | null, who: Character = clerk) =>
    answerTo<BuyerTerms | null>(sql, who, 'public.terms_of_buyer($1, $2)', account, pin);
  const pin = await organisation();
  expect(await told(null, pin)).toEqual({ days: 30, limit: 4000, owedCents: 0 });
  await sendAll(await sell({ pin }));
  await sell({ pin });
  expect(await told(null, pin)).toEqual({ days: 30, limit: 4000, owedCents: 200_000 });
  expect([await told(null, newPin()), await told(null, null)]).toEqual([null, null]);
  const { userId } = await newPerson(sql, 'Fitter', 'customer');
  const placed = await sell({ accountId: userId });
  await agree(placed, { days: 14, limit: 2000 });
  await sendAll(placed).catch(() => null);
  expect(await told(userId, null)).toMatchObject({ days: 14, limit: 2000 });
  expect(await refusalCode(told(null, pin, porter))).toBe('forbidden');
});

it('staff sell on account as the form says, and without it as the customer does', async () => {
  const pin = await organisation();
  const days = async (termsDays?: number | null, who: Character = owner) =>
    termsOf((await sell({ pin, termsDays, who })).order.id);
  expect([await days(), await days(60), await days(null)]).toEqual([30, 60, null]);
  expect([await days(undefined, clerk), await days(30, clerk), await days(null, clerk)]).toEqual([
    30,
    30,
    null,
  ]);
  expect(await refusalCode(days(31, clerk))).toBe('forbidden');
  expect(await refusalCode(days(181))).toBe('invalid_request');
});

describe('an order has the terms', () => {
  it('of the account that is signed in or chosen, whose debt is that of all its orders', async () => {
    const { userId } = await newPerson(sql, 'Contractor', 'customer');
    const first = await sell({ accountId: userId });
    expect((await agree(first, { days: 14, limit: 2000 })).terms).toMatchObject({ days: 14, limit: 2000 });
    const { items } = await linesOf();
    const mine = await place(sql, items, { sid: await newSession(sql, userId) });
    expect(await termsOf(mine.order.id)).toBe(14);
    expect(await daysHeld(mine)).toBe(30);
    await sendAll(mine);
    // Another organisation's PIN, typed by the account, is no way around its limit.
    const { items: more } = await linesOf();
    const details = { company: companyOf(newPin()) };
    const other = await place(sql, more, { sid: await newSession(sql, userId), details });
    expect([await termsOf(other.order.id), (await detailsOf(other)).shipping.need]).toEqual([14, 'payment']);
  });

  it('of its account alone: once these are taken away, the PIN that it typed gives no others', async () => {
    const county = await organisation({ days: 30, limit: 900_000 });
    const { userId } = await newPerson(sql, 'Contractor', 'customer');
    const first = await sell({ accountId: userId });
    await agree(first, { days: 14, limit: 2000 });
    const { items } = await linesOf();
    const details = { company: companyOf(county) };
    const mine = await place(sql, items, { sid: await newSession(sql, userId), details });
    expect((await detailsOf(mine)).shipping.need).toBe('nothing');
    await agree(first);
    const { shipping } = await detailsOf(mine);
    expect([shipping.need, shipping.hasTerms]).toEqual(['payment', false]);
  });

  it('never since somebody typed the PIN of an organisation at the checkout', async () => {
    const pin = await organisation();
    const { items } = await linesOf();
    const placed = await place(sql, items, { details: { company: companyOf(pin) } });
    expect([await termsOf(placed.order.id), await isToSend(placed)]).toEqual([null, false]);
    expect((await detailsOf(placed)).shipping.need).toBe('payment');
  });

  it.each<[string, { termsDays?: number | null; by?: string; typed?: string }, days: number | null]>([
    ['as its quotation says, which no other number changes', { termsDays: 60 }, 60],
    ['of the customer for whom a seller has quoted nothing else', {}, 30],
    ['not where the quotation says that it is paid first', { termsDays: null }, null],
    ['of the quotation, by whoever says their number only as they accept it', { by: '', termsDays: 60 }, 60],
    ['not when the PIN of another customer is typed while it is accepted', { typed: 'other' }, null],
  ])('%s', async (_, { termsDays, by, typed }, days) => {
    const pin = await organisation();
    const quoted = by ?? pin;
    const quotation = await quote({ termsDays, pin: quoted || null });
    expect(quotation.termsDays).toBe(termsDays === undefined ? 30 : termsDays);
    const accepting = typed ? await organisation() : quoted || newPin();
    const { orderId, order } = await accept(quotation, accepting);
    expect([await termsOf(orderId), order.delivery.promise]).toEqual([days, '6 weeks']);
    const { shipping } = await detailsOf({ order });
    expect(shipping.packingObstacle).toBe(days ? null : 'shipment_unpaid');
  });

  it('and tells the owner when its buyer made it, until it is cancelled; staff know what they make', async () => {
    const toOwner = async (orderId: string) => {
      const rows = await sql<{ is_true: boolean }[]>`
        select private.message_is_true(m) as is_true from private.messages m
        where m.order_id = ${orderId} and m.kind = 'owner_order_paid'`;
      return rows.map((row) => row.is_true);
    };
    const pin = await organisation();
    const { orderId } = await accept(await quote({ pin }), pin);
    expect(await toOwner(orderId)).toEqual([true]);
    await sql`select private.cancel_order(${orderId})`;
    expect(await toOwner(orderId)).toEqual([false]);
    expect(await toOwner((await sell({ pin, termsDays: 30 })).order.id)).toEqual([]);
  });

  it('within the limit of no organisation whose PIN its buyer typed as they accepted it', async () => {
    const pin = newPin();
    const { order } = await accept(await quote({ termsDays: 60, pin: null }), pin);
    await agree(await sell({ pin }), { days: 30, limit: 900_000 });
    expect((await detailsOf({ order })).shipping.hasTerms).toBe(false);
  });

  it('of a quotation, which only those may change who may give special prices, but to fewer days', async () => {
    const pin = await organisation();
    expect(await refusalCode(quote({ termsDays: 31, pin, who: clerk }))).toBe('forbidden');
    expect(await refusalCode(quote({ termsDays: 181, pin }))).toBe('invalid_request');
    const { id, lines } = await quote({ termsDays: 14, pin, who: clerk });
    const about = { lines, county: '042', paymentTerms: '', deliveryTime: '', note: '' };
    const change = (version: number, termsDays: unknown, who: Character = owner) =>
      answerTo<StaffQuotation>(
        ...([sql, who, 'public.change_quotation($1, $2, $3::jsonb)'] as const),
        id,
        version,
        { ...about, termsDays },
      );
    expect(await refusalCode(change(1, 31, clerk))).toBe('forbidden');
    expect(await refusalCode(change(1, 'soon'))).toBe('invalid_request');
    expect(await change(1, 45)).toMatchObject({ version: 2, termsDays: 45 });
    // What was agreed on stays.
    expect(await change(2, 45, clerk)).toMatchObject({ version: 2, termsDays: 45 });
  });

  /** A quotation that a visitor asks for. */
  const ask = async (over: object, sid: string | null = null) =>
    answerTo<{ id: string; version: number }>(
      ...([sql, shop, 'public.ask_for_quotation_within_limits($1, $2, $3, $4::jsonb)'] as const),
      newSid(),
      sid,
      randomUUID(),
      { name: 'Ada', phone: '+254712345678', county: '042', items: (await linesOf()).items, ...over },
    );
  /** A seller saves it, with the days only where they were typed. */
  const correct = async (id: string, over: { note?: string; termsDays?: number | null }, who = clerk) => {
    const { version, lines } = await answerTo<StaffQuotation>(
      ...([sql, who, 'public.quotation_as_staff($1)'] as const),
      id,
    );
    const about = { lines, county: '042', paymentTerms: '', deliveryTime: '', note: 'Thank you' };
    return answerTo<StaffQuotation>(
      ...([sql, who, 'public.change_quotation($1, $2, $3::jsonb)'] as const),
      id,
      version,
      { ...about, ...over },
    );
  };

  it('never of an account that accepts what nobody of the shop has seen with days of its own', async () => {
    const asked = await ask({ termsDays: 30, deliveryTime: '' });
    const { orderId } = await accept(asked, null, { termsDays: 30 });
    expect(await termsOf(orderId)).toBeNull();
  });

  it('never since a visitor typed the PIN of an organisation for a quotation, and a seller corrects its note', async () => {
    const pin = await organisation();
    const asked = await ask({ company: { name: 'Kisumu County', pin } });
    const corrected = await correct(asked.id, {});
    expect(corrected).toMatchObject({ version: 2, termsDays: null, acceptedTermsDays: null });
    expect(await refusalCode(correct(asked.id, { termsDays: 30 }))).toBe('forbidden');
    const { orderId, order } = await accept(corrected, pin, { termsDays: 30 });
    const { shipping } = await detailsOf({ order });
    expect([await termsOf(orderId), shipping.need, shipping.packingObstacle]).toEqual([
      null,
      'payment',
      'shipment_unpaid',
    ]);
    // Until staff put the order on account: they stand behind its PIN then.
    const { version, lines, ...changing } = (await detailsOf({ order })).changing;
    const items = lines.map(({ productId, quantity, price }) => ({ productId, quantity, price }));
    const change = { items, orderData: { ...changing, termsDays: 30 } };
    const put = (who: Character) =>
      answerTo(
        ...([sql, who, 'public.change_order($1, $2, $3, $4, false, false)'] as const),
        ...([randomUUID(), orderId, version, change] as const),
      );
    expect(await refusalCode(put(clerk))).toBe('forbidden');
    await put(owner);
    expect([await termsOf(orderId), (await detailsOf({ order })).shipping.need]).toEqual([30, 'nothing']);
  });

  it('of a visitor’s quotation, as whoever may give special prices has said on it', async () => {
    const pin = await organisation();
    const asked = await ask({ company: { name: 'Kisumu County', pin } });
    expect(await correct(asked.id, { termsDays: 30 }, owner)).toMatchObject({ termsDays: 30 });
    const saved = await correct(asked.id, { note: 'By phone' });
    expect(saved).toMatchObject({ termsDays: 30 });
    const { orderId, order } = await accept(saved, pin);
    expect([await termsOf(orderId), (await detailsOf({ order })).shipping.need]).toEqual([30, 'nothing']);
  });

  it('of the account that asked for a quotation, within the limit of no PIN that it typed', async () => {
    const pin = await organisation({ days: 30, limit: 900_000 });
    const { userId } = await newPerson(sql, 'Contractor', 'customer');
    await agree(await sell({ accountId: userId }), { days: 14, limit: 2000 });
    const asked = await ask({ company: { name: 'Kisumu County', pin } }, await newSession(sql, userId));
    const corrected = await correct(asked.id, {});
    expect(corrected).toMatchObject({ termsDays: 14, acceptedTermsDays: 14 });
    // Signed out.
    const { order } = await accept(corrected, pin);
    expect([await termsOf(order.id), (await detailsOf({ order })).shipping.need]).toEqual([14, 'payment']);
  });

  const edit = async (placed: Awaited<ReturnType<typeof sell>>, over: object, who: Character) => {
    const { version, lines: _, ...changing } = (await detailsOf(placed)).changing;
    const items = [{ productId: placed.product.id, quantity: 2, price: 1000 }];
    const request = [randomUUID(), placed.order.id, version, { items, orderData: { ...changing, ...over } }];
    await answerTo(sql, who, 'public.change_order($1, $2, $3, $4, false, false)', ...request);
  };

  it('as staff agree for this order, and not any more once they take them away', async () => {
    const pin = newPin();
    const placed = await sell({ pin });
    const change = (termsDays: number | null, who: Character = owner) => edit(placed, { termsDays }, who);
    expect(await refusalCode(change(45, clerk))).toBe('forbidden');
    await change(45);
    const { order, changing, timeline } = await detailsOf(placed);
    expect([changing.termsDays, order.payment.termsDays]).toEqual([45, 45]);
    expect(timeline.find(({ kind }) => kind === 'changed')).toMatchObject({
      contact: [{ field: 'terms_days', from: null, to: '45' }],
    });
    expect([await isToSend(placed), await daysHeld(placed)]).toEqual([true, 30]);
    // Nobody has agreed how much the organisation may owe.
    expect(await refusalCode(sendAll(placed))).toBe('shipment_reason_required');
    await change(45, clerk);
    await change(null);
    expect([await isToSend(placed), await termsOf(placed.order.id)]).toEqual([false, null]);
  });

  it.each<[string, Terms | null, who: Character, refusal: string]>([
    ['not to somebody who has none', null, clerk, 'forbidden'],
    ['not to somebody who pays earlier', { days: 14, limit: 4000 }, clerk, 'forbidden'],
    ['to somebody who has the same', thirtyDays, clerk, 'done'],
    ['to anybody, by whoever may give special prices', null, owner, 'done'],
  ])('with which staff give it to another buyer: %s', async (_, terms, who, refusal) => {
    const placed = await sell({ pin: await organisation(), who: clerk });
    const company = { ...companyOf(await organisation(terms)), name: 'Siaya County' };
    const moved = edit(placed, { customerPhone: '+254711000111', company }, who);
    expect(await refusalCode(moved)).toBe(refusal);
    const has = (await detailsOf(placed)).changing.company?.name;
    expect(has).toBe(refusal === 'done' ? company.name : 'Kisumu County');
  });

  it('which stay while a seller corrects the phone number of an organisation', async () => {
    const placed = await sell({ pin: await organisation(), who: clerk });
    await edit(placed, { customerPhone: '+254711000112' }, clerk);
    expect(await termsOf(placed.order.id)).toBe(30);
    // A person is a phone number.
    const agreed = await sell({ termsDays: 30 });
    expect(await refusalCode(edit(agreed, { customerPhone: '+254711000113' }, clerk))).toBe('forbidden');
  });
});

it('its pieces are kept until it is sent, 30 days at most, and no other order of the buyer takes them', async () => {
  const { userId } = await newPerson(sql, 'Builder', 'customer');
  await agree(await sell({ accountId: userId }), { days: 30, limit: 5000 });
  const { product, items } = await linesOf(5);
  const sid = await newSession(sql, userId);
  const mine = await place(sql, items, { sid });
  expect([await daysHeld(mine), await available(sql, product.id)]).toEqual([30, 0]);
  const [given] =
    await sql`select private.may_give_up_pieces(o) as may from public.orders o where id = ${mine.order.id}`;
  expect(given).toEqual({ may: false });
  await sql`update public.orders set created_at = now() - interval '6 days' where id = ${mine.order.id}`;
  await sql`update public.products set price = 1100 where id = ${product.id}`;
  const [price] =
    await sql`select private.is_outdated(o) as "isOutdated" from public.orders o where id = ${mine.order.id}`;
  expect(price).toEqual({ isOutdated: false });
});

it('pieces of what a buyer orders on account are kept for long within the limit, beyond it as of any unpaid order', async () => {
  const { userId } = await newPerson(sql, 'Builder', 'customer');
  await agree(await sell({ accountId: userId }), thirtyDays);
  const sid = await newSession(sql, userId);
  const order = async () => place(sql, (await linesOf()).items, { sid });
  const [first, second, third] = [await order(), await order(), await order()];
  // Three orders of one buyer hold pieces: these two, and that of the seller.
  expect(await Promise.all([first, second, third].map(daysHeld))).toEqual([30, 30, null]);
  // What has left is owed, and what is paid for is not.
  await sendAll(first);
  const fourth = await order();
  expect(await daysHeld(fourth)).toBe(0);
  await endHold(sql, fourth);
  await record(first, 2000);
  expect(await daysHeld(await order())).toBe(30);
  // A little of the price that came is no way around it: its pieces are kept as of any order that is partly paid.
  const beyond = await place(sql, (await linesOf(5)).items, { sid });
  expect(await daysHeld(beyond)).not.toBe(30);
  await record(beyond, 100);
  expect(await daysHeld(beyond)).toBe(7);
  // Staff decide for themselves.
  expect(await daysHeld(await sell({ accountId: userId }))).toBe(30);
});

it('pieces from the maker are kept for long within the limit, beyond it until a buyer has had time to pay', async () => {
  const { userId } = await newPerson(sql, 'Builder', 'customer');
  await agree(await sell({ accountId: userId }), { days: 30, limit: 2000 });
  const sid = await newSession(sql, userId);
  const toOrder = sql.json({ low: 6, high: 8, deposit: 30, isPublic: true });
  const order = async () => {
    const product = await newProduct(sql, { price: 1000, stock: 0 });
    await sql`update public.products set to_order = ${toOrder} where id = ${product.id}`;
    const items = [{ productId: product.id, quantity: 2, price: 1000 }];
    return { ...(await place(sql, items, { sid, details: { dueNow: 600 } })), product };
  };
  const [first, second] = [await order(), await order()];
  for (const { product } of [first, second])
    await answerTo(sql, owner, `public.book_stock($1, 'received', null, null, $2::jsonb)`, randomUUID(), [
      { productId: product.id, quantity: 2 },
    ]);
  // The first is what the limit allows.
  expect([await daysHeld(first), await daysHeld(second)]).toEqual([365, maxHoldHours / 24]);
});

it('pieces are kept within the limit for orders that come at the same moment, too', async () => {
  const { userId } = await newPerson(sql, 'Builder', 'customer');
  await agree(await sell({ accountId: userId }), { days: 30, limit: 2000 });
  const sids = [await newSession(sql, userId), await newSession(sql, userId)] as const;
  const [one, two] = [(await linesOf()).items, (await linesOf()).items] as const;
  let second: ReturnType<typeof place> | undefined;
  const first = await sql.begin(async (t) => {
    const [mine] = await t<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const request = t.json(orderRequest(one) as never);
    const [row] = await t<{ placed: OrderOf }[]>`
      select public.place_order(${sids[0]}, 'hash', ${request}, 60, ${randomUUID()}) as placed`;
    second = place(sql, two, { sid: sids[1] });
    second.catch(() => null);
    await expect
      .poll(() => sql`select 1 from pg_stat_activity where ${mine?.pid ?? 0} = any(pg_blocking_pids(pid))`)
      .toHaveLength(1);
    return row?.placed as OrderOf;
  });
  const held = [await daysHeld(first), await daysHeld((await second) as OrderOf)];
  expect(held).toEqual([30, 0]);
});

describe('what is added to an order on account is paid as the rest of it, and leaves with it', () => {
  const add = async (placed: Awaited<ReturnType<typeof sell>>) => {
    const service = await newProduct(sql, { price: 500, stock: 5 });
    await sql`update public.products set is_service = true where id = ${service.id}`;
    await changeTo(placed, [
      { productId: placed.product.id, quantity: 2, price: 1000 },
      { productId: service.id, quantity: 1, price: 500 },
    ]);
    const { order, shipping } = await detailsOf(placed);
    const ready = [shipping.need, shipping.packingObstacle, shipping.unpaid];
    expect([ready, order.payment.termsDays]).toEqual([['nothing', null, {}], 30]);
    expect(await isToSend(placed)).toBe(true);
    expect(
      await sql`select 1 from private.messages where order_id = ${placed.order.id} and kind = 'order_unpaid'`,
    ).toEqual([]);
    return service;
  };

  const listed = async ({ order }: OrderOf) => {
    const filter = { text: `#IC-${order.id.slice(-8)}` };
    const page = 'public.list_order_page($1::jsonb)';
    return (await answerTo<{ rows: OrderRow[] }>(sql, owner, page, filter)).rows[0];
  };

  const done = async (placed: OrderOf, productId: string) => {
    const { order, shipping } = await detailsOf(placed);
    const itemId = order.items.find((item) => item.productId === productId)?.id;
    const lines = [{ itemId, quantity: 1, serials: [] }];
    const entry = [randomUUID(), order.id, lines, shipping.toShip];
    await answerTo(sql, owner, `public.record_shipment($1, $2, $3, $4, 'delivered')`, ...entry);
  };

  it.each([['before anything is paid', false] as const, ['once what was ordered is paid', true] as const])(
    '%s',
    async (_, isPaid) => {
      const placed = await sell({ pin: await organisation() });
      if (isPaid) await record(placed, 2000);
      const service = await add(placed);
      await sql`update public.orders set delivery_by = '2026-01-05' where id = ${placed.order.id}`;
      expect(await listed(placed)).toMatchObject({
        toSend: true,
        isWorkLeft: false,
        lateSince: '2026-01-05',
      });
      await send(placed, placed.product.id, 2);
      // Nothing is to be sent, and of the work no day was promised.
      expect(await listed(placed)).toMatchObject({ toSend: true, isWorkLeft: true, lateSince: null });
      await done(placed, service.id);
      expect(await listed(placed)).toMatchObject({ toSend: false, isWorkLeft: false });
      expect((await stateOf(placed)).slice(0, 3)).toEqual(['completed', 'owed', isPaid ? 500 : 2500]);
      await record(placed, isPaid ? 500 : 2500);
      expect((await stateOf(placed)).slice(0, 3)).toEqual(['completed', 'completed', 0]);
    },
  );

  it('once what was ordered is paid and on its way', async () => {
    const placed = await sell({ pin: await organisation() });
    await record(placed, 2000);
    await send(placed, placed.product.id, 1);
    const service = await add(placed);
    await send(placed, placed.product.id, 1);
    await done(placed, service.id);
    expect((await stateOf(placed)).slice(0, 3)).toEqual(['completed', 'owed', 500]);
  });
});

/** What is said: at each state of an order, by its terms. */
describe('is said', () => {
  type Said = { word: string; owedBy: string | null; isAsked: boolean; papers: Paper['content']['terms'][] };
  const saidOf = async (placed: OrderOf): Promise<Said> => {
    const { order } = await detailsOf(placed);
    return {
      word: order.word,
      owedBy: order.payment.owedBy,
      isAsked: (await isAsked(placed)) ?? false,
      papers: await papersOf(placed),
    };
  };
  const terms = { days: 30, dueDay: inThirtyDays };

  it('on account: nobody is asked before it is sent, then by a day, then nothing', async () => {
    const placed = await sell({ pin: await organisation() });
    expect(await saidOf(placed)).toEqual({ word: 'not_paid', owedBy: null, isAsked: false, papers: [] });
    expect([await mailsOf(placed, 'order_link'), await mailsOf(placed, 'order_unpaid')]).toEqual([1, 0]);
    await sendAll(placed);
    const owed = { word: 'owed', owedBy: inThirtyDays, isAsked: true, papers: [terms] };
    expect(await saidOf(placed)).toEqual(owed);
    await record(placed, 500);
    expect(await saidOf(placed)).toEqual(owed);
    const rest = await record(placed, 1500, { method: 'cheque' });
    const paid = { word: 'completed', owedBy: null, isAsked: false, papers: [terms] };
    expect(await saidOf(placed)).toEqual(paid);
    await reverse(rest, 'bounced');
    expect(await saidOf(placed)).toEqual(owed);
  });

  it('by each of two invoices what is due of it: what comes pays the earlier one first', async () => {
    const placed = await sell({ pin: await organisation() });
    for (const pieces of [1, 1]) {
      await send(placed, placed.product.id, pieces);
      await answerTo(sql, owner, 'public.issue_invoice($1)', placed.order.id);
    }
    const printed = async () =>
      (
        await sql<{ content: Paper['content'] }[]>`
          select private.content_now(p) as content from private.papers p
          where p.order_id = ${placed.order.id} order by p.id`
      ).map(({ content: { payments, due, terms: said } }) => [
        payments.reduce((sum, { cents }) => sum + cents, 0),
        due?.cents ?? null,
        said?.dueDay ?? null,
      ]);
    const unpaid = [0, 100_000, inThirtyDays];
    expect(await printed()).toEqual([unpaid, unpaid]);
    await record(placed, 1500);
    expect(await printed()).toEqual([
      [100_000, null, null],
      [50_000, 50_000, inThirtyDays],
    ]);
    await record(placed, 500);
    expect(await printed()).toEqual([
      [100_000, null, null],
      [100_000, null, null],
    ]);
  });

  it('what is credited, with what is owed then; nothing of what is written off', async () => {
    const placed = await sell({ pin: await organisation() });
    await sendAll(placed);
    const told = async () =>
      (
        await sql<{ facts: MessageFacts }[]>`
          select private.message_facts(m) as facts from private.messages m
          where order_id = ${placed.order.id} and kind = 'order_changed' and channel = 'email' order by m.id`
      ).map(({ facts: { creditedCents, creditNote, order } }) => [
        creditedCents,
        order?.payment.dueAmount,
        creditNote,
      ]);
    await reduce(placed, 'written_off', 10_000);
    expect(await told()).toEqual([]);
    const id = randomUUID();
    for (const _ of [1, 2]) await reduce(placed, 'price_cut', 30_000, { id });
    expect(await told()).toEqual([[30_000, 1600, expect.stringMatching(/^CN-\d{4}-\d{5,}$/)]]);
  });

  it.each(['price_cut', 'written_off'])(
    'what is owed after all: a %s that is taken back asks for it, though nothing was ever paid',
    async (cause) => {
      const placed = await sell({ pin: await organisation() });
      await sendAll(placed);
      for (const cents of [30_000, -30_000]) await reduce(placed, cause, cents);
      expect(await saidOf(placed)).toMatchObject({ word: 'owed', owedBy: inThirtyDays });
      expect(await mailsOf(placed, 'order_unpaid')).toBe(1);
    },
  );

  it('a part that is paid before it is sent is thanked for', async () => {
    const placed = await sell({ pin: await organisation() });
    await record(placed, 500);
    expect(await saidOf(placed)).toMatchObject({ word: 'part_paid', owedBy: null, isAsked: true });
    expect(await isToSend(placed)).toBe(true);
  });

  it('paid before it is sent, its invoice has no terms', async () => {
    const placed = await sell({ pin: await organisation() });
    await record(placed, 2000);
    expect(await saidOf(placed)).toEqual({ word: 'paid', owedBy: null, isAsked: false, papers: [null] });
  });

  it('sent unpaid for a reason, without terms: owed from that day on', async () => {
    await sql`update private.settings set ships_unpaid = true where true`;
    const placed = await sell({ pin: newPin() });
    expect(await saidOf(placed)).toMatchObject({ word: 'not_paid', owedBy: null, isAsked: true });
    await send(placed, placed.product.id, 2, 'The county signs today');
    expect(await saidOf(placed)).toEqual({ word: 'owed', owedBy: today, isAsked: true, papers: [null] });
    await sql`update private.settings set ships_unpaid = false where true`;
  });
});

describe('terms', () => {
  it('are agreed by whoever may give special prices, for a customer that is known', async () => {
    const placed = await sell({ pin: newPin() });
    expect(await refusalCode(agree(placed, thirtyDays, clerk))).toBe('forbidden');
    const { terms } = await agree(placed, thirtyDays);
    expect(terms).toEqual(thirtyDays);
    await agree(placed, { days: 60, limit: 0 });
    expect((await agree(placed, { days: 60, limit: 0 })).terms).toMatchObject({ days: 60, limit: 0 });
    const entries = await sql<{ before: object; after: object }[]>`
      select before, after from public.history h join private.customer_terms t on t.id = h.row_id
      where table_name = 'customer_terms' and company_pin = ${placed.order.company?.pin ?? ''} and before ? 'days'`;
    expect(entries).toMatchObject([{ before: { days: 30 }, after: { days: 60 } }]);
  });

  it.each([
    [0, 1000],
    [181, 1000],
    [30, -1],
    [30, null],
  ])('%s days and a limit of %s are refused', async (days, limit) => {
    const placed = await sell({ pin: newPin() });
    expect(await refusalCode(agree(placed, { days, limit: limit ?? undefined }))).toBe('invalid_request');
  });

  /** An organisation that has terms and nothing else. */
  const sign = (pin: string, name: string, { days, limit }: Terms = thirtyDays, who: Character = owner) =>
    answerTo(sql, who, 'public.set_customer_terms(null, $1, $2, $3, $4)', days, limit, pin, name);
  const listed = async (search: string) =>
    (await answerTo<CustomerPage>(sql, owner, 'public.find_customers($1)', search)).rows;
  const page = (id = '') => answerTo<CustomerDetails | null>(sql, owner, 'public.customer_details($1)', id);

  it('of an organisation that has not ordered are found by name and PIN, and its first papers have them', async () => {
    const pin = newPin();
    const name = `Turkana ${pin.slice(1, 10)} County`;
    expect(await refusalCode(sign(pin, name, thirtyDays, clerk))).toBe('forbidden');
    for (const wrong of ['P1', '', 'p051234567x'])
      expect(await refusalCode(sign(wrong, name))).toBe('invalid_request');
    expect(await refusalCode(sign(pin, ' '))).toBe('invalid_request');
    await sign(pin, name);
    const [row, ...others] = await listed(name.toLowerCase());
    expect(row).toMatchObject({ company: { name, pin }, orders: 0, orderedAt: null, phone: null });
    expect([others, await listed(pin)]).toEqual([[], [row]]);
    expect(await answerTo<Buyer[]>(sql, clerk, 'public.find_buyers($1)', name)).toEqual([
      { accountId: null, name: '', email: null, phone: null, address: null, company: { name, pin } },
    ]);
    expect(await page(row?.id)).toMatchObject({
      company: { name, pin },
      terms: thirtyDays,
      canHaveTerms: true,
      hasAccount: false,
      contacts: [],
      orders: [],
      money: { orders: 0, dueCents: 0, withheldCents: 0 },
    });
    const quotation = await quote({ pin, who: clerk });
    expect(quotation.termsDays).toBe(30);
    const placed = await sell({ pin, who: clerk });
    expect([await termsOf(placed.order.id), (await detailsOf(placed)).shipping.need]).toEqual([
      30,
      'nothing',
    ]);
    expect(await listed(pin)).toMatchObject([
      { id: placed.order.id, company: { name: 'Kisumu County', pin } },
    ]);
    expect(await answerTo<Buyer[]>(sql, clerk, 'public.find_buyers($1)', name)).toEqual([]);
    expect((await page(row?.id))?.orders.map(({ id }) => id)).toEqual([placed.order.id]);
  });

  it('of an organisation that has not ordered are changed and taken away on its page; its name stays', async () => {
    const pin = newPin();
    await sign(pin, 'Lamu County');
    const [row] = await listed(pin);
    const change = (days: number | null) =>
      answerTo<CustomerDetails | null>(
        ...([sql, owner, 'public.set_customer_terms($1, $2, 7000)'] as const),
        row?.id,
        days,
      );
    expect(await change(60)).toMatchObject({
      company: { name: 'Lamu County' },
      terms: { days: 60, limit: 7000 },
    });
    expect([await change(null), await listed(pin), await page(row?.id)]).toEqual([null, [], null]);
    expect(await refusalCode(change(60))).toBe('not_found');
  });

  /** An order of this phone: of a new account, of one that is known, or a guest's. */
  const typing = async (customerPhone: string, account: 'guest' | { userId: string }) => {
    const { items } = await linesOf();
    const sid = account === 'guest' ? newSid() : await newSession(sql, account.userId);
    return { ...(await place(sql, items, { sid, details: { customerPhone } })), account };
  };
  const newPhone = () => `+25472${newPin().slice(1, 8)}`;

  it('are of no account that typed the contact of a guest', async () => {
    const phone = newPhone();
    const guest = await typing(phone, 'guest');
    const stranger = await newPerson(sql, 'Stranger', 'customer');
    const theirs = await typing(phone, stranger);
    expect(await page(guest.order.id)).toMatchObject({ canHaveTerms: false, terms: null });
    expect(await refusalCode(agree(guest, thirtyDays))).toBe('invalid_request');
    // On the page of the order of that account it is named, and so it is the admin's decision.
    await sql`update public.users set email_confirmed_at = now() where id = ${stranger.userId}`;
    const [user] = await sql<
      { email: string }[]
    >`select email from public.users where id = ${stranger.userId}`;
    expect(await page(theirs.order.id)).toMatchObject({ canHaveTerms: true, accountEmail: user?.email });
    expect((await agree(theirs, thirtyDays)).terms).toEqual(thirtyDays);
    expect((await page(guest.order.id))?.terms).toBeNull();
  });

  it('are of nobody where two accounts have the same contact, and are taken away from that of the order', async () => {
    const phone = newPhone();
    const honest = await typing(phone, await newPerson(sql, 'Contractor', 'customer'));
    await agree(honest, thirtyDays);
    const stranger = await typing(phone, await newPerson(sql, 'Stranger', 'customer'));
    const [row] = await listed(phone);
    expect(row?.id).toBe(stranger.order.id);
    for (const placed of [honest, stranger])
      expect(await refusalCode(agree(placed, { days: 60, limit: 9000 }))).toBe('accounts_differ');
    expect([await page(honest.order.id), await page(stranger.order.id)]).toMatchObject([
      { terms: thirtyDays, accountEmail: null },
      { terms: null },
    ]);
    await agree(stranger);
    expect((await page(honest.order.id))?.terms).toEqual(thirtyDays);
    expect((await agree(honest)).terms).toBeNull();
  });

  it('need a PIN or an account', async () => {
    const placed = await sell({});
    expect(await refusalCode(agree(placed, thirtyDays))).toBe('invalid_request');
    const [seen] = await as(
      sql,
      owner,
      (t) => t`select public.customer_details(${placed.order.id}) -> 'canHaveTerms' as may`,
    );
    expect(seen?.may).toBe(false);
  });
});
