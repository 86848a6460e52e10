import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PageOfRows } from '../../functions/_shared/contract/admin.ts';
import type { DashboardFindings } from '../../functions/_shared/contract/admin-customers.ts';
import type { OrderDetails } from '../../functions/_shared/contract/admin-orders.ts';
import type { Paper } from '../../functions/_shared/contract/papers.ts';
import { quotedDeposit } from '../../functions/_shared/contract/quotation-text.ts';
import type { StaffQuotation } from '../../functions/_shared/contract/quotations.ts';
import { maxHoldHours } from '../../functions/_shared/contract/order-limits.ts';
import type { RefusalReply, StoredQuotation } from '../../functions/_shared/supabase/sql-replies.ts';
import { answerTo } from '../payment-scene.ts';
import {
  available,
  type CartLine,
  type Character,
  newPerson,
  newProduct,
  newSession,
  newSid,
  orderRequest,
  type Placed,
  shop,
} from '../shop-cast.ts';
import { refusedForLines, refusedLines, refusedPrices } from '../refused-lines.ts';
import { refusalCode, refusalOf } from '../sql-refusals.ts';
import { checkRulesAfterEach, openTestDatabase, testPerson } from '../test-database.ts';
import { today } from './refund-scene.ts';

const sql = openTestDatabase();
checkRulesAfterEach(sql);
const seller = testPerson(sql, 'Seller', 'admin');
const clerk = testPerson(sql, 'Clerk', 'sales');
const warehouse = testPerson(sql, 'Porter', 'warehouse');
const buyer = testPerson(sql, 'Buyer');

type Line = Omit<CartLine, 'price'>;
type Accepted = { orderId: string; linkVersion: number; sid: string };

const asked = {
  name: 'Ada Lovelace',
  phone: '+254712345678',
  company: { name: 'Kisumu County', pin: null },
  county: '042',
};
const ask = (items: unknown, { over = {}, id = randomUUID(), sid = '' } = {}) =>
  answerTo<StoredQuotation | RefusalReply>(
    ...([sql, shop, 'public.ask_for_quotation_within_limits($1, $2, $3, $4::jsonb)'] as const),
    newSid(),
    sid,
    id,
    { ...asked, ...over, items },
  );
const quote = async (items: Line[], said: Parameters<typeof ask>[1] = {}) => {
  const quotation = await ask(items, said);
  if ('refusal' in quotation) throw new Error(quotation.refusal);
  return quotation;
};
const { totalAmount: _, status: __, ...contact } = orderRequest([]).orderData;
const accept = ({ id, version }: Pick<StoredQuotation, 'id' | 'version'>, sid = '') =>
  answerTo<Accepted | RefusalReply>(
    ...([sql, shop, 'public.accept_quotation_within_limits($1, $2, $3, $4, $5, $6::jsonb, 60)'] as const),
    newSid(),
    sid,
    newSid(),
    id,
    version,
    contact,
  );
const acceptAtDesk = (
  { id, version }: Pick<StoredQuotation, 'id' | 'version'>,
  over: object = {},
  who: Character = seller,
) =>
  answerTo<StaffQuotation>(
    ...([sql, who, 'public.accept_quotation_as_staff($1, $2, $3::jsonb)'] as const),
    id,
    version,
    { ...contact, ...over },
  );
const accepted = async (quotation: StoredQuotation | StaffQuotation) => {
  const order = await accept(quotation);
  if ('refusal' in order) throw new Error(`${order.refusal} ${order.details}`);
  return order;
};
const byLink = ({ id }: { id: string }) =>
  answerTo<StoredQuotation>(sql, shop, 'public.quotation_by_link($1)', id);
const change = (
  quotation: StoredQuotation | StaffQuotation,
  over: Record<string, unknown> = {},
  who: Character = seller,
) => {
  const { id, version, lines, delivery, note, paymentTerms, termsDays, deliveryTime, validUntil } = quotation;
  const present = {
    lines,
    county: delivery.county,
    deliveryPrice: delivery.price,
    note,
    paymentTerms,
    termsDays,
    deliveryTime,
    lastDay: new Date(Date.parse(validUntil) - 60_000).toISOString().slice(0, 10),
    isWithdrawn: false,
  };
  return answerTo<StaffQuotation>(
    ...([sql, who, 'public.change_quotation($1, $2, $3::jsonb)'] as const),
    id,
    version,
    { ...present, ...over },
  );
};
const piecesOf = async (stock = 10, quantity = 2, price = 1000) => {
  const product = await newProduct(sql, { stock, price });
  return { product, lines: [{ productId: product.id, quantity }] };
};
const orderOf = async ({ orderId }: { orderId: string }) => {
  const [row] = await sql<
    {
      total: number;
      delivery: number | null;
      county: string;
      placedBy: string | null;
      userId: string | null;
    }[]
  >`select total_amount as total, delivery_price as delivery, county, placed_by as "placedBy", user_id as "userId"
    from public.orders where id = ${orderId}`;
  const items = await sql<{ price: number; list: number | null; reason: string | null }[]>`
    select price, list_price as list, price_reason as reason from public.order_items where order_id = ${orderId} order by price`;
  return { ...row, items: items.map((item) => ({ ...item })) };
};

