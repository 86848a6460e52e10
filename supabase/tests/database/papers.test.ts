import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type {
  EnteredEtims,
  EtimsSale,
  Paper,
  PaperLine,
  ProductVat,
} from '../../functions/_shared/contract/papers.ts';
import type { OrderDetails } from '../../functions/_shared/contract/admin-orders.ts';
import { answerTo } from '../payment-scene.ts';
import { approved, as, newProduct, newSession, place, type Placed, settle, shop } from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { refundScene, today } from './refund-scene.ts';

const sql = openTestDatabase();
const { owner, refund, transactionOf } = refundScene(sql);
const clerk = testPerson(sql, 'Clerk', 'sales');
const accounts = testPerson(sql, 'Accounts', 'accounts');

/** Again when others were numbered for more than three seconds, as a buyer would. */
async function papersOf(
  sid: string,
  { order }: Pick<Placed, 'order'>,
  kind = 'invoice',
): Promise<Paper[] | null> {
  for (;;) {
    try {
      const asked = ['public.papers_of_order($1, $2, $3)', sid, order.id, kind] as const;
      return await answerTo<Paper[] | null>(sql, shop, ...asked);
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error;
    }
  }
}

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
  await settle(sql, made.placed.transaction.trace, approved(made.placed));
  return { ...made, transactionId: await transactionOf(made.placed.transaction.trace) };
}
const changeTo = async ({ order }: Placed, items: object[]) => {
  const { changing } = await answerTo<OrderDetails>(sql, owner, 'public.order_details($1)', order.id);
  const { version, lines, ...orderData } = changing;
  void lines;
  return answerTo(
    sql,
    owner,
    'public.change_order($1, $2, $3, $4, false, false)',
    ...[randomUUID(), order.id, version, { items, orderData }],
  );
};
const sumOf = (papers: Paper[]) =>
  papers.reduce(
    (sum, { kind, content }) => sum + (kind === 'credit_note' ? -1 : 1) * content.totals.grossCents,
    0,
  );
const read = async (sid: string, placed: Placed) => (await papersOf(sid, placed)) ?? [];

