import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OwnerAlerts } from '../../functions/_shared/contract/admin-overview.ts';
import {
  approved,
  as,
  available,
  cancelAsShop,
  type Character,
  newPerson,
  newProduct,
  newSession,
  newSid,
  orderRequest,
  place,
  type Placed as PlacedOrder,
  bankDecides,
  shop,
} from '../shop-cast.ts';
import { answerTo } from '../payment-scene.ts';
import { isNight } from '../../../local/testing/night.ts';
import { rolledBack } from '../rolled-back.ts';
import { openExplained } from '../scans-of-tables.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();
const explained = openExplained();
afterAll(() => explained.sql.end());
// Nothing is on hold yet.
beforeEach(() => endHolds());
afterEach(async () => {
  await endHolds();
  expect(await sql`select * from private.invariants`).toEqual([]);
});

type Product = { id: string; name: string; price: number; stock: number };
type Placed = PlacedOrder & { order: { payment: { heldUntil: string | null } } };

/** Orders all given pieces; each call is another browser unless it names one. */
async function order(lines: [Product, number][], sid = newSid(), address = 'carrier') {
  const items = lines.map(([{ id, price }, quantity]) => ({ productId: id, quantity, price }));
  return as(sql, shop, async (t) => {
    const [row] = await t<{ reply: Placed | { refusal: string } }[]>`
      select public.place_order_within_limits(
        ${address}, ${sid}, ${sid}, ${randomUUID()}, ${t.json(orderRequest(items))}, 60, ${randomUUID()}) as reply`;
    return row?.reply as Placed & { refusal?: string };
  });
}
const isHeld = ({ order: placed }: Placed) => placed.payment.heldUntil !== null;
const payAgain = (sid: string, { order: placed }: Placed, linkVersion: number | null = null) =>
  as(sql, shop, async (t) => {
    const [row] = await t<{ reply: Placed }[]>`
      select public.pay_again(${sid}, ${placed.id}, ${linkVersion}) as reply`;
    return row?.reply as Placed;
  });
const endHolds = () => sql`update private.stock_holds set expires_at = now() where expires_at > now()`;

/** A product of which the shop has so many pieces. */
async function stocked(stock: number, price = 1000): Promise<Product> {
  return { ...(await newProduct(sql, { price, stock })), stock };
}
/** A browser in which an order was paid. */
async function browserOfPaidBuyer(): Promise<string> {
  const sid = await newSession(sql);
  const paid = await place(sql, [{ productId: (await stocked(1)).id, quantity: 1, price: 1000 }], { sid });
  await bankDecides(sql, paid.transaction.trace, approved(paid));
  return sid;
}
const sessionOf = async (name: string, isConfirmed: boolean) => {
  const { userId } = await newPerson(sql, name);
  if (isConfirmed) await sql`update public.users set email_confirmed_at = now() where id = ${userId}`;
  return newSession(sql, userId);
};

describe('one browser', () => {
  it('holds pieces for three unpaid orders; the fourth stands without a hold, and other browsers go on', async () => {
    const sid = newSid();
    const holds: boolean[] = [];
    for (let i = 0; i < 4; i += 1) holds.push(isHeld(await order([[await stocked(10), 1]], sid)));
    expect(holds).toEqual([true, true, true, false]);
    expect(isHeld(await order([[await stocked(10), 1]]))).toBe(true);
  });

  it('holds them for three orders in every browser in which its account is signed in', async () => {
    const ada = await newPerson(sql, 'Ada');
    const holds: boolean[] = [];
    for (let i = 0; i < 4; i += 1)
      holds.push(isHeld(await order([[await stocked(10), 1]], await newSession(sql, ada.userId))));
    expect(holds).toEqual([true, true, true, false]);
  });

  it('holds no more when several orders are paid again at once', async () => {
    const sid = newSid();
    const placed: Placed[] = [];
    for (let i = 0; i < 6; i += 1) placed.push(await order([[await stocked(10), 1]], sid));
    await endHolds();
    const again = await Promise.all(placed.map((one) => payAgain(sid, one)));
    expect(again.filter(isHeld)).toHaveLength(3);
  });

  it('holds pieces for another order once one is paid, and holds them again for each of three', async () => {
    const sid = newSid();
    const placed: Placed[] = [];
    for (let i = 0; i < 4; i += 1) placed.push(await order([[await stocked(10), 1]], sid));
    for (let i = 0; i < 3; i += 1) expect(isHeld(await payAgain(sid, placed[2]!))).toBe(true);
    expect(isHeld(await payAgain(sid, placed[3]!))).toBe(false);
    await bankDecides(sql, placed[0]!.transaction.trace, approved(placed[0]!));
    expect(isHeld(await payAgain(sid, placed[3]!))).toBe(true);
  });
});

