import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  ExportedOrder,
  OrderDetails,
  OrderFilter,
  OrderRow,
} from '../../functions/_shared/contract/admin-orders.ts';
import {
  approved,
  as,
  type Character,
  guest,
  newPerson,
  newProduct,
  openDatabase,
  place,
  refundToday,
  settle,
  shop,
} from '../shop-cast.ts';

const sql = openDatabase();
afterAll(() => sql.end());

let admin: Character & { userId: string };
let ada: Character & { userId: string };
let product: Awaited<ReturnType<typeof newProduct>>;
beforeAll(async () => {
  admin = await newPerson(sql, 'Owner', 'admin');
  ada = await newPerson(sql, 'Ada');
  product = await newProduct(sql, { stock: 500 });
});

async function newOrder(over: Record<string, string> = {}, pieces = 1) {
  const placed = await place(sql, [{ productId: product.id, quantity: pieces, price: 1000 }]);
  // The facts of an order are nobody's to change: only a test may, to look for it afterwards.
  if (Object.keys(over).length > 0)
    await sql`update public.orders set ${sql(over)} where id = ${placed.order.id}`;
  return placed;
}

const ask = <T>(who: Character, statement: string, ...values: unknown[]) =>
  as(sql, who, async (t) => {
    const [row] = await t.unsafe<{ answer: T }[]>(`select ${statement} as answer`, values as never[]);
    return row?.answer as T;
  });
const listed = (filter: OrderFilter, sort = 'createdAt', descending = true, page = 1, size = 50) =>
  ask<{ rows: OrderRow[]; total: number }>(
    admin,
    'public.list_order_page($1::jsonb, $2, $3, $4, $5)',
    filter,
    sort,
    descending,
    page,
    size,
  );
const details = (id: string) => ask<OrderDetails | null>(admin, 'public.order_details($1)', id);

describe('an order is found', () => {
  const token = `q${randomUUID().slice(0, 8)}`;
  let id = '';
  beforeAll(async () => {
    const { order } = await newOrder({
      customer_name: `Wanjirũ Mūthoni ${token}`,
      customer_email: `wanjiru.${token}@example.com`,
      customer_phone: '+254733918273',
    });
    id = order.id;
  });
  const number = () => id.slice(-8);

  it.each([
    ['as it is shown', () => `#IC-${number().toUpperCase()}`],
    ['in small letters, without #', () => `ic-${number()}`],
    ['without IC-', () => number().toUpperCase()],
    ['as lists show it', () => `#${number()}`],
    ['as it is said on the phone', () => `IC ${number()}`],
    ['by its first half', () => `#IC-${number().slice(0, 5)}`],
  ])('by its number, %s', async (_, typed) => {
    const { rows } = await listed({ text: typed() });
    expect(rows.map((row) => row.id)).toContain(id);
  });

  it.each([
    '0733918273',
    '0733 918 273',
    '+254 733 918 273',
    '+254 (0)733-918-273',
    '00254733918273',
    '918 273',
    '254733',
  ])('by the phone number typed as %s', async (phone) => {
    const { rows } = await listed({ text: `${phone} ${token}` });
    expect(rows.map((row) => row.id)).toEqual([id]);
  });

  it.each(['Wanjirũ', 'wanjiru', 'MUTHONI', 'thoni wanji', 'wanjiru.', '@example.com'])(
    'by name or e-mail typed as %s',
    async (text) => {
      const { rows, total } = await listed({ text: `${text} ${token}` });
      expect([rows.map((row) => row.id), total]).toEqual([[id], 1]);
    },
  );

  it('by nothing that it does not say, and signs are only signs', async () => {
    for (const text of [`${token} otieno`, `${token}%`, `_${token.slice(1)}`, `${token}\\`, `'${token}`])
      expect(await listed({ text })).toEqual({ rows: [], total: 0 });
  });
});

