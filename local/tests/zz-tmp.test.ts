import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { it } from 'vitest';
import { newPerson } from '../../supabase/tests/shop-cast.ts';
import { openFaultyShop } from './faulty-shop.ts';
import { environmentOf } from './started-shop.ts';
const shop = openFaultyShop();
it('x', async () => {
  await newPerson(shop.sql, 'Owner', 'admin');
  const r = await promisify(execFile)(process.execPath, ['--import','tsx','local/large-seed/seed-large.ts','--products','5000','--orders','20000','--people','3000'], { env: environmentOf(shop.location) }).catch((e) => e);
  console.log(r.stdout, r.stderr);
  console.log(await shop.sql`select kind, closed_at is null as open, count(*) from public.owner_tasks group by 1,2`);
  console.log(await shop.sql`select cause, count(*), sum(cents) from private.reductions group by 1`);
  console.log(await shop.sql`select count(*), sum(amount_cents) from public.refunds`);
  console.log(await shop.sql`select count(*), sum(gross_cents), sum(refunded_cents) from private.money`);
  const t = Date.now();
  await shop.sql.begin(async (x) => {
    await x`set local session_replication_role = replica`;
    await x`set local jit = off`;
    const q = x`insert into private.papers (kind, year, number, order_id, issued_at, gross_cents, content)
      select 'invoice', extract(year from p.day), row_number() over (partition by extract(year from p.day) order by p.at, p.id), p.id, p.at, o.total_amount::bigint * 100,
       private.paper_content(o, private.lines_of_order(o.id, p.day), p.day, private.payments_of_order(o.id))
      from (select l.order_id as id, max(l.sold_at) as at, private.nairobi_day(max(l.sold_at)) as day from private.sold_lines l group by 1) p join public.orders o on o.id = p.id order by p.at, p.id`;
    await q;
    console.log('papers', Date.now() - t);
    console.log(await x`select pg_size_pretty(pg_total_relation_size('private.papers'))`);
  });
}, 400000);
