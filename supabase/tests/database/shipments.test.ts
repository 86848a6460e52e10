import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { nairobiDay } from '../../functions/_shared/contract/nairobi-time.ts';
import type { OrderRow } from '../../functions/_shared/contract/admin-orders.ts';
import type { PickedProduct } from '../../functions/_shared/contract/shipments.ts';
import type { Order } from '../../functions/_shared/contract/orders.ts';
import { answerTo } from '../payment-scene.ts';
import {
  approved,
  as,
  available,
  cancelAsShop,
  type Character,
  guest,
  newPerson,
  type Placed,
  refundToday,
  bankDecides,
  shop,
  type Transaction,
} from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { checkRulesAfterEach, openTestDatabase, testPerson } from '../test-database.ts';
import { openExplained, type Scan } from '../scans-of-tables.ts';
import { shipmentScene } from './shipment-scene.ts';

const sql = openTestDatabase();
const { owner, newOrder, pay, pack, move, statusOf, detailsOf } = shipmentScene(sql);
const ada = testPerson(sql, 'Ada');
const bob = testPerson(sql, 'Bob');
checkRulesAfterEach(sql);
afterEach(() => sql`update private.settings set ships_unpaid = false, ship_when = 'approved'`);

const allowUnpaid = () => sql`update private.settings set ships_unpaid = true`;
const waybill = () => `W-${randomUUID().slice(0, 20)}`;
const sent = () => ({ status: 'sent', carrier: 'G4S', waybill: waybill() });
const paidOrder = async (over: Parameters<typeof newOrder>[0] = {}) => {
  const placed = await newOrder(over);
  await pay(placed);
  return placed;
};
/** A piece that has not left, and its money. */
const giveBack = ({ order, three }: Awaited<ReturnType<typeof newOrder>>, quantity = 1) => {
  const { day, bankReference } = refundToday();
  const lines = JSON.stringify([{ itemId: three, quantity, fate: 'restocked' }]);
  return as(
    sql,
    owner,
    (
      t,
    ) => t`select public.record_refund(${randomUUID()}, t.id, ${quantity * 100_000}, ${day}, ${bankReference}, 'Too many', true, ${lines}::text::jsonb)
      from public.transactions t where t.order_id = ${order.id}`,
  );
};
const advance = ({ order }: { order: { id: string } }, status: string) =>
  refusalCode(answerTo(sql, owner, 'public.advance_order($1, $2)', order.id, status));
const stockOf = async (ids: string[]) =>
  (await sql<{ stock: number }[]>`select stock from public.products where id in ${sql(ids)} order by id`).map(
    ({ stock }) => stock,
  );

