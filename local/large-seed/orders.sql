-- Orders with their items: more of them every month, mostly by day, two out of three from an account.

create temp table sales as
with timed as (
  select n, power((n - 0.5) / pg_temp.count_of('orders'), 0.8) as part from generate_series(1, pg_temp.count_of('orders')) n
), dated as (
  select n, part, case
      -- Few people order at night; most of those orders come in the morning instead.
      when extract(hour from pg_temp.moment(part) at time zone 'Africa/Nairobi') < 6 and pg_temp.chance('awake', n) < 0.85
        and pg_temp.moment(part) < now() - interval '10 hours' then pg_temp.moment(part) + interval '9 hours'
      else pg_temp.moment(part)
    end as created_at
  from timed
)
select d.n, pg_temp.id_at(d.created_at, 'order', d.n) as id, d.part, d.created_at,
  case
    when d.created_at > now() - interval '72 hours' and pg_temp.chance('status', d.n) < 0.12 then 'pending'
    when pg_temp.chance('status', d.n) < 0.05 then 'cancelled'
    when pg_temp.chance('status', d.n) < 0.16 then 'failed'
    when d.created_at > now() - interval '5 days' and pg_temp.chance('sent', d.n) < 0.6 then 'paid'
    else 'completed'
  end as status,
  -- Of those who had an account at that time.
  1 + floor(pg_temp.count_of('people') * power(d.part, 1.25) * pg_temp.chance('buyer', d.n))::bigint as buyer,
  pg_temp.chance('guest', d.n) < 0.35 as is_guest,
  1 + floor(3.2 * power(pg_temp.chance('lines', d.n), 2))::integer as lines
from dated d;

create temp table sold_lines as
select s.n, g.id as product_id, g.name as product_name,
  case when g.price_before is not null and s.created_at < g.priced_at then g.price_before else g.price end as price,
  case when g.price > 200000 then 1 else 1 + floor(4 * power(pg_temp.chance('pieces', s.n * 10 + line), 2))::integer end as quantity
from sales s
cross join generate_series(1, s.lines) line
join goods g on g.n = 1 + floor(
  pg_temp.count_of('products') * (0.6 + 0.4 * s.part) * power(pg_temp.chance('product', s.n * 10 + line), 3)
)::bigint;

-- The same product twice is one row.
create temp table items as
select n, product_id, min(product_name) as product_name, min(price) as price, sum(quantity)::integer as quantity
from sold_lines group by n, product_id;
create index on items (n);
alter table sales add primary key (n);
analyze items;
analyze sales;

insert into public.orders
  (id, user_id, customer_name, customer_email, customer_phone, customer_address, total_amount, status, created_at, updated_at,
  delivery_promise, delivery_by)
select s.id, case when not s.is_guest then p.id end, p.name, p.email, p.phone, p.address, t.total, s.status, s.created_at,
  case s.status
    when 'pending' then s.created_at
    when 'completed' then least(s.created_at + interval '26 hours' + interval '3 days' * pg_temp.chance('sent after', s.n), now())
    else least(s.created_at + interval '12 minutes', now())
  end, d.promise ->> 'promise', (d.promise ->> 'by')::date
from sales s
join people p on p.n = s.buyer
join (select n, sum(quantity * price)::integer as total from items group by n) t on t.n = s.n
-- As a payment promises it.
left join (
  select c.day, w.waits, private.delivery_promise(null, c.day + interval '9 hours', null, w.waits) as promise
  from (select distinct private.nairobi_day(created_at) as day from sales) c cross join (values (true), (false)) w (waits)
) d on d.day = private.nairobi_day(s.created_at) and d.waits = (t.total >= private.waits_for_bank_from())
  and s.status in ('paid', 'completed')
order by s.created_at;

insert into public.order_items (id, order_id, product_id, product_name, quantity, price, created_at)
select pg_temp.id_at(s.created_at, 'item ' || i.product_id, i.n), s.id, i.product_id, i.product_name, i.quantity, i.price, s.created_at
from items i join sales s on s.n = i.n
order by s.created_at;
