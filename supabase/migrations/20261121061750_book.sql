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
  cents bigint not null check (cents <> 0 and (refund_id is not null or cents > 0)),
  at timestamptz not null default now()
);

comment on table private.shares is
  'What a payment pays: so many cents of an order. Of money given back (refund_id) below 0, '
  'and above 0 where some came back after all.';

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
  'The day of payment; of what was added or taken out later, that moment.';

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
left join public.refunds r on r.id = s.refund_id
left join public.refunds g on g.id = r.counters
where s.refund_id is null or coalesce(g.cause, r.cause) in ('bounced', 'charged_back')
group by 1, 2 having sum(s.cents) > 0;

comment on view private.payments_at_bank is
  'What the bank can still take back of each payment of an order, whatever the shop gave back of it.';

create view private.refunds_of_orders as
select r.*, coalesce(s.order_id, t.order_id) as order_id, coalesce(-s.cents, r.amount_cents) as cents,
  s.order_id is not null as counts,
  t.payment_method, t.reference, not exists (select 1 from public.refunds c where c.corrects = r.id) as stands,
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

create view private.money as
select t.decided_at as at, t.id as transaction_id, s.order_id, s.cents as gross_cents, 0::bigint as refunded_cents,
  'share ' || s.id as id
from public.transactions t join private.shares s on s.transaction_id = t.id and s.refund_id is null
where t.status = 'completed'
union all
-- What no order has a share of is money all the same.
select t.decided_at, t.id, null, u.cents, 0, 'rest ' || t.id
from public.transactions t cross join lateral (
  select t.bank_amount_cents - coalesce(sum(s.cents), 0)::bigint as cents
  from private.shares s where s.transaction_id = t.id and s.refund_id is null
) u
where t.status = 'completed' and t.order_id is null and u.cents > 0
union all
select private.nairobi_midnight(r.day), r.transaction_id, s.order_id, 0, -s.cents, 'share ' || s.id
from private.standing_refunds r join private.shares s on s.refund_id = r.id
join public.transactions t on t.id = r.transaction_id and t.status = 'completed'
union all
select private.nairobi_midnight(r.day), r.transaction_id, null, 0, u.cents, 'rest ' || r.id
from private.standing_refunds r join public.transactions t on t.id = r.transaction_id and t.status = 'completed'
cross join lateral (
  select r.amount_cents + coalesce(sum(s.cents), 0)::bigint as cents from private.shares s where s.refund_id = r.id
) u
where u.cents <> 0;

comment on view private.money is
  'Money received and given back, each on its day, of payments that count: gross, refunded, and their difference, net, '
  'the specification''s Total Sales. A row for each order that has a share; order_id is null of what none has.';
grant select on
  private.shares, private.sold_lines, private.counting_shares, private.payments_of_orders, private.refunds_of_orders,
  private.money
to service_role;

create function private.asked_for(p_due bigint) returns integer
language sql immutable set search_path = '' as $$
  select case when p_due >= 100 then ceil(p_due / 100.0)::integer else 0 end;
$$;

comment on function private.asked_for is 'KES that a buyer is asked for, rounded up; 0 within a shilling of nothing.';

create view private.books as
select b.*, private.asked_for(b.due) as asked, case when b.due <= -100 then -b.due else 0 end as too_much,
  b.received > b.given_back as has_money
from (select s.*, s.charged - s.reduced - s.received + s.given_back as due from (
  select o.id as order_id, o.total_amount::bigint * 100 as charged, coalesce(r.cents, 0) as reduced,
    coalesce(s.received, 0) as received, coalesce(s.given_back, 0) as given_back
  from public.orders o
  left join (
    select x.order_id, sum(x.cents)::bigint as cents from private.reductions x group by 1
  ) r on r.order_id = o.id
  left join (
    select c.order_id, sum(c.cents) filter (where c.refund_id is null)::bigint as received,
      -sum(c.cents) filter (where c.refund_id is not null)::bigint as given_back
    from private.counting_shares c group by 1
  ) s on s.order_id = o.id
) s) b;

comment on view private.books is
  'The sums of each order in cents. due = charged - reduced - received + given_back: from a shilling on it is to be '
  'paid (asked, in KES), from minus a shilling on it is too much.';

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

create function private.amount_due(p_order_id uuid) returns integer
language sql stable set search_path = '' as $$
  select (private.book_of_order(p_order_id)).asked;
$$;

comment on function private.amount_due is 'KES that the buyer of an order is asked for.';

create function private.overpaid_cents(p_order_id uuid) returns bigint
language sql stable set search_path = '' as $$
  select coalesce((
    select b.too_much
    from private.books b join public.orders o on o.id = b.order_id
    where o.id = p_order_id and o.status not in ('pending', 'failed')
  ), 0);
$$;

comment on function private.overpaid_cents is
  'What is to be given back of a paid or cancelled order, since more was paid than is owed.';
