import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { DashboardFindings } from '../../functions/_shared/contract/admin-customers.ts';
import { answerTo } from '../payment-scene.ts';
import { approved, type Character, newProduct, place, bankDecides } from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { shipmentScene } from './shipment-scene.ts';
import { toOrderScene } from './to-order-scene.ts';
import { refusalCode } from '../sql-refusals.ts';
import { today } from './refund-scene.ts';

const sql = openTestDatabase();
const { owner, newOrder, pay, pack } = shipmentScene(sql);
const book = toOrderScene(sql);
const sales = testPerson(sql, 'Clerk', 'sales');
const accounts = testPerson(sql, 'Bookkeeper', 'accounts');
const warehouse = testPerson(sql, 'Packer', 'warehouse');
const customer = testPerson(sql, 'Ada');

const search = (typed: string, who: Character = owner) =>
  answerTo<DashboardFindings>(sql, who, 'public.search_dashboard($1)', typed);
const ordersFor = async (typed: string) => (await search(typed)).orders.map(({ id }) => id);
const newMark = () => `z${randomUUID().slice(0, 8)}`;

it('an order is found by its number in any form', async () => {
  const { order } = await newOrder();
  const number = order.id.slice(-8);
  for (const typed of [
    order.id,
    order.id.toUpperCase(),
    number,
    `#${number}`,
    `#IC-${number}`,
    ` ic ${number} `,
  ])
    expect(await ordersFor(typed), typed).toContain(order.id);
  for (const typed of ['', '  ', '#1', '’']) expect(await ordersFor(typed), typed).toEqual([]);
});

it('an order and its payment are found by what the bank, M-Pesa and the shop call the payment', async () => {
  const placed = await newOrder();
  const answer = { ...approved(placed), bankReference: `BR-${randomUUID()}`, authorisationCode: newMark() };
  await bankDecides(sql, placed.transaction.trace, answer);
  const [paid] = await sql<{ id: string }[]>`
    select id from public.transactions where order_id = ${placed.order.id} and status = 'completed'`;
  const refund = `FT-${randomUUID()}`;
  await answerTo(
    sql,
    owner,
    `public.record_refund($1, $2, 100, $3, $4, 'Bent')`,
    randomUUID(),
    paid?.id,
    today,
    refund,
  );
  const cash = await newOrder();
  const code = randomUUID().slice(-10).toUpperCase();
  await answerTo(
    sql,
    sales,
    `public.record_payment($1, $2, 'mpesa', $3, $4, $5)`,
    randomUUID(),
    cash.order.id,
    code,
    cash.order.totalAmount,
    today,
  );
  for (const [typed, order] of [
    [answer.bankReference.toLowerCase(), placed.order],
    [answer.authorisationCode, placed.order],
    [answer.transactionIndex ?? '', placed.order],
    [placed.transaction.trace, placed.order],
    [refund, placed.order],
    [code.toLowerCase(), cash.order],
  ] as const) {
    const found = await search(typed, sales);
    expect(
      found.payments.map(({ orderId }) => orderId),
      typed,
    ).toEqual([order.id]);
    expect(
      found.orders.map(({ id }) => id),
      typed,
    ).toEqual([order.id]);
  }
  expect(JSON.stringify(await search(placed.transaction.trace))).not.toContain(placed.transaction.trace);
  // Payments are found by their codes, not by who paid.
  expect((await search('lovelace')).payments.filter(({ orderId }) => orderId)).toEqual([]);
});

it('a piece is found by its serial number, however it is spaced', async () => {
  const placed = await newOrder();
  await pay(placed);
  const serial = `SN-${newMark()}/77`;
  await pack(placed, { lines: [{ itemId: placed.two, quantity: 1, serials: [serial] }] });
  for (const typed of [serial, serial.toLowerCase().replaceAll(/[-/]/g, ' '), serial.slice(3, 10)])
    expect((await search(typed, warehouse)).serials, typed).toMatchObject([
      { serial, orderId: placed.order.id },
    ]);
});

it('an order is found by its invoice, credit note, waybill, LPO number, KRA PIN, county and sum, however they are spelled', async () => {
  const price = 200_000 + Math.floor(Math.random() * 600_000);
  const digits = randomUUID().replaceAll(/\D/g, '').padEnd(9, '7').slice(0, 9);
  const mark = digits.slice(0, 6);
  const company = { name: 'Nakuru Water', pin: `P${digits}X`, purchaseOrder: `LPO/2026/${mark}` };
  const placed = await newOrder({ price, details: { company, county: '034' } });
  await pay(placed);
  await pack(placed, {
    lines: [{ itemId: placed.two, quantity: 1 }],
    carrier: 'G4S',
    waybill: `NBO-${mark}/1`,
  });
  const [invoice] = await sql<{ year: number; number: number }[]>`
    select year, number from private.papers where order_id = ${placed.order.id} and kind = 'invoice'`;
  const { year, number } = invoice!;
  const total = placed.order.totalAmount.toLocaleString('en-KE');
  for (const typed of [
    `INV-${year}-${String(number).padStart(5, '0')}`,
    `inv ${year} ${number}`,
    `INV${year}/${number}`,
    `NBO-${mark}/1`,
    `nbo ${mark} 1`,
    company.purchaseOrder,
    `lpo 2026-${mark}`,
    `LPO2026${mark}`,
    company.pin.toLowerCase(),
    `P ${digits.slice(0, 3)} ${digits.slice(3)} X`,
    'Kajiado',
    total,
    `KES ${total}`,
    `Ksh.${total}/=`,
    `${total}.00`,
    String(placed.order.totalAmount),
    `${placed.order.totalAmount}.00`,
  ])
    expect(await ordersFor(typed), typed).toContain(placed.order.id);
  // A sum is all of a sum, and a credit note's number no invoice's.
  expect(await ordersFor(total.slice(2))).not.toContain(placed.order.id);
  expect(await ordersFor(`CN-${year}-${number}`)).not.toContain(placed.order.id);
  expect(await ordersFor(`INV-${year}-${number}0`)).not.toContain(placed.order.id);
});