it('accepted while its account is erased, neither of both is broken off', async () => {
  const { userId } = await newPerson(sql, 'Leaving', 'customer');
  const sid = await newSession(sql, userId);
  const { lines } = await piecesOf();
  const { id, version } = await quote(lines, { sid });
  let erased: Promise<unknown> | undefined;
  const order = await sql.begin(async (t) => {
    // As accepting begins.
    await t`select 1 from private.quotations where id = ${id} for update`;
    const [mine] = await t<{ pid: number }[]>`select pg_backend_pid() as pid`;
    erased = answerTo(sql, shop, 'public.erase_account($1)', userId);
    erased.catch(() => null);
    await expect
      .poll(
        async () =>
          (await sql`select 1 from pg_stat_activity where ${mine?.pid ?? 0} = any(pg_blocking_pids(pid))`)
            .length,
        { timeout: 5000 },
      )
      .toBeGreaterThan(0);
    const [row] = await t<{ order: Accepted }[]>`
      select public.accept_quotation_within_limits(${newSid()}, ${sid}, ${newSid()}, ${id}, ${version}, ${t.json(contact as never)}, 60) as order`;
    return row?.order;
  });
  await erased;
  const [left] = await sql<{ status: string; name: string }[]>`
    select status, customer_name as name from public.orders where id = ${order?.orderId ?? ''}`;
  expect({ ...left }).toEqual({ status: 'cancelled', name: 'Erased' });
});

it('made by a seller has the prices that were agreed on, is held as for a transfer once accepted, and tells no owner', async () => {
  const { product, lines } = await piecesOf(10, 2, 1000);
  const id = randomUUID();
  const request = (price: number, reason: string | null, seen = 1000) => ({
    accountId: null,
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    phone: null,
    company: null,
    address: 'Milimani, Kisumu',
    county: '042',
    deliveryPrice: 300,
    items: [{ productId: product.id, quantity: 2, price: seen }],
    lines: [{ productId: product.id, quantity: 2, price, reason }],
  });
  const make = (who: Character, sent: object) =>
    answerTo<StaffQuotation>(sql, who, 'public.quote_as_staff($1, $2::jsonb)', id, sent);
  await expect(make(warehouse, request(1000, null))).rejects.toMatchObject({ code: 'PT403' });
  await expect(make(clerk, request(900, 'Many'))).rejects.toMatchObject({ code: 'PT403' });
  expect(await refusalCode(make(seller, request(900, null)))).toBe('invalid_request');
  expect(await refusalCode(make(seller, request(900, 'Many', 999)))).toBe('price_changed');
  const made = await make(seller, request(900, 'Many'));
  expect(await make(seller, request(900, 'Many'))).toEqual(made);
  expect(await refusalCode(make(seller, request(901, 'Many')))).toBe('key_reused');
  expect(made).toMatchObject({
    version: 1,
    state: 'open',
    totalAmount: 2100,
    acceptedHoldDays: maxHoldHours / 24,
    customerEmail: 'ada@example.com',
    customerAddress: 'Milimani, Kisumu',
    lines: [{ price: 900, reason: 'Many', todaysPrice: 1000, quantity: 2 }],
  });
  const messages = await sql`select kind from private.messages where subject like ${`${id}%`}`;
  expect(messages.map(({ kind }) => kind)).toEqual(['quotation']);
  expect(await orderOf(await accepted(made))).toMatchObject({
    total: 2100,
    placedBy: seller.userId,
    items: [{ price: 900, reason: 'Many' }],
  });
  expect(lines).toHaveLength(1);
});

