-- One book for money, in cents: charges (the lines of orders), reductions, payments that count, money given back. What
-- is due follows from it, and what is sold.
-- Who reads: functions alone, which show what follows from it. Who writes: those that record payments,
-- refunds and changes; append-only.
set check_function_bodies = off;

create table private.shares (
  id bigint generated always as identity primary key,
  transaction_id uuid not null references public.transactions (id) on delete restrict,
  refund_id uuid references public.refunds (id) on delete restrict,
  order_id uuid not null references public.orders (id) on delete restrict,
  key uuid,
  cents bigint not null check (
    cents <> 0 and abs(cents) <= 1000000000000 and (coalesce(refund_id, key) is not null or cents > 0)
  ),
  given_by uuid default auth.uid(),
  at timestamptz not null default now()
);

comment on table private.shares is
  'What a payment pays: so many cents of an order. Of money given back (refund_id) below 0, '
  'and above 0 where some came back after all. Below 0 without it: what was too much pays another order.';
comment on column private.shares.key is
  'The key under which the browser sent what staff gave to orders: sent twice, it is one.';
comment on column private.shares.given_by is
  'No foreign key: the book outlives accounts. Null when it follows from what the bank or Safaricom said.';

create index shares_by_order on private.shares (order_id) include (transaction_id, refund_id, cents);
create index shares_by_transaction on private.shares (transaction_id) include (order_id, refund_id, cents);
create index shares_by_refund on private.shares (refund_id) where refund_id is not null;

create trigger append_only before update or delete or truncate on private.shares
  for each statement execute function private.refuse_change();

create table private.reductions (
  id uuid primary key,
  order_id uuid not null references public.orders (id) on delete restrict,
  cause text not null check (cause in ('goods_back', 'price_cut', 'accepted_as_all', 'written_off', 'cancelled')),
  has_credit_note boolean not null generated always as (cause not in ('accepted_as_all', 'written_off')) stored,
  cents bigint not null check (cents <> 0),
  refund_id uuid references public.refunds (id) on delete restrict,
  reason text not null check (reason ~ '\S' and char_length(reason) <= 1000),
  decided_by uuid default auth.uid(),
  created_at timestamptz not null default now()
);

comment on table private.reductions is
  'What is no longer owed of an order, agreed once and never edited: a row below 0 takes back one above.';
comment on column private.reductions.refund_id is
  'The refund with which it was agreed; null when it was agreed by itself.';
comment on column private.reductions.decided_by is
  'No foreign key: the book outlives accounts. Null when it follows from something else.';

create index reductions_by_order on private.reductions (order_id) include (cents, has_credit_note);
create index reductions_by_refund on private.reductions (refund_id) where refund_id is not null;
create index reductions_newest on private.reductions (created_at);

create trigger append_only before update or delete or truncate on private.reductions
  for each statement execute function private.refuse_change();

create table private.sold_lines (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete restrict,
  product_id uuid references public.products (id) on delete restrict,
  name text not null,
  category text not null,
  quantity integer not null check (quantity <> 0),
  price integer not null check (price > 0),
  orders integer not null default 0 check (orders between -1 and 1),
  sold_at timestamptz not null
);

comment on table private.sold_lines is
  'What was sold, as it was named, priced and sorted on that day; what is not sold after all is a row below 0 of the '
  'day on which that happened. A closed month never changes.';
comment on column private.sold_lines.product_id is 'Null of delivery.';
comment on column private.sold_lines.orders is
  '1 in the first row of an order that was sold, -1 where all of it is not sold after all.';
comment on column private.sold_lines.sold_at is
  'As the decided_at of its latest payment, or when it left before that; of what was added or taken out later, that '
  'moment.';

create index sold_lines_by_order on private.sold_lines (order_id);
create index sold_lines_by_day on private.sold_lines (sold_at, id)
  include (order_id, product_id, category, quantity, price, orders);
create index sold_lines_by_product on private.sold_lines (product_id);

create trigger append_only before update or delete or truncate on private.sold_lines
  for each statement execute function private.refuse_change();

create view private.counting_shares as
select s.*
from private.shares s join public.transactions t on t.id = s.transaction_id and t.status = 'completed'
where s.refund_id is null or not exists (select 1 from public.refunds c where c.corrects = s.refund_id);

comment on view private.counting_shares is
  'The shares of payments that count, without those of refunds that were corrected.';

create view private.payments_of_orders as
select c.order_id, c.transaction_id, sum(c.cents) filter (where c.refund_id is null)::bigint as cents,
  sum(c.cents)::bigint as left_cents
from private.counting_shares c group by 1, 2 having sum(c.cents) > 0;

comment on view private.payments_of_orders is
  'What each payment paid of an order, and what is left of that, as long as not all of it went back.';

create view private.payments_at_bank as
select s.order_id, s.transaction_id, sum(s.cents)::bigint as cents
from private.counting_shares s
left join private.standing_refunds r on r.id = s.refund_id
where s.refund_id is null or r.bank_cause is not null
group by 1, 2 having sum(s.cents) > 0;

