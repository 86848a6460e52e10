import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LiveHold } from '../../functions/_shared/contract/admin-overview.ts';
import {
  as,
  type Character,
  guest,
  newPerson,
  newProduct,
  newSid,
  orderRequest,
  shop,
} from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();
// As on a hosted shop, but for how often somebody orders: here the pieces matter. Nothing is on hold yet.
beforeEach(async () => {
  await endHolds();
  await sql`update private.rate_limits set most = case when action like 'hold_%' then suggested else 1000000 end`;
});
afterEach(async () => {
  await sql`update private.rate_limits set most = 1000000`;
  await endHolds();
  expect(await sql`select * from private.invariants`).toEqual([]);
});

type Product = { id: string; name: string; price: number; stock: number };
type Placed = { order: { id: string; payment: { heldUntil: string | null } }; transaction: object };

/** Orders all given pieces; each call is another browser unless it names one. */
async function order(lines: [Product, number][], address = 'carrier', sid = newSid()) {
  const items = lines.map(([{ id, price }, quantity]) => ({ productId: id, quantity, price }));
  return as(sql, shop, async (t) => {
    const [row] = await t<{ reply: Placed | { refusal: string } }[]>`
      select public.place_order_within_limits(${address}, ${sid}, ${randomUUID()}, ${t.json({
        ...orderRequest(items),
        keepsSimilarOrder: true,
      })}, 60, ${randomUUID()}) as reply`;
    return row?.reply as Placed & { refusal?: string };
  });
}
const isHeld = ({ order: placed }: Placed) => placed.payment.heldUntil !== null;
const payAgain = (sid: string, { order: placed }: Placed) =>
  as(sql, shop, async (t) => {
    const [row] = await t<{ reply: Placed }[]>`select public.pay_again(${sid}, ${placed.id}) as reply`;
    return row?.reply as Placed;
  });
const endHolds = () => sql`update private.stock_holds set expires_at = now() where expires_at > now()`;

async function shelf(stock: number, price = 1000): Promise<Product> {
  return { ...(await newProduct(sql, { price, stock })), stock };
}
const heldPieces = async () =>
  (
    await sql<{ held: number }[]>`
    select coalesce(sum(quantity), 0)::integer as held from private.stock_holds where expires_at > now()`
  )[0]?.held ?? 0;

