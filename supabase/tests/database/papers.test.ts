import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type {
  EnteredEtims,
  EtimsSale,
  Paper,
  PaperLine,
  ProductVat,
} from '../../functions/_shared/contract/papers.ts';
import type { PageOfRows, RowCursor } from '../../functions/_shared/contract/admin.ts';
import type { OrderDetails } from '../../functions/_shared/contract/admin-orders.ts';
import type { HealthFinding } from '../../functions/_shared/contract/health.ts';
import { addDays } from '../../functions/_shared/contract/calendar-days.ts';
import { answerTo } from '../payment-scene.ts';
import {
  approved,
  as,
  cancelAsShop,
  newProduct,
  orderRequest,
  newSession,
  place,
  type Placed,
  bankDecides,
  shop,
} from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { refundScene, today } from './refund-scene.ts';

const sql = openTestDatabase();
const { owner, refund, transactionOf } = refundScene(sql);
const clerk = testPerson(sql, 'Clerk', 'sales');
const accounts = testPerson(sql, 'Accounts', 'accounts');

const papersOf = (sid: string, { order }: Pick<Placed, 'order'>, kind = 'invoice') =>
  answerTo<Paper[] | null>(sql, shop, 'public.papers_of_order($1, $2, $3)', sid, order.id, kind);

/** An order of these pieces and prices in KES, in a session of its own. */
async function ordered(lines: { price: number; quantity: number; vatClass?: string }[], details = {}) {
  const sid = await newSession(sql);
  const items = [];
  for (const { price, quantity, vatClass } of lines) {
    const product = await newProduct(sql, { price, stock: 1000 });
    if (vatClass)
      await answerTo<ProductVat>(
        sql,
        owner,
        `public.set_product_vat($1, $2, 'Cabinet Secretary')`,
        product.id,
        vatClass,
      );
    items.push({ productId: product.id, quantity, price });
  }
  return { sid, items, placed: await place(sql, items, { sid, details }) };
}
async function paid(...options: Parameters<typeof ordered>) {
  const made = await ordered(...options);
  await bankDecides(sql, made.placed.transaction.trace, approved(made.placed));
  return { ...made, transactionId: await transactionOf(made.placed.transaction.trace) };
}
const changeTo = async ({ order }: Placed, items: object[], details: object = {}) => {
  const { changing } = await answerTo<OrderDetails>(sql, owner, 'public.order_details($1)', order.id);
  const { version, lines, ...orderData } = changing;
  void lines;
  return answerTo(
    sql,
    owner,
    'public.change_order($1, $2, $3, $4, false, false)',
    randomUUID(),
    order.id,
    version,
    { items, orderData: { ...orderData, ...details } },
  );
};
/** Staff write down a payment in KES; its reference follows from its id. */
async function record({ order }: Pick<Placed, 'order'>, amount: number, method = 'cheque', day = today) {
  const id = randomUUID();
  await answerTo(
    sql,
    owner,
    'public.record_payment($1, $2, $3, $4, $5, $6)',
    id,
    order.id,
    method,
    id.slice(-10),
    amount,
    day,
  );
  return id;
}
const reverse = (id: string, cause: 'mistake' | 'bounced') =>
  answerTo(sql, owner, `public.reverse_payment($1, 'It does not stand', $2)`, id, cause);
const sumOf = (papers: Paper[], of: 'grossCents' | 'netCents' | 'vatCents' = 'grossCents') =>
  papers.reduce((sum, { kind, content }) => sum + (kind === 'credit_note' ? -1 : 1) * content.totals[of], 0);
const read = async (sid: string, placed: Placed) => (await papersOf(sid, placed)) ?? [];
/** Kind, cause and sum of each paper. */
const written = async (sid: string, placed: Placed) =>
  (await read(sid, placed)).map(({ kind, cause, content }) => [kind, cause, content.totals.grossCents]);
/** Kind and cause of each paper, whoever asks. */
const stored = async (orderId: string) =>
  (
    await sql<{ kind: string; cause: string | null }[]>`
      select p.kind, p.cause from private.papers p where p.order_id = ${orderId} order by p.id`
  ).map(({ kind, cause }) => [kind, cause]);
const dayBefore = (days: number) => addDays(today, -days);