describe('an order in parcels', () => {
  it('is completed when the pieces that have not left are given back', async () => {
    const placed = await paidOrder();
    await pack(placed, { lines: [{ itemId: placed.two, quantity: 2 }], ...sent() });
    expect(await statusOf(placed)).toBe('paid');
    await giveBack(placed, 3);
    expect(await statusOf(placed)).toBe('completed');
  });

  it('is completed by the parcel with which its last pieces leave, and no piece leaves the stock again', async () => {
    const placed = await paidOrder();
    const { three, two } = placed;
    const ids = placed.products.map(({ id }) => id);
    const stock = await stockOf(ids);
    const first = await pack(placed, { lines: [{ itemId: three, quantity: 2 }], ...sent() });
    expect(await statusOf(placed)).toBe('paid');
    expect((await detailsOf(placed)).shipping.toShip).toEqual({ [three]: 1, [two]: 2 });
    const last = await pack(placed, {
      lines: [
        { itemId: three, quantity: 1 },
        { itemId: two, quantity: 2 },
      ],
    });
    expect(await statusOf(placed)).toBe('paid');
    await move(last.id, 'sent', { carrier: 'Easy Coach', waybill: waybill() });
    expect(await statusOf(placed)).toBe('completed');
    // A mail that goes out only now tells of its own parcel what was so when it left.
    const mails = await sql<{ subject: string; isLast: boolean; invoices: string | null }[]>`
      select m.subject, f.s ->> 'invoices' as invoices, (f.s -> 'isLast')::boolean as "isLast"
      from private.messages m cross join lateral (select private.message_facts(m) -> 'shipment' as s) f
      where m.order_id = ${placed.order.id} and m.kind = 'shipment_sent'`;
    const [invoice] = await sql<{ number: string }[]>`
      select private.paper_number(p) as number from private.papers p where p.order_id = ${placed.order.id}`;
    for (const { invoices } of mails) expect(invoices).toBe(invoice?.number);
    expect(Object.fromEntries(mails.map(({ subject, isLast }) => [subject, isLast]))).toEqual({
      [first.id]: false,
      [last.id]: true,
    });
    expect(await move(first.id, 'delivered')).toMatchObject({ status: 'completed' });
    expect(await stockOf(ids)).toEqual(stock);
  });

  it('says of its last parcel that all has left, also once our work was done before its mail went out', async () => {
    const placed = await newOrder();
    await sql`update public.products set is_service = true where id = ${placed.products[1]?.id ?? ''}`;
    await pay(placed);
    const parcel = await pack(placed, { lines: [{ itemId: placed.three, quantity: 3 }], ...sent() });
    const isLast = async () => {
      const [mail] = await sql<{ isLast: boolean }[]>`
        select (private.message_facts(m) -> 'shipment' -> 'isLast')::boolean as "isLast"
        from private.messages m where m.subject = ${parcel.id} and m.kind = 'shipment_sent' limit 1`;
      return mail?.isLast;
    };
    expect(await isLast()).toBe(false);
    await pack(placed, { lines: [{ itemId: placed.two, quantity: 2 }], status: 'delivered' });
    expect(await isLast()).toBe(true);
  });

  it('says in the list of orders how many pieces have left, of those that are to, and stays to be sent until all have', async () => {
    const placed = await paidOrder();
    const listed = async (only: object = { toSend: true }) => {
      const filter = { text: `#IC-${placed.order.id.slice(-8)}`, ...only };
      const { rows } = await answerTo<{ rows: OrderRow[] }>(
        sql,
        owner,
        'public.list_order_page($1::jsonb)',
        filter,
      );
      return rows.map((row) => row.sent);
    };
    expect(await listed()).toEqual([null]);
    await pack(placed, { lines: [{ itemId: placed.three, quantity: 2 }] });
    expect(await listed()).toEqual([null]);
    await pack(placed, { lines: [{ itemId: placed.two, quantity: 1 }], ...sent() });
    expect(await listed()).toEqual([{ pieces: 1, total: 5, isOnWay: true }]);
    await giveBack(placed);
    expect(await listed()).toEqual([{ pieces: 1, total: 4, isOnWay: true }]);
    await pack(placed, { lines: [{ itemId: placed.two, quantity: 1 }], ...sent() });
    const parcels = (await detailsOf(placed)).order.shipments;
    await move(parcels.find(({ status }) => status === 'packed')?.id ?? '', 'sent', sent());
    expect(await listed()).toEqual([]);
    expect(await listed({})).toEqual([{ pieces: 4, total: 4, isOnWay: true }]);
    for (const { id } of (await detailsOf(placed)).order.shipments) await move(id, 'delivered');
    expect(await listed({})).toEqual([{ pieces: 4, total: 4, isOnWay: false }]);
  });

  it('is not on its way once all that left has come back, whatever was recorded of the parcel', async () => {
    const placed = await paidOrder();
    await pack(placed, { lines: [{ itemId: placed.two, quantity: 2 }], ...sent() });
    const isOnWay = async () => {
      const [row] = await sql<{ isOnWay: boolean; isTold: boolean }[]>`
        select w.is_on_way as "isOnWay", bool_and(private.message_is_true(m)) as "isTold"
        from private.pieces_sent(array[${placed.order.id}::uuid]) w
        join private.messages m on m.order_id = w.order_id and m.kind = 'shipment_sent' group by 1`;
      return [row?.isOnWay, row?.isTold];
    };
    expect(await isOnWay()).toEqual([true, true]);
    await giveBack({ ...placed, three: placed.two }, 2);
    expect(await isOnWay()).toEqual([false, false]);
  });

  it('collected at the counter is delivered at once, without carrier and waybill', async () => {
    const placed = await paidOrder();
    const lines = [
      { itemId: placed.three, quantity: 3 },
      { itemId: placed.two, quantity: 2 },
    ];
    const { order } = await pack(placed, { lines, status: 'delivered' });
    expect(order).toMatchObject({
      status: 'completed',
      shipments: [
        { status: 'delivered', carrier: null, waybill: null, sentOn: null, deliveredOn: nairobiDay() },
      ],
    });
  });

  it('that was packed for a carrier can be collected after all', async () => {
    const placed = await paidOrder();
    const { id } = await pack(placed, {
      lines: [{ itemId: placed.two, quantity: 1 }],
      carrier: 'G4S',
      waybill: waybill(),
    });
    expect((await move(id, 'delivered')).shipments).toMatchObject([
      { carrier: null, waybill: null, status: 'delivered' },
    ]);
  });

  it('is not completed by the plain button while pieces of it are left, and without parcels it is', async () => {
    const placed = await paidOrder();
    const packed = await pack(placed, { lines: [{ itemId: placed.three, quantity: 3 }] });
    expect(await advance(placed, 'completed')).toBe('pieces_left');
    expect((await detailsOf(placed)).completionNeed).toBe('pieces');
    await move(packed.id, 'taken_back');
    expect(await advance(placed, 'completed')).toBe('done');
    expect(await refusalCode(pack(placed, { lines: [{ itemId: placed.two, quantity: 1 }] }))).toBe(
      'shipment_completed',
    );
  });

  it('names its parcels to its buyer, with serial numbers, and only to them', async () => {
    const placed = await paidOrder();
    await sql`update public.orders set user_id = ${ada.userId} where id = ${placed.order.id}`;
    const number = waybill();
    const serials = [`S-${randomUUID()}`];
    await pack(placed, {
      lines: [{ itemId: placed.two, quantity: 2, serials }],
      status: 'sent',
      carrier: 'G4S',
      waybill: number,
    });
    const mine = await answerTo<Order[]>(sql, ada, 'public.list_my_orders()');
    expect(mine.find(({ id }) => id === placed.order.id)?.shipments).toMatchObject([
      {
        status: 'sent',
        carrier: 'G4S',
        waybill: number,
        sentOn: nairobiDay(),
        lines: [{ quantity: 2, serials }],
      },
    ]);
    expect(JSON.stringify(await answerTo(sql, bob, 'public.list_my_orders()'))).not.toContain(number);
    for (const who of [ada, bob, guest])
      await expect(as(sql, who, (t) => t`select * from private.shipments`)).rejects.toThrow(
        'permission denied',
      );
  });
});