it('an account holds pieces for three orders, also when another is paid by its link', async () => {
  const sid = await sessionOf('Ada', true);
  const placed: Placed[] = [];
  for (let i = 0; i < 4; i += 1) placed.push(await order([[await stocked(10), 1]], sid));
  const [third, fourth] = placed.slice(2) as [Placed, Placed];
  expect(isHeld(await payAgain('', fourth, 1))).toBe(false);
  await cancelAsShop(sql, third);
  expect(isHeld(await payAgain('', fourth, 1))).toBe(true);
});

describe('buyers without a paid order or a confirmed address', () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 2],
    [30, 20],
  ])('hold, of %i pieces of a product, %i together, and one order as many at once', async (stock, most) => {
    const [together, tooMany, atOnce] = [await stocked(stock), await stocked(stock), await stocked(stock)];
    const holds: boolean[] = [];
    for (let i = 0; i < Math.min(stock, most + 1); i += 1) holds.push(isHeld(await order([[together, 1]])));
    expect(holds.filter(Boolean)).toHaveLength(most);
    if (most < stock) expect(isHeld(await order([[tooMany, most + 1]]))).toBe(false);
    expect(isHeld(await order([[atOnce, most]]))).toBe(true);
  });

  it('hold no piece of an order when one of its products is above it', async () => {
    const [few, many] = [await stocked(2), await stocked(30)];
    expect(
      isHeld(
        await order([
          [few, 2],
          [many, 1],
        ]),
      ),
    ).toBe(false);
    expect(await available(sql, many.id)).toBe(30);
  });

  it('hold no more when many order at once', async () => {
    const product = await stocked(9);
    const line = [{ productId: product.id, quantity: 1, price: product.price }];
    const placed = await Promise.all(Array.from({ length: 9 }, () => place(sql, line)));
    expect(placed).toHaveLength(9);
    expect(await available(sql, product.id)).toBe(3);
  });

  it('are the accounts that have neither, too', async () => {
    const product = await stocked(30);
    expect(isHeld(await order([[product, 30]], await sessionOf('Ada', false)))).toBe(false);
  });

  it('leave the rest to others, who hold all of it', async () => {
    const product = await stocked(30);
    expect(isHeld(await order([[product, 20]]))).toBe(true);
    expect(isHeld(await order([[product, 4]], await browserOfPaidBuyer()))).toBe(true);
    expect(isHeld(await order([[product, 6]], await sessionOf('Ada', true)))).toBe(true);
    expect(await available(sql, product.id)).toBe(0);
  });

  it('are not limited by what the others hold', async () => {
    const product = await stocked(30);
    expect(isHeld(await order([[product, 10]], await browserOfPaidBuyer()))).toBe(true);
    expect(isHeld(await order([[product, 20]]))).toBe(true);
  });
});

describe('an order without a hold', () => {
  it('is paid while there are pieces, and not when others have taken them', async () => {
    const product = await stocked(2);
    const sid = newSid();
    const placed = await order([[product, 2]], sid);
    expect(isHeld(placed)).toBe(false);
    expect(isHeld(await payAgain(sid, placed))).toBe(false);
    await endHolds();
    expect(isHeld(await order([[product, 1]]))).toBe(true);
    await expect(payAgain(sid, placed)).rejects.toMatchObject({ message: 'out_of_stock' });
  });

  it('gets one when it is paid again and the limits allow it', async () => {
    const product = await stocked(3);
    const other = await order([[product, 2]]);
    const sid = newSid();
    const placed = await order([[product, 1]], sid);
    expect(isHeld(placed)).toBe(false);
    await cancelAsShop(sql, other);
    expect(isHeld(await payAgain(sid, placed))).toBe(true);
  });
});

