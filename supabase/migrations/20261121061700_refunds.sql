-- Money that went back to a buyer: how much, on which day, under which reference of the bank, and why;
-- and the pieces that came back.
-- Who reads: admins. Who writes: admins through the functions below; append-only,
-- a wrong entry is corrected by a further one.
set check_function_bodies = off;

create table public.refunds (
  -- The key under which the browser sent it: sent twice, it is one refund.
  id uuid primary key default gen_random_uuid(),
  transaction_id uuid not null references public.transactions (id) on delete restrict,
  cause text not null check (cause in ('refund', 'payment', 'bounced', 'charged_back', 'came_back')),
  corrects uuid unique references public.refunds (id) on delete restrict,
  counters uuid references public.refunds (id) on delete restrict,
  amount_cents bigint not null check (amount_cents >= 0 or cause = 'came_back'),
  day date not null,
  other_method text check (other_method in ('mpesa', 'transfer', 'cash', 'cheque')),
  bank_reference text not null check (bank_reference ~ '\S' and char_length(bank_reference) <= 100),
  reason text not null check (reason ~ '\S' and char_length(reason) <= 1000),
  recorded_by uuid not null default auth.uid(),
  created_at timestamptz not null default now(),
  check ((cause = 'came_back') = (counters is not null))
);

comment on table public.refunds is
  'One row per movement of money back. The shop sends no money: the bank does, and the owner writes it down. Of which '
  'orders it was: private.shares.';
comment on column public.refunds.cause is
  'refund: of what was too much, or of the price. payment: the payment itself went back, so the price is due again. '
  'bounced: a cheque. charged_back: by the bank. came_back: it came back after all, below 0.';
comment on column public.refunds.corrects is
  'The entry of which this one says what is right; it counts no longer. Of 0 cents: nothing was given back. '
  'Null for a first entry.';
comment on column public.refunds.counters is 'The entry of which money came back after all.';
comment on column public.refunds.day is 'In Nairobi, when the bank sent the money.';
comment on column public.refunds.other_method is 'By which way it went back; null: as the payment came.';
comment on column public.refunds.bank_reference is 'What the bank calls the transfer, or its code or number.';
comment on column public.refunds.recorded_by is
  'The account that recorded it. No foreign key: the list outlives accounts.';

create index refunds_by_transaction on public.refunds (transaction_id);
create index refunds_by_day on public.refunds (day) include (amount_cents);
create index refunds_by_counter on public.refunds (counters) where counters is not null;

alter table public.refunds enable row level security;
grant select on public.refunds to authenticated;

create policy "Admins read refunds" on public.refunds
  for select to authenticated using ((select private.may('payments.read')));

create trigger append_only before update or delete or truncate on public.refunds
  for each statement execute function private.refuse_change();

create table private.refund_lines (
  reduction_id uuid not null,
  order_id uuid not null references public.orders (id) on delete restrict,
  order_item_id uuid not null references public.order_items (id) on delete restrict,
  quantity integer not null check (quantity between 1 and 999),
  fate text not null check (fate in ('restocked', 'damaged', 'kept')),
  unsent integer not null default 0 check (unsent between 0 and quantity),
  primary key (reduction_id, order_item_id)
);

comment on table private.refund_lines is
  'Which pieces of an order a reduction was for; append-only. A correction of its refund is about the money alone.';
comment on column private.refund_lines.fate is
  'restocked: in stock again. damaged: came back, and cannot be sold. kept: nothing came back.';
comment on column private.refund_lines.unsent is
  'How many of them had not left the shop: they are not to be sent any more.';

create index refund_lines_by_order on private.refund_lines (order_id, order_item_id);
create index refund_lines_by_item on private.refund_lines (order_item_id);

create trigger append_only before update or delete or truncate on private.refund_lines
  for each statement execute function private.refuse_change();

create view private.standing_refunds as
select r.*, b.cause as bank_cause
from public.refunds r
left join public.refunds g on g.id = r.counters
left join (values ('bounced'), ('charged_back')) b (cause) on b.cause = coalesce(g.cause, r.cause)
where not exists (select 1 from public.refunds c where c.corrects = r.id);

comment on view private.standing_refunds is
  'What was given back as far as anybody knows: without entries that were corrected. bank_cause: why the bank took it, '
  'also of what came back of that; null of what the shop sent.';