comment on view private.payments_at_bank is
  'What the bank can still take back of each payment of an order, whatever the shop gave back of it.';

create view private.refunds_of_orders as
select r.*, coalesce(s.order_id, t.order_id) as order_id, coalesce(-s.cents, r.amount_cents) as cents,
  s.order_id is not null as counts,
  coalesce(r.other_method, t.payment_method) as method, t.reference,
  not exists (select 1 from public.refunds c where c.corrects = r.id) as stands,
  coalesce(
    (select g.cause from public.refunds g where g.id = r.counters), r.cause
  ) in ('refund', 'payment') as is_by_shop,
  r.cause in ('refund', 'payment') and r.amount_cents > 0 and coalesce(-s.cents, r.amount_cents) = r.amount_cents
    and not exists (select 1 from public.refunds c where r.id in (c.corrects, c.counters)) as is_correctable
from public.refunds r
join public.transactions t on t.id = r.transaction_id
left join private.shares s on s.refund_id = r.id;

comment on view private.refunds_of_orders is
  'A row for each order of which money went back, corrected entries included: cents of that order. Of what never '
  'counted, the order at which it came. is_by_shop: not bounced or charged back, nor come back of that. '
  'is_correctable: of one order, and nothing was written about it since.';

create view private.money_and_withheld as
select t.decided_at as at, t.id as transaction_id, s.order_id, sum(s.cents)::bigint as gross_cents,
  0::bigint as refunded_cents, 'share ' || min(s.id) as id, t.payment_method as method, t.reference,
  null::text as bank_cause
from public.transactions t join private.shares s on s.transaction_id = t.id and s.refund_id is null
where t.status = 'completed'
-- What was given from one order to another is no payment of its own.
group by t.decided_at, t.id, s.order_id having sum(s.cents) <> 0
union all
-- What no order has a share of is money all the same.
select t.decided_at, t.id, null, u.cents, 0, 'rest ' || t.id, t.payment_method, t.reference, null
from public.transactions t cross join lateral (
  select t.bank_amount_cents - coalesce(sum(s.cents), 0)::bigint as cents
  from private.shares s where s.transaction_id = t.id and s.refund_id is null
) u
where t.status = 'completed' and t.order_id is null and u.cents > 0
union all
select private.nairobi_midnight(r.day), r.transaction_id, s.order_id, 0, -s.cents, 'share ' || s.id,
  coalesce(r.other_method, t.payment_method), r.bank_reference, r.bank_cause
from private.standing_refunds r join private.shares s on s.refund_id = r.id
join public.transactions t on t.id = r.transaction_id and t.status = 'completed'
union all
select private.nairobi_midnight(r.day), r.transaction_id, null, 0, u.cents, 'rest ' || r.id,
  coalesce(r.other_method, t.payment_method), r.bank_reference, r.bank_cause
from private.standing_refunds r join public.transactions t on t.id = r.transaction_id and t.status = 'completed'
cross join lateral (
  select r.amount_cents + coalesce(sum(s.cents), 0)::bigint as cents from private.shares s where s.refund_id = r.id
) u
where u.cents <> 0;

comment on view private.money_and_withheld is
  'private.money, and what was withheld with a certificate, which counts and never came.';

create view private.written_off_and_credited as
select r.created_at as at, null::uuid as transaction_id, r.order_id, r.cents as gross_cents,
  0::bigint as refunded_cents, 'reduction ' || r.id as id,
  case r.cause when 'written_off' then r.cause else 'credited' end as method, r.reason as reference,
  null::text as bank_cause
from private.reductions r where r.cause not in ('accepted_as_all', 'cancelled');

comment on view private.written_off_and_credited is
  'What is not owed any more, as private.money_and_withheld: written off, or credited (with a credit note, and the '
  'order was not cancelled).';

create view private.money as
select * from private.money_and_withheld m where not private.is_withheld(m.method);

comment on view private.money is
  'Money received and given back, each on its day, of payments that count: gross, refunded, and their difference, net, '
  'the specification''s Total Sales, by which method and under which reference it moved. A row for each order that '
  'has a share; order_id is null of what none has. bank_cause: as private.standing_refunds.';

create function private.asked_for(p_due bigint) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  return case when p_due >= 100 then ceil(p_due / 100.0)::integer else 0 end;
end;
$$;

comment on function private.asked_for is 'KES that a buyer is asked for, rounded up; 0 within a shilling of nothing.';

create view private.books as
select b.*, b.due - b.later as due_now, private.asked_for(b.due - b.later) as due_kes,
  case when b.due <= -100 then -b.due else 0 end as too_much,
  b.received > b.given_back as has_money
