import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, describe, expect, it, vi } from 'vitest';
import {
  type CallForOrders,
  directCalls,
  type DirectPool,
  directPool,
} from '../../functions/_shared/supabase/direct-calls.ts';
import { newProduct } from '../shop-cast.ts';
import {
  address,
  asShop,
  env,
  opening,
  refused,
  relayThatEnds,
  serverThat,
  waitingFor,
} from './direct-pools.ts';

describe('an order', () => {
  const orders = directPool(env, 'orders') as DirectPool;
  const owner = postgres(address, { max: 2 });
  afterAll(() => owner.end());

  /** The arguments of an order for one piece. */
  async function newOrder() {
    const { id, price } = await newProduct(owner);
    return {
      p_address_hash: randomHex(),
      p_sid: randomHex(),
      p_key: crypto.randomUUID(),
      p_request_hash: randomHex(),
      p_request: {
        orderData: {
          customerName: 'Ada',
          customerEmail: 'ada@example.com',
          customerPhone: '+254712345678',
          customerAddress: 'Kisumu',
          totalAmount: price,
          status: 'pending',
        },
        items: [{ productId: id, quantity: 1, price }],
      },
      p_session_days: 30,
      p_answer_by: new Date(Date.now() + 6000).toISOString(),
    };
  }
  const randomHex = () => randomBytes(32).toString('hex');
  const idOf = (reply: object) => (reply as { order?: { id: string } }).order?.id;
  const countOf = async (order: Awaited<ReturnType<typeof newOrder>>) =>
    (await owner`select 1 from private.session_orders where sid = ${order.p_sid}`).length;
  function ordersThrough(direct: DirectPool) {
    const dataApi = vi.fn(asShop);
    const call: CallForOrders = directCalls(dataApi as typeof asShop, opening(direct), () => {});
    return {
      dataApi,
      place: (order: Awaited<ReturnType<typeof newOrder>>) => call('place_order_within_limits', order),
    };
  }

  it('is placed as through the Data API, with the same history, and answered with the same when it is sent again', async () => {
    const direct = ordersThrough(orders);
    const throughDataApi = ordersThrough({ ...orders, maxCalls: 0 });
    const first = await newOrder();
    const second = await newOrder();
    const [one, other] = [await direct.place(first), await throughDataApi.place(second)];
    expect([direct.dataApi.mock.calls.length, throughDataApi.dataApi.mock.calls.length]).toEqual([0, 1]);
    const written = (reply: object) => owner`
      select table_name, actor_id, actor_role, before, after from public.history where row_id = ${idOf(reply) ?? null}`;
    expect(await written(one)).toEqual(await written(other));
    expect(await written(one)).toHaveLength(1);
    expect(Object.keys(one)).toEqual(Object.keys(other));
    expect(await throughDataApi.place(first)).toEqual(one);
    expect(await direct.place(second)).toEqual(other);
    expect([await countOf(first), await countOf(second)]).toEqual([1, 1]);
  });

  it('that SQL refuses is refused, and not sent again', async () => {
    const { place, dataApi } = ordersThrough(orders);
    const order = await newOrder();
    for (const item of order.p_request.items) item.price = 1;
    expect(await place(order)).toMatchObject({ refusal: 'price_changed' });
    expect([dataApi.mock.calls.length, await countOf(order)]).toEqual([0, 0]);
  });

  it('whose connection ends is not repeated, and others under way are placed', async () => {
    const { place, dataApi } = ordersThrough({ ...orders, timeLimit: 1500 });
    const [order, other] = [await newOrder(), await newOrder()];
    const productOf = ({ p_request }: typeof order) => p_request.items[0]?.productId ?? '';
    let placed: Promise<object> | undefined;
    await owner.begin(async (t) => {
      await t`select 1 from public.products where id = any (${[productOf(order), productOf(other)]}) for update`;
      const refused = expect(place(order)).rejects.toMatchObject({ code: 'service_unavailable' });
      const waiting = waitingFor(owner, 'place_order_within_limits');
      await expect.poll(waiting).toHaveLength(1);
      const [{ pid = 0 } = {}] = await waiting();
      placed = place(other);
      await expect.poll(waiting).toHaveLength(2);
      await owner`select pg_terminate_backend(${pid})`;
      await refused;
      expect(dataApi).not.toHaveBeenCalled();
    });
    expect(idOf((await placed) ?? {})).toBeDefined();
    expect([await countOf(order), await countOf(other)]).toEqual([0, 1]);
    // The browser sends it again, with its key.
    expect(idOf(await place(order))).toBeDefined();
    expect([dataApi.mock.calls.length, await countOf(order)]).toEqual([1, 1]);
  });

  it.each([
    ['before Postgres has it', 'unsent', 0],
    ['before the reply', 'unanswered', 1],
  ] as const)('is not repeated when the connection closes %s', async (_, end, placed) => {
    const order = await newOrder();
    const { place, dataApi } = ordersThrough({ ...(await relayThatEnds(order.p_sid, end)), timeLimit: 1000 });
    await expect(place(order)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(dataApi).not.toHaveBeenCalled();
    await expect.poll(() => countOf(order)).toBe(placed);
    // The browser sends it again, with its key.
    expect(idOf(await place(order))).toBeDefined();
    expect([dataApi.mock.calls.length, await countOf(order)]).toEqual([1, 1]);
  });

  it('is not repeated when the driver returns no row', async () => {
    // As postgres 3.4 does when the statement before failed after its row had been sent.
    const noRows = { unsafe: () => Promise.resolve([]), end: () => Promise.resolve() };
    const { place, dataApi } = ordersThrough({ ...orders, open: () => noRows as unknown as postgres.Sql });
    await expect(place(await newOrder())).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(dataApi).not.toHaveBeenCalled();
  });

  it.each<[string, () => Promise<DirectPool>]>([
    ['nothing listens', async () => ({ ...orders, open: () => postgres(address.replace(/:\d+\//, ':1/')) })],
    ['nothing answers', () => serverThat(() => {}, 'orders')],
    ['every connection is closed', () => serverThat((socket) => socket.destroy(), 'orders')],
    ['connections are refused', () => serverThat(refused, 'orders')],
    [
      'the host has no address',
      async () => ({ ...orders, open: () => postgres('postgres://a:b@no-such-host.invalid/a') }),
    ],
    [
      'the password is wrong',
      async () => ({ ...orders, open: () => postgres(address.replace(/:[^:@]+@/, ':wrong@')) }),
    ],
    ['the role is another', async () => ({ ...orders, open: () => postgres(address) })],
    [
      'the address cannot be read',
      async () =>
        directPool(
          new Map([...env, ['SUPABASE_DB_URL', 'postgres://a:100%@127.0.0.1/a']]),
          'orders',
        ) as DirectPool,
    ],
  ])('goes through the Data API when %s', async (_, unusable) => {
    const { place, dataApi } = ordersThrough(await unusable());
    expect(idOf(await place(await newOrder()))).toBeDefined();
    expect(dataApi).toHaveBeenCalledTimes(1);
  });
});