describe('a proforma for whoever has the link', () => {
  const company = { name: 'Kisumu Water', pin: 'A001234567Z', purchaseOrder: null };
  const linked = (id: string, contact: object | null = null, kind = 'proforma', version = 1) =>
    answerTo<Paper[] | null>(
      ...([sql, shop, `public.papers_of_order('', $1, $2, $3, $4)`, id, kind, version] as const),
      contact as never,
    );

  it('has the buyer’s name once they give a contact of the order, and never where they live', async () => {
    const contact = { customerName: 'Wanjiru Linked', customerEmail: 'w@example.com' };
    const { placed } = await ordered([{ price: 15_000, quantity: 2 }], { company, ...contact });
    const { id } = placed.order;
    const [alone] = (await linked(id)) ?? [];
    expect(alone?.content).toMatchObject({ buyer: null, dueAmount: 30_000, lines: [{ serials: [] }] });
    // How long it takes and what it costs say where it goes; that it is not in the total does not.
    const apart = { county: null, countyName: null, zone: null, low: null, high: null, price: null };
    expect(alone?.content.delivery).toMatchObject({ ...apart, promise: '', by: null, freeBecause: null });
    for (const given of [{ email: 'w@example.com' }, { phone: '+254712345678' }]) {
      const [paper] = (await linked(id, given)) ?? [];
      expect(paper?.content.delivery).toMatchObject({ ...apart, promise: '2-3 business days' });
      const hidden = { email: null, phone: null, address: null };
      expect(paper?.content.buyer).toEqual({ name: contact.customerName, company, ...hidden });
    }
    expect(await refusalCode(linked(id, { email: 'bob@example.com' }))).toBe('contact_mismatch');
  });

  it('does not say the reference of the tender whose quotation was accepted', async () => {
    const product = await newProduct(sql, { stock: 5, price: 1000 });
    const company = { name: 'Kisumu County', pin: 'A001234567Z', purchaseOrder: 'KSM/COUNTY/RFQ/7' };
    const quoted = await answerTo<{ id: string; version: number }>(
      sql,
      owner,
      'public.quote_as_staff($1, $2::jsonb)',
      randomUUID(),
      {
        name: 'Ada',
        phone: '+254712345678',
        county: '042',
        deliveryTime: '',
        company,
        items: [{ productId: product.id, quantity: 1, price: 1000 }],
        lines: [{ productId: product.id, quantity: 1, price: 1000 }],
      },
    );
    const { totalAmount, status, ...buyer } = orderRequest([]).orderData;
    const { order } = await answerTo<{ order: { orderId: string } }>(
      sql,
      owner,
      'public.accept_quotation_as_staff($1, $2, $3::jsonb)',
      quoted.id,
      quoted.version,
      { ...buyer, company: { ...company, purchaseOrder: 'LPO 1' } },
    );
    const [paper] = (await linked(order.orderId)) ?? [];
    expect(paper?.content.accepted).toMatchObject({ number: expect.stringMatching(/^Q/), reference: null });
    expect(JSON.stringify(paper)).not.toContain('RFQ/7');
    const [named] = (await linked(order.orderId, { phone: buyer.customerPhone })) ?? [];
    expect(named?.content.accepted?.reference).toBe(company.purchaseOrder);
  });

  it('has no serial number, and no code by which a payment is known', async () => {
    const { sid, placed } = await ordered([{ price: 15_000, quantity: 1 }]);
    const { id } = placed.order;
    const [parcel, payment, code] = [
      randomUUID(),
      randomUUID(),
      randomUUID().replaceAll('-', '').slice(0, 10).toUpperCase(),
    ];
    const record = "public.record_payment($1, $2, 'mpesa', $3, 500, $4)";
    await answerTo(sql, owner, record, payment, id, code, today);
    await sql`insert into private.shipments (id, order_id, request_hash) values (${parcel}, ${id}, 'x')`;
    await sql`insert into private.shipment_lines (shipment_id, order_item_id, quantity)
      select ${parcel}, i.id, 1 from public.order_items i where i.order_id = ${id}`;
    await sql`insert into private.shipment_serials (shipment_id, order_item_id, product_id, serial)
      select ${parcel}, i.id, i.product_id, 'SERIAL-1' from public.order_items i where i.order_id = ${id}`;
    const whole = JSON.stringify(await papersOf(sid, placed, 'proforma'));
    const seen = JSON.stringify(await linked(id, { phone: '+254712345678' }));
    for (const secret of ['SERIAL-1', code, payment]) {
      expect(whole).toContain(secret);
      expect(seen).not.toContain(secret);
    }
  });

  it('is the only paper that they see without a contact, and none is seen by a link that was renewed', async () => {
    const { sid, placed } = await ordered([{ price: 15_000, quantity: 1 }]);
    const { id } = placed.order;
    expect(await linked(id, null, 'proforma', 2)).toBeNull();
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    expect(await linked(id, null, 'invoice')).toBeNull();
    expect(await linked(id, { phone: '+254712345678' }, 'invoice', 2)).toBeNull();
    expect(await refusalCode(linked(id, { phone: '+254712345679' }, 'invoice'))).toBe('contact_mismatch');
    expect(await linked(id)).toEqual([]);
    const [whole] = (await papersOf(sid, placed)) ?? [];
    const [seen] = (await linked(id, { phone: '+254712345678' }, 'invoice')) ?? [];
    expect(seen).toMatchObject({
      kind: 'invoice',
      number: whole?.number,
      content: { totals: whole?.content.totals },
    });
    const { name } = whole?.content.buyer ?? {};
    expect(seen?.content.buyer).toEqual({ name, company: null, email: null, phone: null, address: null });
    expect(whole?.content.payments[0]?.reference).not.toBe('');
    expect(seen?.content.payments).toMatchObject([{ transactionId: '', reference: '' }]);
  });
});