from (select s.*, greatest(least(s.later_at_most, s.due), 0) as later from (select s.*,
  s.charged - s.reduced - s.received + s.given_back as due from (
  select o.id as order_id, o.total_amount::bigint * 100 as charged, coalesce(r.cents, 0) as reduced,
    coalesce(s.received, 0) as received, coalesce(s.given_back, 0) as given_back,
    coalesce(w.cents, 0) as later_at_most
  from public.orders o
  left join (
    select x.order_id, sum(x.cents)::bigint as cents,
      (sum(x.cents) filter (where x.has_credit_note))::bigint as credited
    from private.reductions x group by 1
  ) r on r.order_id = o.id
  left join (
    select c.order_id, sum(c.cents) filter (where c.refund_id is null)::bigint as received,
      -sum(c.cents) filter (where c.refund_id is not null)::bigint as given_back
    from private.counting_shares c group by 1
  ) s on s.order_id = o.id
  left join (
    select i.order_id, sum(i.awaited::bigint * i.price * (100 - (i.to_order -> 'deposit')::integer))::bigint as cents
    from public.order_items i where i.to_order is not null and i.awaited > 0 group by 1
  -- On account nothing is due when it has come, but days after it has left.
  ) a on a.order_id = o.id and o.terms_days is null
  cross join lateral (
    -- A lower price is a lower deposit, as long as nothing is sold. In whole shillings, as its buyer is asked.
    select (case
      when a.cents > 0 and r.credited > 0 and not exists (select 1 from private.sold_lines l where l.order_id = o.id)
        then a.cents * (o.total_amount::bigint * 100 - r.credited) / (o.total_amount::bigint * 100)
      else a.cents
    end)::bigint / 100 * 100 as cents
    offset 0
  ) w
) s) s) b;

comment on view private.books is
  'The sums of each order in cents. due = charged - reduced - received + given_back: from a shilling on it is to be '
  'paid, from minus a shilling on it is too much. later: of it what is due once the pieces have come that are to '
  'order; due_now: the rest; due_kes: that in KES, 0 within a shilling of nothing.';

create function private.book_of_order(p_order_id uuid) returns private.books
-- Definer: a buyer may know what is left to pay, and not read the book.
language plpgsql stable security definer set search_path = '' as $$
declare
  book private.books;
begin
  select * into book from private.books b where b.order_id = p_order_id;
  return book;
end;
$$;

comment on function private.book_of_order is 'The sums of one order.';

create function private.asked_cents(p_order_id uuid) returns bigint
-- Definer: a buyer may know it of their order.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case
      when b.due_kes = 0 then 0
      when private.has_left(p_order_id) and not private.is_sold_covered(p_order_id) then private.owed_cents(p_order_id)
      else b.due_now
    end
    from private.book_of_order(p_order_id) b
  );
end;
$$;

comment on function private.asked_cents is
  'Cents that the buyer of an order is asked for: of one of which goods left unpaid, what is owed; of any other, all '
  'that is due now. 0 within a shilling of nothing.';

create function private.amount_due(p_order_id uuid) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return private.asked_for(private.asked_cents(p_order_id));
end;
$$;

comment on function private.amount_due is
  'KES that the buyer of an order is asked for: private.asked_cents(), rounded up.';

create function private.sums_due(p_order_id uuid) returns bigint[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select unnest(array[c, private.asked_for(c) * 100::bigint])
    from unnest(array[private.asked_cents(p_order_id), (private.book_of_order(p_order_id)).due_now]) c
    where private.asked_for(c) > 0
  );
end;
$$;

comment on function private.sums_due is
  'What is asked for of an order, and all that is due now, to the cent and rounded up; empty when nothing is.';

create function private.is_sum_due(p_order_id uuid, p_cents bigint) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(p_cents = any (private.sums_due(p_order_id)), false);
end;
$$;

comment on function private.is_sum_due is 'Whether this is one of private.sums_due().';

create function private.overpaid_cents(p_order_id uuid) returns bigint
-- Definer: asked by the sender, and by definers; with another role Postgres makes another plan, and forgets the last.
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select b.too_much
    from private.books b join public.orders o on o.id = b.order_id
    where o.id = p_order_id and o.status not in ('pending', 'failed')
  ), 0);
end;
$$;

comment on function private.overpaid_cents is
  'What is to be given back of a paid or cancelled order, since more was paid than is owed.';

create function private.reduce(
  p_id uuid, p_order_id uuid, p_cause text, p_cents bigint, p_reason text, p_refund_id uuid default null
) returns void
-- Definer: no role writes the book.
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.reductions (id, order_id, cause, cents, reason, refund_id)
  select p_id, p_order_id, p_cause, p_cents, p_reason, p_refund_id where p_cents <> 0;
  if (select b.reduced > b.charged or b.reduced < 0 from private.book_of_order(p_order_id) b) then
    raise sqlstate 'PT409' using message = 'refund_too_large', detail = 'reductions are at most what is charged';
  end if;
end;
$$;

comment on function private.reduce is
  'Writes a reduction of an order that the caller has locked; 0 cents write none. '
  'PT409 refund_too_large beyond the charges.';