describe('a parcel', () => {
  it('is packed, moved and taken back by admins alone', async () => {
    const placed = await paidOrder();
    const lines = [{ itemId: placed.two, quantity: 1 }];
    const { id } = await pack(placed, { lines });
    for (const who of [ada, bob]) {
      expect(await refusalCode(pack(placed, { lines }, who))).toBe('forbidden');
      for (const status of ['sent', 'delivered', 'taken_back'])
        expect(await refusalCode(move(id, status, {}, who))).toBe('forbidden');
    }
    for (const who of [guest, shop]) {
      expect(await refusalCode(pack(placed, { lines }, who))).toContain('permission denied');
      expect(await refusalCode(move(id, 'sent', {}, who))).toContain('permission denied');
    }
    expect(await refusalCode(move(randomUUID(), 'sent'))).toBe('not_found');
    expect(
      await refusalCode(pack({ order: { ...placed.order, id: randomUUID() } }, { lines, seen: {} })),
    ).toBe('not_found');
  });

  it('is one, however often its request arrives, and another under its key is refused', async () => {
    const placed = await paidOrder();
    const parcel = {
      id: randomUUID(),
      lines: [{ itemId: placed.two, quantity: 1 }],
      seen: { [placed.three]: 3, [placed.two]: 2 },
      ...sent(),
    };
    for (let press = 0; press < 2; press += 1)
      expect((await pack(placed, parcel)).order.shipments).toHaveLength(1);
    expect(await refusalCode(pack(placed, { ...parcel, lines: [{ itemId: placed.two, quantity: 2 }] }))).toBe(
      'key_reused',
    );
    expect((await detailsOf(placed)).shipping.toShip).toEqual({ [placed.three]: 3, [placed.two]: 1 });
  });

  it('has no more than was ordered, and nothing of another order', async () => {
    const placed = await paidOrder();
    const other = await paidOrder();
    const code = (...lines: { itemId: string; quantity: number; serials?: string[] }[]) =>
      refusalCode(pack(placed, { lines }));
    expect(await code({ itemId: placed.two, quantity: 3 })).toBe('shipment_too_large');
    await pack(placed, { lines: [{ itemId: placed.two, quantity: 2 }] });
    expect(await code({ itemId: placed.two, quantity: 1 })).toBe('shipment_too_large');
    const line = { itemId: placed.three, quantity: 1 };
    for (const lines of [
      [],
      [line, line],
      [{ ...line, quantity: 0 }],
      [{ ...line, itemId: other.three }],
      [{ ...line, itemId: other.three, serials: ['x'] }],
      [{ ...line, itemId: 'none' }],
      [{ ...line, serials: ['1', '2'] }],
      [{ ...line, serials: [' '] }],
    ])
      expect(await code(...lines)).toBe('invalid_request');
  });

  it('that leaves without a carrier, or with a waybill and no carrier, is refused', async () => {
    const placed = await paidOrder();
    const lines = [{ itemId: placed.two, quantity: 1 }];
    expect(await refusalCode(pack(placed, { lines, status: 'sent' }))).toBe('invalid_request');
    expect(await refusalCode(pack(placed, { lines, waybill: waybill() }))).toBe('invalid_request');
    expect(await refusalCode(pack(placed, { lines, status: 'lost' }))).toBe('invalid_request');
    const { id } = await pack(placed, { lines });
    expect(await refusalCode(move(id, 'sent'))).toBe('invalid_request');
    expect(await refusalCode(move(id, 'packed'))).toBe('done');
    expect(await refusalCode(move(id, 'lost'))).toBe('transition_refused');
  });

  it('has a waybill that no other parcel of its carrier has, in whatever letters', async () => {
    const [placed, other] = [await paidOrder(), await paidOrder()];
    const number = waybill();
    const { id } = await pack(placed, {
      lines: [{ itemId: placed.two, quantity: 1 }],
      status: 'sent',
      carrier: 'G4S',
      waybill: number,
    });
    const again = {
      lines: [{ itemId: other.two, quantity: 1 }],
      carrier: ' g4s',
      waybill: `${number.toLowerCase()} `,
    };
    expect(await refusalCode(pack(other, again))).toBe('waybill_used');
    for (const waybill of [`${number.slice(0, 3)} - ${number.slice(3)}`, `${number}\u00a0`])
      expect(await refusalCode(pack(other, { ...again, waybill }))).toBe('waybill_used');
    const packed = await pack(other, { lines: again.lines });
    expect(await refusalCode(move(packed.id, 'sent', again))).toBe('waybill_used');
    expect(await refusalCode(move(packed.id, 'sent', { ...again, carrier: 'Wells Fargo' }))).toBe('done');
    await move(id, 'taken_back');
    expect(await refusalCode(pack(other, { ...again, lines: [{ itemId: other.three, quantity: 1 }] }))).toBe(
      'done',
    );
  });

  it('has serial numbers that no other piece of the product has, until it is back', async () => {
    const placed = await paidOrder();
    const serial = `SN-${randomUUID()}`;
    const lines = (...serials: string[]) => [{ itemId: placed.three, quantity: serials.length, serials }];
    expect(await refusalCode(pack(placed, { lines: lines(serial, ` ${serial}`) }))).toBe('serial_used');
    const { id } = await pack(placed, { lines: lines(serial) });
    for (const same of [
      serial.toLowerCase(),
      serial.replaceAll('-', ' '),
      serial.replace('SN', '\uff33\uff2e'),
    ])
      expect(await refusalCode(pack(placed, { lines: lines(same) }))).toBe('serial_used');
    // Of letters that no code has, each is another.
    expect(await refusalCode(pack(placed, { lines: lines('Ж') }))).toBe('done');
    // Another product may have the same number.
    expect(
      await refusalCode(pack(placed, { lines: [{ itemId: placed.two, quantity: 1, serials: [serial] }] })),
    ).toBe('done');
    await move(id, 'taken_back');
    expect(await refusalCode(pack(placed, { lines: lines(serial) }))).toBe('done');
  });

  it('has a day from that of its order until today, and arrives on no earlier day than it was sent', async () => {
    const placed = await paidOrder();
    const lines = [{ itemId: placed.two, quantity: 1 }];
    await sql`update public.orders set created_at = created_at - interval '3 days' where id = ${placed.order.id}`;
    const day = (ago: number) => nairobiDay(new Date(Date.now() - ago * 86_400_000));
    for (const wrong of [day(4), day(-1)])
      expect(await refusalCode(pack(placed, { lines, ...sent(), day: wrong }))).toBe('shipment_day_wrong');
    const { id } = await pack(placed, { lines, ...sent(), day: day(1) });
    expect(await refusalCode(move(id, 'delivered', { day: day(2) }))).toBe('shipment_day_wrong');
    expect((await move(id, 'delivered')).shipments).toMatchObject([{ sentOn: day(1), deliveredOn: day(0) }]);
  });

  it('of two people who pack at once, the second sees the first’s before theirs is written', async () => {
    const placed = await paidOrder();
    const partner = await newPerson(sql, 'Partner', 'admin');
    const seen = (await detailsOf(placed)).shipping.toShip;
    const parcel = { lines: [{ itemId: placed.three, quantity: 1 }], seen };
    const both = await Promise.all([owner, partner].map((who) => refusalCode(pack(placed, parcel, who))));
    expect(both.sort()).toEqual(['done', 'shipment_meanwhile']);
    expect((await detailsOf(placed)).order.shipments).toHaveLength(1);
  });

  it('is never deleted, and its pieces are never changed', async () => {
    const placed = await paidOrder();
    const { id } = await pack(placed, { lines: [{ itemId: placed.two, quantity: 1 }] });
    for (const work of [
      () => sql`delete from private.shipments where id = ${id}`,
      () => sql`delete from private.shipment_lines where shipment_id = ${id}`,
      () => sql`update private.shipment_lines set quantity = 2 where shipment_id = ${id}`,
    ])
      await expect(work()).rejects.toThrow();
  });

  it('has each of its steps in the timeline, with who took it', async () => {
    const placed = await paidOrder();
    const { id } = await pack(placed, { lines: [{ itemId: placed.two, quantity: 2 }], ...sent() });
    await move(id, 'delivered');
    await move(id, 'taken_back');
    const steps = (await detailsOf(placed)).timeline.flatMap((event) =>
      event.kind === 'shipment' ? [[event.status, event.pieces, event.by?.id]] : [],
    );
    expect(steps).toEqual(
      ['packed', 'sent', 'delivered', 'taken_back'].map((status) => [status, 2, owner.userId]),
    );
  });
});