describe('the list', () => {
  it('is filtered by status, Nairobi days and amount, and sorted both ways', async () => {
    const token = `q${randomUUID().slice(0, 8)}`;
    const ids: string[] = [];
    for (const [pieces, at] of [
      // Still the 9th in Nairobi; already the 10th; the last second of the 10th; the 11th.
      [1, '2026-03-09T20:59:59Z'],
      [4, '2026-03-09T21:00:00Z'],
      [2, '2026-03-10T20:59:59Z'],
      [3, '2026-03-10T21:00:00Z'],
    ] as const) {
      const { order } = await newOrder({ customer_name: `Day ${token}`, created_at: at }, pieces);
      ids.push(order.id);
    }
    const found = async (filter: OrderFilter, sort?: string, descending?: boolean) =>
      (await listed({ text: token, ...filter }, sort, descending)).rows.map((row) => ids.indexOf(row.id));
    expect(await found({})).toEqual([3, 2, 1, 0]);
    expect(await found({}, 'createdAt', false)).toEqual([0, 1, 2, 3]);
    expect(await found({}, 'totalAmount', true)).toEqual([1, 3, 2, 0]);
    expect(await found({}, 'totalAmount', false)).toEqual([0, 2, 3, 1]);
    expect(await found({ from: '2026-03-10', to: '2026-03-10' })).toEqual([2, 1]);
    expect(await found({ from: '2026-03-11' })).toEqual([3]);
    expect(await found({ min: 2000, max: 3000 })).toEqual([3, 2]);
    expect(await found({ status: 'paid' })).toEqual([]);
    await ask(admin, 'public.advance_order($1, $2)', ids[0], 'cancelled');
    expect(await found({ status: 'cancelled' })).toEqual([0]);
    expect(await found({ status: 'pending' })).toEqual([3, 2, 1]);
  });

  it('comes a page at a time with the number of all, equals in the order of their ids', async () => {
    const token = `q${randomUUID().slice(0, 8)}`;
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      const { order } = await newOrder({
        customer_name: `Page ${token}`,
        created_at: '2026-04-01T09:00:00Z',
      });
      ids.push(order.id);
    }
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => listed({ text: token }, 'createdAt', true, page, 2)),
    );
    expect(pages.map(({ rows, total }) => [rows.length, total])).toEqual([
      [2, 5],
      [2, 5],
      [1, 5],
      [0, 5],
    ]);
    expect(pages.flatMap(({ rows }) => rows.map((row) => row.id))).toEqual(ids.sort().reverse());
  });

  it('says what is in an order, how its money stands and whether it needs the owner', async () => {
    const placed = await newOrder({}, 3);
    await settle(sql, placed.transaction.trace, approved(placed, { amountCents: '5' }));
    const text = `#IC-${placed.order.id.slice(-8)}`;
    const { rows } = await listed({ text });
    expect(rows).toMatchObject([
      {
        status: 'pending',
        nextStep: 'wait',
        transaction: 'review',
        openTasks: 1,
        lines: 1,
        items: [{ productName: 'Test instrument', quantity: 3 }],
        totalAmount: 3000,
      },
    ]);
    expect((await listed({ text, hasTask: true })).total).toBe(1);
    expect(JSON.stringify(rows)).not.toContain(placed.transaction.trace);
  });

  it('has an index for every order it can be sorted in, and for the search', async () => {
    const plan = async (filter: OrderFilter, sorted: string) => {
      const [{ condition } = { condition: '' }] = await sql<
        { condition: string }[]
      >`select private.order_conditions(${sql.json(filter)}) as condition`;
      return sql.begin(async (t) => {
        // A shop of a few orders is read whole; what matters is which index fits.
        await t`set local enable_seqscan = off`;
        await t`set local enable_sort = off`;
        await t`set local enable_incremental_sort = off`;
        const lines = await t.unsafe<{ 'QUERY PLAN': string }[]>(
          `explain select r.id from public.orders r where ${condition} order by ${sorted} limit 50`,
        );
        return lines.map((line) => line['QUERY PLAN']).join('\n');
      });
    };
    expect(await plan({}, 'created_at desc, id desc')).toContain('orders_newest');
    expect(await plan({}, 'total_amount, id')).toContain('orders_by_total');
    expect(await plan({ status: 'paid' }, 'created_at desc, id desc')).toContain('orders_by_status_newest');
    expect(await plan({ status: 'paid' }, 'total_amount desc, id desc')).toContain('orders_by_status_total');
    const [search] = await sql.begin(async (t) => {
      await t`set local enable_seqscan = off`;
      return t<{ 'QUERY PLAN': string }[]>`explain (format json)
        select count(*) from public.orders o where o.search_text like '%0733918273%'`;
    });
    expect(JSON.stringify(search)).toContain('orders_by_words');
  });
});