describe('an invoice', () => {
  it('is given the moment an order is paid, with a number, VAT by rate and the organisation, and stays as it is', async () => {
    const company = { name: 'Kisumu Water', pin: 'P051234567X', purchaseOrder: 'LPO 7' };
    const { sid, placed, transactionId } = await paid(
      [
        { price: 95_000, quantity: 1 },
        { price: 1000, quantity: 3, vatClass: 'exempt' },
      ],
      { company },
    );
    // Before anybody looks.
    expect(await stored(placed.order.id)).toEqual([['invoice', null]]);
    const [invoice, ...others] = await read(sid, placed);
    expect(others).toEqual([]);
    const { reference } = placed.transaction;
    expect(invoice).toMatchObject({
      kind: 'invoice',
      number: expect.stringMatching(/^INV-\d{4}-\d{5}$/),
      cause: null,
      content: {
        buyer: { name: 'Ada Lovelace', company },
        seller: { name: 'Instruments & Current' },
        day: today,
        payments: [{ transactionId, method: 'card', reference, cents: 9_800_000 }],
        lines: expect.arrayContaining([
          expect.objectContaining({ kind: 'goods', quantity: 1, unitCents: 9_500_000 }),
          expect.objectContaining({ kind: 'goods', quantity: 3, unitCents: 100_000 }),
        ]),
        totals: {
          grossCents: 9_800_000,
          netCents: 8_189_655 + 300_000,
          vatCents: 1_310_345,
          rates: [
            {
              vatClass: 'standard',
              basisPoints: 1600,
              grossCents: 9_500_000,
              netCents: 8_189_655,
              vatCents: 1_310_345,
            },
            { vatClass: 'exempt', basisPoints: 0, grossCents: 300_000, netCents: 300_000, vatCents: 0 },
          ],
        },
      },
    });
    expect(invoice?.content.payments).toHaveLength(1);
    await sql`update public.products set name = 'Another name' where id = ${placed.order.items[0]?.productId ?? ''}`;
    await sql`update public.orders set customer_name = 'Grace' where id = ${placed.order.id}`;
    expect(await read(sid, placed)).toEqual([invoice]);
    await expect(
      sql`update private.papers set gross_cents = 1 where order_id = ${placed.order.id}`,
    ).rejects.toThrow('never changes');
    await expect(sql`delete from private.papers where order_id = ${placed.order.id}`).rejects.toThrow(
      'never changes',
    );
  });

  it('names every payment with its sum and day, and is of the day when nothing was due any more', async () => {
    const { sid, placed } = await ordered([{ price: 1000, quantity: 5 }]);
    const last = await record(placed, 3500, 'transfer', dayBefore(3));
    expect(await read(sid, placed)).toEqual([]);
    const first = await record(placed, 1500, 'cheque', dayBefore(20));
    const [{ content } = { content: null }] = await read(sid, placed);
    expect(content).toMatchObject({ day: dayBefore(3), totals: { grossCents: 500_000 } });
    expect(content?.payments).toEqual([
      {
        transactionId: first,
        method: 'cheque',
        reference: first.slice(-10).toUpperCase(),
        cents: 150_000,
        // The beginning of its day in Nairobi.
        paidAt: `${dayBefore(21)}T21:00:00.000Z`,
      },
      {
        transactionId: last,
        method: 'transfer',
        reference: last.slice(-10).toUpperCase(),
        cents: 350_000,
        paidAt: `${dayBefore(4)}T21:00:00.000Z`,
      },
    ]);
  });

  it('of what was added is one of its own, once that is paid, and names its payment alone', async () => {
    const { sid, placed, items } = await paid([{ price: 1000, quantity: 2 }]);
    const [invoice] = await read(sid, placed);
    const pump = await newProduct(sql, { price: 700, stock: 10, name: 'Added pump' });
    await changeTo(placed, [
      ...items.map((item) => ({ ...item, quantity: 3 })),
      { productId: pump.id, quantity: 1, price: 700 },
    ]);
    // Nothing is invoiced before it is paid.
    expect(await read(sid, placed)).toEqual([invoice]);
    await record(placed, 700, 'cheque', dayBefore(1));
    expect(await read(sid, placed)).toEqual([invoice]);
    await record(placed, 1000, 'transfer');
    const [, added, ...others] = await read(sid, placed);
    expect(others).toEqual([]);
    expect(added).toMatchObject({ kind: 'invoice', cause: 'added', corrects: null });
    expect(added?.content.lines).toMatchObject([
      { productId: pump.id, name: 'Added pump', quantity: 1, grossCents: 70_000 },
      { productId: items[0]?.productId, quantity: 1, grossCents: 100_000 },
    ]);
    expect(added?.content.payments).toMatchObject([
      { method: 'cheque', cents: 70_000 },
      { method: 'transfer', cents: 100_000 },
    ]);
  });

  it('is credited and written again when the buyer gives a PIN later, with the same goods and payments', async () => {
    const { sid, placed, items } = await paid([{ price: 1000, quantity: 2 }]);
    const [first] = await read(sid, placed);
    const company = { name: 'Kisumu Water', pin: 'P051234567X', purchaseOrder: null };
    await changeTo(placed, items, { company });
    const papers = await read(sid, placed);
    expect(papers.map(({ kind, cause, content }) => [kind, cause, content.totals])).toEqual([
      ['invoice', null, first?.content.totals],
      ['credit_note', 'changed', first?.content.totals],
      ['invoice', 'changed', first?.content.totals],
    ]);
    expect(papers[0]).toEqual(first);
    expect(papers[1]).toMatchObject({ corrects: first?.number });
    expect(papers[2]?.content).toMatchObject({ buyer: { company }, payments: first?.content.payments });
    // Once: what is written is what is so now.
    await changeTo(placed, items, { customerAddress: 'Moi Avenue, Kisumu' });
    expect(await read(sid, placed)).toEqual(papers);
  });

  it('before payment is a proforma without a number, and none is kept', async () => {
    const { sid, placed } = await ordered([{ price: 1160, quantity: 2 }]);
    expect(await papersOf(sid, placed)).toEqual([]);
    expect(await papersOf(sid, placed, 'proforma')).toMatchObject([
      {
        kind: 'proforma',
        number: null,
        cause: null,
        content: {
          payments: [],
          dueAmount: 2320,
          totals: { grossCents: 232_000, vatCents: 32_000 },
          heldUntil: expect.stringMatching(/^20.*Z$/) as string,
        },
      },
    ]);
    expect(await stored(placed.order.id)).toEqual([]);
  });

  it('waits for the bank no longer than the order does', async () => {
    const { sid, placed } = await paid([{ price: 900_000, quantity: 1 }]);
    const waitsFor = async () => (await read(sid, placed))[0]?.content.delivery?.after;
    expect(await waitsFor()).toBe('bank');
    const settledOn = (day: string | null) =>
      sql`update public.transactions set settled_on = ${day} where order_id = ${placed.order.id}`;
    await settledOn(today);
    expect(await waitsFor()).toBeNull();
    // No statement says so.
    await settledOn(null);
    // Nor when it is cancelled.
    const [cancelled] = await sql.begin(async (t) => {
      await t`set local session_replication_role = replica`;
      await t`update public.orders set status = 'cancelled' where id = ${placed.order.id}`;
      const rows = await t<{ delivery: unknown }[]>`
        select private.content_now(p) -> 'delivery' as delivery from private.papers p
        where order_id = ${placed.order.id}`;
      await t`update public.orders set status = 'paid' where id = ${placed.order.id}`;
      return rows;
    });
    expect(cancelled?.delivery).toBeNull();
  });

  it('is for whoever sees the whole order, through the shop alone', async () => {
    const { sid, placed } = await paid([{ price: 1000, quantity: 1 }]);
    expect(await papersOf(await newSession(sql), placed)).toBeNull();
    expect(await papersOf(sid, placed)).toHaveLength(1);
    const asked = answerTo(sql, clerk, 'public.papers_of_order($1, $2, $3)', sid, placed.order.id, 'invoice');
    await expect(asked).rejects.toMatchObject({ code: '42501' });
  });

  it('is looked at without anything being written', async () => {
    const { sid, placed } = await paid([{ price: 1000, quantity: 1 }]);
    const open = await ordered([{ price: 1000, quantity: 1 }]);
    const seen = await sql.begin('read only', async (t) => {
      await t`set local role service_role`;
      const look = async (of: typeof open, kind: string) =>
        (
          await t<{ papers: Paper[] }[]>`
            select public.papers_of_order(${of.sid}, ${of.placed.order.id}, ${kind}) as papers`
        )[0]?.papers.map((paper) => paper.kind);
      return [await look({ ...open, sid, placed }, 'invoice'), await look(open, 'proforma')];
    });
    expect(seen).toEqual([['invoice'], ['proforma']]);
  });

  it('has the next number for each of many orders at once, without a gap, whatever is broken off', async () => {
    const pay = async (isBrokenOff: boolean) => {
      const made = await ordered([{ price: 1000, quantity: 1 }]);
      const { trace } = made.placed.transaction;
      if (isBrokenOff) {
        await as(sql, shop, async (t) => {
          await t`select public.decide_payment(${trace}, ${t.json(approved(made.placed))}, 'return')`;
          throw new Error('broken off');
        }).catch(() => null);
        expect(await stored(made.placed.order.id)).toEqual([]);
      }
      await bankDecides(sql, trace, approved(made.placed));
      return made;
    };
    const orders = await Promise.all(Array.from({ length: 12 }, (_, index) => pay(index % 3 === 0)));
    const numbers = [];
    for (const { sid, placed } of orders) {
      const papers = await read(sid, placed);
      expect(papers).toHaveLength(1);
      numbers.push(papers[0]?.number);
    }
    expect(new Set(numbers).size).toBe(12);
    const gaps = await sql`
      select c.kind, c.year from private.paper_counters c
      where c.last <> (select count(*) from private.papers p where p.kind = c.kind and p.year = c.year)
        or c.last <> (select max(p.number) from private.papers p where p.kind = c.kind and p.year = c.year)`;
    expect(gaps).toEqual([]);
  });

  it('waits for nobody who waits for it: credit notes and invoices are numbered under one lock', async () => {
    const refunded = await paid([{ price: 1000, quantity: 1 }]);
    const wanted = await ordered([{ price: 1000, quantity: 3 }]);
    let waiting: Promise<string> | undefined;
    // One transaction issues an invoice, and later a credit note. The other one begins in between.
    await as(sql, owner, async (t) => {
      const [mine] = await t<{ pid: number }[]>`select pg_backend_pid() as pid`;
      const first = await ordered([{ price: 1000, quantity: 1 }]);
      const id = randomUUID();
      await t`select public.record_payment(${id}, ${first.placed.order.id}, 'cash', '', 1000, ${today})`;
      waiting = record(wanted.placed, 3000);
      waiting.catch(() => null);
      await isBlocking(mine?.pid ?? 0);
      await t`select public.record_refund(${randomUUID()}, ${refunded.transactionId}, 50000, ${today}, 'FT1', 'Broken', true)`;
    });
    await waiting;
    expect(await stored(refunded.placed.order.id)).toEqual([
      ['invoice', null],
      ['credit_note', 'reduced'],
    ]);
    expect(await stored(wanted.placed.order.id)).toEqual([['invoice', null]]);
  });

  it('of the first of several orders that one transfer pays waits for no product of the second', async () => {
    const [one, two] = [
      await ordered([{ price: 1000, quantity: 1 }]),
      await ordered([{ price: 1000, quantity: 1 }]),
    ];
    const [first, second] = [one, two].sort((a, b) => (a.placed.order.id < b.placed.order.id ? -1 : 1)) as [
      typeof one,
      typeof two,
    ];
    const sid = await newSession(sql);
    const same = await place(sql, second.items, { sid });
    let transfer: Promise<unknown> | undefined;
    // Somebody buys a product of the second order, and has its invoice numbered while the transfer is written down.
    await as(sql, owner, async (t) => {
      const [mine] = await t<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await t`select public.book_stock(${randomUUID()}, 'received', 'Supplier', '',
        ${t.json([{ productId: second.items[0]?.productId ?? '', quantity: 1, costCents: 1 }])})`;
      transfer = answerTo(
        sql,
        owner,
        `public.record_payment($1, null, 'transfer', $2, 2000, $3, $4)`,
        randomUUID(),
        randomUUID().slice(-12),
        today,
        [first, second].map(({ placed }) => ({ orderId: placed.order.id, cents: 100_000 })),
      );
      transfer.catch(() => null);
      await isBlocking(mine?.pid ?? 0);
      await t`select public.record_payment(${randomUUID()}, ${same.order.id}, 'cash', '', 1000, ${today})`;
    });
    await transfer;
    for (const { placed } of [first, second, { placed: same }])
      expect(await stored(placed.order.id)).toEqual([['invoice', null]]);
  });

  it('loses the buyer’s name with the person, and nothing else', async () => {
    const { sid, placed } = await paid([{ price: 1000, quantity: 1 }]);
    const [before] = await read(sid, placed);
    await sql`update private.papers set content = content || '{"buyer": null}' where order_id = ${placed.order.id}`;
    expect(await read(sid, placed)).toEqual([{ ...before, content: { ...before?.content, buyer: null } }]);
  });
});