describe('the pick list of several orders', () => {
  const pickList = (ids: string[], who: Character = owner) =>
    answerTo<PickedProduct[]>(sql, who, 'public.pick_list($1::uuid[])', ids);

  it('has the pieces of paid orders that are in no parcel, by product and order', async () => {
    const [first, second] = [await paidOrder(), await paidOrder()];
    const unpaid = await newOrder();
    await sql`update public.order_items set product_id = ${first.products[0]?.id ?? ''} where id = ${second.three}`;
    await pack(first, {
      lines: [
        { itemId: first.three, quantity: 1 },
        { itemId: first.two, quantity: 2 },
      ],
    });
    const list = await pickList([first, second, unpaid].map(({ order }) => order.id));
    expect(list.map(({ productId, pieces, orders }) => ({ productId, pieces, orders }))).toEqual(
      expect.arrayContaining([
        {
          productId: first.products[0]?.id,
          pieces: 5,
          orders: [
            { id: first.order.id, pieces: 2 },
            { id: second.order.id, pieces: 3 },
          ],
        },
        { productId: second.products[1]?.id, pieces: 2, orders: [{ id: second.order.id, pieces: 2 }] },
      ]),
    );
    expect(list).toHaveLength(2);
    await sql`update public.order_items set product_id = ${second.products[0]?.id ?? ''} where id = ${second.three}`;
  });

  it('has no pieces that were given back before they left', async () => {
    const placed = await paidOrder();
    await giveBack(placed);
    expect((await pickList([placed.order.id])).map(({ pieces }) => pieces)).toEqual([2, 2]);
  });

  it('is made for a hundred orders at most, and for admins alone', async () => {
    expect(await refusalCode(pickList(Array.from({ length: 101 }, () => randomUUID())))).toBe(
      'invalid_request',
    );
    expect(await pickList(Array.from({ length: 100 }, () => randomUUID()))).toEqual([]);
    for (const who of [ada, bob]) expect(await refusalCode(pickList([], who))).toBe('forbidden');
    expect(await refusalCode(pickList([], guest))).toContain('permission denied');
  });
});