create function private.check_refund_day(p_day date, p_transaction_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_day is null or p_day > private.nairobi_day(now()) or p_day < (
    select private.nairobi_day(least(t.created_at, t.decided_at))
    from public.transactions t
    where t.id = p_transaction_id
  ) then
    raise sqlstate 'PT400' using message = 'refund_day_wrong';
  end if;
end;
$$;

comment on function private.check_refund_day is
  'Money goes back after it came, and not in the future. PT400 refund_day_wrong.';

create function private.check_refund_reference(p_order_id uuid, p_bank_reference text, p_is_sure boolean) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not coalesce(p_is_sure, false) and exists (
    select 1 from private.refunds_of_orders r
    where r.order_id is distinct from p_order_id
      and r.amount_cents > 0
      and private.bare_code(r.bank_reference) = private.bare_code(p_bank_reference)
      and r.stands
  ) then
    raise sqlstate 'PT409' using message = 'refund_reference_used';
  end if;
end;
$$;

comment on function private.check_refund_reference is
  'The reference of another order''s refund is mostly a line that was read wrongly, and sometimes one transfer for '
  'both: a person says which. PT409.';

create function private.refund_reference(
  p_id uuid, p_typed text, p_method text, p_expected text, p_came_by text
) returns text
language plpgsql stable set search_path = '' as $$
declare
  reference text := p_typed;
begin
  if p_method <> 'card' then
    reference := private.normal_code(p_id, p_method, p_typed);
  end if;
  perform private.require_text(reference, 100), private.refuse_invalid(
    case when p_method = 'card' then p_came_by <> 'card' else not private.is_code(p_method, reference) end,
    'method and reference'
  );
  if p_method <> p_expected then
    perform private.require_password('refunds');
  end if;
  return reference;
end;
$$;

comment on function private.refund_reference is
  'The reference of money that goes back: by card the bank''s, otherwise as of a payment by that method. A method that '
  'is not expected asks for the password. PT400; PT403.';

create function private.share_left(p_transaction_id uuid, p_order_id uuid) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(sum(s.cents), 0)::bigint
  from private.counting_shares s
  where s.transaction_id = p_transaction_id and s.order_id = p_order_id;
$$;

comment on function private.share_left is
  'How much of a payment an order has and was not given back; 0 of a payment that does not count.';

create function private.rest_left(p_transaction_id uuid) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select t.bank_amount_cents
      - (select coalesce(sum(s.cents), 0) from private.counting_shares s where s.transaction_id = t.id)::bigint
      - (select coalesce(sum(r.amount_cents), 0) from private.standing_refunds r where r.transaction_id = t.id)::bigint
    from public.transactions t where t.id = p_transaction_id and t.status = 'completed'
  );
end;
$$;

comment on function private.rest_left is
  'How much of a payment no order has, and was not given back; null of a payment that does not count.';

create function private.money_without_order() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('count', count(*), 'cents', coalesce(sum(l.cents), 0))
  from public.transactions t cross join lateral private.rest_left(t.id) l (cents)
  where t.order_id is null and l.cents > 0;
$$;

comment on function private.money_without_order is
  'The contract''s MoneyWithoutOrder: payments of which some pays no order yet, as a list with hasRest has them.';

create function private.refundable_payments(p_order_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'transactionId', t.id, 'reference', t.reference, 'method', t.payment_method, 'amountCents', p.left_cents,
      'receivedAt', private.day_or_time(t.decided_at)
    ) order by t.decided_at, t.created_at, t.id), '[]')
    from private.payments_of_orders p join public.transactions t on t.id = p.transaction_id
    where p.order_id = p_order_id
  );
end;
$$;

comment on function private.refundable_payments is 'RefundablePayment[]: what the owner can give back of an order now.';

create function private.has_returned_pieces(p_order_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select 1 from private.ordered_pieces i where i.order_id = p_order_id and i.back > i.unsent);
$$;

comment on function private.has_returned_pieces is
  'Whether pieces of an order that had left came back: what was sent stays sent.';

create function private.refundable_pieces(p_order_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_object_agg(i.id, private.pieces_with_buyer(i, o.status) - i.refunded)
    from private.ordered_pieces i join public.orders o on o.id = i.order_id where i.order_id = p_order_id
  );