/** Until somebody waits for this backend. */
const isBlocking = (pid: number) =>
  expect
    .poll(
      async () =>
        (await sql`select 1 from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`).length,
      {
        timeout: 2500,
      },
    )
    .toBeGreaterThan(0);

describe('a proforma', () => {
  it('of an order that is paid in part names that part, and asks for the rest', async () => {
    const { sid, placed } = await ordered([{ price: 1000, quantity: 5 }]);
    const id = await record(placed, 1500);
    expect(await papersOf(sid, placed, 'proforma')).toMatchObject([
      {
        content: {
          dueAmount: 3500,
          payments: [{ transactionId: id, method: 'cheque', cents: 150_000 }],
          totals: { grossCents: 500_000 },
        },
      },
    ]);
    await record(placed, 3500);
    expect(await papersOf(sid, placed, 'proforma')).toEqual([]);
  });

  it('does not exist for an order that is cancelled', async () => {
    const { sid, placed } = await ordered([{ price: 1000, quantity: 1 }]);
    expect(await papersOf(sid, placed, 'proforma')).toHaveLength(1);
    await cancelAsShop(sql, placed);
    expect(await papersOf(sid, placed, 'proforma')).toEqual([]);
    expect(await papersOf(sid, placed)).toEqual([]);
  });
});