it('an order is found by the sum that is due of it now: a rest, a lower price, what is owed again, a deposit', async () => {
  const price = () => 40_000 + Math.floor(Math.random() * 9000);
  const [part, cut, sent] = [
    await book.newOrder({ price: price() }),
    await book.newOrder({ price: price() }),
    await book.newOrder({ price: price() }),
  ];
  await book.record(part, 11_001);
  await book.reduce(cut, 'price_cut', 1_001_050);
  const cheque = await book.record(sent, sent.order.totalAmount, { method: 'cheque' });
  await book.sendAll(sent);
  await book.reverse(cheque, 'bounced');
  await book.record(sent, 12_345);
  // Other tests have many of its usual price.
  const instrument = { ...(await book.instrument()), price: price() };
  await sql`update public.products set price = ${instrument.price} where id = ${instrument.id}`;
  const deposit = await book.orderOf(instrument, 1, Math.ceil((instrument.price * 30) / 100));
  const orders = [part, cut, sent, deposit];
  for (const { order } of orders) {
    const [due] = await sql<{ cents: string }[]>`select private.asked_cents(${order.id}) as cents`;
    const cents = Number(due?.cents);
    expect(cents).toBeLessThan(order.totalAmount * 100);
    const kes = Math.ceil(cents / 100);
    for (const typed of [String(kes), `KES ${kes.toLocaleString('en-KE')}`, `${(cents / 100).toFixed(2)}/=`])
      expect((await search(typed)).orders, typed).toContainEqual(
        expect.objectContaining({ id: order.id, dueCents: cents }),
      );
    expect(await ordersFor(String(kes + 1))).not.toContain(order.id);
  }
  await answerTo(sql, owner, 'public.advance_order($1, $2)', cut.order.id, 'cancelled');
  expect((await search(cut.order.id)).orders).toMatchObject([{ dueCents: 0 }]);
});

it('a quotation is found by its number however it is spelled, and by its sum', async () => {
  const mark = newMark();
  const price = 100_000 + Math.floor(Math.random() * 800_000);
  const id = randomUUID();
  const number = `Q-2026-${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
  const lines = [{ productId: randomUUID(), name: 'Auger', quantity: 3, price, reason: null }];
  await sql`insert into private.quotations (id, request_hash, number, customer_name, customer_phone, county, delivery_price,
    lines, valid_until)
    values (${id}, '', ${number}, ${mark}, '+254712345678', '047', 500, ${sql.json(lines)}, now() + interval '1 day')`;
  const [, year, figure] = number.split('-');
  for (const typed of [
    number,
    number.toLowerCase(),
    `Q${year}-${figure}`,
    `Q/${year}/${figure}`,
    `q ${year} ${figure}`,
    `Q${year}${figure}`,
    `${year}/${figure}`,
    (3 * price + 500).toLocaleString('en-KE'),
  ])
    expect(
      (await search(typed)).quotations.map((one) => one.id),
      typed,
    ).toContain(id);
});

it('a product is found as in the shop, and an archived one too', async () => {
  const mark = newMark();
  const onSale = await newProduct(sql, { name: `${mark} screen 55″` });
  const archived = await newProduct(sql, { name: `${mark} mount 55″`, isActive: false });
  const names = async (typed: string) => (await search(typed, warehouse)).products.map(({ name }) => name);
  for (const typed of [`${mark} 55"`, `${mark} 55”`, `${mark}-55`])
    expect(await names(typed), typed).toEqual([onSale.name, archived.name]);
  expect((await search(mark)).products.map(({ isActive }) => isActive)).toEqual([true, false]);
});

it('a role sees the groups of its permissions alone, five of each at most, and no shopper’s miss is counted', async () => {
  const mark = newMark();
  const product = await newProduct(sql, { stock: 50 });
  const misses = async () => {
    const [row] = await sql<
      { misses: string }[]
    >`select coalesce(sum(times), 0) as misses from private.search_misses
      where query like ${`%${mark}%`}`;
    return Number(row?.misses);
  };
  for (let at = 0; at < 6; at += 1) {
    const details = { customerName: `Njeri ${mark}`, customerPhone: `+25471234560${at}` };
    const placed = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], { details });
    await bankDecides(sql, placed.transaction.trace, {
      ...approved(placed),
      bankReference: `BR-${mark}-${at}`,
    });
  }
  const counts = async (who: Character, typed = mark) => {
    const { orders, customers, payments } = await search(typed, who);
    return [orders.length, customers.length, payments.length];
  };
  expect(await counts(sales)).toEqual([5, 5, 5]);
  expect(await counts(accounts)).toEqual([5, 5, 5]);
  expect(await counts(warehouse)).toEqual([5, 0, 0]);
  expect(await counts(warehouse, `BR-${mark}`)).toEqual([0, 0, 0]);
  expect(await refusalCode(search(mark, customer))).toBe('forbidden');
  await search(`xylophone ${mark}`);
  expect(await misses()).toBe(0);
});