/** What a seller sends for these lines. */
const requestOf = (lines: (Line & { price: number })[], over: object = {}) => ({
  ...asked,
  email: 'ada@example.com',
  accountId: null,
  address: 'Milimani, Kisumu',
  deliveryPrice: 300,
  items: lines,
  lines: lines.map((line) => ({ ...line, reason: null })),
  ...over,
});
const quoteAsStaff = (request: object) =>
  answerTo<StaffQuotation>(sql, seller, 'public.quote_as_staff($1, $2::jsonb)', randomUUID(), request);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('what a seller was told and has agreed on when it was made', () => {
  const terms = { paymentTerms: '30 days after delivery', deliveryTime: '6 weeks', note: 'With training' };
  const company = { name: 'Kisumu County', pin: null, purchaseOrder: 'RFQ KSM/014/2026' };
  const wishes = { language: 'sw', whatsAppConsent: true };
  const priced = async () => (await piecesOf()).lines.map((line) => ({ ...line, price: 1000 }));

  it('stands on its first version, on its paper, and goes on into its order', async () => {
    const request = requestOf(await priced(), { ...terms, ...wishes, company, lastDay: inDays(90) });
    const made = await quoteAsStaff(request);
    expect(made).toMatchObject({ version: 1, ...terms, ...wishes, company });
    const shown = await byLink(made);
    expect(shown).toMatchObject({ ...terms, company });
    expect(shown.validUntil).toBe(made.validUntil);
    expect(new Date(Date.parse(made.validUntil) - 60_000).toISOString().slice(0, 10)).toBe(inDays(90));
    const paper = await answerTo<Paper>(sql, shop, 'public.quotation_paper($1)', made.id);
    const { order: _, ...said } = shown;
    expect(paper.content.quotation).toEqual(said);
    expect(paper.content.totals).toEqual(shown.totals);
    const list = await answerTo<PageOfRows<StaffQuotation>>(
      ...([sql, clerk, 'public.list_quotations($1)', `ksm/014/2026 ${made.number}`] as const),
    );
    expect(list.rows.map(({ id }) => id)).toEqual([made.id]);
    const [mail] = await sql`select language from private.messages where subject = ${`${made.id} 1`}`;
    expect(mail?.['language']).toBe('sw');
    const orderWith = async (over: object) => {
      const { id, version } = await quoteAsStaff({ ...request, ...terms });
      const acceptance = 'public.accept_quotation_within_limits($1, $2, $3, $4, $5, $6::jsonb, 60)';
      const details = { ...contact, company, ...over };
      const sent = [newSid(), '', newSid(), id, version, details];
      const { orderId } = await answerTo<Accepted>(sql, shop, acceptance, ...sent);
      const [row] = await sql`
        select language, whatsapp_consent_at is not null as consent, purchase_order as number
        from public.orders where id = ${orderId}`;
      return { ...row };
    };
    expect(await orderWith({ customerPhone: asked.phone })).toEqual({
      language: 'sw',
      consent: true,
      number: 'RFQ KSM/014/2026',
    });
    // Consent was given for one number; what the buyer says on the way counts.
    const lpo = { ...company, purchaseOrder: 'LPO 9' };
    expect(await orderWith({ customerPhone: '+254711222333', language: 'en', company: lpo })).toEqual({
      language: 'en',
      consent: false,
      number: 'LPO 9',
    });
  });

  it('is 14 days, and nothing agreed, where nothing was said', async () => {
    const made = await quoteAsStaff(requestOf(await priced()));
    expect(made).toMatchObject({ paymentTerms: '', deliveryTime: '', note: '', language: null });
    expect(made).toMatchObject({ whatsAppConsent: false });
    expect(Date.parse(made.validUntil)).toBe(Date.parse((await quote((await piecesOf()).lines)).validUntil));
  });

  it.each([
    ['a last day that is over', { lastDay: inDays(-1) }],
    ['a last day in a year', { lastDay: inDays(365) }],
    ['a last day that is not in the calendar', { lastDay: '2027-02-30' }],
    ['terms without end', { paymentTerms: 'x'.repeat(201) }],
    ['a delivery time without end', { deliveryTime: 'x'.repeat(101) }],
    ['a language that no message has', { language: 'fr' }],
    ['a consent that is neither yes nor no', { whatsAppConsent: 'perhaps' }],
    ['a number without an organisation', { company: { name: null, purchaseOrder: 'RFQ 7' } }],
  ])('is refused with %s', async (_, over) => {
    expect(await refusalCode(quoteAsStaff(requestOf(await priced(), over)))).toBe('invalid_request');
  });

  it('promises no delivery on the same day, and says what is delivered free', async () => {
    const [before] = await sql`
      select free_above, same_day_before from public.delivery_counties where code = '047'`;
    await sql`update public.delivery_counties set free_above = 1000, same_day_before = '20:00' where code = '047'`;
    try {
      const { lines } = await piecesOf();
      const quotation = await quote(lines, { over: { county: '047' } });
      expect(quotation.delivery.promise).not.toMatch(/same day/i);
      expect(quotation.delivery.freeBecause).toMatch(/every order over KES 1,000/);
      const paid = await change(quotation, { deliveryPrice: 200 });
      expect(paid.delivery).toMatchObject({ price: 200, freeBecause: null });
    } finally {
      await sql`update public.delivery_counties set ${sql(before as never)} where code = '047'`;
    }
  });

  it('is changed with the next version', async () => {
    const changed = await change(await quoteAsStaff(requestOf(await priced())), terms);
    expect(changed).toMatchObject({ version: 2, ...terms });
    expect(await change(changed, terms)).toMatchObject({ version: 2 });
  });
});

it('a buyer says their own number, and each product its warranty', async () => {
  const { product, lines } = await piecesOf();
  await sql`update public.products set warranty_years = 3 where id = ${product.id}`;
  const company = { name: 'Kisumu County', pin: null, purchaseOrder: 'RFQ 7' };
  expect(await quote(lines, { over: { company } })).toMatchObject({ company, lines: [{ warrantyYears: 3 }] });
});

it('whose link staff renew is shut for everybody who has the old one', async () => {
  const { lines } = await piecesOf();
  const quotation = await quote(lines);
  const version = (who: Character, isRenewed: boolean) =>
    answerTo<number>(sql, who, 'public.quotation_link_version($1, $2)', quotation.id, isRenewed);
  await expect(version(warehouse, true)).rejects.toMatchObject({ code: 'PT403' });
  expect(await version(clerk, false)).toBe(1);
  expect(await version(clerk, true)).toBe(2);
  expect(await byLink(quotation)).toBeNull();
  expect(await answerTo(sql, shop, 'public.quotation_paper($1)', quotation.id)).toBeNull();
  expect(await accept(quotation)).toMatchObject({ refusal: 'not_found' });
  expect(await answerTo(sql, shop, 'public.quotation_by_link($1, 2)', quotation.id)).toMatchObject({
    number: quotation.number,
    version: 1,
    state: 'open',
  });
  expect(await answerTo(sql, shop, 'public.quotation_paper($1, 2)', quotation.id)).not.toBeNull();
});

