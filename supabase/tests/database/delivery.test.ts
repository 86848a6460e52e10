import { afterEach, describe, expect, it } from 'vitest';
import type {
  CountySettings,
  DeliveryCounty,
  DeliveryQuote,
} from '../../functions/_shared/contract/delivery.ts';
import {
  as,
  type CartLine,
  type Character,
  guest,
  newProduct,
  place,
  type PlaceOptions,
} from '../shop-cast.ts';
import { answerTo } from '../payment-scene.ts';
import { refusalCode } from '../sql-refusals.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';

const sql = openTestDatabase();
const owner = testPerson(sql, 'Owner', 'admin');
const ada = testPerson(sql, 'Ada');
afterEach(async () => {
  await sql`update private.settings set fixed_delivery_prices = false`;
  await sql`update public.delivery_counties set fixed_price = null, low = 1500, high = 3000 where code = '042'`;
});

const [nairobi, kisumu, kiambu, turkana] = ['047', '042', '022', '023'];
const monday = '2026-11-23';

/** What is said at a moment in Nairobi. */
async function quoteOf(
  items: { productId: string; quantity: number }[],
  county: string | null,
  at = `${monday} 10:00`,
) {
  const [row] = await sql<{ quote: DeliveryQuote }[]>`
    select public.delivery_quote(${sql.json(items)}, ${county}, (${at}::timestamp at time zone 'Africa/Nairobi')) as quote`;
  return row?.quote as DeliveryQuote;
}

const productBySlug = async (slug: string) => {
  const [row] = await sql<
    { id: string; price: number }[]
  >`select id, price from public.products where slug = ${slug}`;
  return { productId: row?.id ?? '', quantity: 1, price: row?.price ?? 0 };
};
const lineOf = async (price: number, quantity = 1): Promise<CartLine> => {
  const product = await newProduct(sql, { price, stock: 50 });
  return { productId: product.id, quantity, price };
};

it.each(['infinity', '-infinity'])(
  'a quote at %s is refused, instead of looking for its days without end',
  async (at) => {
    const asked = answerTo(
      sql,
      ada,
      'public.delivery_quote($1::jsonb, $2, $3::text::timestamptz)',
      '[]',
      '042',
      at,
    );
    expect(await refusalCode(asked)).toBe('invalid_request');
  },
);