describe('the export', () => {
  it('goes on where it stopped: every order once, none twice', async () => {
    const token = `q${randomUUID().slice(0, 8)}`;
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      const { order } = await newOrder({
        customer_name: `Export ${token}`,
        // Two of them in the very same microsecond.
        created_at: `2026-05-01T09:00:00.00000${Math.min(i, 3)}Z`,
      });
      ids.push(order.id);
    }
    const got: string[] = [];
    let after: OrderFilter['after'] | null = undefined;
    for (let call = 0; call < 5 && after !== null; call++) {
      const filter: OrderFilter = after ? { text: token, after } : { text: token };
      const part: { rows: ExportedOrder[]; after: OrderFilter['after'] | null } = await ask(
        admin,
        'public.export_orders($1::jsonb, 2)',
        filter,
      );
      got.push(...part.rows.map((row) => row.id));
      after = part.after;
    }
    expect(got).toHaveLength(5);
    expect([...got].sort()).toEqual([...ids].sort());
  });

  it('tells the payment of an order that was paid', async () => {
    const placed = await newOrder({}, 2);
    await settle(
      sql,
      placed.transaction.trace,
      approved(placed, { transactionIndex: `TX-${placed.order.id}` }),
    );
    const text = `#IC-${placed.order.id.slice(-8)}`;
    const { rows } = await ask<{ rows: ExportedOrder[] }>(admin, 'public.export_orders($1::jsonb)', { text });
    expect(rows).toMatchObject([
      {
        status: 'paid',
        reference: placed.transaction.reference,
        transactionId: `TX-${placed.order.id}`,
        items: [{ quantity: 2, price: 1000 }],
      },
    ]);
  });
});

describe('an order’s page', () => {
  it('tells the story of an order that failed, was paid again and completed', async () => {
    const placed = await newOrder({}, 2);
    const { id } = placed.order;
    await settle(sql, placed.transaction.trace, {
      ...approved(placed),
      status: '5',
      transactionIndex: null,
      description: 'Denied',
      cardNumber: '2121212121212121',
    });
    await as(sql, shop, (t) => t`update public.orders set status = 'pending' where id = ${id}`);
    const [again] = await as(
      sql,
      shop,
      (t) => t<{ trace: string; reference: string }[]>`select * from private.open_transaction(${id}, 2000)`,
    );
    const second = { ...placed, transaction: { ...placed.transaction, ...again } };
    await settle(sql, second.transaction.trace, null, 'reconcile');
    await settle(
      sql,
      second.transaction.trace,
      approved(second, { cardNumber: '4242........4242' }),
      'owner',
    );
    await ask(admin, 'public.add_order_note($1, $2, $3)', id, randomUUID(), 'Called: delivers on Friday');
    await ask(admin, 'public.advance_order($1, $2)', id, 'completed');

    const reply = await details(id);
    const story = (reply?.timeline ?? []).filter(({ kind }) => kind !== 'message');
    expect(story.map((event) => event.kind)).toEqual([
      'ordered',
      'transaction_opened',
      'bank_answered',
      'status_changed',
      'status_changed',
      'transaction_opened',
      'bank_answered',
      'bank_answered',
      'stock_taken',
      'status_changed',
      'noted',
      'status_changed',
    ]);
    const [refusal, silence, approval] = story.filter(({ kind }) => kind === 'bank_answered');
    expect(refusal).toMatchObject({
      verdict: 'refused',
      askedBy: 'return',
      reference: placed.transaction.reference,
      // Masked, whatever the gateway forgot.
      answer: { status: '5', description: 'Denied', cardNumber: '2121........2121' },
    });
    expect(silence).toMatchObject({ verdict: 'undecided', askedBy: 'reconcile', answer: null });
    expect(approval).toMatchObject({
      verdict: 'approved',
      askedBy: 'owner',
      answer: { amountCents: '200000' },
    });
    expect(story.at(-2)).toMatchObject({
      by: { id: admin.userId, name: 'Owner' },
      text: 'Called: delivers on Friday',
    });
    expect(story.at(-1)).toMatchObject({ by: { id: admin.userId }, from: 'paid', to: 'completed' });
    expect(reply?.timeline).toContainEqual(
      expect.objectContaining({
        ...{ kind: 'message', message: 'order_completed', channel: 'email', state: 'waiting' },
        ...{ recipient: 'ada@example.com', reason: null, blocked: null },
      }),
    );
    expect(reply).toMatchObject({
      order: { id, status: 'completed', totalAmount: 2000 },
      heldUntil: null,
      payment: { reference: second.transaction.reference, amount: 2000, cardNumber: '4242........4242' },
      tasks: [],
    });
    const text = JSON.stringify(reply);
    for (const secret of [placed.transaction.trace, second.transaction.trace, '2121212121212121', 'linkKey'])
      expect(text).not.toContain(secret);
  });

  it('says until when the pieces are held, and what money asks of the owner', async () => {
    const placed = await newOrder();
    expect((await details(placed.order.id))?.heldUntil).toMatch(/^20\d\d-/);
    await settle(sql, placed.transaction.trace, approved(placed, { amountCents: '5' }));
    const [task] = (await details(placed.order.id))?.tasks ?? [];
    expect(task).toMatchObject({ kind: 'wrong_amount', amountCents: 5 });
    await ask(
      admin,
      'public.close_owner_task($1, $2, $3, $4)',
      task?.id,
      'refunded',
      'Refunded by hand',
      refundToday(),
    );
    const reply = await details(placed.order.id);
    expect(reply?.tasks).toEqual([]);
    expect(reply?.timeline.filter(({ kind }) => kind !== 'message').at(-1)).toMatchObject({
      kind: 'task_closed',
      by: { id: admin.userId },
      reason: 'Refunded by hand',
    });
  });

  it('of an order that is not there is nothing', async () => {
    expect(await details(randomUUID())).toBeNull();
  });
});

