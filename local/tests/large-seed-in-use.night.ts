import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { answerTo } from '../../supabase/tests/payment-scene.ts';
import { newPerson, orderRequest } from '../../supabase/tests/shop-cast.ts';
import { openFaultyShop } from './faulty-shop.ts';
import { environmentOf } from './started-shop.ts';

const shop = openFaultyShop();

/** `npm run seed:large` on the running shop, small. @param onFilled called when only vacuuming is left */
function seedLarge(onFilled: () => void): Promise<{ code: number | null; output: string }> {
  const numbers = ['--products', '300', '--orders', '600', '--people', '200'];
  const args = ['--import', 'tsx', 'local/large-seed/seed-large.ts', ...numbers];
  const child = spawn(process.execPath, args, { env: environmentOf(shop.location) });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Checked: ')) onFilled();
    });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

it('seed:large fills a shop in use, and every order confirmed meanwhile is kept', async () => {
  await shop.sql`update public.products set stock = 100000 where is_active`;
  // An order on the phone has no payment yet.
  const seller = await newPerson(shop.sql, 'Seller', 'admin');
  const [product] = await shop.sql<{ id: string; price: number }[]>`
    select id, price from public.products where is_active limit 1`;
  const { orderData, items } = orderRequest([
    { productId: product?.id ?? '', quantity: 1, price: product?.price ?? 0 },
  ]);
  const request = { items, orderData: { ...orderData, totalAmount: undefined, holdHours: 24 } };
  await answerTo(shop.sql, seller, 'public.place_order_as_staff($1, $2::jsonb)', randomUUID(), request);
  const unexpected: unknown[] = [];
  let isOver = false;
  // Vacuuming waits for tables that nobody writes to, up to ten seconds for each.
  const end = () => void (isOver = true);
  const seeded = seedLarge(end).finally(end);
  const buyers = Array.from({ length: 4 }, async () => {
    const confirmed = [];
    while (!isOver) {
      const buyer = shop.guest();
      const answer = await buyer.placeOrder();
      if (answer.status === 201) confirmed.push(buyer);
      else if (answer.body.code !== 'shop_busy') unexpected.push([answer.status, answer.body]);
    }
    return confirmed;
  });
  const { code, output } = await seeded;
  const confirmed = (await Promise.all(buyers)).flat();
  expect([code, output]).toEqual([0, expect.stringContaining('Done')]);
  expect(unexpected).toEqual([]);
  expect(confirmed.length).toBeGreaterThan(0);
  for (const buyer of confirmed) expect(await buyer.countOrders()).toBe(1);
  const [row] = await shop.sql<{ orders: number }[]>`select count(*)::integer as orders from public.orders`;
  expect(row?.orders).toBeGreaterThanOrEqual(600 + confirmed.length);

  // A second time is refused before anything is written.
  expect(await seedLarge(() => {})).toEqual({
    code: 1,
    output: expect.stringContaining('This shop is filled already, and nothing was changed'),
  });

  // Its book is that of a shop in which all of it happened.
  const [book] = await shop.sql<Record<'paid' | 'sold' | 'net' | 'expected' | 'unwritten', number>[]>`
    select (select count(*) from public.orders o where o.status in ('paid', 'completed'))::integer as paid,
      (select sum(l.orders) from private.sold_lines l)::integer as sold,
      (select sum(m.gross_cents - m.refunded_cents) from private.money m)::float as net,
      -- What paid orders cost, and what is to be given back.
      (select sum(case when o.status in ('paid', 'completed') then b.charged else 0 end + b.too_much)
        from private.books b join public.orders o on o.id = b.order_id)::float as expected,
      (select count(*) from (select id, 'refunds' as name from public.refunds union all select id, 'reductions' from private.reductions) r
        where not exists (select 1 from public.history h where h.table_name = r.name and h.row_id = r.id))::integer as unwritten`;
  expect(book?.paid).toBeGreaterThan(400);
  expect(book?.net).toBeGreaterThan(0);
  expect(book).toEqual({ ...book, sold: book?.paid, net: book?.expected, unwritten: 0 });
}, 240_000);
