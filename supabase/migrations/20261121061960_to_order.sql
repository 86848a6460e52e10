-- What is ordered from the maker: pieces that have come are given to those who wait, the oldest first.
-- Who calls: a trigger when the stock grows, and the scheduler, each minute.
set check_function_bodies = off;

create function private.deposits_paid(p_order_id uuid) returns bigint
language sql stable set search_path = '' as $$
  -- Less the deposits of what has come and is not paid.
  select private.cents_for_unsold(p_order_id) - coalesce((
    select sum((i.lacking - i.awaited)::bigint * i.price * (i.to_order -> 'deposit')::integer)
    from private.ordered_pieces i where i.order_id = p_order_id and i.to_order is not null and i.lacking > i.awaited
  ), 0)::bigint;
$$;

comment on function private.deposits_paid is 'Cents that are there for pieces which an order still awaits.';

create function private.waiting_lines(p_product_ids uuid[] default null)
returns table (id uuid, order_id uuid, product_id uuid, awaited integer, pieces integer)
language sql stable set search_path = '' as $$
  select w.id, w.order_id, w.product_id, w.awaited, case
    when w.terms_days is not null or w.paid >= w.deposits then w.awaited
    -- Of a line alone as many as deposits are there.
    when w.lines = 1 then w.paid / w.deposit
    else 0
  end::integer
  from (
    select i.*, o.terms_days, case when o.terms_days is null then private.deposits_paid(o.id) end as paid,
      i.price::bigint * (i.to_order -> 'deposit')::integer as deposit,
      private.deposits_of_order(o.id) as deposits,
      count(*) over (partition by i.order_id) as lines
    from public.order_items i join public.orders o on o.id = i.order_id
    where i.to_order is not null and i.awaited > 0
      and (o.status = 'paid' or o.status in ('pending', 'failed') and o.terms_days is not null)
  ) w
  where (p_product_ids is null or w.product_id = any (p_product_ids))
    and (w.terms_days is not null or w.paid >= least(w.deposit, w.deposits))
  order by w.awaited_since nulls last, w.id;
$$;

comment on function private.waiting_lines is
  'Lines of orders that wait for pieces from the maker, the oldest first, and for how many: their deposit is paid, or '
  'they are on account.';

create function private.give_pieces(p_item_id uuid, p_pieces integer) returns void
language plpgsql set search_path = '' as $$
declare
  item public.order_items;
begin
  update public.order_items i set awaited = i.awaited - p_pieces where i.id = p_item_id returning * into item;
  insert into private.stock_holds as h (order_id, product_id, quantity, expires_at)
  select o.id, item.product_id, p_pieces, now() + case
    when o.terms_days is null or private.may_hold_on_account(o) then interval '1 year'
    else private.agreed_hold(null)
  end
  from public.orders o where o.id = item.order_id
  on conflict (order_id, product_id) do update set
    quantity = case when h.expires_at > now() then h.quantity else 0 end + excluded.quantity,
    expires_at = excluded.expires_at;
  perform private.queue_message(
    'goods_arrived', concat_ws(' ', item.id, item.awaited + p_pieces, extract(epoch from clock_timestamp())),
    item.order_id
  );
  -- With a rest to pay it is counted from its payment.
  perform private.promise_delivery(o.id, true) from public.orders o
  where o.id = item.order_id and (o.terms_days is not null or private.amount_due(o.id) = 0);
end;
$$;

comment on function private.give_pieces is
  'Pieces that have come are held for an order, its buyer is told, and its rest is due, or its delivery is promised. '
  'Beyond the limit of who buys on account they are held for less, as private.may_hold_on_account() says.';