describe('in a shop with many parcels', () => {
  it('only those of the order are read', async () => {
    const placed = await paidOrder();
    const other = await paidOrder();
    await pack(placed, { lines: [{ itemId: placed.three, quantity: 1 }] });
    const { sql: own, explain, scansOf } = openExplained();
    const scans: Scan[] = [];
    await own
      .begin(async (t) => {
        await t`set local session_replication_role = replica`;
        await t`insert into private.shipments (id, order_id, request_hash) select gen_random_uuid(), gen_random_uuid(), '' from generate_series(1, 3000)`;
        await t`insert into private.shipment_lines select s.id, gen_random_uuid(), 1 from private.shipments s where s.request_hash = ''`;
        await t`insert into private.refund_lines (reduction_id, order_id, order_item_id, quantity, fate)
          select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, 'kept' from generate_series(1, 3000)`;
        await t`set local session_replication_role = origin`;
        await t`analyze private.shipments, private.shipment_lines, private.refund_lines`;
        await explain(t);
        const ids = [placed.order.id, other.order.id];
        scans.push(
          ...(await scansOf(async () => {
            await t`select private.is_partly_shipped(${placed.order.id}), private.pieces_to_ship(${placed.order.id}), private.refundable_pieces(${placed.order.id})`;
            await t`select private.order_as_json(o) from public.orders o where o.id = ${placed.order.id}`;
            await t`select set_config('request.jwt.claims', ${JSON.stringify({ sub: owner.userId, role: 'authenticated' })}, true),
              set_config('request.jwt.claim.sub', ${owner.userId}, true)`;
            await t`select public.pick_list(${ids}::uuid[]), private.pieces_sent(${ids}::uuid[])`;
          })),
        );
        throw new Error('undone');
      })
      .catch(({ message }: Error) => expect(message).toBe('undone'));
    await own.end();
    const read = scans.filter(({ table }) => ['shipments', 'shipment_lines', 'refund_lines'].includes(table));
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter(({ rows }) => rows > 20)).toEqual([]);
  });
});

