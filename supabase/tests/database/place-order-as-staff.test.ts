import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Buyer, OrderDetails } from '../../functions/_shared/contract/admin-orders.ts';
import type { CustomerDetails, CustomerPage } from '../../functions/_shared/contract/admin-customers.ts';
import type { WholeOrder } from '../../functions/_shared/contract/orders.ts';
import { maxHoldHours } from '../../functions/_shared/contract/order-limits.ts';
import { answerTo, paymentScene } from '../payment-scene.ts';
import {
  approved,
  as,
  available,
  type Character,
  guest,
  newPerson,
  newProduct,
  newSession,
  orderRequest,
  place,
  type Placed,
  bankDecides,
  shop,
} from '../shop-cast.ts';
import { refusedForLines, refusedLines, refusedPrices } from '../refused-lines.ts';
import { refusalCode, refusalOf, refusedOrder } from '../sql-refusals.ts';
import { checkRulesAfterEach, openTestDatabase, testPerson } from '../test-database.ts';
import { today } from './refund-scene.ts';

const sql = openTestDatabase();
checkRulesAfterEach(sql);
const { refuse } = paymentScene(sql, 5);
const seller = testPerson(sql, 'Seller', 'admin');
const otherSeller = testPerson(sql, 'Colleague', 'admin');
const clerk = testPerson(sql, 'Clerk', 'sales');
const buyer = testPerson(sql, 'Buyer');

type Line = { productId: string; quantity: number; price: number };
type Said = {
  details?: Record<string, unknown>;
  specialPrices?: Record<string, { price: number; reason?: string }>;
  id?: string;
  who?: Character;
};

const sell = (lines: Line[], { details, specialPrices, id = randomUUID(), who = seller }: Said = {}) => {
  const { orderData } = orderRequest([]);
  const request = {
    items: lines,
    specialPrices,
    orderData: { ...orderData, totalAmount: undefined, holdHours: 24, ...details },
  };
  return answerTo<WholeOrder>(sql, who, 'public.place_order_as_staff($1, $2::jsonb)', id, request);
};
const piecesOf = async (stock: number, quantity = 1) => {
  const product = await newProduct(sql, { stock });
  return { product, lines: [{ productId: product.id, quantity, price: product.price }] };
};
const detailsOf = ({ id }: WholeOrder) => answerTo<OrderDetails>(sql, seller, 'public.order_details($1)', id);
const hoursHeld = async ({ id }: WholeOrder) => {
  const [row] = await sql<{ hours: number }[]>`
    select round(extract(epoch from min(expires_at) - now()) / 3600)::integer as hours
    from private.stock_holds where order_id = ${id}`;
  return row?.hours;
};
/** A card page of its link, as whoever has the link opens it. */
const payByLink = async ({ id }: WholeOrder) => {
  const placed = await as(sql, shop, async (t) => {
    const [row] = await t<{ placed: Placed }[]>`
      select public.pay_again(${await newSession(sql)}, ${id}, 1) as placed`;
    return row?.placed as Placed;
  });
  return placed;
};
/** So many hours have passed since the order was made. */
const passHours = async ({ id }: WholeOrder, hours: number) => {
  await sql`update public.orders set created_at = created_at - make_interval(hours => ${hours}),
    agreed_until = agreed_until - make_interval(hours => ${hours}) where id = ${id}`;
  await sql`update private.stock_holds set expires_at = expires_at - make_interval(hours => ${hours}) where order_id = ${id}`;
};

