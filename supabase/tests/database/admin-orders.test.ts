import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PageOfRows, RowCursor } from '../../functions/_shared/contract/admin.ts';
import type { ExportedOrder, OrderFilter, OrderRow } from '../../functions/_shared/contract/admin-orders.ts';
import { approved, newProduct, place, bankDecides } from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { answerTo } from '../payment-scene.ts';
import { rolledBack } from '../rolled-back.ts';

const sql = openTestDatabase();

const admin = testPerson(sql, 'Owner', 'admin');
let product: Awaited<ReturnType<typeof newProduct>>;
beforeAll(async () => {
  product = await newProduct(sql, { stock: 500 });
});

async function newOrder(over: Record<string, string> = {}, pieces = 1) {
  const placed = await place(sql, [{ productId: product.id, quantity: pieces, price: 1000 }]);
  // The facts of an order are nobody's to change: only a test may, to look for it afterwards.
  if (Object.keys(over).length > 0)
    await sql`update public.orders set ${sql(over)} where id = ${placed.order.id}`;
  return placed;
}

const listed = (
  filter: OrderFilter,
  sort = 'createdAt',
  descending = true,
  size = 50,
  after: unknown = null,
) =>
  answerTo<PageOfRows<OrderRow>>(
    sql,
    admin,
    'public.list_order_page($1::jsonb, $2, $3, $4, $5::jsonb)',
    filter,
    sort,
    descending,
    size,
    after,
  );

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
    ['by a part from its middle', () => number().slice(1, 7)],
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
      const { rows } = await listed({ text: `${text} ${token}` });
      expect(rows.map((row) => row.id)).toEqual([id]);
    },
  );

  it('only by its own text, and wildcards are taken literally', async () => {
    for (const text of [`${token} otieno`, `${token}%`, `_${token.slice(1)}`, `${token}\\`, `';${token}`])
      expect(await listed({ text })).toEqual({ rows: [], after: null });
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
    await answerTo(sql, admin, 'public.advance_order($1, $2)', ids[0], 'cancelled');
    expect(await found({ status: 'cancelled' })).toEqual([0]);
    expect(await found({ status: 'pending' })).toEqual([3, 2, 1]);
  });

  it('comes a page at a time, equals in the order of their ids', async () => {
    const token = `q${randomUUID().slice(0, 8)}`;
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      const { order } = await newOrder({
        customer_name: `Page ${token}`,
        created_at: '2026-04-01T09:00:00Z',
      });
      ids.push(order.id);
    }
    const [all, whole] = [ids.sort().reverse(), await listed({ text: token })];
    expect(whole.after).toBeNull();
    const got: string[] = [];
    let after: RowCursor | null = null;
    do {
      const page: PageOfRows<OrderRow> = await listed({ text: token }, 'createdAt', true, 2, after);
      got.push(...page.rows.map(({ id }) => id));
      ({ after } = page);
    } while (after);
    expect([got, whole.rows.map(({ id }) => id)]).toEqual([all, all]);
    // Of a page that an address names by its number alone.
    const third = await listed({ text: token }, 'createdAt', true, 2, 4);
    expect(third).toMatchObject({ rows: [{ id: all[4] }], after: null });
    expect((await listed({ text: token }, 'createdAt', true, 2, 6)).rows).toEqual([]);
  });

  it('says what is in an order, how its money stands and whether it needs the owner', async () => {
    const placed = await newOrder({}, 3);
    await bankDecides(sql, placed.transaction.trace, approved(placed, { amountCents: '5' }));
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
    expect((await listed({ text, hasTask: true })).rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(placed.transaction.trace);
  });

  describe('has an index for every order it can be sorted in, and for the search', () => {
    it.each<[string, OrderFilter, string]>([
      ['orders_newest', {}, 'created_at desc, id desc'],
      ['orders_by_total', {}, 'total_amount, id'],
      ['orders_by_status_newest', { status: 'failed' }, 'created_at desc, id desc'],
      ['orders_by_status_newest', { status: 'completed' }, 'created_at desc, id desc'],
      ['orders_by_status_total', { status: 'failed' }, 'total_amount desc, id desc'],
      ['orders_by_words', { text: '0733918273' }, ''],
    ])('%s', async (index, filter, sorted) => {
      const plan = await rolledBack(sql, async (t) => {
        // Which of several indexes is cheapest depends on the orders there are; whether this one fits does not.
        const others = await t<{ name: string }[]>`
          select indexrelid::regclass::text as name from pg_index
          where indrelid = 'public.orders'::regclass and not indisprimary and indexrelid <> ${`public.${index}`}::regclass`;
        for (const { name } of others) await t.unsafe(`drop index ${name}`);
        await t`set local enable_seqscan = off`;
        await t`set local enable_sort = off`;
        const [{ condition } = { condition: '' }] = await t<
          { condition: string }[]
        >`select private.order_conditions(${t.json(filter)}) as condition`;
        return t.unsafe<{ 'QUERY PLAN': string }[]>(
          `explain select r.id from public.orders r where ${condition} ${sorted && `order by ${sorted}`} limit 50`,
        );
      });
      const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
      expect(lines).toContain(index);
      expect(lines).not.toContain('Sort');
    });
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
    let after: RowCursor | null | undefined;
    for (let call = 0; call < 5 && after !== null; call++) {
      const part: PageOfRows<ExportedOrder> = await answerTo(
        sql,
        admin,
        'public.export_orders($1::jsonb, 2, $2::jsonb)',
        { text: token },
        after ?? null,
      );
      got.push(...part.rows.map((row) => row.id));
      after = part.after;
    }
    expect(got).toHaveLength(5);
    expect([...got].sort()).toEqual([...ids].sort());
  });

  it('tells the payment of an order that was paid', async () => {
    const placed = await newOrder({ county: '042' }, 2);
    await bankDecides(
      sql,
      placed.transaction.trace,
      approved(placed, { transactionIndex: `TX-${placed.order.id.toUpperCase()}` }),
    );
    const text = `#IC-${placed.order.id.slice(-8)}`;
    const { rows } = await answerTo<{ rows: ExportedOrder[] }>(
      sql,
      admin,
      'public.export_orders($1::jsonb)',
      { text },
    );
    expect(rows).toMatchObject([
      {
        status: 'paid',
        countyName: 'Kisumu',
        reference: placed.transaction.reference,
        transactionId: `TX-${placed.order.id.toUpperCase()}`,
        items: [{ quantity: 2, price: 1000 }],
      },
    ]);
  });
});