end;
$$;

comment on function private.refundable_pieces is
  'By order item: the pieces that were sold, or left, and that no refund was for yet.';

create function private.pieces_back(p_item_id uuid) returns jsonb
-- Definer: whoever may see an order may know this.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'cameBack', coalesce(sum(l.quantity - l.unsent) filter (where l.fate <> 'kept'), 0),
      'notSent', coalesce(sum(l.unsent), 0)
    )
    from private.refund_lines l where l.order_item_id = p_item_id
  );
end;
$$;

comment on function private.pieces_back is
  'Of an order item: the pieces that came back, and those that are not sent any more. Work does neither.';
grant execute on function private.pieces_back to authenticated;

create function private.take_serials_back(p_order_id uuid, p_lines jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  back integer;
begin
  perform private.refuse_invalid(exists (
    select 1 from jsonb_array_elements(p_lines) l
    where case jsonb_typeof(l -> 'serials')
      when 'array' then jsonb_array_length(l -> 'serials') > (l ->> 'quantity')::integer
      else l ? 'serials'
    end
  ), 'more serial numbers than pieces');
  update private.shipment_serials n set is_back = true
  from jsonb_array_elements(p_lines) l, private.shipments s
  where s.order_id = p_order_id and s.status in ('sent', 'delivered') and n.shipment_id = s.id and not n.is_back
    and n.order_item_id = (l ->> 'itemId')::uuid and l ->> 'fate' <> 'kept' and l -> 'serials' ? n.serial;
  get diagnostics back = row_count;
  perform private.refuse_invalid(back <> (
    select coalesce(sum(jsonb_array_length(l -> 'serials')), 0) from jsonb_array_elements(p_lines) l
  ), 'a serial number that is not with the buyer');
end;
$$;

comment on function private.take_serials_back is 'Which of the pieces that come back have these serial numbers. PT400.';

create function private.serials_at_buyer(p_order_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(i.order_item_id, i.serials), '{}')
    from (
      select n.order_item_id, jsonb_agg(n.serial order by n.serial) as serials
      from private.shipment_serials n join private.shipments s on s.id = n.shipment_id
      where s.order_id = p_order_id and s.status in ('sent', 'delivered') and not n.is_back group by 1
    ) i
  );
end;
$$;

comment on function private.serials_at_buyer is
  'By order item: the serial numbers of pieces that left and did not come back, those that were written down.';

