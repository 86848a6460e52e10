-- Stock, holds, and every movement that led there.

insert into private.stock_holds (order_id, product_id, quantity, expires_at)
select s.id, i.product_id, i.quantity, s.created_at + private.hold_time()
from sales s join items i on i.n = s.n
where s.status = 'pending';

create temp table held as
select product_id, sum(quantity)::integer as quantity from private.stock_holds where expires_at > now() group by product_id;

insert into public.products
  (id, slug, name, category, description, price, stock, rating, is_active, brand, model, specs, warranty_years, weight_grams,
   created_at, updated_at)
select g.id, g.slug, g.name, g.category, g.description, g.price, greatest(g.stock, coalesce(h.quantity, 0)),
  round((3 + 2 * pg_temp.chance('rating', g.n))::numeric, 2), g.is_active, g.brand, g.model, g.specs, g.warranty_years, g.weight_grams,
  g.created_at, case when g.price_before is not null then g.priced_at else g.created_at end
from goods g left join held h on h.product_id = g.id
order by g.created_at, g.n;

-- What the triggers of products would have read from the data sheets.
insert into private.product_figures (product_id, key, place, low, high, is_worked_out)
select p.id, s.key, s.place, s.low, s.high, s.is_worked_out
from public.products p cross join lateral private.sheet_lines(p) s
where p.id in (select g.id from goods g) and s.low is not null;

insert into private.product_texts (product_id, key, category, value, slug)
select p.id, s.key, p.category, s.written, private.text_slug(s.written)
from public.products p cross join lateral private.sheet_lines(p) s
join public.attributes a on a.key = s.key and private.is_short_text(a.kind, s.written)
where p.id in (select g.id from goods g);

insert into private.product_words
select w.* from public.products p cross join lateral private.words_of_product(p) w
where p.is_active and p.id in (select g.id from goods g);

create temp table sold as
select i.product_id, i.quantity, s.id as order_id, t.decided_at as at
from items i
join sales s on s.n = i.n
join tries t on t.order_id = s.id and t.place = 2;
create index on sold (product_id);
analyze sold;

-- The opening movement is what is left and what was sold: stock is the sum of its movements.
create temp table opened as
select g.id as product_id, p.stock + coalesce(sum(x.quantity), 0)::integer as quantity, g.created_at as at
from goods g
join public.products p on p.id = g.id
left join sold x on x.product_id = g.id
group by g.id, p.stock, g.created_at;
create unique index on opened (product_id);
analyze opened;

insert into private.stock_movements (product_id, change, reason, order_id, at)
select * from (
  select product_id, quantity, 'opening', null::uuid, at from opened where quantity > 0
  union all
  select s.product_id, -s.quantity, 'sale', s.order_id, s.at from sold s
) moves (product_id, change, reason, order_id, at)
order by at;