describe('a quotation', () => {
  it('has a number, today’s prices, the delivery to the county and 14 days, and holds nothing', async () => {
    const { product, lines } = await piecesOf(3, 2);
    const quotation = await quote(lines);
    const [delivery] = await sql<{ quote: object }[]>`
      select public.delivery_quote(${sql.json(lines)}, '042') || '{"price": null}' as quote`;
    expect(quotation).toMatchObject({
      version: 1,
      state: 'open',
      customerName: 'Ada Lovelace',
      customerEmail: null,
      note: '',
      order: null,
      company: { name: 'Kisumu County', pin: null, purchaseOrder: null },
      totalAmount: 2000,
    });
    expect(quotation.delivery).toMatchObject({ county: '042', price: null });
    expect(delivery?.quote).toMatchObject({ county: '042' });
    expect(quotation.number).toMatch(/^Q-\d{4}-\d{4,}$/);
    expect(quotation.lines).toEqual([
      {
        productId: product.id,
        name: product.name,
        quantity: 2,
        price: 1000,
        missing: 0,
        toOrder: null,
        warrantyYears: null,
      },
    ]);
    const [row] = await sql<{ days: number }[]>`
      select private.nairobi_day(valid_until - interval '1 second') - private.nairobi_day(created_at) as days
      from private.quotations where id = ${quotation.id}`;
    expect(row?.days).toBe(14);
    expect(await available(sql, product.id)).toBe(3);
  });

  it('that is asked for twice with one key is one; another request with it is refused', async () => {
    const { lines } = await piecesOf();
    const id = randomUUID();
    const [one, two] = await Promise.all([quote(lines, { id }), quote(lines, { id })]);
    expect(two.number).toBe(one.number);
    expect(await ask(lines, { id, over: { name: 'Somebody' } })).toMatchObject({ refusal: 'key_reused' });
  });

  it.each([
    ['a product that is not sold', { isActive: false }, {}, 'product_unavailable'],
    ['an unknown county', {}, { county: '048' }, 'invalid_request'],
    ['no contact', {}, { phone: undefined }, 'invalid_request'],
    ['a wrong PIN', {}, { company: { name: 'County', pin: '1' } }, 'invalid_request'],
    ['more than a bank takes', { price: 2_000_000 }, {}, 'total_too_large'],
  ])('for %s is refused', async (_, product, over, refusal) => {
    const { id } = await newProduct(sql, product);
    expect(await ask([{ productId: id, quantity: 50 }], { over })).toMatchObject({ refusal });
  });

  it('names the products that are not sold', async () => {
    const { id } = await newProduct(sql, { isActive: false });
    const { lines } = await piecesOf();
    const { details } = (await ask([...lines, { productId: id, quantity: 3 }])) as RefusalReply;
    expect(JSON.parse(details ?? '')).toEqual([
      { productId: id, name: '', problem: 'product_unavailable', quantity: 3, available: 0, price: null },
    ]);
  });

  it.each(refusedLines)('with %s is refused', async (_, items) => {
    const { product } = await piecesOf();
    const { message: refusal, detail: details } = refusedForLines;
    expect(await ask(items(product.id))).toEqual({ refusal, details });
  });

  it('takes the same product on two lines for one quantity, where it stood first', async () => {
    const [first, second] = [await piecesOf(10, 2), await piecesOf(10, 1)];
    const { lines } = await quote([...first.lines, ...second.lines, ...first.lines]);
    expect(lines.map(({ productId, quantity }) => [productId, quantity])).toEqual([
      [first.product.id, 4],
      [second.product.id, 1],
    ]);
  });

  it('says which pieces are not in the shop now', async () => {
    const { product, lines } = await piecesOf(5, 5);
    const quotation = await quote(lines);
    await sql`update public.products set stock = 3 where id = ${product.id}`;
    expect((await byLink(quotation)).lines[0]).toMatchObject({ quantity: 5, missing: 2 });
  });
});