create function private.take_pieces_back(p_reduction_id uuid, o public.orders, p_lines jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  is_paid constant boolean := o.status in ('paid', 'completed');
begin
  perform private.refuse_invalid(
    jsonb_typeof(p_lines) is distinct from 'array' or p_lines <> '[]' and not (is_paid or private.has_left(o.id)),
    'pieces of an order that is paid or sent'
  );
  perform private.lock_products(array(select i.product_id from public.order_items i where i.order_id = o.id));
  begin
    insert into private.refund_lines (reduction_id, order_id, order_item_id, quantity, fate, unsent)
    select p_reduction_id, o.id, i.id, (l ->> 'quantity')::integer, l ->> 'fate',
      case
        when o.status = 'paid' and l ->> 'fate' <> 'kept' and i.gone = 0 then (l ->> 'quantity')::integer
        else 0
      end
    from jsonb_array_elements(p_lines) l
    join private.ordered_pieces i on i.id = (l ->> 'itemId')::uuid and i.order_id = o.id;
  exception
    when check_violation or not_null_violation or unique_violation or invalid_text_representation then
      perform private.refuse_invalid(true, sqlerrm);
  end;
  perform private.refuse_invalid(
    (select count(*) from private.refund_lines l where l.reduction_id = p_reduction_id) <> jsonb_array_length(p_lines),
    'a line of another order'
  );
  if exists (
    select 1 from private.refund_lines l join private.ordered_pieces i on i.id = l.order_item_id and i.order_id = o.id
    where l.reduction_id = p_reduction_id and (
      i.refunded > case when is_paid then i.quantity - i.awaited else i.gone end
      -- What was never taken out of the stock comes back to none.
      or l.fate <> 'kept' and l.quantity > i.taken
    )
  ) then
    raise sqlstate 'PT409' using message = 'pieces_refunded';
  -- It is not known whether it is a piece that left or one that did not.
  elsif exists (
    select 1 from private.refund_lines l join private.ordered_pieces i on i.id = l.order_item_id and i.order_id = o.id
    where l.reduction_id = p_reduction_id and l.fate <> 'kept'
      and is_paid
      and i.gone between 1 and i.quantity - i.unsent - 1
  ) then
    raise sqlstate 'PT409' using message = 'pieces_split';
  elsif exists (
    select 1 from private.ordered_pieces i
    where i.order_id = o.id and i.refunded > 0 and i.packed > i.quantity - i.unsent
  ) then
    raise sqlstate 'PT409' using message = 'pieces_packed';
  end if;
  perform set_config('shop.pieces_of_order', o.id::text, true);
  update public.products p set stock = p.stock + l.quantity
  from private.refund_lines l join public.order_items i on i.id = l.order_item_id
  where l.reduction_id = p_reduction_id and l.fate <> 'kept' and p.id = i.product_id;
  perform set_config('shop.pieces_of_order', '', true);
  perform set_config('shop.stock_reason', 'damaged', true);
  update public.products p set stock = p.stock - l.quantity
  from private.refund_lines l join public.order_items i on i.id = l.order_item_id
  where l.reduction_id = p_reduction_id and l.fate = 'damaged' and p.id = i.product_id;
  perform set_config('shop.stock_reason', '', true);
  perform private.take_serials_back(o.id, p_lines);
  -- Once all that was sent of an item has come back, its pieces may be sent to somebody else.
  update private.shipment_serials n set is_back = true
  from private.refund_lines l join private.ordered_pieces i on i.id = l.order_item_id and i.order_id = o.id
  where l.reduction_id = p_reduction_id
    and n.order_item_id = l.order_item_id
    and i.packed > 0
    and i.back - i.unsent >= i.gone
    and not n.is_back;
end;
$$;

comment on function private.take_pieces_back is
  'Writes down which pieces of a paid order a refund is for, and moves the stock. p_lines: [{itemId, quantity, fate, '
  'serials}]. '
  'PT400 invalid_request; PT409 pieces_refunded, pieces_packed (in a parcel that has not left), '
  'pieces_split (some of the item have left).';

create function private.price_of_pieces(p_order_id uuid, p_lines jsonb) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(sum(i.price::bigint * 100 * (l ->> 'quantity')::integer), 0)::bigint
  from jsonb_array_elements(case jsonb_typeof(p_lines) when 'array' then p_lines else '[]' end) l
  join public.order_items i on i.order_id = p_order_id and i.id::text = l ->> 'itemId'
  -- What is no figure is refused by private.take_pieces_back().
  where l ->> 'quantity' ~ '^\d{1,4}$';
$$;

comment on function private.price_of_pieces is 'Cents that pieces of an order cost: [{itemId, quantity}].';

create function private.give_back(
  p_id uuid, p_transaction_id uuid, p_cause text, p_cents bigint, p_day date, p_reference text, p_reason text,
  p_shares jsonb, p_corrects uuid default null, p_counters uuid default null, p_method text default null
) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.refunds (
    id, transaction_id, cause, corrects, counters, amount_cents, day, other_method, bank_reference, reason
  )
  select p_id, t.id, p_cause, p_corrects, p_counters, p_cents, p_day, nullif(p_method, t.payment_method), p_reference,
    p_reason
  from public.transactions t where t.id = p_transaction_id;
  insert into private.shares (transaction_id, refund_id, order_id, cents)
  select p_transaction_id, p_id, k::uuid, -v::bigint from jsonb_each_text(p_shares) s (k, v) where v::bigint <> 0;
  -- Of a cheque that bounced the buyer reads that the price is due again.
  perform private.queue_message('refund_recorded', p_id::text, r.order_id) from private.refunds_of_orders r
  where r.id = p_id
    and r.cause in ('refund', 'payment')
    and (r.amount_cents > 0 or r.corrects is not null)
    and r.order_id is not null;
  -- What was wrong explains no line of a statement.
  update public.statement_lines l set verdict = 'returned', refund_ids = null
  where l.verdict = 'refunded' and l.refund_ids @> array[p_corrects];
  -- The line that a charge-back is written for is being closed.
  perform private.explain_lines() where p_cause <> 'charged_back';
end;
$$;

comment on function private.give_back is
  'Writes down money that went back, and of which orders it was: p_shares {order id: cents}. '
  'What it does not name was of no order. p_method: null, as the payment came.';

create function private.refund_chain(p_refund_id uuid) returns setof uuid
language plpgsql stable set search_path = '' as $$
begin
  return query
  with recursive entries as (
    select r.id, r.corrects from public.refunds r where r.id = p_refund_id
    union all
    select r.id, r.corrects from entries e join public.refunds r on r.id = e.corrects
  )
  select e.id from entries e;
end;
$$;

comment on function private.refund_chain is 'An entry and all that it corrects.';

create function private.check_refund_entry(
  p_transaction_id uuid, p_cents bigint, p_day date, p_bank_reference text, p_left bigint, p_has_pieces boolean,
  p_corrects uuid, p_wrong_cents bigint
) returns void
language plpgsql stable set search_path = '' as $$
begin
  -- What never counted is given back as a whole.
  if not coalesce(
    p_cents between case
      when p_corrects is null then 1
      when p_left is null then p_wrong_cents
      else 0
    end and coalesce(p_left, 0) + coalesce(p_wrong_cents, 0),
    false
  ) then
    raise sqlstate 'PT409' using
      message = 'refund_too_large',
      detail = coalesce(p_left, 0) + coalesce(p_wrong_cents, 0) || ' cents can be given back';
  elsif p_cents = 0 and p_has_pieces then
    raise sqlstate 'PT409' using message = 'refund_has_pieces';
  elsif exists (
    -- Two people at the desk, one line in the bank's list.
    select 1 from private.standing_refunds r
    where r.id is distinct from p_corrects
      and r.transaction_id = p_transaction_id
      and r.amount_cents = nullif(p_cents, 0)
      and r.day = p_day and private.bare_code(r.bank_reference) = private.bare_code(p_bank_reference)
  ) then
    raise sqlstate 'PT409' using message = 'refund_recorded';
  end if;
end;
$$;

comment on function private.check_refund_entry is
  'Whether an entry can be written. p_left: cents of the payment that can be given back, null when it never counted; '
  'p_corrects: an entry of p_wrong_cents. PT409 refund_too_large, refund_has_pieces, refund_recorded.';

create function private.check_correction(
  p_corrects uuid, p_cents bigint, p_day date, p_method text, p_bank_reference text
) returns void
language plpgsql stable set search_path = '' as $$
declare
  wrong private.refunds_of_orders;
begin
  select * into wrong from private.refunds_of_orders r where r.id = p_corrects;
  -- Two people at the desk: the second sees first what the other wrote.
  if not wrong.is_correctable then
    raise sqlstate 'PT409' using message = 'refund_corrected';
  end if;
  perform private.refuse_invalid(
    (p_cents, p_day, p_method, p_bank_reference)
      is not distinct from (wrong.amount_cents, wrong.day, wrong.method, wrong.bank_reference),
    'nothing differs'
  );
end;
$$;

comment on function private.check_correction is
  'Whether an entry may be corrected, and is. PT409 refund_corrected; PT400 invalid_request: nothing differs.';

create function private.reduce_by_refund(
  p_id uuid, o public.orders, p_cents bigint, p_reason text, p_lines jsonb, p_due bigint, p_owed bigint,
  p_corrects uuid, p_wrong_cents bigint
) returns void
language plpgsql set search_path = '' as $$
declare
  pieces constant bigint := private.price_of_pieces(o.id, p_lines);
  -- What the entries before it have reduced.
  reduced constant bigint := coalesce(
    (select sum(r.cents) from private.reductions r where r.refund_id in (select private.refund_chain(p_corrects))), 0
  );
begin
  if not (o.status in ('paid', 'completed') or reduced <> 0 and o.status <> 'cancelled') then
    return;
  end if;
  perform private.reduce(
    p_id, o.id,
    case when jsonb_path_exists(p_lines, '$[*] ? (@.fate != "kept")') then 'goods_back' else 'price_cut' end,
    -- Pieces first; what is not for them is first for what was too much anyway. No more than is owed:
    -- the rest is within a shilling.
    least(
      least(pieces, p_cents)
        + greatest(p_cents - pieces - greatest(coalesce(p_wrong_cents, 0) - p_due - reduced, 0), 0),
      p_owed + reduced
    ) - reduced, p_reason, p_id
  );
end;
$$;

comment on function private.reduce_by_refund is
  'What a refund of the price reduces: of a paid order, or of one that an earlier entry has reduced. '
  'p_due, p_owed: cents before the refund; p_corrects: an entry of p_wrong_cents.';

create function private.cause_of_refund(o public.orders, p_cents bigint, p_lines jsonb) returns text
language sql stable set search_path = '' as $$
  select case
    when o.status in ('pending', 'failed') then 'payment'
    -- A deposit, which is for nothing that was sold: given back, it reduces no price.
    when p_lines = '[]'
      and o.status = 'paid'
      and exists (select 1 from public.order_items i where i.order_id = o.id and i.to_order is not null)
      and p_cents <= private.cents_for_unsold(o.id) then 'payment'
    else 'refund'
  end;
$$;

comment on function private.cause_of_refund is
  'payment: so much of a payment goes back, and is due again. refund: of the price of what was sold, which is reduced.';

create function private.without_deposit(p_order_id uuid, p_cause text) returns public.orders
language plpgsql set search_path = '' as $$
begin
  if p_cause = 'payment' and not (private.book_of_order(p_order_id)).has_money then
    update public.order_items i set awaited_since = null
    from public.orders o where o.id = i.order_id and o.id = p_order_id and o.terms_days is null;
    update public.orders o set status = 'pending' where o.id = p_order_id and o.status = 'paid';
  end if;
  return (select o from public.orders o where o.id = p_order_id);
end;
$$;

comment on function private.without_deposit is
  'The order of a refund: if all its money went back before anything was sold, it is not paid, and has no place among '
  'those who wait, unless it is on account.';

create function private.write_refund(
  p_id uuid, p_order_id uuid, p_transaction_id uuid, p_amount_cents bigint, p_day date, p_bank_reference text,
  p_reason text, p_is_sure boolean, p_lines jsonb, p_corrects uuid default null, p_method text default null
) returns void
language plpgsql set search_path = '' as $$
declare
  refunded public.orders;
  transaction public.transactions;
  earlier public.refunds;
  wrong private.refunds_of_orders;
  cause text;
  method text;
  -- A correction is for the pieces of the entry before it.
  lines constant jsonb := coalesce((
    select jsonb_agg(jsonb_build_object('itemId', l.order_item_id, 'quantity', l.quantity, 'fate', l.fate))
    from private.refund_lines l where l.reduction_id in (select private.refund_chain(p_corrects))
  ), p_lines);
  counts boolean;
  book private.books;
begin
  perform private.require_permission('refunds'), private.require_text(p_reason);
  -- The order first, then the transaction: everybody locks in this order.
  select o.* into refunded from public.orders o where o.id = p_order_id for update;
  select * into transaction from public.transactions t where t.id = p_transaction_id for update;
  select * into wrong from private.refunds_of_orders r where r.id = p_corrects;
  method := coalesce(p_method, wrong.method, transaction.payment_method);
  p_bank_reference := private.refund_reference(
    p_id, p_bank_reference, method, coalesce(wrong.method, transaction.payment_method), transaction.payment_method
  );
  perform private.refuse_missing(transaction.id is null or p_order_id is not null and refunded.id is null);

  select * into earlier from public.refunds r where r.id = p_id;
  if found then
    perform private.refuse_reused_key((
      earlier.transaction_id, earlier.corrects, earlier.amount_cents, earlier.day, earlier.bank_reference,
      earlier.reason, coalesce(earlier.other_method, transaction.payment_method)
    ) is distinct from (p_transaction_id, p_corrects, p_amount_cents, p_day, p_bank_reference, p_reason, method));
    return;
  end if;

  perform private.check_refund_day(p_day, p_transaction_id);
  if p_corrects is not null then
    perform private.check_correction(p_corrects, p_amount_cents, p_day, method, p_bank_reference);
  elsif transaction.status <> 'completed' then
    raise sqlstate 'PT409' using message = 'transition_refused', detail = 'nothing of this payment was accepted';
  end if;
  cause := coalesce(wrong.cause, private.cause_of_refund(refunded, p_amount_cents, lines));
  counts := refunded.id is not null and coalesce(wrong.counts, true);
  perform private.check_refund_entry(
    p_transaction_id, p_amount_cents, p_day, p_bank_reference,
    case when counts then private.share_left(transaction.id, refunded.id) else private.rest_left(transaction.id) end,
    lines <> '[]', p_corrects, wrong.cents
  );
  perform private.check_refund_reference(
    refunded.id, p_bank_reference, p_is_sure or p_bank_reference is not distinct from wrong.bank_reference
  );
  book := private.book_of_order(refunded.id);
  perform private.give_back(
    p_id, p_transaction_id, cause, p_amount_cents, p_day, p_bank_reference, p_reason,
    case when counts then jsonb_build_object(refunded.id, p_amount_cents) else '{}' end, p_corrects, null, method
  );
  if not counts then
    return;
  end if;
  if cause = 'refund' then
    perform private.reduce_by_refund(
      p_id, refunded, p_amount_cents, p_reason, lines, book.due, book.charged - book.reduced, p_corrects, wrong.cents
    );
  end if;
  perform private.take_pieces_back(p_id, refunded, p_lines);
  refunded := private.without_deposit(refunded.id, cause);
  perform private.follow_book(
    refunded.id, p_gone => case when refunded.status not in ('pending', 'failed') then p_id::text end
  );
  if refunded.status in ('pending', 'failed') and private.may_give_up_pieces(refunded) then
    -- The rest is not asked for any more.
    delete from private.stock_holds h where h.order_id = refunded.id;
  end if;
end;
$$;

comment on function private.write_refund is
  'Money of a payment was given back, or another sum than an earlier entry says (p_corrects): of the price of a paid '
  'order, which is reduced where nothing was agreed before, or of the payment itself.';

create function public.record_refund(
  p_id uuid, p_transaction_id uuid, p_amount_cents bigint, p_day date, p_bank_reference text, p_reason text,
  p_is_sure boolean default false,
  p_lines jsonb default '[]', p_cancels boolean default false, p_order_id uuid default null,
  p_method text default null
) returns jsonb
-- Definer: the book is written by the shop's functions only.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  -- A payment for one order says which.
  refunded constant uuid := coalesce(p_order_id, (
    select (array_agg(s.order_id))[1] from private.shares s
    where s.transaction_id = p_transaction_id and s.refund_id is null
    having count(distinct s.order_id) = 1 and private.rest_left(p_transaction_id) = 0
  ));
begin
  perform private.write_refund(
    p_id, refunded, p_transaction_id, p_amount_cents, p_day, p_bank_reference, p_reason, p_is_sure, p_lines,
    p_method => p_method
  );
  if p_cancels then
    return public.advance_order(refunded, 'cancelled');
  end if;
  return (select private.order_as_json(o) from public.orders o where o.id = refunded);
end;
$$;

comment on function public.record_refund is
  'The owner writes down that money of a payment was given back: of an order that is not paid, so that its price is '
  'due again; of a paid one what was too much, or of the price, which then is reduced. p_lines: the pieces that it is '
  'for, as private.take_pieces_back(). p_cancels: the order is cancelled with it, or nothing is written. p_order_id: '
  'of a payment for several orders; without one what no order has of it. p_method: how it went back, if not as it '
  'came. p_id: the same twice is one. Returns AdminOrder, or null. PT400 invalid_request, refund_day_wrong in the '
  'future or before the payment; PT403, also password_required for another method; PT404; '
  'PT409 transition_refused (it does not count), refund_too_large, refund_recorded (the same under another key), '
  'refund_reference_used (for another order, and not p_is_sure), pieces_refunded, pieces_packed, pieces_split, '
  'key_reused, and as public.advance_order() with p_cancels.';
grant execute on function public.record_refund to authenticated;

create function private.correctable_refunds(p_order_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', r.id, 'transactionId', r.transaction_id, 'reference', r.reference, 'amountCents', r.cents,
      'method', r.method, 'paidBy', t.payment_method, 'day', r.day, 'bankReference', r.bank_reference,
      'isWhole', private.rest_left(r.transaction_id) is null
    ) order by r.created_at, r.id), '[]')
    from private.refunds_of_orders r join public.transactions t on t.id = r.transaction_id
    where r.order_id = p_order_id and r.is_correctable
  );