describe('pieces beyond what buyers without proof may hold', () => {
  it('are reserved for nobody: of fifty who order one of the last ten all get an order, and six a hold', async () => {
    const product = await stocked(10);
    const placed = await Promise.all(
      Array.from({ length: 50 }, () =>
        place(sql, [{ productId: product.id, quantity: 1, price: product.price }]),
      ),
    );
    expect(placed).toHaveLength(50);
    expect(await available(sql, product.id)).toBe(4);
  });

  it('go to whoever pays first', async () => {
    const product = await stocked(3);
    await order([[product, 2]]);
    const [first, second] = [await order([[product, 1]]), await order([[product, 1]])];
    expect([first, second].map(isHeld)).toEqual([false, false]);
    await bankDecides(sql, second.transaction.trace, approved(second));
    expect((await order([[product, 1]])).refusal).toBe('out_of_stock');
    const [row] = await sql<
      { status: string }[]
    >`select status from public.orders where id = ${second.order.id}`;
    expect(row).toEqual({ status: 'paid' });
  });

  it('can be bought and held by everybody else', async () => {
    const product = await stocked(3);
    await order([[product, 2]]);
    await order([[product, 1]]);
    expect(isHeld(await order([[product, 1]], await browserOfPaidBuyer()))).toBe(true);
  });
});

describe('one address', () => {
  const address = (name: string) => `${name} ${randomUUID()}`;

  it('holds for thirty honest buyers, and the order of the next stands without a hold', async () => {
    const [tower, product] = [address('tower'), await stocked(60)];
    const holds: boolean[] = [];
    for (let i = 0; i < 31; i += 1) holds.push(isHeld(await order([[product, 1]], newSid(), tower)));
    expect(holds).toEqual([...Array<boolean>(30).fill(true), false]);
    expect(isHeld(await order([[product, 1]], newSid(), address('another')))).toBe(true);
  });

  it('counts each line of an order', async () => {
    const tower = address('tower');
    const [some, most] = [await Promise.all(Array.from({ length: 2 }, () => stocked(9))), await stocked(9)];
    const many = await Promise.all(Array.from({ length: 28 }, () => stocked(9)));
    const lines = (products: Product[]) => products.map((product): [Product, number] => [product, 1]);
    expect(isHeld(await order(lines(many), newSid(), tower))).toBe(true);
    expect(isHeld(await order(lines([...some, most]), newSid(), tower))).toBe(false);
    expect(isHeld(await order(lines(some), newSid(), tower))).toBe(true);
  });

  it.each([
    ['for nothing', false],
    ['while they are at the bank', true],
  ])('asks about few of a thousand who hold there %s', async (_, isAtBank) => {
    const [tower, product] = [address('tower'), await stocked(9)];
    const placed = await order([[product, 1]], newSid(), tower);
    const { may, scans } = await rolledBack(explained.sql, async (t) => {
      await t`set local session_replication_role = replica`;
      await t`create temp table others on commit drop as select gen_random_uuid() as id from generate_series(1, 1000)`;
      await t`insert into private.stock_holds (order_id, product_id, quantity, expires_at)
        select id, ${product.id}, 1, now() + interval '1 day' from others`;
      await t`insert into private.messages (kind, subject, order_id, channel, recipient, cause, next_attempt_at)
        select 'order_unpaid', id, id, 'email', 'ada@example.com', ${tower}, now() from others`;
      await t`insert into public.transactions (order_id, amount, reference, trace, status, bank_status, decided_at)
        select id, 1, 'DON-1', encode(sha256(id::text::bytea), 'hex'), 'failed', '4', now() from others where ${isAtBank}`;
      await t`set local session_replication_role = origin`;
      await t`update public.products set stock = 9000 where id = ${product.id}`;
      await explained.explain(t);
      let answer: boolean | undefined;
      const all = await explained.scansOf(async () => {
        const [row] = await t<{ may: boolean }[]>`select private.may_hold_pieces(${placed.order.id}) as may`;
        answer = row?.may;
      });
      return { may: answer, scans: all };
    });
    expect(may).toBe(isAtBank);
    // Of whom it asks alone: a scan or two of each.
    expect(scans.length).toBeLessThan(300);
  });

  describe('that holds all it may', () => {
    const full = async (sid = newSid()) => {
      const tower = address('tower');
      const lines = await Promise.all(Array.from({ length: 30 }, () => stocked(9)));
      const held = await order(
        lines.map((product): [Product, number] => [product, 1]),
        sid,
        tower,
      );
      expect(isHeld(held)).toBe(true);
      return { tower, held };
    };

    it('holds for an account with a confirmed address and for whoever has paid', async () => {
      const { tower } = await full();
      expect(isHeld(await order([[await stocked(3), 1]], await sessionOf('Ada', true), tower))).toBe(true);
      expect(isHeld(await order([[await stocked(3), 1]], await browserOfPaidBuyer(), tower))).toBe(true);
    });

    it('holds for whoever was refused by the bank, and does not count them', async () => {
      const { tower, held } = await full();
      const sid = newSid();
      const placed = await order([[await stocked(3), 1]], sid, tower);
      expect(isHeld(placed)).toBe(false);
      const refused = { status: '4', trace: placed.transaction.trace, description: 'Denied' };
      await bankDecides(sql, placed.transaction.trace, refused);
      expect(isHeld(await payAgain(sid, placed))).toBe(true);
      await bankDecides(sql, held.transaction.trace, { ...refused, trace: held.transaction.trace });
      expect(isHeld(await order([[await stocked(3), 1]], newSid(), tower))).toBe(true);
    });

    it('holds no more once the browser of its orders has signed out', async () => {
      const sid = newSid();
      const { tower } = await full(sid);
      await as(sql, shop, (t) => t`select public.close_session(${sid})`);
      expect(isHeld(await order([[await stocked(3), 1]], newSid(), tower))).toBe(false);
    });

    it('does not hold for whoever leaves the bank’s page, or says so', async () => {
      const { tower } = await full();
      const sid = newSid();
      const placed = await order([[await stocked(3), 1]], sid, tower);
      await bankDecides(sql, placed.transaction.trace, {
        status: '255',
        trace: placed.transaction.trace,
        description: 'Cancelled',
      });
      expect(isHeld(await payAgain(sid, placed))).toBe(false);
    });
  });
});