describe('an invoice', () => {
  it('is given once an order is paid, with a number, VAT by rate and the organisation, and stays as it is', async () => {
    const company = { name: 'Kisumu Water', pin: 'P051234567X', purchaseOrder: 'LPO 7' };
    const { sid, placed } = await paid(
      [
        { price: 95_000, quantity: 1 },
        { price: 1000, quantity: 3, vatClass: 'exempt' },
      ],
      { company },
    );
    const [invoice, ...others] = await read(sid, placed);
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({
      kind: 'invoice',
      number: expect.stringMatching(/^INV-\d{4}-\d{5}$/),
      content: {
        buyer: { name: 'Ada Lovelace', company },
        seller: { name: 'Instruments & Current' },
        payment: { method: 'card', reference: placed.transaction.reference },
        totals: {
          ...{ grossCents: 9_800_000, netCents: 8_189_655 + 300_000, vatCents: 1_310_345 },
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

  it('before payment is a proforma without a number, and none is kept', async () => {
    const { sid, placed } = await ordered([{ price: 1160, quantity: 2 }]);
    expect(await papersOf(sid, placed)).toEqual([]);
    expect(await papersOf(sid, placed, 'proforma')).toMatchObject([
      {
        kind: 'proforma',
        number: null,
        content: { payment: null, totals: { grossCents: 232_000, vatCents: 32_000 } },
      },
    ]);
  });

  it('is for whoever sees the whole order, through the shop alone', async () => {
    const { sid, placed } = await paid([{ price: 1000, quantity: 1 }]);
    expect(await papersOf(await newSession(sql), placed)).toBeNull();
    expect(await papersOf(sid, placed)).toHaveLength(1);
    const asked = answerTo(sql, clerk, 'public.papers_of_order($1, $2, $3)', sid, placed.order.id, 'invoice');
    await expect(asked).rejects.toMatchObject({ code: '42501' });
  });

  it('has the next number for each of many orders at once, without a gap, whatever is broken off', async () => {
    const orders = await Promise.all(Array.from({ length: 12 }, () => paid([{ price: 1000, quantity: 1 }])));
    await Promise.all(
      orders.map(({ sid, placed }, index) =>
        index % 3 === 0
          ? as(sql, shop, async (t) => {
              await t`select public.papers_of_order(${sid}, ${placed.order.id}, 'invoice')`;
              throw new Error('broken off');
            }).catch(() => null)
          : papersOf(sid, placed),
      ),
    );
    for (const { sid, placed } of orders) expect(await papersOf(sid, placed)).toHaveLength(1);
    const gaps = await sql`
      select c.kind, c.year from private.paper_counters c
      where c.last <> (select count(*) from private.papers p where p.kind = c.kind and p.year = c.year)
        or c.last <> (select max(p.number) from private.papers p where p.kind = c.kind and p.year = c.year)`;
    expect(gaps).toEqual([]);
  });

  it('waits for no order that waits for it: credit notes and invoices are numbered under one lock', async () => {
    const changed = await paid([{ price: 1000, quantity: 3 }]);
    await read(changed.sid, changed.placed);
    await changeTo(
      changed.placed,
      changed.items.map((item) => ({ ...item, quantity: 2 })),
    );
    const refunded = await paid([{ price: 1000, quantity: 1 }]);
    await refund({ transactionId: refunded.transactionId, cents: 50_000 });
    let waiting: Promise<Paper[]> | undefined;
    // As at night: one transaction issues an invoice, and later a credit note. The other one begins with the credit note.
    await as(sql, shop, async (t) => {
      const [mine] = await t<{ pid: number }[]>`select pg_backend_pid() as pid`;
      const first = await paid([{ price: 1000, quantity: 1 }]);
      await t`select public.papers_of_order(${first.sid}, ${first.placed.order.id}, 'invoice')`;
      waiting = read(changed.sid, changed.placed);
      waiting.catch(() => null);
      await expect
        .poll(
          async () =>
            (await sql`select 1 from pg_stat_activity where ${mine?.pid ?? 0} = any(pg_blocking_pids(pid))`)
              .length,
          { timeout: 5000 },
        )
        .toBeGreaterThan(0);
      await t`select public.papers_of_order(${refunded.sid}, ${refunded.placed.order.id}, 'invoice')`;
    });
    expect((await waiting)?.map(({ kind }) => kind)).toEqual(['invoice', 'credit_note', 'invoice']);
  });

  it('loses the buyer’s name with the person, and nothing else', async () => {
    const { sid, placed } = await paid([{ price: 1000, quantity: 1 }]);
    const [before] = await read(sid, placed);
    await sql`update private.papers set content = content || '{"buyer": null}' where order_id = ${placed.order.id}`;
    expect(await read(sid, placed)).toEqual([{ ...before, content: { ...before?.content, buyer: null } }]);
  });
});

describe('what went back', () => {
  it('is credited in the proportion of the VAT, once', async () => {
    const { sid, placed, transactionId } = await paid([
      { price: 1000, quantity: 1 },
      { price: 3000, quantity: 1, vatClass: 'exempt' },
    ]);
    await read(sid, placed);
    await refund({ transactionId, cents: 100_000 });
    const papers = await read(sid, placed);
    expect(papers.map(({ kind }) => kind)).toEqual(['invoice', 'credit_note']);
    expect(papers[1]).toMatchObject({
      number: expect.stringMatching(/^CN-\d{4}-\d{5}$/),
      corrects: papers[0]?.number,
      content: {
        totals: {
          grossCents: 100_000,
          rates: [
            { vatClass: 'standard', grossCents: 25_000 },
            { vatClass: 'exempt', grossCents: 75_000 },
          ],
        },
      },
    });
    expect(await read(sid, placed)).toEqual(papers);
  });

  it('names the pieces when a refund was for pieces, and never credits more of a class than was invoiced', async () => {
    const { sid, placed, transactionId } = await paid([
      { price: 1000, quantity: 2 },
      { price: 3000, quantity: 1, vatClass: 'exempt' },
    ]);
    await read(sid, placed);
    const [item = { id: '', name: '' }] = await sql<{ id: string; name: string }[]>`
      select id, product_name as name from public.order_items where order_id = ${placed.order.id} and price = 1000`;
    const giveBack = (cents: number, lines: object[]) =>
      answerTo(
        ...([sql, owner, `public.record_refund($1, $2, $3, $4, $5, 'Broken', true, $6)`] as const),
        ...[randomUUID(), transactionId, cents, today, randomUUID(), lines],
      );
    await giveBack(100_000, [{ itemId: item.id, quantity: 1, fate: 'restocked' }]);
    const credit = (await read(sid, placed)).at(-1);
    expect(credit).toMatchObject({
      kind: 'credit_note',
      content: {
        lines: [{ quantity: 1, unitCents: 100_000, vatClass: 'standard', grossCents: 100_000 }],
      },
    });
    expect(credit?.content.lines[0]?.name).toBe(item.name);
    // Less than its price: of the same class of VAT, and named.
    await giveBack(90_000, [{ itemId: item.id, quantity: 1, fate: 'kept' }]);
    expect((await read(sid, placed)).at(-1)?.content.lines).toMatchObject([
      {
        name: expect.stringContaining('Money given back for 1 x '),
        vatClass: 'standard',
        grossCents: 90_000,
      },
    ]);
    await giveBack(310_000, []);
    const last = (await read(sid, placed)).at(-1);
    expect(last?.content.totals.rates).toMatchObject([
      { vatClass: 'standard', grossCents: 10_000 },
      { vatClass: 'exempt', grossCents: 300_000 },
    ]);
    expect(sumOf(await read(sid, placed))).toBe(0);
  });

  it('of an order that was changed since: the invoice is credited and written anew', async () => {
    const { sid, placed, items, transactionId } = await paid([{ price: 1000, quantity: 3 }]);
    await read(sid, placed);
    await changeTo(
      placed,
      items.map((item) => ({ ...item, quantity: 2 })),
    );
    const changed = await read(sid, placed);
    expect(changed.map(({ kind, content }) => [kind, content.totals.grossCents])).toEqual([
      ['invoice', 300_000],
      ['credit_note', 300_000],
      ['invoice', 200_000],
    ]);
    // What was paid too much is no price: giving it back changes no paper.
    await refund({ transactionId, cents: 100_000 });
    expect(await read(sid, placed)).toEqual(changed);
    await refund({ transactionId, cents: 50_000, reference: 'FT2' });
    expect(sumOf(await read(sid, placed))).toBe(150_000);
  });
});

it('the night issues papers for a changed order, and for one that is not paid after all', async () => {
  const isDue = async ({ order }: Placed) =>
    (await sql`select 1 from private.papers_due() due where due = ${order.id}`).length === 1;
  const changed = await paid([{ price: 1000, quantity: 3 }]);
  await read(changed.sid, changed.placed);
  expect(await isDue(changed.placed)).toBe(false);
  await changeTo(
    changed.placed,
    changed.items.map((item) => ({ ...item, quantity: 2 })),
  );
  expect(await isDue(changed.placed)).toBe(true);
  await read(changed.sid, changed.placed);
  expect(await isDue(changed.placed)).toBe(false);

  const { sid, placed } = await ordered([{ price: 1000, quantity: 2 }]);
  const id = randomUUID();
  await answerTo(
    sql,
    owner,
    'public.record_payment($1, $2, $3, $4, $5, $6)',
    ...[id, placed.order.id, 'cheque', id.slice(-10), 2000, today],
  );
  await read(sid, placed);
  expect(await isDue(placed)).toBe(false);
  await answerTo(sql, owner, `public.reverse_payment($1, 'The cheque bounced')`, id);
  expect(await isDue(placed)).toBe(true);
  expect((await read(sid, placed)).map(({ kind }) => kind)).toEqual(['invoice', 'credit_note']);
});

const atNight = async () => {
  const [papers] = await sql<{ job: string }[]>`select private.issuing_papers() as job`;
  await sql.unsafe(papers?.job ?? '');
};

it('the night stops at no order that fails: it is said in Health, and tried again', async () => {
  const orders = [await paid([{ price: 1000, quantity: 3 }]), await paid([{ price: 1000, quantity: 3 }])];
  for (const { sid, placed, items } of orders) {
    await read(sid, placed);
    await changeTo(
      placed,
      items.map((item) => ({ ...item, quantity: 2 })),
    );
  }
  const [broken, whole] = orders.map(({ placed }) => placed.order.id) as [string, string];
  const kinds = async (id: string) =>
    (await sql`select p.kind from private.papers p where p.order_id = ${id} order by p.id`).map(
      ({ kind }) => kind,
    );
  const health = async () =>
    (await sql`select h.cases, h.problem from private.check_component('papers') h`)[0];
  const problem = async () =>
    (await sql`select u.problem from private.unissued_papers u where u.order_id = ${broken}`)[0]?.problem;
  await sql.unsafe(
    `alter table private.papers add constraint stopped_by_test check (order_id <> '${broken}') not valid`,
  );
  try {
    await atNight();
    expect(await kinds(whole)).toEqual(['invoice', 'credit_note', 'invoice']);
    expect(await kinds(broken)).toEqual(['invoice']);
    expect(await problem()).toContain('stopped_by_test');
    expect((await health())?.problem).toContain('the first: #IC-');
  } finally {
    await sql`alter table private.papers drop constraint stopped_by_test`;
  }
  await atNight();
  expect(await kinds(broken)).toEqual(['invoice', 'credit_note', 'invoice']);
  expect(await problem()).toBeUndefined();
});

it('what eTIMS answered is written down by accounts, all or none of it, and makes a tax invoice', async () => {
  const { sid, placed } = await paid([{ price: 1000, quantity: 1 }]);
  const number = (await read(sid, placed))[0]?.number ?? '';
  const letters = randomUUID().replaceAll('-', '').toUpperCase();
  const entry = {
    ...{ number, unit: 'KRACU0300001234', receipt: 57, signature: letters.slice(0, 16), internalData: null },
    ...{ signedAt: '2026-11-27T14:05:00+03:00', qr: 'https://etims.kra.example/1' },
  };
  const enter = (entries: object[], who = accounts) =>
    answerTo<EnteredEtims>(sql, who, 'public.enter_etims($1)', entries);
  await expect(enter([entry], clerk)).rejects.toMatchObject({ code: 'PT403' });
  expect(
    await enter([entry, { ...entry, number: 'INV-2019-00001' }, { ...entry, signature: 'short' }]),
  ).toEqual({
    entered: 0,
    problems: [
      { number: 'INV-2019-00001', problem: 'There is no invoice or credit note of this number.' },
      { number, problem: expect.stringContaining('not as eTIMS writes it') },
    ],
  });
  expect((await read(sid, placed))[0]?.etims).toBeNull();
  const waiting = await sales();
  const ours = waiting.filter((sale) => sale.number === number);
  expect(ours).toMatchObject([{ original: 0, content: { orderId: placed.order.id } }]);

  // Without a PIN of the shop nobody knows the address of the receipt.
  expect((await enter([{ ...entry, qr: null }])).problems[0]?.problem).toContain('no KRA PIN');
  // Twice is once.
  const isPrinted = async () =>
    (
      await sql`select 1 from private.paper_signatures where signature = ${entry.signature} and opened_at is not null`
    ).length === 1;
  for (const receipt of [56, 57]) expect(await enter([{ ...entry, receipt }])).toMatchObject({ entered: 1 });
  await sql`update private.paper_signatures set opened_at = now() where signature = ${entry.signature}`;
  await enter([entry]);
  expect(await isPrinted()).toBe(true);
  // Of what is put right no print exists that another would be a copy of.
  await enter([{ ...entry, receipt: 58 }]);
  expect(await isPrinted()).toBe(false);
  await enter([entry]);
  expect((await read(sid, placed))[0]?.etims).toEqual({
    ...{ unit: entry.unit, receipt: 57, signature: entry.signature, internalData: null },
    ...{ signedAt: '2026-11-27T11:05:00.000Z', qr: entry.qr },
  });
  expect((await sales()).filter((sale) => sale.number === number)).toEqual([]);
  const other = await paid([{ price: 1000, quantity: 1 }]);
  const another = (await read(other.sid, other.placed))[0]?.number ?? '';
  expect((await enter([{ ...entry, number: another }])).problems).toEqual([
    { number: another, problem: 'Another invoice or credit note has this signature.' },
  ]);
});

/** What is to be sent to eTIMS of the papers of today. */
async function sales(): Promise<EtimsSale[]> {
  const found: EtimsSale[] = [];
  for (let page = 1; ; page += 1) {
    const part = await answerTo<EtimsSale[]>(
      ...([sql, accounts, 'public.list_etims_sales($1, $1, $2)', today, page] as const),
    );
    found.push(...part);
    if (part.length < 500) return found;
  }
}

it('a thousand generated orders have the VAT that is counted by hand, line by line', async () => {
  const generated = await sql<{ line: PaperLine; gross: string; points: number }[]>`
    select private.paper_line('x', null, '[]', 1, g.gross, c.class, '2026-11-27', g.gross) as line, g.gross, c.points
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
  it('is that of the first payment, also on a credit note after that payment did not stand', async () => {
    await sql`insert into public.vat_rates (class, from_day, basis_points)
      values ('reduced', '2022-01-01', 900), ('reduced', '2022-07-01', 800)`;
    const { sid, placed } = await ordered([{ price: 2180, quantity: 1, vatClass: 'reduced' }]);
    const pay = async (on: string) => {
      const id = randomUUID();
      const details = [id, placed.order.id, 'cheque', id.slice(-10), 1090, today];
      await answerTo(sql, owner, 'public.record_payment($1, $2, $3, $4, $5, $6)', ...details);
      await sql`update public.transactions set decided_at = ${on} where id = ${id}`;
      return id;
    };
    const second = await pay('2022-08-01');
    const first = await pay('2022-03-01');
    await read(sid, placed);
    await answerTo(sql, owner, `public.reverse_payment($1, 'The cheque bounced')`, first);
    await pay('2022-09-01');
    await refund({ transactionId: second, cents: 10_900 });
    const papers = await read(sid, placed);
    expect(papers.map(({ kind, content }) => [kind, content.totals.rates])).toMatchObject([
      ['invoice', [{ basisPoints: 900, grossCents: 218_000, vatCents: 18_000 }]],
      ['credit_note', [{ basisPoints: 900, grossCents: 10_900, vatCents: 900 }]],
    ]);
  });

  it('is written and removed by whoever may change settings, for days to come alone', async () => {
    const write = (who: typeof clerk, day: string, points = 1400, vatClass = 'standard') =>
      as(
        sql,
        who,
        (t) =>
          t`insert into public.vat_rates (class, from_day, basis_points) values (${vatClass}, ${day}, ${points})`,
      );
    const [{ tomorrow } = { tomorrow: '' }] = await sql<
      { tomorrow: string }[]
    >`select (private.nairobi_day(now()) + 1)::text as tomorrow`;
    await expect(write(owner, today)).rejects.toMatchObject({ code: '42501' });
    await expect(write(accounts, tomorrow)).rejects.toMatchObject({ code: '42501' });
    await expect(write(owner, '2098-01-01', 1400, 'exempt')).rejects.toMatchObject({ code: '23514' });
    await write(owner, '2098-01-01');
    await expect(write(owner, '2098-01-01')).rejects.toMatchObject({ code: '23505' });
    const remove = (who: typeof clerk) =>
      as(
        sql,
        who,
        (t) =>
          t`delete from public.vat_rates where class = 'standard' and from_day in ('2021-01-01', '2098-01-01') returning from_day::text as day`,
      );
    expect(await remove(accounts)).toEqual([]);
    expect(await remove(owner)).toEqual([{ day: '2098-01-01' }]);
  });
});