describe('what is no longer owed', () => {
  const giveBack = (transactionId: string, cents: number, lines: object[] = []) =>
    answerTo(
      ...([sql, owner, `public.record_refund($1, $2, $3, $4, $5, 'Broken', true, $6)`] as const),
      randomUUID(),
      transactionId,
      cents,
      today,
      randomUUID(),
      lines,
    );
  const itemOf = async ({ order }: Placed, price: number) =>
    (
      await sql<{ id: string; name: string }[]>`
        select id, product_name as name from public.order_items where order_id = ${order.id} and price = ${price}`
    )[0] ?? { id: '', name: '' };

  it('is credited in the proportion of the VAT, once', async () => {
    const { sid, placed, transactionId } = await paid([
      { price: 1000, quantity: 1 },
      { price: 3000, quantity: 1, vatClass: 'exempt' },
    ]);
    await refund({ transactionId, cents: 100_000 });
    const papers = await read(sid, placed);
    expect(papers.map(({ kind, cause }) => [kind, cause])).toEqual([
      ['invoice', null],
      ['credit_note', 'reduced'],
    ]);
    expect(papers[1]).toMatchObject({
      number: expect.stringMatching(/^CN-\d{4}-\d{5}$/),
      corrects: papers[0]?.number,
      content: {
        // What was given back.
        payments: [{ cents: 100_000, method: 'card', reference: expect.stringMatching(/./) }],
        totals: {
          grossCents: 100_000,
          rates: [
            { vatClass: 'standard', grossCents: 25_000 },
            { vatClass: 'exempt', grossCents: 75_000 },
          ],
        },
      },
    });
    await sql`select private.issue_papers(${placed.order.id})`;
    expect(await read(sid, placed)).toEqual(papers);
  });

  it('names the pieces when it was for pieces, and never credits more of a class than was invoiced', async () => {
    const { sid, placed, transactionId } = await paid([
      { price: 1000, quantity: 2 },
      { price: 3000, quantity: 1, vatClass: 'exempt' },
    ]);
    const item = await itemOf(placed, 1000);
    await giveBack(transactionId, 100_000, [{ itemId: item.id, quantity: 1, fate: 'restocked' }]);
    const credit = (await read(sid, placed)).at(-1);
    expect(credit).toMatchObject({
      kind: 'credit_note',
      content: {
        lines: [
          { kind: 'goods', quantity: 1, unitCents: 100_000, vatClass: 'standard', grossCents: 100_000 },
        ],
      },
    });
    expect(credit?.content.lines[0]?.name).toBe(item.name);
    // Less than its price: of the same class of VAT, and named.
    await giveBack(transactionId, 90_000, [{ itemId: item.id, quantity: 1, fate: 'kept' }]);
    expect((await read(sid, placed)).at(-1)?.content.lines).toMatchObject([
      { name: `Credit for 1 x ${item.name}`, vatClass: 'standard', grossCents: 90_000 },
    ]);
    await giveBack(transactionId, 310_000);
    const last = (await read(sid, placed)).at(-1);
    expect(last?.content.totals.rates).toMatchObject([
      { vatClass: 'standard', grossCents: 10_000 },
      { vatClass: 'exempt', grossCents: 300_000 },
    ]);
    expect(sumOf(await read(sid, placed))).toBe(0);
  });

  it('is of every class of VAT when less is left of that of the pieces than they cost', async () => {
    const { sid, placed, transactionId } = await paid([
      { price: 1000, quantity: 1 },
      { price: 3000, quantity: 1, vatClass: 'exempt' },
    ]);
    const item = await itemOf(placed, 1000);
    await giveBack(transactionId, 40_000);
    await giveBack(transactionId, 100_000, [{ itemId: item.id, quantity: 1, fate: 'restocked' }]);
    const [, , credit] = await read(sid, placed);
    expect(credit?.content.lines).toMatchObject([
      { kind: 'money', name: `Credit for 1 x ${item.name}`, vatClass: 'exempt', grossCents: 75_000 },
      { kind: 'money', name: `Credit for 1 x ${item.name}`, vatClass: 'standard', grossCents: 25_000 },
    ]);
  });

  it('piece by piece ends at exactly 0: forty pieces are credited one by one', async () => {
    // KES 333: the VAT of a piece is no whole number of cents.
    const { sid, placed, transactionId } = await paid([
      { price: 333, quantity: 40 },
      { price: 777, quantity: 1, vatClass: 'reduced' },
    ]);
    const { id } = await itemOf(placed, 333);
    for (let piece = 1; piece <= 40; piece += 1)
      await giveBack(transactionId, 33_300, [{ itemId: id, quantity: 1, fate: 'restocked' }]);
    const papers = await read(sid, placed);
    expect(papers).toHaveLength(41);
    const [invoice, ...credits] = papers;
    const standard = { vatClass: 'standard', basisPoints: 1600 };
    // 40 x 33,300 / 1.16 is 1,148,275.86.
    expect(invoice?.content.totals.rates[0]).toEqual({
      ...standard,
      grossCents: 1_332_000,
      netCents: 1_148_276,
      vatCents: 183_724,
    });
    const vat = credits.map(({ content }) => content.totals.vatCents);
    expect(vat.reduce((sum, cents) => sum + cents, 0)).toBe(183_724);
    // No note is more than a cent beside its share.
    for (const cents of vat) expect([4593, 4594]).toContain(cents);
    for (const { content } of credits)
      expect(content.totals).toMatchObject({ grossCents: 33_300, rates: [standard] });
    expect([sumOf(papers), sumOf(papers, 'netCents') + sumOf(papers, 'vatCents')]).toEqual([77_700, 77_700]);
    // The last note of all leaves nothing of any class.
    await giveBack(transactionId, 77_700);
    const all = await read(sid, placed);
    for (const of of ['grossCents', 'netCents', 'vatCents'] as const)
      expect([of, sumOf(all, of)]).toEqual([of, 0]);
  });

  it('of an order that was changed since: the invoice is credited and written anew', async () => {
    const { sid, placed, items, transactionId } = await paid([{ price: 1000, quantity: 3 }]);
    await changeTo(
      placed,
      items.map((item) => ({ ...item, quantity: 2 })),
    );
    const changed = await read(sid, placed);
    expect(await written(sid, placed)).toEqual([
      ['invoice', null, 300_000],
      ['credit_note', 'changed', 300_000],
      ['invoice', 'changed', 200_000],
    ]);
    // What was paid too much is no price: giving it back changes no paper.
    await refund({ transactionId, cents: 100_000 });
    expect(await read(sid, placed)).toEqual(changed);
    await refund({ transactionId, cents: 50_000, reference: 'FT2' });
    expect(sumOf(await read(sid, placed))).toBe(150_000);
  });

  it('is credited again when an invoice of which nothing was left is written anew', async () => {
    const { sid, placed, items, transactionId } = await paid([{ price: 1000, quantity: 1 }]);
    const [item] = items;
    await changeTo(placed, [{ ...item, quantity: 2 }]);
    await record(placed, 1000);
    await refund({ transactionId, cents: 100_000 });
    await changeTo(placed, [{ ...item, quantity: 1 }]);
    expect(await written(sid, placed)).toEqual([
      ['invoice', null, 100_000],
      ['invoice', 'added', 100_000],
      ['credit_note', 'reduced', 100_000],
      ['credit_note', 'changed', 100_000],
      ['invoice', 'changed', 100_000],
      ['credit_note', 'reduced', 100_000],
    ]);
  });

  it('since the order is cancelled leaves nothing of its invoice', async () => {
    const { sid, placed, transactionId } = await paid([{ price: 1000, quantity: 3 }]);
    await refund({ transactionId, cents: 300_000 });
    await answerTo(sql, owner, `public.advance_order($1, 'cancelled')`, placed.order.id);
    expect(await written(sid, placed)).toEqual([
      ['invoice', null, 300_000],
      ['credit_note', 'reduced', 300_000],
    ]);
  });

  it('by agreement has a credit note, and what is accepted as all or written off has none', async () => {
    const reduce = (id: string, cause: string, cents: number) =>
      answerTo(
        sql,
        owner,
        `public.reduce_order($1, $2, $3, $4, 'Agreed by phone')`,
        randomUUID(),
        id,
        cause,
        cents,
      );
    const agreed = await paid([{ price: 1000, quantity: 3 }]);
    await reduce(agreed.placed.order.id, 'price_cut', 40_000);
    await reduce(agreed.placed.order.id, 'price_cut', -10_000);
    expect(await written(agreed.sid, agreed.placed)).toEqual([
      ['invoice', null, 300_000],
      ['credit_note', 'reduced', 40_000],
      ['invoice', 'reduction_undone', 10_000],
    ]);
    expect((await read(agreed.sid, agreed.placed))[0]?.content).toMatchObject({ creditedCents: 40_000 });
    const writtenOff = await ordered([{ price: 1000, quantity: 3 }]);
    await record(writtenOff.placed, 2600);
    await reduce(writtenOff.placed.order.id, 'written_off', 40_000);
    expect(await written(writtenOff.sid, writtenOff.placed)).toEqual([['invoice', null, 300_000]]);
  });
});