describe('a quotation that is accepted', () => {
  it('is an order at its prices, whatever the products cost by then, and holds its pieces', async () => {
    const { product, lines } = await piecesOf(9, 2);
    const quotation = await quote(lines);
    await sql`update public.products set price = 1500 where id = ${product.id}`;
    const order = await accepted(quotation);
    expect(await orderOf(order)).toMatchObject({
      total: 2000,
      delivery: null,
      county: '042',
      placedBy: null,
      items: [{ price: 1000, list: 1500, reason: `Quotation ${quotation.number}` }],
    });
    expect(await available(sql, product.id)).toBe(7);
    expect(await byLink(quotation)).toMatchObject({ state: 'accepted', order: { orderId: order.orderId } });
  });

  it('is of the account that accepts it', async () => {
    const { lines } = await piecesOf();
    const sid = await newSession(sql, buyer.userId);
    const order = await accept(await quote(lines, { sid }), sid);
    expect(await orderOf(order as Accepted)).toMatchObject({ userId: buyer.userId });
  });

  it('is never the order of staff who accept it for its buyer, by its link or in the dashboard', async () => {
    const { lines } = await piecesOf(20, 2);
    const ofBuyer = { sid: await newSession(sql, buyer.userId) };
    const desk = await newSession(sql, seller.userId);
    const shownIn = async ({ orderId }: { orderId: string }) =>
      (await sql`select 1 from private.session_orders where order_id = ${orderId}`).length;
    for (const [said, userId] of [
      [ofBuyer, buyer.userId],
      [{}, null],
    ] as const) {
      const linked = (await accept(await quote(lines, said), desk)) as Accepted;
      expect(await orderOf(linked)).toMatchObject({ userId, placedBy: seller.userId });
      expect(await shownIn(linked)).toBe(0);
      const atDesk = await acceptAtDesk(await quote(lines, said));
      const orderAtDesk = { orderId: atDesk.order?.orderId ?? '' };
      expect(await orderOf(orderAtDesk)).toMatchObject({ userId, placedBy: seller.userId });
      expect(await shownIn(orderAtDesk)).toBe(0);
    }
    // What they asked for themselves is theirs.
    const own = (await accept(await quote(lines, { sid: desk }), desk)) as Accepted;
    expect(await orderOf(own)).toMatchObject({ userId: seller.userId, placedBy: null });
    expect(await shownIn(own)).toBe(1);
  });

  it('at the desk has the number of the LPO and the address that came with it, at the prices that were quoted', async () => {
    const { product, lines } = await piecesOf(9, 2);
    const quotation = await change(await quote(lines), { termsDays: 30 });
    expect([quotation.acceptedTermsDays, quotation.acceptedHoldDays]).toEqual([30, 30]);
    await sql`update public.products set price = 1500 where id = ${product.id}`;
    await expect(acceptAtDesk(quotation, {}, warehouse)).rejects.toMatchObject({ code: 'PT403' });
    expect(await refusalCode(acceptAtDesk({ ...quotation, version: 1 }))).toBe('quotation_changed');
    expect(await refusalCode(acceptAtDesk(quotation, { customerAddress: ' ' }))).toBe('invalid_request');
    expect(await refusalCode(acceptAtDesk({ ...quotation, id: randomUUID() }))).toBe('not_found');
    const said = {
      customerEmail: null,
      customerAddress: 'County stores, Kisumu',
      company: { name: 'Kisumu County', pin: null, purchaseOrder: 'LPO 4711' },
    };
    const made = await acceptAtDesk(quotation, said, clerk);
    expect(made).toMatchObject({ state: 'accepted' });
    expect((await acceptAtDesk(quotation, said, clerk)).order).toEqual(made.order);
    const orderId = made.order?.orderId ?? '';
    expect(await orderOf({ orderId })).toMatchObject({ total: 2000, placedBy: clerk.userId });
    const [order] = await sql`
      select purchase_order, customer_address, customer_email, terms_days from public.orders where id = ${orderId}`;
    expect({ ...order }).toEqual({
      purchase_order: 'LPO 4711',
      customer_address: 'County stores, Kisumu',
      customer_email: null,
      terms_days: 30,
    });
    expect(await available(sql, product.id)).toBe(7);
    // Agreed on the phone, as in New Order: more days need the right to special prices.
    const agreed = { ...said, termsDays: 45 };
    const other = await quote(lines);
    await expect(acceptAtDesk(other, agreed, clerk)).rejects.toMatchObject({ code: 'PT403' });
    const onAccount = await acceptAtDesk(other, agreed);
    const [terms] =
      await sql`select terms_days from public.orders where id = ${onAccount.order?.orderId ?? ''}`;
    expect(terms?.['terms_days']).toBe(45);
    const { quotation: named } = await answerTo<OrderDetails>(
      sql,
      seller,
      'public.order_details($1)',
      orderId,
    );
    expect(named).toMatchObject({
      id: quotation.id,
      number: quotation.number,
      reference: null,
      seller: { id: seller.userId },
    });
    const gone = await quote(lines, { over: { company: { ...asked.company, purchaseOrder: 'RFQ 7' } } });
    await sql`update public.products set is_active = false where id = ${product.id}`;
    expect(await refusalCode(acceptAtDesk(gone))).toBe('quotation_unavailable');
    await sql`update public.products set is_active = true where id = ${product.id}`;
    const { order: second, company } = await acceptAtDesk(gone, said);
    // The number of the enquiry, and that of the order.
    expect([company?.purchaseOrder, second?.purchaseOrder]).toEqual(['RFQ 7', 'LPO 4711']);
    const [proforma] = await answerTo<Paper[]>(
      sql,
      shop,
      `public.papers_of_order('', $1, 'proforma', 1)`,
      made.order?.orderId,
    );
    expect(proforma?.content).toMatchObject({
      termsDays: 30,
      accepted: { number: quotation.number, reference: null, paymentTerms: '' },
    });
    expect(
      (await answerTo<OrderDetails>(sql, seller, 'public.order_details($1)', second?.orderId)).quotation,
    ).toMatchObject({ number: gone.number, reference: 'RFQ 7', seller: null });
  });

  it('asks for what the quotation said is due: of what comes from the maker the deposit', async () => {
    const { product, lines } = await piecesOf(1, 3, 1001);
    const toOrder = { low: 6, high: 8, deposit: 30, isPublic: true };
    await sql`update public.products set to_order = ${sql.json(toOrder)} where id = ${product.id}`;
    const quotation = await quote(lines);
    // One is here; of the two others a third less a tenth, in whole shillings as the buyer pays them.
    const deposit = 1001 + Math.ceil((2 * 1001 * 30) / 100);
    expect(quotedDeposit(quotation)).toBe(deposit);
    const { orderId } = await accepted(quotation);
    const { order } = await answerTo<OrderDetails>(sql, seller, 'public.order_details($1)', orderId);
    expect(order.payment.dueAmount).toBe(deposit);
  });

  it('twice at the same moment on two connections is one order', async () => {
    const { product, lines } = await piecesOf(10, 2);
    const quotation = await quote(lines);
    const both = await Promise.all([accepted(quotation), accepted(quotation)]);
    expect(new Set(both.map(({ orderId }) => orderId)).size).toBe(1);
    expect(await available(sql, product.id)).toBe(8);
    expect((await accepted(quotation)).orderId).toBe(both[0]?.orderId);
  });

  it('is not accepted once it has expired, was withdrawn or was changed, and no order is made', async () => {
    const { product, lines } = await piecesOf();
    const expired = await quote(lines);
    await sql`update private.quotations set valid_until = now() where id = ${expired.id}`;
    expect(await accept(expired)).toMatchObject({ refusal: 'quotation_expired' });
    const withdrawn = await change(await quote(lines), { isWithdrawn: true });
    expect(withdrawn).toMatchObject({ state: 'withdrawn', version: 2 });
    expect(await accept(withdrawn)).toMatchObject({ refusal: 'quotation_withdrawn' });
    const first = await quote(lines);
    const second = await change(first, { note: 'With a carrying case' });
    expect(await accept(first)).toMatchObject({ refusal: 'quotation_changed' });
    expect(await accept({ id: randomUUID(), version: 1 })).toMatchObject({ refusal: 'not_found' });
    expect(await sql`select 1 from public.order_items where product_id = ${product.id}`).toHaveLength(0);
    await accepted(second as unknown as StoredQuotation);
  });

  it('is not accepted without its pieces, and says how many are left', async () => {
    const { product, lines } = await piecesOf(5, 5);
    const quotation = await quote(lines);
    await sql`update public.products set stock = 3 where id = ${product.id}`;
    const refused = (await accept(quotation)) as RefusalReply;
    expect(refused.refusal).toBe('out_of_stock');
    expect(JSON.parse(refused.details ?? '')).toMatchObject([{ productId: product.id, available: 3 }]);
    expect(await byLink(quotation)).toMatchObject({ state: 'open', order: null });
  });

  it('is not accepted with a product that was withdrawn meanwhile, which is named as it was quoted', async () => {
    const { product, lines } = await piecesOf(5, 2);
    const other = await piecesOf(5, 1);
    const quotation = await quote([...lines, ...other.lines]);
    await sql`update public.products set is_active = false, name = 'Renamed' where id = ${product.id}`;
    const { refusal, details } = (await accept(quotation)) as RefusalReply;
    expect(refusal).toBe('quotation_unavailable');
    const { id, name } = product;
    expect(JSON.parse(details ?? '')).toEqual([
      { productId: id, name, problem: 'product_unavailable', quantity: 2, available: 0, price: null },
    ]);
    expect(await byLink(quotation)).toMatchObject({ state: 'open', order: null });
    await sql`update public.products set is_active = true where id = ${product.id}`;
    await accepted(quotation);
  });

  it('of which nothing else is sold but what is short says both, and names both', async () => {
    const gone = await piecesOf(5, 2);
    const short = await piecesOf(5, 5);
    const quotation = await quote([...gone.lines, ...short.lines]);
    await sql`update public.products set is_active = false where id = ${gone.product.id}`;
    await sql`update public.products set stock = 3 where id = ${short.product.id}`;
    const { refusal, details } = (await accept(quotation)) as RefusalReply;
    expect(refusal).toBe('quotation_unavailable');
    const named = (JSON.parse(details ?? '') as { name: string; problem: string }[]).map(
      ({ name, problem }) => `${name}: ${problem}`,
    );
    expect(named.toSorted()).toEqual(
      [`${gone.product.name}: product_unavailable`, `${short.product.name}: out_of_stock`].toSorted(),
    );
  });

  it.each([
    { customerName: ' ' },
    { customerPhone: '12' },
    { customerEmail: null },
    { company: { name: 'County', pin: '1' } },
  ])('is not accepted for what is no buyer, such as %j', async (over) => {
    const { lines } = await piecesOf();
    const { id, version } = await quote(lines);
    const acceptance = 'public.accept_quotation_within_limits($1, $2, $3, $4, $5, $6::jsonb, 60)';
    const sent = [newSid(), '', newSid(), id, version, { ...contact, ...over }];
    expect(await answerTo(sql, shop, acceptance, ...sent)).toMatchObject({
      refusal: 'invalid_request',
      details: 'the buyer or the delivery',
    });
  });

  it('without a version is not accepted, nor changed', async () => {
    const { lines } = await piecesOf();
    const quotation = await quote(lines);
    const without = (fn: string, who: Character, ...args: unknown[]) =>
      answerTo<RefusalReply>(...([sql, who, fn, ...args] as const));
    const acceptance = 'public.accept_quotation_within_limits($1, $2, $3, $4, null, $5::jsonb, 60)';
    expect(await without(acceptance, shop, newSid(), '', newSid(), quotation.id, contact)).toMatchObject({
      refusal: 'quotation_changed',
    });
    expect(
      await refusalCode(without('public.change_quotation($1, null, $2::jsonb)', seller, quotation.id, {})),
    ).toBe('quotation_changed');
  });

  it('opens its order until the link of that is renewed', async () => {
    const { lines } = await piecesOf();
    const quotation = await quote(lines);
    const { orderId } = await accepted(quotation);
    await answerTo(sql, seller, 'public.link_version_as_owner($1, true)', orderId);
    expect(await byLink(quotation)).toMatchObject({ state: 'accepted', order: null });
    expect(await accept(quotation)).toMatchObject({ refusal: 'not_found' });
    const seen = await answerTo<StaffQuotation>(sql, seller, 'public.quotation_as_staff($1)', quotation.id);
    expect(seen.order).toMatchObject({ orderId });
  });

  it('that a seller stands behind is held for a transfer, in the seller’s name', async () => {
    const { lines } = await piecesOf();
    const asked = await quote(lines);
    const quotation = await change(asked, { note: 'As agreed by phone' });
    const told = [asked, await byLink(quotation)].map(({ acceptedHoldDays }) => acceptedHoldDays);
    expect(told).toEqual([null, maxHoldHours / 24]);
    const order = await accepted(quotation);
    expect(await orderOf(order)).toMatchObject({ placedBy: seller.userId });
    const [row] = await sql<{ hours: number }[]>`
      select round(extract(epoch from min(expires_at) - now()) / 3600)::integer as hours
      from private.stock_holds where order_id = ${order.orderId}`;
    expect(row?.hours).toBe(maxHoldHours);
  });
});