describe('pieces that nobody pays for', () => {
  it('two requests do not hold the whole shop, nor do forty, and every order stands', async () => {
    const products = await sql<Product[]>`
      select id, name, price, stock from public.products
      where is_active and stock between 1 and 999 and price::bigint * stock < 40000000`;
    const all = products.reduce((sum, { stock }) => sum + stock, 0);
    let placed = 0;
    let part: [Product, number][] = [];
    for (const product of [...products, null]) {
      const total = part.reduce((sum, [{ price }, pieces]) => sum + price * pieces, 0);
      if (part.length > 0 && (!product || total + product.price * product.stock > 90_000_000)) {
        expect((await order(part)).refusal).toBeUndefined();
        placed += 1;
        part = [];
      }
      if (product) part.push([product, product.stock]);
    }
    for (const product of products) await order([[product, 1]]);
    const held = await heldPieces();
    console.log(`${placed} orders asked for all ${all} pieces, ${held} are held.`);
    expect(held).toBeLessThanOrEqual(all * 0.25);
  });

  it('all thirty panels, or one Terrameter, are held for an honest buyer', async () => {
    const [panels, terrameter] = [await shelf(30), await shelf(1, 1_850_000)];
    expect(isHeld(await order([[panels, 30]], 'home'))).toBe(true);
    expect(isHeld(await order([[terrameter, 1]], 'office'))).toBe(true);
  });

  it('one browser does not hold a tenth of all pieces, however few shelves that empties', async () => {
    const [before] = await sql<{ pieces: number }[]>`
      select coalesce(sum(stock), 0)::integer as pieces from public.products where is_active`;
    // So many that 999 pieces of each are more than a tenth, whatever other tests have put on sale.
    const length = 1 + Math.ceil((before?.pieces ?? 0) / 8990);
    const shelves = await Promise.all(Array.from({ length }, () => shelf(1000, 1)));
    const holdsOfEach = async (pieces: number) =>
      isHeld(
        await order(
          shelves.map((each) => [each, pieces]),
          'home',
        ),
      );
    expect(await holdsOfEach(999)).toBe(false);
    expect(await holdsOfEach(2)).toBe(true);
  });

  it('one browser holds three orders; the fourth stands without a hold, others at the address go on', async () => {
    const sid = newSid();
    const holds: boolean[] = [];
    for (let i = 0; i < 4; i += 1) holds.push(isHeld(await order([[await shelf(10), 1]], 'home', sid)));
    expect(holds).toEqual([true, true, true, false]);
    expect(isHeld(await order([[await shelf(10), 1]], 'home'))).toBe(true);
  });

  it('one browser does not empty more than five shelves', async () => {
    const shelves = await Promise.all(Array.from({ length: 6 }, () => shelf(1)));
    expect(
      isHeld(
        await order(
          shelves.map((each) => [each, 1]),
          'home',
        ),
      ),
    ).toBe(false);
    expect(
      isHeld(
        await order(
          shelves.slice(1).map((each) => [each, 1]),
          'home',
        ),
      ),
    ).toBe(true);
  });

  it('one address holds a limited number of orders, also when many are placed at once', async () => {
    await sql`update private.rate_limits set most = 5 where action = 'hold_orders' and subject = 'address'`;
    // Different products: orders of one wait for each other anyway.
    const shelves = await Promise.all(Array.from({ length: 8 }, () => shelf(9)));
    const answers = await Promise.all(shelves.map((each) => order([[each, 1]], 'home')));
    const placed = answers.filter(({ refusal }) => !refusal);
    expect(placed.filter(isHeld).length).toBe(Math.min(5, placed.length));
    expect(isHeld(await order([[shelves[0]!, 1]], 'elsewhere'))).toBe(true);
  });

  it('after two renewals trying again works without a hold, and never takes time away', async () => {
    const product = await shelf(5);
    const sid = newSid();
    const placed = await order([[product, 2]], 'home', sid);
    for (const isRenewed of [true, true, false]) {
      await endHolds();
      expect(isHeld(await payAgain(sid, placed))).toBe(isRenewed);
    }
    const other = await order([[product, 1]], 'home', sid);
    for (let i = 0; i < 3; i += 1) expect(isHeld(await payAgain(sid, other))).toBe(true);
  });

  it('an order without a hold is paid while there are pieces, and not when others have taken them', async () => {
    const product = await shelf(2);
    await sql`update private.rate_limits set most = 1 where action = 'hold_orders' and subject = 'session'`;
    const sid = newSid();
    await order([[await shelf(1), 1]], 'home', sid);
    const placed = await order([[product, 2]], 'home', sid);
    expect(isHeld(placed)).toBe(false);
    expect(isHeld(await order([[product, 1]], 'elsewhere'))).toBe(true);
    await expect(payAgain(sid, placed)).rejects.toMatchObject({ message: 'out_of_stock' });
  });

  it('an order that got no hold gets none by pressing Pay either, while its address holds as much', async () => {
    await sql`update private.rate_limits set most = 1 where action = 'hold_orders' and subject = 'address'`;
    await order([[await shelf(1), 1]], 'home');
    const sid = newSid();
    const refused = await order([[await shelf(1), 1]], 'home', sid);
    expect(isHeld(refused)).toBe(false);
    // As a click on Pay does: the bank, asked about the first payment, knows of none.
    const pay = async (address: string) => {
      const { id } = refused.order;
      await sql`update public.transactions set asked_at = null, asking_until = null where order_id = ${id}`;
      const [begun] = await as(
        sql,
        shop,
        (t) => t<{ step: { trace: string } }[]>`
          select public.begin_payment_within_limits(${address}, ${sid}, ${id}) as step`,
      );
      const answer = { status: null, trace: begun?.step.trace ?? '' };
      const [paid] = await as(
        sql,
        shop,
        (t) => t<{ reply: Placed }[]>`select public.settle_and_pay_again(
          ${answer.trace}, ${t.json(answer)}, ${sid}, ${id}, null, ${address}) as reply`,
      );
      return paid?.reply as Placed;
    };
    expect(isHeld(await pay('home'))).toBe(false);
    expect(isHeld(await pay('elsewhere'))).toBe(true);
  });
});