describe('a payment that does not stand', () => {
  it('since the cheque bounced has no credit note, and the same invoice stands when it is paid again', async () => {
    const { sid, placed } = await ordered([{ price: 1000, quantity: 2 }]);
    await reverse(await record(placed, 2000), 'bounced');
    expect(await written(sid, placed)).toEqual([['invoice', null, 200_000]]);
    // What bounced pays nothing, on the paper neither.
    const now = async () => (await read(sid, placed))[0]?.content;
    expect(await now()).toMatchObject({ payments: [], due: { cents: 200_000 }, writtenOffCents: 0 });
    // Nor is a day promised that was counted from it.
    const [proforma] = (await papersOf(sid, placed, 'proforma')) ?? [];
    expect(proforma?.content.delivery).toMatchObject({ isPromised: false });
    const { promise, by, after, isPromised } = proforma!.content.delivery!;
    expect((await now())?.delivery).toEqual({ promise, by, after, isPromised });
    // It is paid to the shop's account of today.
    const [shopNow] = await sql<{ bank: string }[]>`select bank from private.shop_details`;
    await sql`update private.shop_details set bank = 'Bank of Voi' where true`;
    expect(await now()).toMatchObject({ seller: { bank: 'Bank of Voi' } });
    await sql`update private.shop_details set bank = ${shopNow?.bank ?? null} where true`;
    // The price is due again.
    expect(await papersOf(sid, placed, 'proforma')).toMatchObject([{ content: { dueAmount: 2000 } }]);
    await record(placed, 1700, 'cash');
    expect(await now()).toMatchObject({
      payments: [{ method: 'cash', cents: 170_000 }],
      due: { cents: 30_000 },
    });
    await answerTo(
      sql,
      owner,
      'public.reduce_order($1, $2, $3, $4, $5, $6)',
      randomUUID(),
      placed.order.id,
      'written_off',
      30_000,
      'They will not pay it',
      sql.json([]),
    );
    expect(await now()).toMatchObject({ payments: [{ cents: 170_000 }], due: null, writtenOffCents: 30_000 });
    expect(await written(sid, placed)).toEqual([['invoice', null, 200_000]]);
  });

  it('since it was typed by mistake is credited, and invoiced when it is paid', async () => {
    const { sid, placed } = await ordered([{ price: 1000, quantity: 2 }]);
    const mistake = await record(placed, 2000);
    await reverse(mistake, 'mistake');
    expect(await written(sid, placed)).toEqual([
      ['invoice', null, 200_000],
      ['credit_note', 'payment_reversed', 200_000],
    ]);
    const id = await record(placed, 2000, 'cash');
    const papers = await read(sid, placed);
    expect(papers).toHaveLength(3);
    const { papers: now } = await answerTo<OrderDetails>(
      sql,
      owner,
      'public.order_details($1)',
      placed.order.id,
    );
    // The first was made again, the second is no invoice.
    expect(now.map(({ leftCents }) => leftCents)).toEqual([null, null, 200_000]);
    expect(papers[2]?.content).toMatchObject({
      payments: [{ transactionId: id, method: 'cash', cents: 200_000 }],
      totals: { grossCents: 200_000 },
    });
    expect(papers[2]?.content.payments).toHaveLength(1);
    expect(sumOf(papers)).toBe(200_000);
  });

  it('is credited, too, when another one was enough then, and what was too much of that went back', async () => {
    const { sid, placed, items } = await ordered([{ price: 1000, quantity: 2 }]);
    const first = await record(placed, 1000);
    const mistake = await record(placed, 500, 'cash');
    await changeTo(placed, [{ ...items[0], quantity: 1 }]);
    await refund({ transactionId: first, cents: 50_000 });
    await reverse(mistake, 'mistake');
    const credited = [
      ['invoice', null, 100_000],
      ['credit_note', 'payment_reversed', 100_000],
    ];
    expect(await written(sid, placed)).toEqual(credited);
    await record(placed, 500, 'cash');
    expect(await written(sid, placed)).toEqual([...credited, ['invoice', null, 100_000]]);
  });

  it('says nothing of an invoice that came after it, whatever is noted beside the payment later', async () => {
    const { sid, placed, items } = await ordered([{ price: 1000, quantity: 2 }]);
    const mistake = await record(placed, 500, 'cash');
    await reverse(mistake, 'mistake');
    await record(placed, 2000);
    expect(await written(sid, placed)).toEqual([['invoice', null, 200_000]]);
    await sql`update public.transactions set note = 'The till was checked' where id = ${mistake}`;
    await changeTo(placed, [{ ...items[0], quantity: 3 }]);
    expect(await written(sid, placed)).toEqual([['invoice', null, 200_000]]);
  });
});