describe('a seller', () => {
  it('changes lines, prices, delivery, note and days; each change is a version, the same again is none', async () => {
    const { product, lines } = await piecesOf();
    const more = await newProduct(sql, { price: 300 });
    const first = await quote(lines);
    const wanted = {
      lines: [
        { productId: product.id, quantity: 3, price: 900, reason: 'Ten units a year' },
        { productId: more.id, quantity: 1, price: 300 },
      ],
      county: '047',
      deliveryPrice: 250,
      note: 'Paid within 30 days',
      lastDay: today,
    };
    const second = await change(first, wanted);
    expect(second).toMatchObject({
      version: 2,
      totalAmount: 3250,
      note: 'Paid within 30 days',
      sellerName: 'Seller',
      delivery: { county: '047', price: 250 },
      lines: [
        { quantity: 3, price: 900, reason: 'Ten units a year', todaysPrice: 1000 },
        { quantity: 1, price: 300, reason: null, todaysPrice: 300 },
      ],
    });
    expect(await change(second, wanted)).toMatchObject({ version: 2 });
    expect(JSON.stringify(await byLink(first))).not.toContain('Ten units');
    expect(await refusalCode(change(first, { note: 'Late' }))).toBe('quotation_changed');
    const order = await accepted(second);
    expect(await orderOf(order)).toMatchObject({
      total: 3250,
      delivery: 250,
      county: '047',
      items: [
        { price: 300, list: null },
        { price: 900, list: 1000, reason: 'Ten units a year' },
      ],
    });
    expect(await refusalCode(change(second, { note: 'Too late' }))).toBe('quotation_accepted');
  });

  it('agrees on a price with that permission only; what was quoted stays, with as many pieces', async () => {
    const { product, lines } = await piecesOf(10, 2);
    const quotation = await quote(lines);
    const at = (price: number, quantity = 2, reason: string | null = 'Agreed') => ({
      lines: [{ productId: product.id, quantity, price, reason }],
    });
    expect(await refusalCode(change(quotation, at(900), clerk))).toBe('forbidden');
    expect(await refusalCode(change(quotation, at(900, 2, ' ')))).toBe('invalid_request');
    await sql`update public.products set price = 1200 where id = ${product.id}`;
    const kept = await change(quotation, { note: 'The old price' }, clerk);
    expect(kept).toMatchObject({ version: 2, totalAmount: 2000 });
    expect(await refusalCode(change(kept, at(1000, 3), clerk))).toBe('forbidden');
    // One piece at the price of two.
    const agreed = await change(await quote(lines), at(900));
    expect(await refusalCode(change(agreed, at(900, 1), clerk))).toBe('forbidden');
    expect(await change(agreed, at(900, 1))).toMatchObject({ version: 3 });
    expect(await change(kept, at(1200, 3), clerk)).toMatchObject({ totalAmount: 3600 });
  });

  it('gives a price more days, once the product costs something else, with that permission only', async () => {
    const { product, lines } = await piecesOf();
    const quotation = await quote(lines);
    const later = { lastDay: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10) };
    const longer = await change(quotation, later, clerk);
    expect(longer).toMatchObject({ version: 2 });
    await sql`update public.products set price = 2000 where id = ${product.id}`;
    const latest = { lastDay: new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10) };
    expect(await refusalCode(change(longer, latest, clerk))).toBe('forbidden');
    expect(await change(longer, latest)).toMatchObject({ version: 3, totalAmount: 2000 });
  });

  it.each([
    ['no line', { lines: [] }],
    ['a product that does not exist', { lines: [{ productId: randomUUID(), quantity: 1, price: 1 }] }],
    ['no county', { county: null }],
    ['a day that is none', { lastDay: '2026-02-31' }],
    ['a day in a year', { lastDay: '2099-01-01' }],
    ['a note without end', { note: 'x'.repeat(1001) }],
    ['a negative delivery', { deliveryPrice: -1 }],
  ])('writes no quotation with %s', async (_, over) => {
    const { lines } = await piecesOf();
    expect(await refusalCode(change(await quote(lines), over))).toBe('invalid_request');
  });

  it.each([...refusedLines, ...refusedPrices])('writes no quotation with %s', async (_, wrong) => {
    const { product, lines } = await piecesOf();
    expect(await refusalOf(change(await quote(lines), { lines: wrong(product.id) }))).toEqual(
      refusedForLines,
    );
    const request = (over: object) => ({
      ...asked,
      email: null,
      address: null,
      accountId: null,
      deliveryPrice: null,
      items: [{ ...lines[0], price: 1000 }],
      lines: [{ ...lines[0], price: 1000 }],
      ...over,
    });
    for (const over of [{ items: wrong(product.id) }, { lines: wrong(product.id) }])
      expect(
        await refusalOf(
          answerTo(sql, seller, 'public.quote_as_staff($1, $2::jsonb)', randomUUID(), request(over)),
        ),
      ).toEqual(refusedForLines);
  });

  it('writes no quotation with one product at two prices, or for nothing', async () => {
    const { product, lines } = await piecesOf();
    const quotation = await quote(lines);
    const line = { productId: product.id, quantity: 1, price: 1000, reason: 'Agreed' };
    const at = (...prices: number[]) =>
      change(quotation, { lines: prices.map((price) => ({ ...line, price })) });
    for (const prices of [[1000, 900], [0], [100_000_000]])
      expect(await refusalCode(at(...prices))).toBe('invalid_request');
    expect(await at(1000, 1000)).toMatchObject({ lines: [{ quantity: 2, price: 1000 }], version: 1 });
  });

  it('lists open quotations by their last day, others the newest first, page by page', async () => {
    const { lines } = await piecesOf();
    const name = `Ward ${randomUUID().slice(0, 8)}`;
    const made: string[] = [];
    for (const days of [3, 1, 2]) {
      const { id } = await quote(lines, { over: { company: { name, pin: null } } });
      await sql`update private.quotations set valid_until = now() + ${days} * interval '1 day' where id = ${id}`;
      made.push(id);
    }
    const [third, first, second] = made;
    const list = (state: string | null, count = 50, after: unknown = null) =>
      answerTo<PageOfRows<StaffQuotation>>(
        ...([sql, clerk, 'public.list_quotations($1, $2, $3, $4)'] as const),
        name,
        state,
        count,
        after,
      );
    const idsOf = ({ rows }: PageOfRows<StaffQuotation>) => rows.map(({ id }) => id);
    expect(idsOf(await list(null))).toEqual([second, first, third]);
    const page = await list('open', 2);
    expect(idsOf(page)).toEqual([first, second]);
    expect(idsOf(await list('open', 2, page.after))).toEqual([third]);
  });

  it('finds quotations by number, name and organisation; who may not write orders changes none', async () => {
    const { lines } = await piecesOf();
    const name = `Ward ${randomUUID().slice(0, 8)}`;
    const quotation = await quote(lines, { over: { company: { name: `${name} Hospital`, pin: null } } });
    const list = (search: string, state: string | null = null, who: Character = clerk) =>
      answerTo<PageOfRows<StaffQuotation>>(
        ...([sql, who, 'public.list_quotations($1, $2)'] as const),
        search,
        state,
      );
    for (const search of [name.toUpperCase(), quotation.number]) {
      expect((await list(search)).rows.map(({ id }) => id)).toEqual([quotation.id]);
    }
    expect(await list(name, 'expired')).toEqual({ rows: [], after: null });
    expect(await list(`${name}%`)).toEqual({ rows: [], after: null });
    expect(await refusalCode(list(name, null, buyer))).toBe('forbidden');
    expect(await refusalCode(change(quotation, { note: 'x' }, warehouse))).toBe('forbidden');
  });
});