describe('a hold that is renewed', () => {
  const after = (placed: Placed, minutes: number) =>
    sql.begin(async (t) => {
      await t`update private.stock_holds set expires_at = expires_at - make_interval(mins => ${minutes})
        where order_id = ${placed.order.id}`;
      await t`update public.transactions set created_at = created_at - make_interval(mins => ${minutes})
        where order_id = ${placed.order.id}`;
    });
  const minutesHeld = async ({ order: { id } }: Placed) => {
    const [row] = await sql<{ minutes: number }[]>`
      select round(extract(epoch from max(expires_at) - now()) / 60)::int as minutes
      from private.stock_holds where order_id = ${id} and expires_at > now()`;
    return row?.minutes ?? 0;
  };

  it('ends after two renewals without an attempt that reached the bank', async () => {
    const sid = newSid();
    const placed = await order([[await stocked(3), 1]], sid);
    const held: number[] = [];
    for (let i = 0; i < 4; i += 1) {
      await after(placed, 29);
      await payAgain(sid, placed);
      held.push(await minutesHeld(placed));
    }
    expect(held).toEqual([30, 30, 1, 0]);
  });

  it('goes on for whoever was refused by the bank, twice more', async () => {
    const sid = newSid();
    const placed = await order([[await stocked(3), 1]], sid);
    const held: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      await after(placed, 29);
      const { transaction } = await payAgain(sid, placed);
      if (i === 1)
        await bankDecides(sql, transaction.trace, {
          status: '4',
          trace: transaction.trace,
          description: 'Denied',
        });
      held.push(await minutesHeld(placed));
    }
    expect(held).toEqual([30, 30, 30, 30, 30, 1]);
  });
});