describe('papers that cannot be issued', () => {
  /** As long as `work` runs, none are issued of this order. */
  async function withBroken(orderId: string, work: () => Promise<void>) {
    await sql.unsafe(
      `alter table private.papers add constraint stopped_by_test check (order_id <> '${orderId}') not valid`,
    );
    try {
      await work();
    } finally {
      await sql`alter table private.papers drop constraint stopped_by_test`;
    }
  }
  const problemOf = async ({ order }: Placed) =>
    (
      await sql<
        { problem: string }[]
      >`select u.problem from private.unissued_papers u where u.order_id = ${order.id}`
    )[0]?.problem;
  const statusOf = async ({ order }: Placed) =>
    (await sql<{ status: string }[]>`select status from public.orders where id = ${order.id}`)[0]?.status;
  const health = async () =>
    (await sql<{ finding: HealthFinding }[]>`select private.check_component('papers') as finding`)[0]
      ?.finding;
  const atNight = () => sql`select private.retry_papers()`;
  /** What the page of an order offers, and what is behind it. */
  const offered = async ({ sid, placed }: Awaited<ReturnType<typeof ordered>>) => {
    const [row] = await sql<{ paper: string | null }[]>`
      select (private.state_of_order(o)).paper from public.orders o where id = ${placed.order.id}`;
    return [row?.paper, (await read(sid, placed)).length];
  };

  it('stop no payment: it is said in Health, and the night tries again and stops at none', async () => {
    const broken = await ordered([{ price: 1000, quantity: 3 }]);
    const whole = await ordered([{ price: 1000, quantity: 3 }]);
    // Those that other tests have left for later.
    await atNight();
    await withBroken(broken.placed.order.id, async () => {
      for (const { placed } of [broken, whole])
        await bankDecides(sql, placed.transaction.trace, approved(placed));
      expect([await statusOf(broken.placed), await statusOf(whole.placed)]).toEqual(['paid', 'paid']);
      expect([await offered(broken), await offered(whole)]).toEqual([
        ['invoice_tonight', 0],
        ['invoice', 1],
      ]);
      expect(await problemOf(broken.placed)).toContain('stopped_by_test');
      expect(await problemOf(whole.placed)).toBeUndefined();
      expect(await health()).toMatchObject({ cases: 1, orderId: broken.placed.order.id });
      await sql`insert into private.unissued_papers (order_id, problem) values (${whole.placed.order.id}, 'A test')`;
      await atNight();
      expect(await problemOf(broken.placed)).toContain('stopped_by_test');
      expect(await problemOf(whole.placed)).toBeUndefined();
    });
    await atNight();
    expect(await offered(broken)).toEqual(['invoice', 1]);
    expect(await written(broken.sid, broken.placed)).toEqual([['invoice', null, 300_000]]);
    expect(await written(whole.sid, whole.placed)).toEqual([['invoice', null, 300_000]]);
    expect(await problemOf(broken.placed)).toBeUndefined();
  });

  it('are issued with the next entry in the book of their order, in the order of things', async () => {
    const { sid, placed } = await ordered([{ price: 1000, quantity: 3 }]);
    await withBroken(placed.order.id, () =>
      bankDecides(sql, placed.transaction.trace, approved(placed)).then(() => undefined),
    );
    await refund({ transactionId: await transactionOf(placed.transaction.trace), cents: 50_000 });
    expect(await written(sid, placed)).toEqual([
      ['invoice', null, 300_000],
      ['credit_note', 'reduced', 50_000],
    ]);
    expect(await problemOf(placed)).toBeUndefined();
  });

  it('while others are numbered for long are left for later, and the payment is kept', async () => {
    const { placed, sid } = await ordered([{ price: 1000, quantity: 1 }]);
    await sql.begin(async (t) => {
      await t`select pg_advisory_xact_lock(hashtextextended('private.paper_counters', 0))`;
      await record(placed, 1000);
    });
    expect(await statusOf(placed)).toBe('paid');
    expect(await problemOf(placed)).toContain('lock timeout');
    await atNight();
    expect(await written(sid, placed)).toEqual([['invoice', null, 100_000]]);
  });
});