describe('when an order arrives and what delivery costs', () => {
  it('all 47 counties are known, each with the figures of its zone', async () => {
    const rows = await sql`
      select zone, count(*)::integer as counties, min(low) as low, max(high) as high, min(days_from) as days_from, max(days_to) as days_to
      from public.delivery_counties group by zone order by zone`;
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { zone: 'city', counties: 4, low: 1500, high: 3000, days_from: 2, days_to: 3 },
      { zone: 'nairobi', counties: 1, low: 500, high: 1500, days_from: 1, days_to: 1 },
      { zone: 'remote', counties: 10, low: 3000, high: 5000, days_from: 5, days_to: 7 },
      { zone: 'town', counties: 32, low: 1500, high: 3000, days_from: 3, days_to: 5 },
    ]);
    const [codes] =
      await sql`select string_agg(code, ' ' order by code) as all from public.delivery_counties`;
    expect(codes?.all).toBe(Array.from({ length: 47 }, (_, i) => String(i + 1).padStart(3, '0')).join(' '));
  });

  it.each([
    [kisumu, 'Kisumu', '2-3 business days', 1500, 3000],
    [kiambu, 'Kiambu', '3-5 business days', 1500, 3000],
    [turkana, 'Turkana', '5-7 business days', 3000, 5000],
    [null, null, '2-3 business days', 500, 5000],
  ])('a cheap product to county %s (%s): %s', async (county, countyName, promise, low, high) => {
    const line = await lineOf(40_000);
    expect(await quoteOf([line], county)).toMatchObject({
      countyName,
      promise,
      low,
      high,
      freeBecause: null,
      price: null,
    });
  });

  it.each([
    [`${monday} 13:59`, 'Same day, ordered before 2:00 PM'],
    [`${monday} 14:00`, 'Next business day'],
    // Drivers work on Saturdays, not on Sundays and holidays.
    ['2026-11-28 09:00', 'Same day, ordered before 2:00 PM'],
    ['2026-11-29 09:00', 'Next business day'],
    ['2026-12-25 09:00', 'Next business day'],
  ])('to Nairobi, ordered at %s: %s', async (at, promise) => {
    expect((await quoteOf([await lineOf(1000)], nairobi, at)).promise).toBe(promise);
  });

  it('in Nairobi it is free over KES 50,000, not for exactly that, and the whole cart counts', async () => {
    const [exact, more] = [await lineOf(50_000), await lineOf(25_001, 2)];
    expect(await quoteOf([exact], nairobi)).toMatchObject({ low: 500, high: 1500, freeBecause: null });
    expect(await quoteOf([more], nairobi)).toMatchObject({
      low: 0,
      high: 0,
      freeBecause: 'every order over KES 50,000 to Nairobi',
    });
    expect(await quoteOf([more], kisumu)).toMatchObject({ low: 1500, freeBecause: null });
  });

  it.each([
    ['abem-terrameter-ls-2-64', 'every ABEM Terrameter'],
    ['home-solar-kit-5kw-growatt', 'every full solar system'],
    // Without an inverter it is no full system.
    ['borehole-solar-pump-kit-2-2kw', null],
    ['ja-solar-550w-panel-pack-5', null],
  ])('%s goes to Turkana free because: %s', async (slug, freeBecause) => {
    const quote = await quoteOf([await productBySlug(slug)], turkana);
    expect(quote).toMatchObject({ freeBecause, low: freeBecause ? 0 : 3000, promise: '5-7 business days' });
  });

  it('of work without goods nothing is delivered, so that nothing is charged', async () => {
    const [work, goods] = [await lineOf(40_000), await lineOf(1000)];
    await sql`update public.products set is_service = true where id = ${work.productId}`;
    const apart = { low: 0, high: 0, price: null, freeBecause: 'work without goods', isWork: true };
    for (const isOn of [false, true]) {
      await sql`update private.settings set fixed_delivery_prices = ${isOn}`;
      await sql`update public.delivery_counties set fixed_price = 900 where code = '042'`;
      expect(await quoteOf([work], kisumu)).toMatchObject(apart);
      for (const lines of [[work, goods], []])
        expect(await quoteOf(lines, kisumu)).toMatchObject({ price: isOn ? 900 : null, isWork: false });
    }
  });

  it('a county that does not exist is refused', async () => {
    await expect(quoteOf([], '048')).rejects.toThrow('invalid_request');
    const line = await lineOf(1000);
    await expect(quoteOf(Array(101).fill(line), nairobi)).rejects.toThrow('invalid_request');
  });

  it('everybody reads it, only an admin changes it, and the history records who', async () => {
    const counties = await answerTo<CountySettings[]>(sql, owner, 'public.list_county_settings()');
    const named = (wanted: string) => counties.find(({ code }) => code === wanted);
    const change = (who: Character, ...wanted: object[]) =>
      refusalCode(answerTo(...([sql, who, 'public.change_counties($1::jsonb)'] as const), wanted));
    const dear = { ...named(kisumu ?? ''), low: 1600 };
    expect(await change(guest, dear)).toMatch('permission denied');
    expect(await change(ada, dear)).toBe('forbidden');
    expect(await change(owner, dear)).toBe('done');
    // Nor is what somebody has changed since it was read, and of several none.
    expect(await change(owner, { ...named(nairobi), low: 700 }, dear)).toBe('changed_meanwhile');
    expect(await quoteOf([await lineOf(1000)], nairobi)).toMatchObject({ low: 500 });
    expect((await quoteOf([await lineOf(1000)], kisumu ?? null)).low).toBe(1600);
    const [entry] = await sql`
      select actor_id, before, after from public.history where table_name = 'delivery_counties' order by id desc limit 1`;
    expect(entry).toEqual({ actor_id: owner.userId, before: { low: 1500 }, after: { low: 1600 } });
    await expect(
      as(sql, owner, (t) => t`update public.delivery_counties set code = '050' where code = ${kisumu ?? ''}`),
    ).rejects.toThrow('permission denied');
  });
});