describe('the total of a quotation', () => {
  it('is that of its order and of what is paid for it, in 160 generated cases', async () => {
    let seed = 41;
    const upTo = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return (seed % most) + 1;
    };
    const products = await Promise.all(
      Array.from({ length: 6 }, () => newProduct(sql, { price: upTo(90_000), stock: 30_000 })),
    );
    for (let i = 0; i < 160; i += 1) {
      const lines = products
        .slice(0, upTo(6))
        .map(({ id, price }) => ({ productId: id, quantity: upTo(20), price }));
      let quotation: StoredQuotation | StaffQuotation = await quote(
        lines.map(({ productId, quantity }) => ({ productId, quantity })),
      );
      if (i % 3 > 0) {
        const agreed = lines.map((line) => ({ ...line, price: upTo(line.price), reason: 'Agreed' }));
        quotation = await change(quotation, {
          lines: agreed,
          deliveryPrice: i % 3 === 1 ? null : upTo(5000) - 1,
        });
      }
      const goods = quotation.lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
      expect(quotation.totalAmount).toBe(goods + (quotation.delivery.price ?? 0));
      const paper = await answerTo<Paper>(sql, shop, 'public.quotation_paper($1)', quotation.id);
      expect(paper.content.totals.grossCents).toBe(quotation.totalAmount * 100);
      const { orderId } = await accepted(quotation);
      const paid = await answerTo<Placed['transaction']>(
        ...([sql, shop, `public.begin_payment($1, $2, 1) -> 'transaction'`] as const),
        '',
        orderId,
      );
      expect(paid.amount).toBe(quotation.totalAmount);
      expect((await orderOf({ orderId })).total).toBe(quotation.totalAmount);
    }
  }, 120_000);
});