describe('an order that a seller makes', () => {
  it('is collected as the seller says, for nothing and on no day, also once it is paid', async () => {
    const { lines } = await piecesOf(5, 1);
    const fetched = { county: null, isCollected: true };
    const order = await sell(lines, { details: fetched });
    const promised = {
      zone: 'collected',
      promise: 'Collected at the shop',
      by: null,
      price: 0,
      isPromised: true,
    };
    expect(order.delivery).toMatchObject(promised);
    // Nothing of it has changed, however old it is.
    await sql`update public.orders set created_at = now() - interval '9 days', agreed_until = now() - interval '2 days'
      where id = ${order.id}`;
    const [old] = await sql<
      { isOutdated: boolean }[]
    >`select private.is_outdated(o) as "isOutdated" from public.orders o where id = ${order.id}`;
    expect(old?.isOutdated).toBe(false);
    const cash = [randomUUID(), order.id, 'cash', randomUUID().slice(-10), order.totalAmount, today];
    await answerTo(sql, seller, 'public.record_payment($1, $2, $3, $4, $5, $6)', ...cash);
    expect((await detailsOf(order)).order).toMatchObject({ status: 'paid', delivery: promised });
  });

  it('that is collected waits for the maker as any other', async () => {
    const { product, lines } = await piecesOf(0, 1);
    const toOrder = sql.json({ low: 6, high: 8, deposit: 30, isPublic: true });
    await sql`update public.products set to_order = ${toOrder} where id = ${product.id}`;
    const order = await sell(lines, { details: { county: null, isCollected: true } });
    expect(order.delivery).toMatchObject({ promise: 'Collected at the shop', by: null, after: 'rest' });
  });

  it('holds its pieces as long as the seller says, opens no payment and names who made it', async () => {
    const { product, lines } = await piecesOf(5, 2);
    const order = await sell(lines, { details: { holdHours: maxHoldHours } });
    expect(order).toMatchObject({
      status: 'pending',
      nextStep: 'pay',
      totalAmount: 2000,
      userId: null,
      payment: { transaction: null, dueAmount: 2000 },
      delivery: { price: null },
    });
    expect(await hoursHeld(order)).toBe(maxHoldHours);
    expect(await available(sql, product.id)).toBe(3);
    const { seller: madeBy, timeline, specialPrices } = await detailsOf(order);
    expect(madeBy).toEqual({ id: seller.userId, name: 'Seller' });
    expect(specialPrices).toEqual({});
    expect(timeline[0]).toMatchObject({ kind: 'ordered', by: { id: seller.userId }, amount: 2000 });
    const [row] = await sql`select whatsapp_consent_at, language from public.orders where id = ${order.id}`;
    expect(row).toEqual({ whatsapp_consent_at: null, language: 'en' });
    const [seen] = await sql`
      select private.order_as_seen(o, 'reduced') -> 'isByStaff' as "isByStaff" from public.orders o where o.id = ${order.id}`;
    expect(seen).toEqual({ isByStaff: true });
  });

  it.each([
    { customerName: 'Ada\u200b Lovelace' },
    { customerName: '\u2800' },
    { customerEmail: 'Ada@Example.com' },
    { customerEmail: '<script>@x.io' },
    { customerAddress: 'Milimani\u202e, Kisumu' },
  ])('is refused with a contact that no buyer could send: %j', async (details) => {
    const { lines } = await piecesOf(5);
    expect(await refusalCode(sell(lines, { details }))).toBe('invalid_request');
  });

  it('is for a buyer without an e-mail address: found and written to by phone, and paid by its link', async () => {
    const { lines } = await piecesOf(5);
    const customerPhone = `+25472${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
    const details = { customerEmail: null, customerPhone };
    const order = await sell(lines, { details });
    expect(order.customerEmail).toBeNull();
    const found = (contact: object) =>
      as(sql, shop, async (t) => {
        const [row] =
          await t`select public.find_order(${order.id.slice(-8)}, ${sql.json(contact as { phone: string })}) as found`;
        return row?.found as unknown;
      });
    expect(await found({ phone: customerPhone })).not.toBeNull();
    expect(await found({ email: null })).toBeNull();
    const { transaction } = await payByLink(order);
    expect(transaction).toMatchObject({ amount: 1000, email: null });
    await bankDecides(sql, transaction.trace, approved({ order, transaction }));
    const channels = await sql<{ channel: string }[]>`
      select distinct m.channel from private.messages m join private.message_rules r using (kind)
      where m.order_id = ${order.id} and r.audience = 'buyer'`;
    expect(channels.map(({ channel }) => channel)).not.toContain('email');
    const [buyerFound] = await answerTo<Buyer[]>(sql, seller, 'public.find_buyers($1)', customerPhone);
    expect(buyerFound).toMatchObject({ accountId: null, email: null, phone: customerPhone });

    // The phone is the customer, under whatever name.
    const again = await sell(lines, { details: { ...details, customerName: 'Otieno Were' } });
    const customer = await answerTo<CustomerDetails>(sql, seller, 'public.customer_details($1)', order.id);
    expect(customer.orders.map(({ id }) => id).sort()).toEqual([order.id, again.id].sort());
    expect(customer.hasAccount).toBe(false);
  });

  it('is for a buyer at the counter who gives neither e-mail address nor phone number, and is a customer of its own', async () => {
    const { lines } = await piecesOf(5);
    const customerName = `Walk-in ${randomUUID().slice(0, 8)}`;
    const details = { customerName, customerEmail: null, customerPhone: null, whatsAppConsent: true };
    const order = await sell(lines, { details });
    const again = await sell(lines, { details });
    expect(order).toMatchObject({ customerPhone: null, customerEmail: null });
    for (const channel of ['email', 'sms', 'whatsapp'])
      expect(
        await sql`select 1 from private.messages m join private.message_rules r using (kind)
        where m.order_id = ${order.id} and r.audience = 'buyer' and m.channel = ${channel}`,
      ).toEqual([]);
    const { rows } = await answerTo<CustomerPage>(sql, seller, 'public.find_customers($1)', customerName);
    expect(rows.map(({ id, orders }) => [id, orders])).toEqual([
      [again.id, 1],
      [order.id, 1],
    ]);
    const customer = await answerTo<CustomerDetails>(sql, seller, 'public.customer_details($1)', order.id);
    expect(customer.orders.map(({ id }) => id)).toEqual([order.id]);
    // Whoever orders without staff gives a phone number.
    const own = place(sql, (await piecesOf(5)).lines, { details: { customerPhone: null } });
    expect(await refusalCode(own)).toBe('invalid_request');
  });

  it('may be for a name with an emoji', async () => {
    const { lines } = await piecesOf(5);
    const customerName = 'Ada 👩\u200d🔬 ❤\ufe0f';
    expect(await sell(lines, { details: { customerName } })).toMatchObject({ customerName });
  });

  it('is paid by what staff record, with the pieces that it held', async () => {
    const { product, lines } = await piecesOf(1);
    const order = await sell(lines);
    const reference = randomUUID().slice(-10).toUpperCase();
    const paid = await answerTo<WholeOrder>(
      sql,
      seller,
      `public.record_payment($1, $2, 'mpesa', $3, 1000, $4)`,
      randomUUID(),
      order.id,
      reference,
      today,
    );
    expect(paid).toMatchObject({ status: 'paid', payment: { method: 'mpesa', dueAmount: 0 } });
    expect(await available(sql, product.id)).toBe(0);
  });

  it('keeps its pieces as long as promised after a cheque bounced', async () => {
    const { lines } = await piecesOf(1);
    const order = await sell(lines, { details: { holdHours: 100 } });
    const id = randomUUID();
    await answerTo(
      sql,
      seller,
      `public.record_payment($1, $2, 'cheque', $3, 1000, $4)`,
      id,
      order.id,
      randomUUID(),
      today,
    );
    await answerTo(sql, seller, `public.reverse_payment($1, 'The cheque bounced')`, id);
    expect(await hoursHeld(order)).toBe(100);
  });

  it('is paid by card with its link; a refused card ends no hold', async () => {
    const { lines } = await piecesOf(1);
    const order = await sell(lines, { details: { holdHours: 100 } });
    const opened = await payByLink(order);
    expect(opened.transaction.amount).toBe(1000);
    expect(await hoursHeld(order)).toBe(100);
    await refuse(opened);
    expect(await hoursHeld(order)).toBe(100);
  });

  it('is in My Orders of the account that the seller chose, and of no other', async () => {
    const { lines } = await piecesOf(5);
    const theirs = await sell(lines, { details: { accountId: buyer.userId } });
    await sell(lines, { details: { customerEmail: buyer.email } });
    const mine = await answerTo<WholeOrder[]>(sql, buyer, 'public.list_my_orders()');
    expect(mine.map(({ id }) => id)).toEqual([theirs.id]);
    expect((await detailsOf(theirs)).timeline[0]?.by?.id).toBe(seller.userId);
  });

  it('has the delivery charge that the seller says, which the county’s price does not change', async () => {
    const { lines } = await piecesOf(5);
    const order = await sell(lines, { details: { county: '042', deliveryPrice: 750 } });
    expect(order).toMatchObject({
      totalAmount: 1750,
      delivery: { county: '042', countyName: 'Kisumu', price: 750, freeBecause: null },
    });
  });

  it.each([
    [500, false],
    [0, true],
    [null, true],
  ])(
    'where delivery would be free has a charge of %s, and says why only if it is free',
    async (price, isFree) => {
      const [nairobi] = await sql<{ above: number }[]>`
      select free_above as above from public.delivery_counties where code = '047'`;
      const product = await newProduct(sql, { price: (nairobi?.above ?? 0) + 1 });
      const line = { productId: product.id, quantity: 1, price: product.price };
      const { delivery } = await sell([line], { details: { county: '047', deliveryPrice: price } });
      expect(delivery).toMatchObject({ county: '047', price });
      expect(delivery.freeBecause).toEqual(isFree ? expect.stringMatching(/^every order over KES/) : null);
    },
  );

  it('keeps what the buyer agreed to: language and WhatsApp', async () => {
    const { lines } = await piecesOf(5);
    const order = await sell(lines, { details: { language: 'sw', whatsAppConsent: true } });
    const [row] = await sql`select language, whatsapp_consent_at is not null as agreed
      from public.orders where id = ${order.id}`;
    expect(row).toEqual({ language: 'sw', agreed: true });
  });
});

describe('a special price', () => {
  const special = { price: 800, reason: 'Five for the county hospital' };

  it('is charged for its line alone, stands with its reason, and changes no product', async () => {
    const { product, lines } = await piecesOf(5, 2);
    const other = await piecesOf(5);
    const order = await sell([...lines, ...other.lines], { specialPrices: { [product.id]: special } });
    expect(order.totalAmount).toBe(2600);
    const { specialPrices, timeline } = await detailsOf(order);
    expect(specialPrices).toEqual({ [product.id]: { listPrice: 1000, reason: special.reason } });
    expect(timeline[0]).toMatchObject({
      specialPrices: [{ productName: product.name, price: 800, listPrice: 1000, reason: special.reason }],
    });
    const [row] = await sql`select price from public.products where id = ${product.id}`;
    expect(row).toEqual({ price: 1000 });
  });

  it.each([
    { price: 800 },
    { price: 800, reason: ' ' },
    { price: 0, reason: 'A gift' },
    { price: -5, reason: 'A gift' },
    { price: 'half', reason: 'A gift' },
    { price: [5], reason: 'A gift' },
    { price: 800.5, reason: 'A gift' },
    { price: 800, reason: 'x'.repeat(1001) },
    null,
  ])('without a reason or a sum is refused: %o', async (refused) => {
    const { product, lines } = await piecesOf(5);
    const specialPrices = { [product.id]: refused as { price: number } };
    expect(await refusalOf(sell(lines, { specialPrices }))).toEqual({
      code: 'PT400',
      message: 'invalid_request',
      detail: 'a special price has a sum and a reason',
    });
    expect(await available(sql, product.id)).toBe(5);
  });

  it('is no sales clerk’s to give, who makes the order at the shop’s price', async () => {
    const { product, lines } = await piecesOf(5);
    const specialPrices = { [product.id]: special };
    expect(await refusalCode(sell(lines, { specialPrices, who: clerk }))).toBe('forbidden');
    expect(await available(sql, product.id)).toBe(5);
    expect((await sell(lines, { specialPrices: {}, who: clerk })).totalAmount).toBe(1000);
  });

  it('is no buyer’s to say', async () => {
    const { product, lines } = await piecesOf(5);
    const placed = await as(sql, shop, async (t) => {
      const request = { ...orderRequest(lines), specialPrices: { [product.id]: special } };
      const [row] = await t<{ placed: Placed }[]>`
        select public.place_order(${await newSession(sql)}, 'hash', ${t.json(request)}, 60, ${randomUUID()}) as placed`;
      return row?.placed as Placed;
    });
    expect(placed.order.totalAmount).toBe(1000);
  });

  it('stands while the order is held, for longer than other prices do, and not after it', async () => {
    const { product, lines } = await piecesOf(5);
    const order = await sell(lines, {
      details: { holdHours: maxHoldHours },
      specialPrices: { [product.id]: special },
    });
    await passHours(order, 100);
    expect((await payByLink(order)).transaction.amount).toBe(800);
    await passHours(order, 100);
    expect(await refusalCode(payByLink(order))).toBe('order_outdated');
  });
});

describe('an order of a seller is refused', () => {
  it('in one sentence with the lines when pieces are gone, the price has changed or the product is not on sale', async () => {
    const { product, lines } = await piecesOf(1, 2);
    const about = (problem: object) => ({ lines: [{ productId: product.id, ...problem }] });
    expect(await refusedOrder(sell(lines))).toMatchObject({
      code: 'PT409',
      message: 'out_of_stock',
      ...about({ quantity: 2, available: 1 }),
    });
    await sql`update public.products set price = 1200 where id = ${product.id}`;
    const one = [{ productId: product.id, quantity: 1, price: 1000 }];
    expect(await refusedOrder(sell(one))).toMatchObject({
      message: 'price_changed',
      ...about({ price: 1200 }),
    });
    await sql`update public.products set is_active = false where id = ${product.id}`;
    expect(await refusedOrder(sell(one))).toMatchObject({ message: 'product_unavailable' });
  });

  it('when another seller was faster with the last piece', async () => {
    const { product, lines } = await piecesOf(1);
    const answers = await Promise.all([
      refusalCode(sell(lines)),
      refusalCode(sell(lines, { who: otherSeller })),
    ]);
    expect(answers.toSorted()).toEqual(['done', 'out_of_stock']);
    expect(await available(sql, product.id)).toBe(0);
  });

  it('when a buyer has it, who sees that what sellers hold is gone', async () => {
    const { lines } = await piecesOf(1);
    await sell(lines);
    expect(await refusalCode(place(sql, lines))).toBe('out_of_stock');
  });

  it.each([
    { holdHours: maxHoldHours + 1 },
    { holdHours: 0 },
    { holdHours: null },
    { accountId: randomUUID() },
    { customerEmail: 'nobody' },
    { customerName: null },
    { customerPhone: '0712 345 678' },
    { customerAddress: 'x'.repeat(501) },
    { deliveryPrice: -5 },
    { language: 'fr' },
    { holdHours: 'a day' },
    { holdHours: [2] },
    { holdHours: 1e12 },
    { holdHours: 1.5 },
    { accountId: 'mine' },
    { deliveryPrice: 'nothing' },
  ])('with a hold of more than a week, or what is no buyer: %o', async (details) => {
    const { product, lines } = await piecesOf(5);
    expect(await refusalCode(sell(lines, { details }))).toBe('invalid_request');
    expect(await available(sql, product.id)).toBe(5);
  });

  it.each([...refusedLines, ...refusedPrices])('with %s, in words of the shop', async (_, wrong) => {
    const { product } = await piecesOf(2000);
    expect(await refusalOf(sell(wrong(product.id) as Line[]))).toEqual(refusedForLines);
    expect(await available(sql, product.id)).toBe(2000);
  });

  it('above what the bank takes', async () => {
    const { product, lines } = await piecesOf(5, 2);
    const specialPrices = { [product.id]: { price: 99_999_999, reason: 'A typing mistake' } };
    expect(await refusalCode(sell(lines, { specialPrices }))).toBe('total_too_large');
  });

  it('from whoever is no admin', async () => {
    const { lines } = await piecesOf(5);
    expect(await refusalOf(sell(lines, { who: buyer }))).toMatchObject({ code: 'PT403' });
    expect(await refusalOf(sell(lines, { who: guest }))).toMatchObject({ code: '42501' });
    expect(await refusalOf(answerTo(sql, buyer, `public.find_buyers('ada')`))).toMatchObject({
      code: 'PT403',
    });
  });
});

describe('the same request sent twice', () => {
  it('is one order, at the same moment too', async () => {
    const { product, lines } = await piecesOf(5);
    const id = randomUUID();
    const [first, second] = await Promise.all([sell(lines, { id }), sell(lines, { id })]);
    expect(second.id).toBe(first.id);
    expect((await sell(lines, { id })).id).toBe(first.id);
    expect(await available(sql, product.id)).toBe(4);
  });

  it('with other words, or from somebody else, is refused', async () => {
    const { lines } = await piecesOf(5);
    const id = randomUUID();
    await sell(lines, { id });
    expect(await refusalCode(sell(lines, { id, details: { holdHours: 2 } }))).toBe('key_reused');
    expect(await refusalCode(sell(lines, { id, who: otherSeller }))).toBe('key_reused');
  });
});

describe('the buyer', () => {
  it('is found by name, phone or e-mail: accounts first, then guests as their latest order names them', async () => {
    const mark = `Zawadi${randomUUID().slice(0, 6)}`;
    const account = await newPerson(sql, mark);
    const { lines } = await piecesOf(9);
    const email = `${mark.toLowerCase()}@guest.example`;
    const phone = `+2547${String(Date.now()).slice(-8)}`;
    const details = { customerName: `${mark} Otieno`, customerEmail: email, customerPhone: phone };
    await sell(lines, { details: { ...details, customerAddress: 'Old street' } });
    const company = { name: `${mark} County`, pin: 'P051234567X', purchaseOrder: 'LPO 7' };
    await sell(lines, { details: { ...details, customerAddress: 'New street', company } });
    await sell(lines, { details: { ...details, accountId: account.userId, company } });
    await sell(lines, { details: { ...details, accountId: account.userId } });
    const find = (text: string) => answerTo<Buyer[]>(sql, seller, 'public.find_buyers($1)', text);
    const { purchaseOrder: _, ...organisation } = company;
    const bought = { address: 'New street', company: organisation };
    const asGuest = { accountId: null, name: `${mark} Otieno`, email, phone, ...bought };
    expect(await find(mark)).toEqual([
      {
        accountId: account.userId,
        name: mark,
        email: account.email,
        phone: null,
        address: null,
        company: null,
      },
      asGuest,
    ]);
    expect(await find(email)).toEqual([asGuest]);
    expect(await find(phone)).toEqual([asGuest]);
  });
});