type Stored = {
  county: string | null;
  delivery_zone: string | null;
  delivery_promise: string | null;
  delivery_low: number | null;
  delivery_high: number | null;
  delivery_price: number | null;
  total_amount: number;
  to_pay: number;
};

/** Places an order and reads what was written. */
async function placed(details: PlaceOptions['details'], options: PlaceOptions = {}) {
  const line = await lineOf(10_000, 2);
  const { order, transaction } = await place(sql, [line], { ...options, details });
  const [row] = await sql<Stored[]>`
    select o.county, o.delivery_zone, o.delivery_promise, o.delivery_low, o.delivery_high, o.delivery_price, o.total_amount,
      t.amount as to_pay
    from public.orders o join public.transactions t on t.order_id = o.id where o.id = ${order.id}`;
  return { order, transaction, row: row as Stored };
}

async function chargeForKisumu(price: number) {
  await sql`update private.settings set fixed_delivery_prices = true`;
  await sql`update public.delivery_counties set fixed_price = ${price} where code = '042'`;
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => ({ message: 'placed' }),
    (error: { message: string; detail?: string }) => ({ message: error.message, detail: error.detail }),
  );

describe('the delivery of an order', () => {
  it('is stored as quoted and stays outside the total', async () => {
    const { row } = await placed({ county: kisumu });
    expect(row).toEqual({
      county: '042',
      delivery_zone: 'city',
      // It is not promised before it is paid.
      delivery_promise: null,
      delivery_low: 1500,
      delivery_high: 3000,
      delivery_price: null,
      total_amount: 20_000,
      to_pay: 20_000,
    });
  });

  it('without a county, as the specification’s request is, has the promise for an unknown county', async () => {
    const { row, order } = await placed({});
    expect(order).toMatchObject({ delivery: { promise: '2-3 business days', isPromised: false } });
    expect(row).toMatchObject({
      county: null,
      delivery_low: 500,
      delivery_high: 5000,
      delivery_price: null,
      total_amount: 20_000,
    });
  });

  it('an owner’s price stands in place of the range, for its county and in the range of the country', async () => {
    await chargeForKisumu(400);
    const line = await lineOf(1000);
    expect(await quoteOf([line], kisumu)).toMatchObject({ low: 400, high: 400, price: 400 });
    expect(await quoteOf([line], null)).toMatchObject({ low: 400, high: 5000, price: null });
    expect(await quoteOf([line], turkana)).toMatchObject({ low: 3000, high: 5000, price: null });
    await sql`update private.settings set fixed_delivery_prices = false`;
    expect(await quoteOf([line], kisumu)).toMatchObject({ low: 1500, high: 3000, price: null });
  });

  it('is a part of the total and of what goes to the bank when the quoted price was accepted', async () => {
    await chargeForKisumu(2500);
    const { row, order } = await placed({ county: kisumu, deliveryPrice: 2500 });
    expect(row).toMatchObject({ delivery_price: 2500, total_amount: 22_500, to_pay: 22_500 });
    expect(order).toMatchObject({
      totalAmount: 22_500,
      delivery: { county: '042', countyName: 'Kisumu', price: 2500 },
    });
  });

  it('is not charged when the request accepts nothing', async () => {
    await chargeForKisumu(2500);
    expect((await placed({ county: kisumu })).row).toMatchObject({
      delivery_price: null,
      total_amount: 20_000,
      to_pay: 20_000,
    });
  });

  it.each([
    ['has changed since', 2400],
    ['was lowered by the sender', 0],
    ['is absurd', 999_999],
  ])('that %s is refused with what it costs now, and nothing is written', async (_, deliveryPrice) => {
    await chargeForKisumu(2500);
    const line = await lineOf(10_000);
    const refusal = await refusalOf(place(sql, [line], { details: { county: kisumu, deliveryPrice } }));
    expect(refusal.message).toBe('delivery_changed');
    expect(JSON.parse((refusal as { detail: string }).detail)).toMatchObject({ county: '042', price: 2500 });
    const [left] =
      await sql`select count(*)::integer as items from public.order_items where product_id = ${line.productId}`;
    expect(left?.items).toBe(0);
  });

  it.each([
    ['prices are not fixed', false, kisumu],
    ['the county has no fixed price', true, kiambu],
    ['no county is given', true, undefined],
  ])('cannot be paid with the order when %s', async (_, isOn, county) => {
    await sql`update private.settings set fixed_delivery_prices = ${isOn}`;
    await sql`update public.delivery_counties set fixed_price = 2500 where code = '042'`;
    const refusal = await refusalOf(placed({ deliveryPrice: 2500, ...(county && { county }) }));
    expect(refusal.message).toBe('delivery_changed');
  });

  it('has one price in the list of counties where prices are fixed, and a range elsewhere', async () => {
    const prices = async () => {
      const [row] = await sql<
        { counties: DeliveryCounty[] }[]
      >`select public.list_delivery_counties() as counties`;
      return row?.counties
        .filter(({ code }) => code === kisumu || code === kiambu)
        .map(({ code, low, high }) => ({ code, low, high }));
    };
    const elsewhere = { code: kiambu, low: 1500, high: 3000 };
    expect(await prices()).toEqual([elsewhere, { code: kisumu, low: 1500, high: 3000 }]);
    await chargeForKisumu(2500);
    expect(await prices()).toEqual([elsewhere, { code: kisumu, low: 2500, high: 2500 }]);
  });

  it('that is free is accepted as 0 and is a line of the order', async () => {
    await chargeForKisumu(2500);
    const line = await productBySlug('abem-terrameter-sas-1000');
    const { order } = await place(sql, [line], { details: { county: kisumu, deliveryPrice: 0 } });
    expect(order).toMatchObject({
      totalAmount: line.price,
      delivery: { low: 0, high: 0, price: 0, freeBecause: 'every ABEM Terrameter' },
    });
  });

  it('leaves the goods’ sum to be compared: a total with the delivery in it is refused', async () => {
    await chargeForKisumu(2500);
    const line = await lineOf(10_000);
    const sent = place(sql, [line], {
      details: { county: kisumu, deliveryPrice: 2500 },
      totalAmount: 12_500,
    });
    expect((await refusalOf(sent)).message).toBe('price_changed');
  });

  it('counts for the largest sum that the bank’s form takes', async () => {
    await chargeForKisumu(2500);
    const lines = [await lineOf(99_998_000)];
    const sent = place(sql, lines, { details: { county: kisumu, deliveryPrice: 2500 } });
    expect((await refusalOf(sent)).message).toBe('total_too_large');
  });

  it('counts when an order is repeated: with another county or price it is another order', async () => {
    await chargeForKisumu(2500);
    const line = await lineOf(10_000);
    const sid = (await sql`select repeat(md5(random()::text), 2) as sid`)[0]?.sid as string;
    const again = (details: object) => place(sql, [line], { sid, details: { ...details } });
    const first = await again({ county: kisumu, deliveryPrice: 2500 });
    expect((await again({ county: kisumu, deliveryPrice: 2500 })).order.id).toBe(first.order.id);
    for (const other of [{ county: kiambu }, { county: kisumu }, {}])
      expect((await again(other)).order.id).not.toBe(first.order.id);
    // The price that was agreed stays agreed.
    await sql`update public.delivery_counties set fixed_price = 2800 where code = '042'`;
    expect((await again({ county: kisumu, deliveryPrice: 2500 })).order).toMatchObject({
      id: first.order.id,
      totalAmount: 12_500,
    });
  });

  it('cannot be changed afterwards without breaking the sum', async () => {
    const { order } = await placed({ county: kisumu });
    await expect(sql`update public.orders set delivery_price = 100 where id = ${order.id}`).rejects.toThrow(
      /items and delivery/,
    );
    for (const who of [owner, ada, guest])
      expect(
        (
          await refusalOf(
            as(sql, who, (t) => t`update public.orders set delivery_price = 0 where id = ${order.id}`),
          )
        ).message,
      ).toMatch(/permission denied/);
  });

  it('is no contact detail to whoever has only the order’s link', async () => {
    const { order } = await placed({ county: kisumu });
    const [row] = await sql`
      select private.order_as_seen(o, 'reduced') -> 'delivery' as delivery from public.orders o where o.id = ${order.id}`;
    expect(row?.delivery).toMatchObject({
      county: null,
      countyName: null,
      zone: null,
      promise: '',
    });
  });
});