describe('whoever has to do with a quotation is told of it', () => {
  const messagesAbout = ({ id }: { id: string }) =>
    sql<{ kind: string; recipient: string; isTrue: boolean; facts: { quotation: object } }[]>`
      select m.kind, m.recipient, private.message_is_true(m) as "isTrue", private.message_facts(m) as facts
      from private.messages m where m.subject like ${`${id}%`} and m.kind in ('quotation', 'owner_quotation')
      order by m.kind desc, m.id`;
  const kinds = async (about: { id: string }) =>
    (await messagesAbout(about)).map(({ kind, isTrue }) => `${kind} ${isTrue ? 'is so' : 'was so'}`);

  it('the buyer by mail, with the sum and the last day, and the owner with the contact', async () => {
    const { lines } = await piecesOf();
    const email = `buyer-${randomUUID()}@example.com`;
    const quotation = await quote(lines, { over: { email } });
    const [toBuyer, toOwner] = await messagesAbout(quotation);
    const { id, number } = quotation;
    expect(toBuyer).toMatchObject({ kind: 'quotation', recipient: email, isTrue: true });
    expect(toBuyer?.facts.quotation).toEqual({
      id,
      number,
      version: 1,
      linkVersion: 1,
      name: 'Ada Lovelace',
      companyName: 'Kisumu County',
      totalAmount: 2000,
      contact: `+254712345678, ${email}`,
      lastDay: new Date(Date.parse(quotation.validUntil) - 60_000).toISOString().slice(0, 10),
      reference: null,
      paymentTerms: '',
      termsDays: null,
      lines: quotation.lines,
    });
    expect(toOwner).toMatchObject({ kind: 'owner_quotation', isTrue: true });
  });

  it('who gave no address is not written to', async () => {
    const { lines } = await piecesOf();
    expect(await kinds(await quote(lines))).toEqual(['owner_quotation is so']);
  });

  it('the buyer of each version, of which the latest alone is sent, and of none once it is accepted or withdrawn', async () => {
    const { lines } = await piecesOf();
    const over = { email: `buyer-${randomUUID()}@example.com` };
    const changed = await change(await quote(lines, { over }), { note: 'With a case' });
    expect(await kinds(changed)).toEqual(['quotation was so', 'quotation is so', 'owner_quotation was so']);
    const withdrawn = await change(changed, { isWithdrawn: true });
    expect(await kinds(withdrawn)).toEqual([
      'quotation was so',
      'quotation was so',
      'owner_quotation was so',
    ]);
    const taken = await quote(lines, { over });
    await accepted(taken);
    expect(await kinds(taken)).toEqual(['quotation was so', 'owner_quotation was so']);
  });

  it('staff find it by its number, its name and its organisation', async () => {
    const { lines } = await piecesOf();
    const mark = randomUUID().slice(0, 8);
    const email = `buyer-${mark}@example.com`;
    const quotation = await quote(lines, { over: { email, company: { name: `Water ${mark}`, pin: null } } });
    const found = (typed: string, who: Character = clerk) =>
      answerTo<DashboardFindings>(sql, who, 'public.search_dashboard($1)', typed);
    // Figures of a number may stand in another quotation, too.
    for (const typed of [quotation.number, `water ${mark}`, email])
      expect((await found(typed)).quotations).toContainEqual({
        id: quotation.id,
        number: quotation.number,
        customerName: 'Ada Lovelace',
        state: 'open',
      });
    expect((await found(`water ${mark}-not`)).quotations).toEqual([]);
  });
});