end;
$$;

comment on function private.correctable_refunds is
  'RecordedRefund[]: what was given back of an order, as it stands now, and can be corrected.';

create function public.correct_refund(
  p_id uuid, p_refund_id uuid, p_amount_cents bigint, p_day date, p_bank_reference text, p_reason text,
  p_is_sure boolean default false, p_method text default null
) returns jsonb
-- Definer: refunds are written by this function and its neighbours alone.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  wrong private.refunds_of_orders;
begin
  select * into wrong from private.refunds_of_orders r where r.id = p_refund_id and r.cause in ('refund', 'payment');
  perform private.write_refund(
    p_id, wrong.order_id, wrong.transaction_id, p_amount_cents, p_day, p_bank_reference, p_reason, p_is_sure, '[]',
    p_refund_id, p_method
  );
  return (select private.order_as_json(o) from public.orders o where o.id = wrong.order_id);
end;
$$;

comment on function public.correct_refund is
  'The owner says what is right about a refund that was written down wrongly, with the reason; the wrong entry stays '
  'and counts no longer. The amount of what never counted stays; any other may be anything up to what came, and 0 when '
  'nothing was given back. p_id: the same twice is one. Returns AdminOrder. PT400 refund_day_wrong in the future or '
  'before the payment, invalid_request, also when nothing differs; PT403, also password_required for another '
  'p_method than it had; PT404; PT409 refund_corrected (by somebody '
  'else meanwhile; or it was of several orders, or some of it came back), refund_too_large, refund_has_pieces (it '
  'cannot become 0), refund_recorded, refund_reference_used, key_reused.';