describe('the owner', () => {
  type Alerts = { productsMostlyHeld: number };
  const alerts = (who: Character) =>
    as(sql, who, async (t) => {
      const [row] = await t<{ alerts: Alerts }[]>`select public.owner_alerts() as alerts`;
      return row?.alerts.productsMostlyHeld ?? 0;
    });
  const holds = (who: Character) =>
    as(sql, who, async (t) => {
      const [row] = await t<{ holds: LiveHold[] }[]>`select public.list_live_holds() as holds`;
      return row?.holds ?? [];
    });
  const release = (who: Character, orderId: string) =>
    as(sql, who, (t) => t`select public.release_hold(${orderId})`).then(
      () => 'released',
      (error: Error) => error.message,
    );

  it('sees what is on hold, is alerted of half a shelf, and puts it back on sale for good', async () => {
    const owner = await newPerson(sql, 'Owner', 'admin');
    const [panels, terrameter] = [await shelf(10), await shelf(1)];
    const sid = newSid();
    const before = await alerts(owner);
    const few = await order([[panels, 4]], 'home', sid);
    await order([[terrameter, 1]], 'office');
    expect(await alerts(owner)).toBe(before);
    const more = await order([[panels, 1]], 'elsewhere');
    expect(await alerts(owner)).toBe(before + 1);
    expect(await holds(owner)).toContainEqual({
      orderId: few.order.id,
      customerName: 'Ada Lovelace',
      placedAt: expect.any(String) as string,
      heldUntil: few.order.payment.heldUntil,
      isDecided: true,
      pieces: [{ productId: panels.id, name: panels.name, quantity: 4, stock: 10 }],
    });
    expect(await release(owner, few.order.id)).toBe('released');
    expect(await alerts(owner)).toBe(before);
    expect((await holds(owner)).map(({ orderId }) => orderId)).not.toContain(few.order.id);
    expect(isHeld(await payAgain(sid, few))).toBe(false);
    await as(sql, shop, (t) => t`select public.transaction_to_ask(${more.order.id})`);
    expect(await release(owner, more.order.id)).toBe('cancel_undecided');
    expect(await release(owner, randomUUID())).toBe('not_found');
  });

  it('alone sees and releases holds', async () => {
    const ada = await newPerson(sql, 'Ada');
    const placed = await order([[await shelf(3), 1]], 'home');
    await expect(holds(ada)).rejects.toThrow('forbidden');
    expect(await release(ada, placed.order.id)).toBe('forbidden');
    await expect(holds(guest)).rejects.toMatchObject({ code: '42501' });
  });
});

it('a solved challenge lifts the limit for the address on orders, and neither the browser’s nor the cap of holds', async () => {
  await sql`update private.rate_limits set most = 1 where action in ('place_order', 'hold_orders') and subject = 'address'`;
  await sql`update private.rate_limits set most = 2 where action = 'place_order' and subject = 'session'`;
  const [first, second, third] = [await shelf(9), await shelf(9), await shelf(9)];
  const sid = newSid();
  const placed = async (product: Product, isHuman: boolean) => {
    const items = [{ productId: product.id, quantity: 1, price: product.price }];
    return as(sql, shop, async (t) => {
      const [row] = await t<{ reply: Placed & { refusal?: string } }[]>`
        select public.place_order_within_limits('home', ${sid}, 'hash', ${t.json(orderRequest(items))}, 60, null, null, ${isHuman}) as reply`;
      return row?.reply as Placed & { refusal?: string };
    });
  };
  expect(isHeld(await placed(first, false))).toBe(true);
  expect((await placed(second, false)).refusal).toBe('too_many_requests');
  expect(isHeld(await placed(second, true))).toBe(false);
  expect((await placed(third, true)).refusal).toBe('too_many_requests');
});