it('what eTIMS answered is written down by accounts, all or none of it, and makes a tax invoice', async () => {
  const { sid, placed } = await paid([{ price: 1000, quantity: 1 }]);
  const number = (await read(sid, placed))[0]?.number ?? '';
  const letters = randomUUID().replaceAll('-', '').toUpperCase();
  const entry = {
    number,
    // Each of this test's own: others have written to the same database.
    unit: `KRACU${letters.slice(0, 10)}`,
    receipt: 57,
    signature: letters.slice(0, 16),
    internalData: null,
    signedAt: new Date().toISOString(),
    qr: 'https://etims.kra.go.ke/1',
  };
  /** Why it is not entered; null when it is. */
  const enter = async (typed: object, who = accounts) =>
    (await answerTo<EnteredEtims>(sql, who, 'public.enter_etims($1)', typed)).problem;
  await expect(enter(entry, clerk)).rejects.toMatchObject({ code: 'PT403' });
  expect(await enter({ ...entry, number: 'INV-2019-00001' })).toBe('unknown_number');
  expect(await enter({ ...entry, signature: 'short' })).toBe('malformed');
  expect((await read(sid, placed))[0]?.etims).toBeNull();
  const waiting = await sales();
  const ours = waiting.filter((sale) => sale.number === number);
  expect(ours).toMatchObject([{ original: 0, content: { orderId: placed.order.id } }]);

  // Without a PIN of the shop nobody knows the address of the receipt.
  expect(await enter({ ...entry, qr: null })).toBe('qr_missing');
  // Twice is once.
  const isPrinted = async () =>
    (
      await sql`select 1 from private.paper_signatures where signature = ${entry.signature} and printed_at is not null`
    ).length === 1;
  for (const receipt of [56, 57]) expect(await enter({ ...entry, receipt })).toBeNull();
  expect(await isPrinted()).toBe(false);
  await answerTo(sql, clerk, 'public.note_paper_print($1)', placed.order.id);
  await enter(entry);
  expect(await isPrinted()).toBe(true);
  // Of what is put right no print exists that another would be a copy of.
  await enter({ ...entry, receipt: 58 });
  expect(await isPrinted()).toBe(false);
  await enter(entry);
  expect((await read(sid, placed))[0]?.etims).toEqual({
    unit: entry.unit,
    receipt: 57,
    signature: entry.signature,
    internalData: null,
    signedAt: entry.signedAt,
    qr: entry.qr,
  });
  expect((await sales()).filter((sale) => sale.number === number)).toEqual([]);
  const other = await paid([{ price: 1000, quantity: 1 }]);
  // Of all papers of the shop there is one sequence without a gap.
  const [latest] = await sql`select max(id)::integer as last, count(*)::integer as all from private.papers`;
  expect(latest?.last).toBe(latest?.all);
  const another = (await read(other.sid, other.placed))[0]?.number ?? '';
  const theirs = { ...entry, number: another, signature: letters.slice(16), receipt: 59 };
  const hour = 60 * 60 * 1000;
  const at = (after: number) => new Date(Date.now() + after).toISOString();
  for (const [problem, wrong] of [
    ['signature_taken', { signature: entry.signature }],
    ['signature_taken', { receipt: entry.receipt }],
    ['wrong_time', { signedAt: at(-hour) }],
    ['wrong_time', { signedAt: at(hour) }],
    ['malformed', { signedAt: 'x' }],
    ['malformed', { qr: 'https://kra.go.ke.evil.example/1' }],
  ] as const)
    expect(await enter({ ...theirs, ...wrong })).toBe(problem);
  expect(await enter(theirs)).toBeNull();
});

/** What is to be sent to eTIMS of the papers of today. */
async function sales(): Promise<EtimsSale[]> {
  const found: EtimsSale[] = [];
  let after: RowCursor | null = null;
  do {
    const part: PageOfRows<EtimsSale> = await answerTo(
      ...([sql, accounts, 'public.list_etims_sales($1, $1, $2::jsonb)', today, after] as const),
    );
    found.push(...part.rows);
    ({ after } = part);
  } while (after);
  return found;
}

it('a thousand generated orders have the VAT that is counted by hand, line by line', async () => {
  const generated = await sql<{ line: PaperLine; gross: string; points: number }[]>`
    select private.line_at_rate('goods', null, 'x', null, '[]', 1, g.gross, c.class, '2026-11-27') as line, g.gross, c.points
    from generate_series(1, 1000) i
    cross join lateral (select (1 + floor(random() * 500000000))::bigint as gross from (select i) s) g
    cross join lateral (values ('standard', 1600), ('reduced', 800), ('exempt', 0)) c (class, points)`;
  for (const { line, gross, points } of generated) {
    // In whole numbers: half of the divisor rounds half up.
    const divisor = BigInt(10_000 + points);
    const net = (BigInt(gross) * 10_000n + divisor / 2n) / divisor;
    expect(BigInt(line.netCents)).toBe(net);
    expect(BigInt(line.vatCents)).toBe(BigInt(gross) - net);
  }
  expect(generated).toHaveLength(3000);
});

it('the VAT of a product needs evidence, and somebody who may change products', async () => {
  const { id } = await newProduct(sql);
  const set = (who: typeof clerk, vatClass: string, evidence: string) =>
    refusalCode(answerTo(sql, who, 'public.set_product_vat($1, $2, $3)', id, vatClass, evidence));
  expect(await set(clerk, 'exempt', 'x')).toBe('forbidden');
  expect(await set(owner, 'exempt', ' ')).toBe('invalid_request');
  expect(await set(owner, 'half', 'x')).toBe('invalid_request');
  expect(await set(owner, 'exempt', 'x')).toBe('done');
  expect(await set(owner, 'standard', '')).toBe('done');
});

describe('a rate of VAT', () => {
  it('is that of the day when nothing was due any more, also on a later credit note', async () => {
    await sql`insert into private.vat_rates (class, from_day, basis_points)
      values ('reduced', ${dayBefore(30)}, 900), ('reduced', ${dayBefore(10)}, 800)`;
    const { sid, placed } = await ordered([{ price: 2180, quantity: 1, vatClass: 'reduced' }]);
    // Neither that of the first payment nor that of today.
    await record(placed, 1090, 'cheque', dayBefore(40));
    const second = await record(placed, 1090, 'cheque', dayBefore(20));
    await refund({ transactionId: second, cents: 10_900 });
    const papers = await read(sid, placed);
    expect(papers.map(({ kind, content }) => [kind, content.totals.rates])).toMatchObject([
      ['invoice', [{ basisPoints: 900, grossCents: 218_000, vatCents: 18_000 }]],
      ['credit_note', [{ basisPoints: 900, grossCents: 10_900, vatCents: 900 }]],
    ]);
  });
});