grant execute on function
  private.asked_for, private.book_of_order, private.amount_due, private.overpaid_cents
to service_role;
grant select on private.books to service_role;

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

create function private.add_shares(p_transaction_id uuid, p_shares jsonb) returns void
-- Definer: no role writes the book.
language plpgsql security definer set search_path = '' as $$
begin
  begin
    insert into private.shares (transaction_id, order_id, cents)
    select p_transaction_id, (s ->> 'orderId')::uuid, (s ->> 'cents')::bigint from jsonb_array_elements(p_shares) s;
  exception when check_violation or not_null_violation or foreign_key_violation or data_exception then
    perform private.refuse_invalid(true, 'a share is of an order, and above 0');
  end;
  perform private.refuse_invalid(
    private.rest_left(p_transaction_id) < 0, 'the shares are at most what is left of the payment'
  );
end;
$$;

comment on function private.add_shares is
  'What a payment that the caller has locked pays besides: [{orderId, cents}]. PT400 beyond what came.';

create function private.lock_orders(p_order_ids uuid[]) returns void
language sql set search_path = '' as $$
  select 1 from public.orders o where o.id = any (p_order_ids) order by o.id for update;
$$;

comment on function private.lock_orders is 'Everybody locks orders by their ids, then the payment, then the products.';

create function private.follow_books(p_order_ids uuid[], p_payment uuid default null, p_gone text default null)
returns void
language plpgsql set search_path = '' as $$
declare
  followed uuid;
begin
  if cardinality(p_order_ids) > 1 then
    -- Before the first of them gets its papers: whoever numbers papers waits for no product.
    perform private.lock_products(array(
      select i.product_id from public.order_items i where i.order_id = any (p_order_ids)
    ));
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

create function public.share_payment(p_transaction_id uuid, p_shares jsonb) returns jsonb
-- Definer: the book is written by the shop's functions only.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  payment public.transactions;
begin
  perform private.require_permission('payments.record');
  perform private.lock_orders(private.orders_of_shares(p_shares));
  select * into payment from public.transactions t where t.id = p_transaction_id for update;
  perform private.refuse_missing(not found);
  if payment.status <> 'completed' then
    raise sqlstate 'PT409' using message = 'transition_refused', detail = 'not a payment that counts';
  end if;
  perform private.add_shares(p_transaction_id, p_shares);
  perform private.follow_books(private.orders_of_shares(p_shares), p_transaction_id);
  return private.transaction_row_as_json(p_transaction_id);
end;
$$;

comment on function public.share_payment is
  'What of a payment no order has yet pays these: p_shares [{orderId, cents}]. Returns TransactionRow. PT400; PT403; '
  'PT404; PT409 transition_refused.';
grant execute on function public.share_payment to authenticated;