create function public.record_refund_back(
  p_id uuid, p_refund_id uuid, p_amount_cents bigint, p_day date, p_bank_reference text, p_reason text
) returns jsonb
-- Definer: the book is written by the shop's functions only.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  gone public.refunds;
  shares jsonb;
begin
  perform private.require_permission('refunds');
  perform private.require_text(p_reason), private.require_text(p_bank_reference, 100);
  perform private.lock_orders(array(select s.order_id from private.shares s where s.refund_id = p_refund_id));
  perform 1 from public.transactions t
  where t.id = (select r.transaction_id from public.refunds r where r.id = p_refund_id)
  for update;
  select * into gone from public.refunds r where r.id = p_id;
  if found then
    perform private.refuse_reused_key(
      (gone.counters, gone.amount_cents, gone.day) is distinct from (p_refund_id, -p_amount_cents, p_day)
    );
    return private.transaction_row_as_json(gone.transaction_id);
  end if;
  select * into gone from private.standing_refunds r where r.id = p_refund_id and r.cause <> 'came_back';
  perform private.refuse_missing(not found);
  perform private.check_refund_day(p_day, gone.transaction_id);
  if not coalesce(p_amount_cents between 1 and gone.amount_cents + (
    select coalesce(sum(r.amount_cents), 0) from public.refunds r where r.counters = p_refund_id
  ), false) then
    raise sqlstate 'PT409' using message = 'refund_too_large', detail = 'more came back than went';
  end if;
  -- One order after the other.
  select coalesce(jsonb_object_agg(g.order_id, -least(g.cents, p_amount_cents - g.upto + g.cents)), '{}') into shares
  from (
    select s.order_id, -sum(s.cents)::bigint as cents, -sum(sum(s.cents)) over (order by s.order_id)::bigint as upto
    from private.shares s
    where s.refund_id = p_refund_id or s.refund_id in (select r.id from public.refunds r where r.counters = p_refund_id)
    group by 1
  ) g where g.cents > 0 and g.upto - g.cents < p_amount_cents;
  perform private.give_back(
    p_id, gone.transaction_id, 'came_back', -p_amount_cents, p_day, p_bank_reference, p_reason, shares,
    p_counters => p_refund_id, p_method => gone.other_method
  );
  perform private.follow_books(array(select k::uuid from jsonb_object_keys(shares) k order by 1), gone.transaction_id);
  return private.transaction_row_as_json(gone.transaction_id);
end;
$$;

comment on function public.record_refund_back is
  'Money that had gone came back after all, a won charge-back for instance: a counter-entry. p_id: the same twice is '
  'one. Returns TransactionRow. PT400 refund_day_wrong; PT403; PT404; PT409 refund_too_large, key_reused.';
grant execute on function public.correct_refund, public.record_refund_back to authenticated;