create function private.take_back_reductions(p_order_id uuid, p_causes text[], p_reason text) returns void
-- Definer: no role writes the book.
language sql security definer set search_path = '' as $$
  insert into private.reductions (id, order_id, cause, cents, reason)
  select gen_random_uuid(), p_order_id, r.cause, -sum(r.cents), p_reason
  from private.reductions r join public.orders o on o.id = r.order_id and o.status <> 'cancelled'
  where r.order_id = p_order_id and r.cause = any (p_causes) group by r.cause having sum(r.cents) > 0;
$$;

comment on function private.take_back_reductions is
  'All that was agreed on an order for these causes is owed again, unless it is cancelled.';

create function private.add_shares(p_transaction_id uuid, p_shares jsonb, p_key uuid default null) returns void
-- Definer: no role writes the book.
language plpgsql security definer set search_path = '' as $$
begin
  begin
    insert into private.shares (transaction_id, order_id, cents, key)
    select p_transaction_id, (s ->> 'orderId')::uuid, (s ->> 'cents')::bigint, p_key
    from jsonb_array_elements(p_shares) s;
  exception when check_violation or not_null_violation or foreign_key_violation or data_exception then
    perform private.refuse_invalid(true, 'a share is of an order, and above 0');
  end;
  perform private.refuse_invalid(
    private.rest_left(p_transaction_id) < 0, 'the shares are at most what is left of the payment'
  );
  if p_key is not null and exists (
    select 1 from private.shares s join public.orders o on o.id = s.order_id
    where s.key = p_key and case
      when s.cents > 0 then o.status = 'cancelled'
      else private.share_left(p_transaction_id, o.id) < 0 or (private.book_of_order(o.id)).due > 0
    end
  ) then
    raise sqlstate 'PT409' using
      message = 'share_refused',
      detail = 'to a cancelled order, or of what is not too much';
  end if;
end;
$$;

comment on function private.add_shares is
  'What a payment that the caller has locked pays besides: [{orderId, cents}], below 0 where it pays less. p_key: '
  'staff chose the orders. PT400 beyond what came; PT409 share_refused to a cancelled order, or of one that then is '
  'not paid.';