describe('the rules that are checked at night', () => {
  /** What they find about an order once somebody has written past every function; all of it is undone. */
  const foundAfter = async (work: (t: Transaction, placed: Placed & { two: string }) => Promise<unknown>) => {
    const placed = await paidOrder();
    const { id } = await pack(placed, { lines: [{ itemId: placed.two, quantity: 1 }], ...sent() });
    const found: string[] = [];
    await sql
      .begin(async (t) => {
        await t`set local session_replication_role = replica`;
        await work(t, placed);
        const rows = await t<
          { broken: string }[]
        >`select broken from private.invariants where subject = ${placed.order.id}`;
        found.push(...rows.map(({ broken }) => broken));
        throw new Error('undone');
      })
      .catch(({ message }: Error) => expect(message).toBe('undone'));
    await move(id, 'taken_back');
    return found;
  };

  it.each([
    [
      'more is sent than was ordered',
      (t: Transaction, { order }: Placed) => t`update private.shipment_lines set quantity = 3
      where shipment_id in (select id from private.shipments where order_id = ${order.id})`,
    ],
    [
      'completed before all of it has left',
      (t: Transaction, { order }: Placed) =>
        t`update public.orders set status = 'completed' where id = ${order.id}`,
    ],
    [
      'sent without a payment or a reason',
      (t: Transaction, { order }: Placed) =>
        t`with unpaid as (delete from private.shares where order_id = ${order.id})
          update public.orders set status = 'pending' where id = ${order.id}`,
    ],
  ] as const)('find that %s', async (broken, work) => {
    expect(await foundAfter(work)).toContain(broken);
  });
});