describe('a note', () => {
  it('is kept once under the name of who wrote it, however often it is sent', async () => {
    const { order } = await newOrder();
    const id = randomUUID();
    const send = (who: Character, text: string, orderId = order.id, key = id) =>
      ask(who, 'public.add_order_note($1, $2, $3)', orderId, key, text).catch(
        ({ code, message }: { code: string; message: string }) => `${code} ${message}`,
      );
    const kept = { id, orderId: order.id, authorId: admin.userId, text: 'Seen' };
    expect(await send(admin, 'Seen')).toMatchObject(kept);
    expect(await send(admin, 'Seen')).toMatchObject(kept);
    expect(await send(admin, 'Another')).toBe('PT409 key_reused');
    expect(await send(admin, 'Seen', randomUUID(), randomUUID())).toBe('PT404 not_found');
    expect(await send(ada, 'Mine', order.id, randomUUID())).toBe('PT403 forbidden');
    const rows = await sql`select text from public.order_notes where order_id = ${order.id}`;
    expect(rows).toEqual([{ text: 'Seen' }]);
    const history = await sql`select actor_id, operation from public.history
      where table_name = 'order_notes' and row_id = ${id}`;
    expect(history).toEqual([{ actor_id: admin.userId, operation: 'insert' }]);
  });

  it('is changed by nobody, not even the database’s owner, and signed with no other name', async () => {
    for (const statement of ['update public.order_notes set text = text', 'delete from public.order_notes'])
      await expect(sql.unsafe(statement)).rejects.toMatchObject({ code: '23001' });
    const { order } = await newOrder();
    await expect(
      as(
        sql,
        admin,
        (t) =>
          t`insert into public.order_notes (order_id, author_id, text) values (${order.id}, ${ada.userId}, 'x')`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
    for (const text of ['', '   ', '\n\t', 'x'.repeat(2001), `x${' '.repeat(2000)}`])
      await expect(
        ask(admin, 'public.add_order_note($1, $2, $3)', order.id, randomUUID(), text),
      ).rejects.toMatchObject({ code: '23514' });
  });
});

describe('the dashboard’s questions about orders', () => {
  it.each([
    ['public.list_order_page()'],
    ['public.export_orders()'],
    ['public.order_details(gen_random_uuid())'],
    ["private.find_orders('{}', 'createdAt', true, 1, 0)"],
    ['private.order_timeline(gen_random_uuid())'],
    ['private.hold_ends_at(gen_random_uuid())'],
    ["public.add_order_note(gen_random_uuid(), gen_random_uuid(), 'x')"],
  ])('%s is answered to admins alone', async (question) => {
    const code = (who: Character) => ask(who, question).catch((error: { code: string }) => error.code);
    expect(await code(ada)).toBe('PT403');
    expect(await code(guest)).toBe('42501');
    expect(await code(shop)).toBe('42501');
  });
});