create function private.lock_orders(p_order_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform 1 from public.orders o where o.id = any (p_order_ids) order by o.id for update;
end;
$$;

comment on function private.lock_orders is 'Everybody locks orders by their ids, then the payment, then the products.';

create function private.lock_products_of(p_order_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.lock_products(array(
    select i.product_id from public.order_items i where i.order_id = any (p_order_ids)
  ));
end;
$$;

comment on function private.lock_products_of is
  'Called for several orders before the first of them gets its papers: whoever numbers papers waits for no product.';

create function private.follow_books(p_order_ids uuid[], p_payment uuid default null, p_gone text default null)
returns void
language plpgsql set search_path = '' as $$
declare
  followed uuid;
begin
  if cardinality(p_order_ids) > 1 then
    perform private.lock_products_of(p_order_ids);
  end if;
  foreach followed in array p_order_ids loop
    perform private.follow_book(followed, p_payment, p_gone);
  end loop;
end;
$$;

comment on function private.follow_books is 'private.follow_book() of each of these orders.';

create function private.orders_of_shares(p_shares jsonb) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  perform private.refuse_invalid(jsonb_typeof(p_shares) is distinct from 'array', 'shares');
  return array(select distinct (s ->> 'orderId')::uuid from jsonb_array_elements(p_shares) s order by 1);
exception when data_exception then
  perform private.refuse_invalid(true, 'shares are of orders');
end;
$$;

comment on function private.orders_of_shares is 'The orders of [{orderId, cents}]. PT400.';

create function public.share_payment(p_id uuid, p_transaction_id uuid, p_shares jsonb) returns jsonb
-- Definer: the book is written by the shop's functions only.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  payment public.transactions;
begin
  perform private.require_permission('payments.record');
  perform private.lock_orders(private.orders_of_shares(p_shares));
  select * into payment from public.transactions t where t.id = p_transaction_id for update;
  perform private.refuse_missing(not found);
  if exists (select 1 from private.shares s where s.key = p_id) then
    perform private.refuse_reused_key(exists (
      select (s ->> 'orderId')::uuid, s ->> 'cents' from jsonb_array_elements(p_shares) s
      except
      select x.order_id, x.cents::text from private.shares x where (x.key, x.transaction_id) = (p_id, p_transaction_id)
    ));
    return private.transaction_row_as_json(p_transaction_id);
  elsif payment.status <> 'completed' or payment.order_id is not null and payment.source <> 'recorded' then
    raise sqlstate 'PT409' using
      message = 'transition_refused',
      detail = 'not a payment that counts, or by card, which pays what the bank was asked for';
  end if;
  perform private.add_shares(p_transaction_id, p_shares, p_id);
  perform private.refuse_invalid(
    payment.order_id is not null and private.rest_left(p_transaction_id) > 0, 'what was too much pays another order'
  );
  perform private.lock_products_of(private.orders_of_shares(p_shares));
  -- To an order that gives of it nothing has come.
  perform private.follow_books(private.orders_of_shares(jsonb_path_query_array(p_shares, '$[*] ? (@.cents < 0)')));
  perform private.follow_books(
    private.orders_of_shares(jsonb_path_query_array(p_shares, '$[*] ? (@.cents > 0)')), p_transaction_id
  );
  return private.transaction_row_as_json(p_transaction_id);
end;
$$;

comment on function public.share_payment is
  'What of a payment no order has yet pays these: p_shares [{orderId, cents}], below 0 of an order for which it is too '
  'much. p_id: the same twice is one. Returns TransactionRow. PT400; PT403; PT404; PT409 transition_refused, '
  'share_refused, key_reused.';
grant execute on function public.share_payment to authenticated;

create function private.pieces_to_sell(p_order_id uuid, p_extent text)
returns table (product_id uuid, name text, category text, price integer, quantity integer, change integer)
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
#variable_conflict use_column
begin
  return query
  select i.product_id, i.product_name, p.category, i.price, w.quantity, w.quantity - i.back - i.taken
  from private.ordered_pieces i join public.products p on p.id = i.product_id
  cross join lateral (
    select least(i.quantity, case p_extent
      when 'all' then i.quantity - i.awaited
      -- What was given back before it left was sold, too.
      else greatest(i.gone + i.unsent, i.refunded, case when p_extent = 'kept' then (
        select sum(l.quantity) from private.sold_lines l
        where l.order_id = p_order_id and l.product_id = i.product_id and l.price = i.price
      ) end)
    end)::integer as quantity
  ) w
  where i.order_id = p_order_id;
end;
$$;

comment on function private.pieces_to_sell is
  'What of each line of an order is to be sold, and how many pieces more (less than 0: fewer) that takes out of the '
  'stock. p_extent: all; kept: what was sold and is still in it, or has left; gone: what has left.';

create function private.write_sold(p_order_id uuid, p_extent text, p_at timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  with sold as (
    select l.product_id, l.price, max(l.name) as name, max(l.category) as category, sum(l.quantity)::integer as quantity
    from private.sold_lines l where l.order_id = p_order_id and l.product_id is not null group by 1, 2
  ), wanted as (
    select * from private.pieces_to_sell(p_order_id, p_extent)
  ), delivery as (
    select case
        -- It goes with the goods that leave unpaid; what is added to a paid order waits as they do.
        when p_extent = 'all' and exists (select 1 from wanted w where w.quantity > 0)
          or o.is_open and private.has_left(p_order_id) then o.charge
        when p_extent = 'kept' then least(o.charge, d.sold)
        else 0
      end - d.sold as change
    from (
        select coalesce(x.delivery_price, 0) as charge, x.status in ('pending', 'failed') as is_open
        from public.orders x where x.id = p_order_id
      ) o, (
        select coalesce(sum(l.quantity * l.price), 0)::integer as sold
        from private.sold_lines l
        where l.order_id = p_order_id and l.product_id is null
      ) d
  ), changes as (
    select product_id, coalesce(s.name, w.name) as name, coalesce(s.category, w.category) as category, price,
      coalesce(w.quantity, 0) - coalesce(s.quantity, 0) as quantity
    from wanted w full join sold s using (product_id, price)
    union all
    select null, 'Delivery', 'delivery', abs(d.change), sign(d.change)::integer from delivery d
  ), sums as (
    select
      coalesce(
        (select sum(l.quantity::bigint * l.price) from private.sold_lines l where l.order_id = p_order_id), 0
      ) as before,
      coalesce((select sum(c.quantity::bigint * c.price) from changes c), 0) as change
  )
  insert into private.sold_lines (order_id, product_id, name, category, quantity, price, orders, sold_at)
  select p_order_id, c.product_id, c.name, c.category, c.quantity, c.price,
    case when row_number() over (order by c.name, c.product_id, c.price) = 1
      then (s.before + s.change > 0)::integer - (s.before > 0)::integer else 0 end, p_at
  from changes c, sums s where c.quantity <> 0;
end;
$$;

comment on function private.write_sold is
  'Writes what of an order is sold now and was not, or was and is not any more: private.pieces_to_sell().';

create function private.sell(p_order_id uuid, p_extent text, p_at timestamptz default now()) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform private.lock_products(array(select i.product_id from public.order_items i where i.order_id = p_order_id));
  -- The buyer's own hold comes first; what others hold stays theirs. While the hold is alive this cannot fail.
  if exists (
    select 1 from private.pieces_to_sell(p_order_id, p_extent) w join public.products p on p.id = w.product_id
    where w.change > greatest(p.stock - private.held_quantity(p.id), 0) + coalesce((
      select h.quantity from private.stock_holds h
      where h.order_id = p_order_id and h.product_id = p.id and h.expires_at > now()
    ), 0) and w.change > 0
  ) then
    return false;
  end if;
  with taken as (
    select w.product_id, w.change from private.pieces_to_sell(p_order_id, p_extent) w where w.change > 0
  ), shrunk as (
    update private.stock_holds h set quantity = h.quantity - t.change from taken t
    where p_extent <> 'all' and h.order_id = p_order_id and h.product_id = t.product_id and h.quantity > t.change
  )
  delete from private.stock_holds h
  where h.order_id = p_order_id and (
    p_extent = 'all' or exists (select 1 from taken t where t.product_id = h.product_id and t.change >= h.quantity)
  );

  perform set_config('shop.pieces_of_order', p_order_id::text, true);
  update public.products p set stock = p.stock - w.change from private.pieces_to_sell(p_order_id, p_extent) w
  where p.id = w.product_id and w.change <> 0;
  perform set_config('shop.pieces_of_order', '', true);
  perform private.write_sold(p_order_id, p_extent, p_at);
  return true;
end;
$$;

comment on function private.sell is
  'What of an order is to be sold is taken out of the stock and written down as sold, and what is not any more is put '
  'back: private.pieces_to_sell(). False, with nothing done, when pieces are not available.';

create function private.cents_for_unsold(p_order_id uuid) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select b.received - b.given_back + b.reduced - coalesce((
      select sum(l.quantity::bigint * l.price * 100) from private.sold_lines l where l.order_id = p_order_id
    ), 0)::bigint
    from private.book_of_order(p_order_id) b
  );
end;
$$;

comment on function private.cents_for_unsold is
  'Cents of an order that are for nothing sold: a deposit, or too much. Below 0, what was sold is not all paid.';

create function private.is_sold_covered(p_order_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return private.asked_for(-private.cents_for_unsold(p_order_id)) = 0;
end;
$$;

comment on function private.is_sold_covered is
  'Whether the money for what was sold of an order is there, whatever is due for what was added to it since.';

create function private.deposits_of_order(p_order_id uuid) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(sum(i.awaited::bigint * i.price * (i.to_order -> 'deposit')::integer), 0)::bigint
    from public.order_items i join public.orders o on o.id = i.order_id
    where i.order_id = p_order_id and i.awaited > 0 and o.terms_days is null
  );
end;
$$;

comment on function private.deposits_of_order is
  'Cents of deposits for the pieces that an order still awaits; none on account.';

create function private.owed_cents(p_order_id uuid) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    -- A deposit pays for its own piece.
    select greatest(least(
      b.due_now, private.deposits_of_order(p_order_id) - private.cents_for_unsold(p_order_id)
    ), 0)
    from private.book_of_order(p_order_id) b
  );
end;
$$;

comment on function private.owed_cents is
  'What of the due of an order is for what was sold (it left, or was paid once), and for the deposits of what is still '
  'to come. The rest is asked for, and not owed yet.';

create function private.follow_book(p_order_id uuid, p_payment uuid default null, p_gone text default null) returns void
-- Definer: whoever makes an entry, no role writes what follows from it.
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders;
  book private.books;
  payment public.transactions;
begin
  select * into o from public.orders x where x.id = p_order_id for update;
  perform private.await_pieces_of(o);
  select * into book from private.book_of_order(p_order_id);
  select t.* into payment from public.transactions t
  where t.id in (select s.transaction_id from private.shares s where s.order_id = p_order_id)
  order by t.id = p_payment desc nulls last, t.status = 'completed' desc, t.decided_at desc, t.id desc limit 1;

  if o.status in ('pending', 'failed', 'paid')
    and book.due_kes > 0
    and p_gone is not null
    and not private.has_left(p_order_id)
    and not (private.is_sold_covered(p_order_id) and (book.has_money or exists (
      -- Of a deposit alone nothing is.
      select 1 from private.sold_lines l where l.order_id = p_order_id
    ))) then
    update public.orders x set status = 'pending' where x.id = p_order_id and x.status = 'paid';
    update public.order_items i set awaited_since = null where i.order_id = p_order_id and o.terms_days is null;
  end if;
  if o.status <> 'cancelled' then
    perform private.sell_what_is_sold(p_order_id, book, payment, p_payment is not null);
  end if;
  if book.due_kes > 0 and (p_payment is not null or p_gone is not null) then
    perform private.await_money(p_order_id, payment, p_payment is not null, p_gone);
  elsif book.due_kes = 0 then
    perform private.close_tasks(p_order_id, k, 'nothing_owed') from unnest(array['payment_reversed', 'debt']) k;
  end if;
  perform private.ask_for_refund(p_order_id, payment, p_payment is not null);
  perform private.promise_delivery(p_order_id);
  perform private.try_to_issue_papers(p_order_id);
end;
$$;

comment on function private.follow_book is
  'What follows from the book of an order, after every entry, and when its goods leave: it is sold when nothing is due '
  'any more, or as far as it has left; waits for the rest otherwise; is completed when all has left; is a task where '
  'money has gone for goods that left, or came when the pieces were gone; and gets its papers. p_payment: of that '
  'which has just come; p_gone: of what money has just gone, the subject of the message.';

create function private.sell_what_is_sold(
  p_order_id uuid, p_book private.books, p_payment public.transactions, p_has_come boolean
) returns void
language plpgsql set search_path = '' as $$
declare
  o public.orders;
  is_paid_now constant boolean := p_book.due_kes = 0 and p_book.has_money;
begin
  select * into o from public.orders x where x.id = p_order_id;
  if is_paid_now then
    -- On the day of the latest payment, unless it was sold and was not after all since.
    if not private.sell(p_order_id, 'all', coalesce((
      select max(t.decided_at) from private.payments_of_orders p join public.transactions t on t.id = p.transaction_id
      where p.order_id = p_order_id and p_has_come and o.status in ('pending', 'failed') and not exists (
        select 1 from private.sold_lines l where l.order_id = p_order_id and l.sold_at > p_payment.decided_at
      )
    ), now())) then
      perform private.open_task('late_money', p_payment, p_order_id, p_book.received - p_book.given_back);
      return;
    end if;
    if o.status in ('pending', 'failed') then
      update public.order_items i set awaited_since = now()
      where i.order_id = p_order_id and i.awaited > 0 and i.awaited_since is null;
      update public.orders x set status = 'paid' where x.id = p_order_id;
    elsif p_has_come then
      perform private.announce_debt_paid(p_order_id, p_payment.id, p_book);
    end if;
    perform private.close_tasks(p_order_id, 'late_money', 'paid');
  end if;
  if not is_paid_now and not private.sell(p_order_id, case
    when o.status = 'completed' or o.status = 'paid' and p_book.due_kes = 0 then 'all'
    -- What was sold stays sold as long as the money is there for it.
    when o.status = 'paid' or private.is_sold_covered(p_order_id) then 'kept'
    else 'gone'
  end) then
    raise sqlstate 'PT409' using message = 'stock_is_held';
  end if;
  perform private.complete_when_all_left(p_order_id);
  -- With the last piece all else has gone that was added, the delivery for instance.
  perform private.sell(p_order_id, 'all') from public.orders x
  where x.id = p_order_id and x.status = 'completed' and o.status <> 'completed' and not is_paid_now;
end;
$$;

comment on function private.sell_what_is_sold is
  'An order that is not cancelled is paid when nothing is due any more, completed when all has left, and sold as far '
  'as either goes. PT409 stock_is_held: pieces leave that others hold.';

create function private.announce_debt_paid(p_order_id uuid, p_payment uuid, p_book private.books) returns void
language sql set search_path = '' as $$
  select private.queue_message(k, p_order_id || ' ' || p_payment, p_order_id),
    private.promise_delivery(p_order_id, true)
  from unnest(array['order_paid', 'owner_order_paid']) k
  -- Before it something was asked for.
  where private.asked_for(p_book.due_now + private.share_left(p_payment, p_order_id)) > 0;
$$;

comment on function private.announce_debt_paid is
  'Of an order that was sold before, a payment has left nothing due: buyer and owner are told as of any other, and '
  'what waited for it comes later.';

create function private.await_money(p_order_id uuid, p_payment public.transactions, p_has_come boolean, p_gone text)
returns void
language plpgsql set search_path = '' as $$
declare
  o public.orders;
  book constant private.books := private.book_of_order(p_order_id);
  has_left constant boolean := private.has_left(p_order_id);
  is_held boolean := true;
begin
  select * into o from public.orders x where x.id = p_order_id;
  if o.status in ('pending', 'failed', 'paid') and (p_has_come or not has_left) then
    is_held := private.hold_order(
      o.id, now() + case when book.has_money then private.hold_time(true) else interval '24 hours' end
    );
  end if;
  if p_has_come and not is_held then
    perform private.open_task('late_money', p_payment, o.id, book.received - book.given_back);
    return;
  elsif p_has_come then
    update public.orders x set status = 'pending' where x.id = o.id and x.status = 'failed';
  elsif p_payment.id is not null and (has_left or o.status in ('completed', 'cancelled')) then
    -- Goods are gone for which money is owed again.
    perform private.open_task('payment_reversed', p_payment, o.id, book.due_now);
  end if;
  -- The certificate of what a buyer withheld asks for nothing.
  if not p_has_come or not private.is_withheld(p_payment.payment_method) then
    perform private.queue_message('order_unpaid', coalesce(p_gone, p_payment.id::text), o.id);
  end if;
end;
$$;

comment on function private.await_money is
  'A part of the price has come, or money has gone: the pieces are held, and the buyer is asked for the rest. What '
  'came when the pieces were gone is a task, and so is what is owed again for goods that left.';

create function private.ask_for_refund(p_order_id uuid, p_payment public.transactions, p_has_come boolean) returns void
language plpgsql set search_path = '' as $$
declare
  cents constant bigint := private.overpaid_cents(p_order_id);
  task uuid;
begin
  if cents = 0 then
    perform private.close_tasks(p_order_id, 'overpaid', 'nothing_too_much');
    return;
  end if;
  insert into public.owner_tasks as k (kind, order_id, transaction_id, at_opening)
  values ('overpaid', p_order_id, p_payment.id, private.state_at_opening(p_order_id, cents))
  on conflict (order_id) where kind = 'overpaid' do update set
    transaction_id = excluded.transaction_id, at_opening = excluded.at_opening,
    closed_at = null, closed_by = null, closing_reason = null, outcome = null
  returning k.id into task;
  if p_has_come then
    perform private.queue_message(
      'refund_due', concat_ws(' ', task, p_payment.id, cents), p_order_id,
      -- Whoever records it may give it to another order of the buyer first; what came by card goes back as it came.
      case when p_payment.payment_method = 'card' then interval '0' else interval '1 hour' end
    );
  end if;
end;
$$;

comment on function private.ask_for_refund is
  'The one task about what was paid too much for an order says how much that is now, or is closed.';

create function private.credited_cents(p_order_id uuid) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(sum(r.cents), 0) from private.reductions r
    where r.order_id = p_order_id and r.has_credit_note and r.cause <> 'cancelled' and r.refund_id is null
  );