create function private.arrivals(p_order_id uuid, p_product_id uuid default null)
returns table (at timestamptz, order_id uuid, product_name text, pieces integer, actor_id uuid)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select h.at, i.order_id, i.product_name, (h.before ->> 'awaited')::integer - (h.after ->> 'awaited')::integer,
    h.actor_id
  from public.order_items i join public.history h on h.table_name = 'order_items' and h.row_id = i.id
  where i.to_order is not null and (i.order_id = p_order_id or i.product_id = p_product_id)
    and (h.after ->> 'awaited')::integer < (h.before ->> 'awaited')::integer
    -- Fewer are awaited of an order that was changed, too, or of which less is to be sent.
    and not exists (select 1 from private.order_changes c where c.order_id = i.order_id and c.created_at = h.at)
    and not exists (select 1 from private.reductions r where r.order_id = i.order_id and r.created_at = h.at)
    and not exists (select 1 from private.shipments s where s.order_id = i.order_id and s.left_at = h.at);
end;
$$;

comment on function private.arrivals is
  'When pieces that are to order came for an order, or for all orders of a product: private.give_pieces().';

create function private.give_out_pieces(p_product_ids uuid[]) returns void
-- Definer: whoever brings pieces, no role writes items and holds.
language plpgsql security definer set search_path = '' as $$
declare
  -- Nobody waits here for an order: one at which somebody is at work keeps its place until the next minute.
  locked constant uuid[] := array(
    select o.id from public.orders o where o.id in (
      select w.order_id from private.waiting_lines(p_product_ids) w
    ) order by o.id for update skip locked
  );
  passed_by uuid[] := '{}';
  line record;
  pieces integer;
begin
  for line in select * from private.waiting_lines(p_product_ids) loop
    pieces := least(line.pieces, (
      select p.stock - private.held_quantity(p.id) from public.products p where p.id = line.product_id
    ));
    if line.order_id <> all (locked) then
      passed_by := passed_by || line.product_id;
    elsif pieces > 0 and line.product_id <> all (passed_by) then
      perform private.give_pieces(line.id, pieces);
    end if;
  end loop;
end;
$$;

comment on function private.give_out_pieces is
  'Pieces of products, which the caller has locked, that nobody holds go to the orders that wait for them, by age.';

create function private.give_out_when_more_came() returns trigger
-- Definer: whoever changes the stock.
language plpgsql security definer set search_path = '' as $$
begin
  -- Pieces of an order that move while it is settled are not free.
  if nullif(current_setting('shop.pieces_of_order', true), '') is null then
    perform private.give_out_pieces(array[new.id]);
  end if;
  return null;
end;
$$;

-- Its name is behind that of the trigger that records the movement.
create trigger zz_give_out_pieces after update of stock on public.products
  for each row when (new.stock > old.stock) execute function private.give_out_when_more_came();

create function public.give_out_pieces() returns integer
-- Definer: no role writes items and holds.
language plpgsql security definer set search_path = '' as $$
declare
  waiting constant uuid[] := array(
    select o.id from public.orders o where o.id in (
      select w.order_id from private.waiting_lines() w join public.products p on p.id = w.product_id
      where p.stock > private.held_quantity(p.id)
      union
      select h.order_id from private.stock_holds h join public.orders x on x.id = h.order_id and x.status = 'paid'
      where private.amount_due(x.id) = 0
    ) order by o.id for update skip locked
  );
  one uuid;
begin
  perform private.lock_products(array(
    select i.product_id from public.order_items i where i.order_id = any (waiting)
  ));
  perform private.give_out_pieces(array(
    select distinct w.product_id from private.waiting_lines() w where w.order_id = any (waiting)
  ));
  -- What was paid in full before it came is sold now.
  foreach one in array waiting loop
    begin
      perform private.follow_book(one);
    exception when sqlstate 'PT409' then
      raise warning 'order % keeps what has come for it: %', one, sqlerrm;
    end;
  end loop;
  return cardinality(waiting);
end;
$$;

comment on function public.give_out_pieces is
  'Each minute: pieces that became free without a delivery go to the orders that wait, and what has come for an order '
  'that owes nothing is sold. Returns for how many orders something was there.';
grant execute on function public.give_out_pieces to service_role;