describe.each(isNight ? [1, 9, 100] : [1])('%i addresses, with a new browser for each order', (addresses) => {
  it('sell out no product of which the shop has two', { timeout: 240_000 }, async () => {
    const products = await sql<Product[]>`
      select id, name, price, stock from public.products
      where is_active and stock > 0 and slug not like 'test-%' and price::bigint * stock < 90000000`;
    expect(products.length).toBeGreaterThan(50);
    const names = Array.from({ length: addresses }, () => randomUUID());
    const sizes = ({ stock }: Product) => [stock, Math.ceil((stock * 2) / 3), 1, Math.floor(stock / 3), 1];
    const waiting = products.flatMap((product) =>
      sizes(product).map((pieces, i) => ({ product, pieces, i })),
    );
    const attack = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const { product, pieces } = next;
        const address = names[waiting.length % addresses] ?? '';
        const { refusal } = pieces > 0 ? await order([[product, pieces]], newSid(), address) : {};
        if (refusal) expect(['out_of_stock', 'shop_busy']).toContain(refusal);
      }
    };
    // As many at once as the shop takes.
    await Promise.all(Array.from({ length: 8 }, attack));
    const left = await sql<{ id: string; stock: number; left: number }[]>`
      select p.id, p.stock, p.stock - private.held_quantity(p.id) as left from public.products p
      where p.id = any (${products.map(({ id }) => id)})`;
    expect(left.filter((product) => product.stock > 1 && product.left < product.stock / 3)).toEqual([]);
    const [held] = await sql<{ lines: number; pieces: number }[]>`
      select count(*)::int as lines, sum(quantity)::int as pieces from private.stock_holds
      where expires_at > now() and product_id = any (${products.map(({ id }) => id)})`;
    // Orders that are placed at the same moment do not see each other.
    if (addresses === 1) expect(held?.lines).toBeLessThan(30 + 8);
    // What the page shows can be ordered.
    for (const { id } of left.filter((product) => product.left > 0)) {
      const product = products.find((one) => one.id === id)!;
      expect((await order([[product, 1]], newSid(), 'an honest buyer')).refusal).toBeUndefined();
    }
  });
});

describe('the owner', () => {
  const held = async (who: Character) =>
    (await answerTo<OwnerAlerts>(sql, who, 'public.owner_alerts()')).heldForGuests;
  const release = (who: Character, orderId: string | string[]) =>
    as(sql, who, (t) => t`select public.release_holds(${[orderId].flat()})`).then(
      () => 'released',
      (error: Error) => error.message,
    );

  it('lets go of what guests hold, for good, but of no order that the bank may have charged', async () => {
    const owner = await newPerson(sql, 'Owner', 'admin');
    const product = await stocked(30);
    const sid = newSid();
    const before = await held(owner);
    const placed = [
      await order([[product, 4]], sid),
      await order([[product, 3]]),
      await order([[product, 2]]),
    ];
    await order([[product, 5]], await browserOfPaidBuyer());
    const news = async () => {
      const { pieces, orderIds } = await held(owner);
      return [pieces - before.pieces, orderIds.filter((id) => !before.orderIds.includes(id)).sort()];
    };
    const ids = placed.map(({ order: { id } }) => id);
    expect(await news()).toEqual([9, [...ids].sort()]);
    await as(sql, shop, (t) => t`select public.transaction_to_ask(${ids[2]!})`);
    expect(await news()).toEqual([7, ids.slice(0, 2).sort()]);
    expect(await release(owner, ids)).toBe('released');
    expect(await available(sql, product.id)).toBe(30 - 5 - 2);
    expect(await news()).toEqual([0, []]);
    expect(isHeld(await payAgain(sid, placed[0]!))).toBe(false);
    expect(await release(owner, ids[2]!)).toBe('cancel_undecided');
    expect(await release(owner, randomUUID())).toBe('not_found');
    expect(await release(owner, [])).toBe('invalid_request');
  });

  it('alone releases holds', async () => {
    const ada = await newPerson(sql, 'Ada');
    const placed = await order([[await stocked(3), 1]]);
    expect(await release(ada, placed.order.id)).toBe('forbidden');
  });
});