end;
$$;

comment on function private.credited_cents is
  'What of the price of an order was credited, since goods came back or cost less, without what was given back '
  'with it.';

create function private.write_off_cents(o public.orders) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return case
    when o.status = 'cancelled' then 0
    -- Where what left is paid for, the rest is of goods that have not left.
    when o.status in ('pending', 'failed') and private.due_of_order(o) = 'added' then 0
    else greatest(private.asked_cents(o.id), 0)
  end;
end;
$$;

comment on function private.write_off_cents is 'The most of an order that may be written off: what is asked for.';

create function public.reduce_order(
  p_id uuid, p_order_id uuid, p_cause text, p_cents bigint, p_reason text, p_lines jsonb default '[]'
) returns jsonb
-- Definer: the book is written by the shop's functions only.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  reduced public.orders;
  earlier private.reductions;
begin
  perform private.require_permission('refunds');
  perform private.require_text(p_reason);
  select * into reduced from public.orders o where o.id = p_order_id for update;
  perform private.refuse_missing(not found);
  select * into earlier from private.reductions r where r.id = p_id;
  if found then
    perform private.refuse_reused_key((earlier.order_id, earlier.cause, earlier.cents, earlier.reason)
      is distinct from (p_order_id, p_cause, p_cents, p_reason));
    return private.order_as_json(reduced);
  end if;
  perform private.refuse_invalid(
    not coalesce(
      p_cause in ('goods_back', 'price_cut', 'written_off') and p_cents <> 0
        or p_cause = 'accepted_as_all' and p_cents < 0,
      false
    )
      -- What is taken back is money: which pieces came back stays so.
      or (p_cause = 'goods_back' and p_cents > 0) <> (p_lines <> '[]'), 'cause, sum and pieces'
  );
  if reduced.status = 'cancelled' or p_cents < 0 and -p_cents > (
    select coalesce(sum(r.cents), 0) from private.reductions r where r.order_id = p_order_id and r.cause = p_cause
  ) then
    raise sqlstate 'PT409' using
      message = 'transition_refused',
      detail = 'nothing is owed of a cancelled order, and no more is taken back than was agreed';
  end if;
  if p_cause = 'written_off' and p_cents > private.write_off_cents(reduced) then
    raise sqlstate 'PT409' using message = 'refund_too_large', detail = 'at most what is asked for is written off';
  end if;
  perform private.reduce(p_id, p_order_id, p_cause, p_cents, p_reason);
  perform private.take_pieces_back(p_id, reduced, p_lines);
  perform private.follow_book(p_order_id, p_gone => case when p_cents < 0 then p_id::text end);
  if p_cents > 0 and p_cause <> 'written_off' then
    perform private.queue_message('order_changed', p_id::text, p_order_id);
  end if;
  return (select private.order_as_json(o) from public.orders o where o.id = p_order_id);
end;
$$;

comment on function public.reduce_order is
  'So many cents of an order are no longer owed: p_cause goods_back (with p_lines, the pieces, as '
  'public.record_refund()), price_cut or written_off; below 0 it takes back an earlier one, without pieces, '
  'accepted_as_all too. What is then too much is a task; of a credit the buyer is told. p_id: the same twice is one. '
  'Returns AdminOrder. PT400; PT403; PT404; PT409 transition_refused, refund_too_large (more than is charged, or is '
  'asked for of what is written off), key_reused, and as private.take_pieces_back().';
grant execute on function public.reduce_order to authenticated;