describe('a parcel that is taken back', () => {
  const all = ({ three, two }: { three: string; two: string }) => [
    { itemId: three, quantity: 3 },
    { itemId: two, quantity: 2 },
  ];

  it('makes its pieces ones to send again, and a completed order paid', async () => {
    const placed = await paidOrder();
    const { id } = await pack(placed, { lines: all(placed), ...sent() });
    expect(await statusOf(placed)).toBe('completed');
    for (let press = 0; press < 2; press += 1)
      expect(await move(id, 'taken_back')).toMatchObject({ status: 'paid', shipments: [] });
    expect((await detailsOf(placed)).shipping.toShip).toEqual({ [placed.three]: 3, [placed.two]: 2 });
    expect(await refusalCode(move(id, 'sent', sent()))).toBe('transition_refused');
  });

  it('left less than a day ago, while a packed one waits as long as it likes', async () => {
    const placed = await paidOrder();
    const gone = await pack(placed, { lines: [{ itemId: placed.two, quantity: 1 }], ...sent() });
    const packed = await pack(placed, { lines: [{ itemId: placed.two, quantity: 1 }] });
    await sql`update private.shipments set left_at = now() - interval '24 hours' where id = ${gone.id}`;
    await sql`update private.shipments set created_at = now() - interval '3 days' where id = ${packed.id}`;
    expect((await detailsOf(placed)).shipping.canBeTakenBack).toEqual([packed.id]);
    expect(await refusalCode(move(gone.id, 'taken_back'))).toBe('shipment_too_old');
    // That it was delivered since begins no new day.
    await move(gone.id, 'delivered');
    expect(await refusalCode(move(gone.id, 'taken_back'))).toBe('shipment_too_old');
    expect(await refusalCode(move(packed.id, 'taken_back'))).toBe('done');
  });
});