create function private.write_sold(p_order_id uuid, p_extent text, p_at timestamptz) returns void
language sql set search_path = '' as $$
  with sold as (
    select l.product_id, l.price, max(l.name) as name, max(l.category) as category, sum(l.quantity)::integer as quantity
    from private.sold_lines l where l.order_id = p_order_id and l.product_id is not null group by 1, 2
  ), wanted as (
    select i.product_id, i.price, i.product_name as name, p.category, i.quantity
    from public.order_items i join public.products p on p.id = i.product_id
    where i.order_id = p_order_id and p_extent <> 'none'
  ), delivery as (
    select case p_extent when 'all' then o.charge when 'kept' then least(o.charge, d.sold) else 0 end - d.sold as change
    from (select coalesce(x.delivery_price, 0) as charge from public.orders x where x.id = p_order_id) o,
      (
        select coalesce(sum(l.quantity * l.price), 0)::integer as sold
        from private.sold_lines l
        where l.order_id = p_order_id and l.product_id is null
      ) d
  ), changes as (
    select product_id, coalesce(s.name, w.name) as name, coalesce(s.category, w.category) as category, price,
      case p_extent
        when 'kept' then least(coalesce(w.quantity, 0), coalesce(s.quantity, 0))
        else coalesce(w.quantity, 0)
      end - coalesce(s.quantity, 0) as quantity
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
$$;

comment on function private.write_sold is
  'Writes what of an order is sold now and was not, or was and is not any more. p_extent: all of its lines, those that '
  'were sold already and are still in it (kept), or none.';

create function private.follow_book(p_order_id uuid, p_payment uuid default null, p_gone text default null) returns void
-- Definer: whoever makes an entry, no role writes what follows from it.
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders;
  book private.books;
  has_left constant boolean := private.has_left(p_order_id);
  payment public.transactions;
begin
  select * into o from public.orders x where x.id = p_order_id for update;
  select * into book from private.book_of_order(p_order_id);
  select t.* into payment from public.transactions t
  where t.id in (select s.transaction_id from private.shares s where s.order_id = p_order_id)
  order by t.id = p_payment desc nulls last, t.status = 'completed' desc, t.decided_at desc, t.id desc limit 1;

  if o.status in ('pending', 'failed') and book.asked = 0 and book.has_money then
    if private.take_order_from_stock(p_order_id) then
      update public.orders x set status = 'paid' where x.id = p_order_id;
      -- On the day of the latest payment, unless it was sold and was not after all since.
      perform private.write_sold(p_order_id, 'all', coalesce((
        select max(t.decided_at) from private.payments_of_orders p join public.transactions t on t.id = p.transaction_id
        where p.order_id = p_order_id and p_payment is not null and not exists (
          select 1 from private.sold_lines l where l.order_id = p_order_id and l.sold_at > payment.decided_at
        )
      ), now()));
      perform private.close_tasks(p_order_id, 'late_money', 'paid');
    else
      perform private.open_task('late_money', payment, p_order_id, book.received - book.given_back);
    end if;
  elsif o.status in ('pending', 'failed') and book.asked > 0 then
    perform private.await_money(o, payment, p_payment is not null, p_gone);
  elsif book.asked > 0
    and p_gone is not null
    and (o.status = 'paid' and has_left or o.status in ('completed', 'cancelled')) then
    -- Goods are gone for which money is owed again.
    perform private.open_task('payment_reversed', payment, p_order_id, book.due);
  elsif book.asked > 0 and p_gone is not null and o.status = 'paid' then
    update public.orders x set status = 'pending' where x.id = p_order_id;
    perform private.await_money(o, payment, false, p_gone);
  elsif o.status in ('paid', 'completed') then
    perform private.write_sold(p_order_id, 'all', now());
  end if;
  if book.asked = 0 then
    perform private.close_tasks(p_order_id, 'payment_reversed', 'nothing_owed');
    perform private.complete_when_all_left(p_order_id);
  end if;
  perform private.ask_for_refund(p_order_id, payment, p_payment is not null);
  perform private.try_to_issue_papers(p_order_id);
end;
$$;

comment on function private.follow_book is
  'What follows from the book of an order, after every entry: it is sold when nothing is due any more, waits for the '
  'rest otherwise, is a task where money is owed for goods that left or came when the pieces were gone, and gets its '
  'papers. p_payment: of that which has just come; p_gone: of what money has just gone, the subject of the message.';

create function private.await_money(o public.orders, p_payment public.transactions, p_has_come boolean, p_gone text)
returns void
language plpgsql set search_path = '' as $$
declare
  book constant private.books := private.book_of_order(o.id);
  has_left constant boolean := private.has_left(o.id);
  is_held boolean;
begin
  -- What was sold stays sold as long as the money is there for it.
  if not has_left and private.asked_for((
    select sum(l.quantity::bigint * l.price * 100) from private.sold_lines l where l.order_id = o.id
  )::bigint - book.received + book.given_back - book.reduced) > 0 then
    perform private.put_order_back_on_sale(o.id);
    perform private.write_sold(o.id, 'none', now());
  end if;
  if not p_has_come and p_gone is null then
    return;
  end if;
  if p_has_come or not has_left then
    is_held := private.hold_order(
      o.id, now() + case when book.has_money then private.hold_time(true) else interval '24 hours' end
    );
  end if;
  if p_has_come and not is_held then
    perform private.open_task('late_money', p_payment, o.id, book.received - book.given_back);
    return;
  end if;
  if p_has_come then
    update public.orders x set status = 'pending' where x.id = o.id and x.status = 'failed';
  end if;
  perform private.queue_message('order_unpaid', coalesce(p_gone, p_payment.id::text), o.id);
end;
$$;

comment on function private.await_money is
  'A part of the price has come, or money has gone: the pieces are held, and the buyer is asked for the rest. What '
  'came when the pieces were gone is a task.';

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
    perform private.queue_message('refund_due', task || ' ' || p_payment.id, p_order_id);
  end if;
end;
$$;

comment on function private.ask_for_refund is
  'The one task about what was paid too much for an order says how much that is now, or is closed.';

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
  perform private.reduce(p_id, p_order_id, p_cause, p_cents, p_reason);
  perform private.take_pieces_back(p_id, reduced, p_lines);
  perform private.follow_book(p_order_id, p_gone => case when p_cents < 0 then p_id::text end);
  return (select private.order_as_json(o) from public.orders o where o.id = p_order_id);
end;
$$;

comment on function public.reduce_order is
  'So many cents of an order are no longer owed: p_cause goods_back (with p_lines, the pieces, as '
  'public.record_refund()), price_cut or written_off; below 0 it takes back an earlier one, without pieces, '
  'accepted_as_all too. What is then too much is a task. p_id: the same twice is one. Returns AdminOrder. PT400; '
  'PT403; PT404; PT409 transition_refused, refund_too_large (more than is charged), key_reused, and as '
  'private.take_pieces_back().';
grant execute on function public.reduce_order to authenticated;
grant execute on function private.add_shares, private.follow_book to service_role;