describe('pieces leave', () => {
  const one = ({ two }: { two: string }) => [{ itemId: two, quantity: 1 }];

  it.each(['pending', 'failed', 'cancelled'])('no %s order unless the settings allow it', async (status) => {
    const placed = await newOrder();
    if (status === 'cancelled') await cancelAsShop(sql, placed);
    if (status === 'failed')
      await sql`update public.orders set status = ${status} where id = ${placed.order.id}`;
    await sql`delete from private.stock_holds where order_id = ${placed.order.id}`;
    const codes = async () => [
      await refusalCode(pack(placed, { lines: one(placed) })),
      await refusalCode(pack(placed, { lines: one(placed), ...sent(), reason: 'A school' })),
    ];
    expect(await codes()).toEqual(['shipment_unpaid', 'shipment_unpaid']);
    await allowUnpaid();
    const allowed = status === 'cancelled' ? 'shipment_unpaid' : 'done';
    expect(await codes()).toEqual([allowed, allowed]);
  });

  it('an unpaid order with a reason alone; its pieces are held, and neither its buyer nor the owner cancels it', async () => {
    await allowUnpaid();
    const placed = await newOrder();
    await sql`update private.stock_holds set expires_at = now() where order_id = ${placed.order.id}`;
    const parcel = { lines: one(placed), ...sent() };
    for (const reason of [' ', 'x', 'okay', 'a b', '. . . . .'])
      expect(await refusalCode(pack(placed, { ...parcel, reason }))).toBe('shipment_reason_required');
    const { id } = await pack(placed, { ...parcel, reason: 'A school, it pays on Friday' });
    const product = placed.products[0]?.id ?? '';
    expect(await available(sql, product)).toBe(7);
    expect(
      await refusalCode(
        answerTo(sql, shop, 'public.cancel_unpaid_order($1, $2)', placed.sid, placed.order.id),
      ),
    ).toBe('order_sent');
    expect(await advance(placed, 'cancelled')).toBe('order_sent');
    expect(await refusalCode(answerTo(sql, owner, 'public.release_holds($1)', [placed.order.id]))).toBe(
      'order_sent',
    );
    // An order of the same buyer does not take the pieces over.
    expect(await answerTo(sql, shop, 'public.holds_of_same_buyer($1)', placed.sid)).toEqual([]);
    // Paid after all: they leave the stock once.
    await pay(placed);
    expect(await statusOf(placed)).toBe('paid');
    expect(await available(sql, product)).toBe(7);
    expect((await detailsOf(placed)).timeline).toContainEqual(
      expect.objectContaining({ kind: 'shipment', status: 'sent', reason: 'A school, it pays on Friday' }),
    );
    await move(id, 'delivered');
  });

  it('an unpaid order, which is completed when all of it has left', async () => {
    await allowUnpaid();
    const placed = await newOrder();
    const lines = [
      { itemId: placed.three, quantity: 3 },
      { itemId: placed.two, quantity: 2 },
    ];
    await pack(placed, { lines, ...sent(), reason: 'A school' });
    // On account: its money is owed.
    expect(await statusOf(placed)).toBe('completed');
    await pay(placed);
    expect(await statusOf(placed)).toBe('completed');
    // Its buyer is told of the payment all the same.
    const [told] =
      await sql`select 1 from private.messages m where m.order_id = ${placed.order.id} and m.kind = 'order_paid'`;
    expect(told).toBeDefined();
  });

  it('an unpaid order, whose pieces stay held when its payment is given up, and when a part that was paid is given back', async () => {
    await allowUnpaid();
    const placed = await newOrder();
    await pack(placed, { lines: one(placed), ...sent(), reason: 'A school' });
    const product = placed.products[0]?.id ?? '';
    await sql`update public.transactions set created_at = now() - interval '80 hours', next_ask_at = null where order_id = ${placed.order.id}`;
    await sql`select public.give_up_transactions()`;
    expect(await statusOf(placed)).toBe('failed');
    expect(await available(sql, product)).toBe(7);
    await bankDecides(sql, placed.transaction.trace, approved(placed, { amountCents: '100000' }));
    await as(
      sql,
      owner,
      (t) =>
        t`select public.close_owner_task(k.id, 'partial_payment', 'A part') from public.owner_tasks k where k.order_id = ${placed.order.id} and k.closed_at is null`,
    );
    await sql`update private.stock_holds set expires_at = expires_at - interval '30 days' where order_id = ${placed.order.id}`;
    expect(await available(sql, product)).toBe(7);
    const { day, bankReference } = refundToday();
    await as(
      sql,
      owner,
      (
        t,
      ) => t`select public.record_refund(${randomUUID()}, t.id, 100000, ${day}, ${bankReference}, 'Sent back', true)
        from public.transactions t where t.order_id = ${placed.order.id}`,
    );
    expect(await available(sql, product)).toBe(7);
  });

  it('an unpaid order not once others need its pieces, and it can be taken back at any time', async () => {
    await allowUnpaid();
    const placed = await newOrder();
    await sql`update private.stock_holds set expires_at = now() where order_id = ${placed.order.id}`;
    const product = placed.products[1]?.id ?? '';
    await sql`update public.products set stock = 0 where id = ${product}`;
    const parcel = { lines: one(placed), ...sent(), reason: 'A school' };
    expect(await refusalCode(pack(placed, parcel))).toBe('stock_is_held');
    await sql`update public.products set stock = 2 where id = ${product}`;
    const { id } = await pack(placed, parcel);
    await sql`update private.shipments set left_at = now() - interval '9 days' where id = ${id}`;
    await move(id, 'taken_back');
    expect(await advance(placed, 'cancelled')).toBe('done');
  });

  it('an order that is approved and not settled with a reason, which each parcel needs; packing needs none', async () => {
    const placed = await paidOrder({ price: 10_000 });
    const { id } = await pack(placed, { lines: one(placed) });
    expect(await refusalCode(move(id, 'sent', sent()))).toBe('reason_required');
    await move(id, 'sent', { ...sent(), reason: 'The bank said so' });
    const rest = { lines: [{ itemId: placed.three, quantity: 3 }, ...one(placed)], ...sent() };
    expect(await refusalCode(pack(placed, rest))).toBe('reason_required');
    await pack(placed, { ...rest, reason: 'And so again' });
    expect(await statusOf(placed)).toBe('completed');
    const [row] = await sql`select completion_reason from public.orders where id = ${placed.order.id}`;
    expect(row).toEqual({ completion_reason: 'And so again' });
  });

  it('no order that is not settled when the settings say so', async () => {
    await sql`update private.settings set ship_when = 'settled'`;
    const placed = await paidOrder();
    expect(await refusalCode(pack(placed, { lines: one(placed), ...sent(), reason: 'Please' }))).toBe(
      'not_settled',
    );
  });

  it('no order whose money was given back; cancelled then, its packed parcels end and its serial numbers are free', async () => {
    const placed = await paidOrder();
    const serials = [`SN-${randomUUID()}`];
    const { id } = await pack(placed, { lines: [{ itemId: placed.two, quantity: 1, serials }] });
    const { day, bankReference } = refundToday();
    await as(
      sql,
      owner,
      (
        t,
      ) => t`select public.record_refund(${randomUUID()}, t.id, 500000, ${day}, ${bankReference}, 'Sent back', true)
        from public.transactions t where t.order_id = ${placed.order.id}`,
    );
    expect(await refusalCode(move(id, 'sent', sent()))).toBe('all_refunded');
    expect(await advance(placed, 'cancelled')).toBe('done');
    expect((await detailsOf(placed)).order.shipments).toEqual([]);
    const [free] = await sql`select is_back from private.shipment_serials where serial = ${serials[0] ?? ''}`;
    expect(free).toEqual({ is_back: true });
  });
});
