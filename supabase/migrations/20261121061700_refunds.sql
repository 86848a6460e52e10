-- Money that went back to a buyer: how much, on which day, under which reference of the bank, and why.
-- Who reads: admins. Who writes: admins through the functions below; append-only, a wrong entry is corrected by a further one.
set check_function_bodies = off;

create table public.refunds (
  -- The key under which the browser sent it: sent twice, it is one refund.
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete restrict,
  transaction_id uuid not null references public.transactions (id) on delete restrict,
  task_id uuid references public.owner_tasks (id) on delete restrict,
  corrects uuid unique references public.refunds (id) on delete restrict,
  amount_cents bigint not null check (amount_cents >= 0),
  day date not null,
  bank_reference text not null check (bank_reference ~ '\S' and char_length(bank_reference) <= 100),
  reason text not null check (reason ~ '\S' and char_length(reason) <= 1000),
  recorded_by uuid not null default auth.uid(),
  overpaid_cents bigint not null default 0 check (overpaid_cents between 0 and amount_cents),
  created_at timestamptz not null default now()
);

comment on table public.refunds is 'One row per refund that an admin has recorded. The shop sends no money: the bank does, and the owner writes it down.';
comment on column public.refunds.task_id is 'The task about this money, which pays nothing of the order; null when it was given back out of what has paid the order.';
comment on column public.refunds.corrects is 'The entry of which this one says what is right; it counts no longer. Of 0 cents: nothing was given back. Null for a first entry.';
comment on column public.refunds.day is 'In Nairobi, when the bank sent the money.';
comment on column public.refunds.bank_reference is 'What the bank calls the transfer.';
comment on column public.refunds.overpaid_cents is 'How much of it the buyer had paid too much, since the order was changed after it was paid.';
comment on column public.refunds.recorded_by is 'The account that recorded it. No foreign key: the list outlives accounts.';

create unique index refunds_by_task on public.refunds (task_id) where corrects is null;
create index refunds_by_order on public.refunds (order_id);
create index refunds_by_transaction on public.refunds (transaction_id);
create index refunds_by_day on public.refunds (day) include (amount_cents);

alter table public.refunds enable row level security;
grant select on public.refunds to authenticated, service_role;

create policy "Admins read refunds" on public.refunds
  for select to authenticated using ((select private.may('payments.read')));

create trigger append_only before update or delete or truncate on public.refunds
  for each statement execute function private.refuse_change();

create table private.refund_lines (
  refund_id uuid not null references public.refunds (id) on delete restrict,
  order_id uuid not null references public.orders (id) on delete restrict,
  order_item_id uuid not null references public.order_items (id) on delete restrict,
  quantity integer not null check (quantity between 1 and 999),
  fate text not null check (fate in ('restocked', 'damaged', 'kept')),
  unsent integer not null default 0 check (unsent between 0 and quantity),
  primary key (refund_id, order_item_id)
);

comment on table private.refund_lines is 'Which pieces of an order a refund was for; append-only. A correction of the refund is about its money alone.';
comment on column private.refund_lines.fate is 'restocked: in stock again. damaged: came back, and cannot be sold. kept: nothing came back.';
comment on column private.refund_lines.unsent is 'How many of them had not left the shop: they are not to be sent any more.';

create index refund_lines_by_order on private.refund_lines (order_id, order_item_id);
create index refund_lines_by_item on private.refund_lines (order_item_id);

create trigger append_only before update or delete or truncate on private.refund_lines
  for each statement execute function private.refuse_change();

create view private.refunded_pieces as
select l.order_id, l.order_item_id, sum(l.quantity)::integer as refunded, coalesce(sum(l.quantity) filter (where l.fate <> 'kept'), 0)::integer as back,
  sum(l.unsent)::integer as unsent
from private.refund_lines l group by l.order_id, l.order_item_id;

comment on view private.refunded_pieces is 'By order item: the pieces that refunds were for, those of them that came back, and those that had not left. Asked by order_id too, so that an index is used.';

create view private.standing_refunds as
select r.* from public.refunds r
where not exists (select 1 from public.refunds c where c.corrects = r.id);

comment on view private.standing_refunds is 'What was given back as far as anybody knows: without entries that were corrected.';
grant select on private.standing_refunds to service_role;

create function private.check_refund_day(p_day date, p_transaction_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_day is null or p_day > private.nairobi_day(now()) or p_day < (
    select private.nairobi_day(least(t.created_at, t.decided_at)) from public.transactions t where t.id = p_transaction_id
  ) then
    raise sqlstate 'PT400' using message = 'refund_day_wrong';
  end if;
end;
$$;

comment on function private.check_refund_day is 'Money goes back after it came, and not in the future. PT400 refund_day_wrong.';

create function private.check_new_refund(
  p_transaction_id uuid, p_amount_cents bigint, p_day date, p_bank_reference text, p_instead_of uuid default null
) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_amount_cents > 0 and exists (
    select 1 from private.standing_refunds r
    where r.id is distinct from p_instead_of and r.transaction_id = p_transaction_id and r.amount_cents = p_amount_cents and r.day = p_day
      and lower(btrim(r.bank_reference)) = lower(btrim(p_bank_reference))
  ) then
    raise sqlstate 'PT409' using message = 'refund_recorded';
  end if;
end;
$$;

comment on function private.check_new_refund is 'Two people at the desk, one line in the bank''s list: it is written down once. PT409.';
create function private.check_refund_reference(p_order_id uuid, p_bank_reference text, p_is_sure boolean) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not coalesce(p_is_sure, false) and exists (
    select 1 from private.standing_refunds r
    where r.order_id <> p_order_id and r.amount_cents > 0 and lower(btrim(r.bank_reference)) = lower(btrim(p_bank_reference))
  ) then
    raise sqlstate 'PT409' using message = 'refund_reference_used';
  end if;
end;
$$;

comment on function private.check_refund_reference is
  'The reference of another order''s refund is mostly a line that was read wrongly, and sometimes one transfer for both: a person says which. PT409.';

create function private.overpaid_cents(p_order_id uuid) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(sum(k.amount_cents), 0)::bigint from public.owner_tasks k where k.order_id = p_order_id and k.kind = 'overpaid' and k.closed_at is null;
$$;

comment on function private.overpaid_cents is 'What is still to be given back since an order was changed after it was paid.';
grant execute on function private.overpaid_cents to service_role;

create function private.refundable_cents(transaction public.transactions) returns bigint
language sql stable set search_path = '' as $$
  select case
      when transaction.status = 'completed' then transaction.bank_amount_cents
      else (select k.amount_cents from public.owner_tasks k where k.transaction_id = transaction.id and k.outcome = 'rest_due')
    end - coalesce((
      select sum(r.amount_cents) from private.standing_refunds r where r.transaction_id = transaction.id and r.task_id is null
    ), 0)::bigint;
$$;

comment on function private.refundable_cents is 'How much of a payment was accepted for its order and not given back; null when nothing of it was accepted.';

create function private.refundable_payments(p_order_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('transactionId', t.id, 'reference', t.reference,
    'method', t.payment_method, 'amountCents', private.refundable_cents(t), 'receivedAt', private.iso_time(t.decided_at)) order by t.decided_at), '[]')
  from public.transactions t
  where t.order_id = p_order_id and t.status in ('completed', 'review') and private.refundable_cents(t) > 0;
$$;

comment on function private.refundable_payments is 'RefundablePayment[]: what the owner can give back of an order now.';

create function private.has_returned_pieces(p_order_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select 1 from private.refunded_pieces r where r.order_id = p_order_id and r.back > r.unsent);
$$;

comment on function private.has_returned_pieces is 'Whether pieces of an order that had left came back with a refund: what was sent stays sent.';

create function private.refundable_pieces(p_order_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_object_agg(i.id, i.quantity - coalesce(r.refunded, 0))
  from public.order_items i left join private.refunded_pieces r on r.order_id = i.order_id and r.order_item_id = i.id
  where i.order_id = p_order_id;
$$;

comment on function private.refundable_pieces is 'By order item: the pieces that no refund was for yet.';

create function private.take_pieces_back(p_refund_id uuid, o public.orders, p_lines jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.refuse_invalid(jsonb_typeof(p_lines) is distinct from 'array' or o.status not in ('paid', 'completed') and p_lines <> '[]', 'pieces of a paid order');
  perform private.lock_products(array(select i.product_id from public.order_items i where i.order_id = o.id));
  begin
    insert into private.refund_lines (refund_id, order_id, order_item_id, quantity, fate, unsent)
    select p_refund_id, o.id, i.id, (l ->> 'quantity')::integer, l ->> 'fate',
      case when o.status = 'paid' and l ->> 'fate' <> 'kept' and coalesce(s.gone, 0) = 0 then (l ->> 'quantity')::integer else 0 end
    from jsonb_array_elements(p_lines) l
    join public.order_items i on i.id = (l ->> 'itemId')::uuid and i.order_id = o.id
    left join private.pieces_in_shipments s on s.order_id = i.order_id and s.order_item_id = i.id;
  exception
    when check_violation or not_null_violation or unique_violation or invalid_text_representation then
      raise sqlstate 'PT400' using message = 'invalid_request', detail = sqlerrm;
  end;
  if (select count(*) from private.refund_lines l where l.refund_id = p_refund_id) <> jsonb_array_length(p_lines) then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = 'a line of another order';
  elsif exists (
    select 1 from public.order_items i join private.refunded_pieces r on r.order_id = i.order_id and r.order_item_id = i.id where i.order_id = o.id and r.refunded > i.quantity
  ) then
    raise sqlstate 'PT409' using message = 'pieces_refunded';
  -- It is not known whether it is a piece that left or one that did not.
  elsif exists (
    select 1 from private.refund_lines l join public.order_items i on i.id = l.order_item_id
    join private.pieces_in_shipments s on s.order_id = i.order_id and s.order_item_id = i.id
    join private.refunded_pieces r on r.order_id = i.order_id and r.order_item_id = i.id
    where l.refund_id = p_refund_id and l.fate <> 'kept' and s.gone between 1 and i.quantity - r.unsent - 1
  ) then
    raise sqlstate 'PT409' using message = 'pieces_split';
  elsif exists (
    select 1 from public.order_items i join private.pieces_in_shipments s on s.order_id = i.order_id and s.order_item_id = i.id
    join private.refunded_pieces r on r.order_id = i.order_id and r.order_item_id = i.id
    where i.order_id = o.id and s.packed > i.quantity - r.unsent
  ) then
    raise sqlstate 'PT409' using message = 'pieces_packed';
  end if;
  perform set_config('shop.pieces_of_order', o.id::text, true);
  update public.products p set stock = p.stock + l.quantity
  from private.refund_lines l join public.order_items i on i.id = l.order_item_id
  where l.refund_id = p_refund_id and l.fate <> 'kept' and p.id = i.product_id;
  perform set_config('shop.pieces_of_order', '', true);
  perform set_config('shop.stock_reason', 'damaged', true);
  update public.products p set stock = p.stock - l.quantity
  from private.refund_lines l join public.order_items i on i.id = l.order_item_id
  where l.refund_id = p_refund_id and l.fate = 'damaged' and p.id = i.product_id;
  perform set_config('shop.stock_reason', '', true);
  -- Once all that was sent of an item has come back, its pieces may be sent to somebody else.
  update private.shipment_serials n set is_back = true
  from private.refund_lines l join private.refunded_pieces r on r.order_id = o.id and r.order_item_id = l.order_item_id
  join private.pieces_in_shipments s on s.order_id = o.id and s.order_item_id = l.order_item_id
  where l.refund_id = p_refund_id and n.order_item_id = l.order_item_id and r.back - r.unsent >= s.gone and not n.is_back;
end;
$$;

comment on function private.take_pieces_back is
  'Writes down which pieces of a paid order a refund is for, and moves the stock. p_lines: [{itemId, quantity, fate}]. PT400 invalid_request; PT409 pieces_refunded, pieces_packed (in a parcel that has not left), pieces_split (some of the item have left).';

create function private.price_of_pieces(p_order_id uuid, p_lines jsonb) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(sum(i.price::bigint * 100 * (l ->> 'quantity')::integer), 0)::bigint
  from jsonb_array_elements(case jsonb_typeof(p_lines) when 'array' then p_lines else '[]' end) l
  join public.order_items i on i.order_id = p_order_id and i.id::text = l ->> 'itemId'
  -- What is no figure is refused by private.take_pieces_back().
  where l ->> 'quantity' ~ '^\d{1,4}$';
$$;

comment on function private.price_of_pieces is 'Cents that pieces of an order cost: [{itemId, quantity}].';

create function public.record_refund(
  p_id uuid, p_transaction_id uuid, p_amount_cents bigint, p_day date, p_bank_reference text, p_reason text, p_is_sure boolean default false,
  p_lines jsonb default '[]', p_cancels boolean default false
) returns jsonb
-- Definer: refunds are written by this function and with the end of a task; no role may edit a task.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  taken_up public.orders;
  transaction public.transactions;
  earlier public.refunds;
  refundable bigint;
  partial_payment uuid;
begin
  perform private.require_permission('refunds');
  perform private.require_text(p_reason), private.require_text(p_bank_reference, 100);
  -- The order first, then the transaction: everybody locks in this order.
  select o.* into taken_up from public.orders o
  where o.id = (select t.order_id from public.transactions t where t.id = p_transaction_id) for update;
  perform private.refuse_missing(not found);
  select * into transaction from public.transactions t where t.id = p_transaction_id for update;

  select * into earlier from public.refunds r where r.id = p_id;
  if found then
    perform private.refuse_reused_key(
      (earlier.transaction_id, earlier.amount_cents, earlier.day, earlier.bank_reference, earlier.reason)
        is distinct from (p_transaction_id, p_amount_cents, p_day, p_bank_reference, p_reason)
    );
    return private.order_as_json(taken_up);
  end if;

  perform private.check_refund_day(p_day, p_transaction_id);
  refundable := private.refundable_cents(transaction);
  if refundable is null then
    raise sqlstate 'PT409' using message = 'transition_refused', detail = 'nothing of this payment was accepted';
  end if;
  if p_amount_cents is null or p_amount_cents < 1 or p_amount_cents > refundable then
    raise sqlstate 'PT409' using message = 'refund_too_large', detail = refundable || ' cents can be given back';
  end if;
  perform private.check_new_refund(p_transaction_id, p_amount_cents, p_day, p_bank_reference);
  perform private.check_refund_reference(taken_up.id, p_bank_reference, p_is_sure);
  if taken_up.status in ('pending', 'failed') then
    -- What is left to pay follows from the partial payments, so each is given back as a whole.
    if p_amount_cents <> refundable then
      raise sqlstate 'PT409' using message = 'refund_not_whole', detail = refundable || ' cents were accepted';
    end if;
    update public.owner_tasks k set outcome = 'refunded'
    where k.transaction_id = p_transaction_id and k.outcome = 'rest_due' returning k.id into partial_payment;
    -- The rest is not asked for any more.
    if not private.keeps_its_pieces(taken_up.id) then
      delete from private.stock_holds h where h.order_id = taken_up.id;
    end if;
  end if;
  insert into public.refunds (id, order_id, transaction_id, task_id, amount_cents, day, bank_reference, reason, overpaid_cents)
  values (
    p_id, taken_up.id, p_transaction_id, partial_payment, p_amount_cents, p_day, p_bank_reference, p_reason,
    -- What is not for pieces is first for what was paid too much.
    least(greatest(p_amount_cents - private.price_of_pieces(taken_up.id, p_lines), 0), private.overpaid_cents(taken_up.id))
  );
  perform private.settle_overpaid(taken_up.id, 'refunded', p_reason);
  perform private.take_pieces_back(p_id, taken_up, p_lines);
  if p_cancels then
    return public.advance_order(taken_up.id, 'cancelled');
  end if;
  perform private.complete_when_all_left(taken_up.id);
  return (select private.order_as_json(o) from public.orders o where o.id = taken_up.id);
end;
$$;

comment on function public.record_refund is
  'The owner writes down that the bank gave back money which was accepted for an order: a whole partial payment while the order is not paid, any sum up to what '
  'has paid it afterwards. p_lines: the pieces that it is for, as private.take_pieces_back(). p_cancels: the order is cancelled with it, or nothing is written. p_id: the same twice is one. Returns AdminOrder. PT400 invalid_request, refund_day_wrong in the future or before the payment; PT403; PT404; '
  'PT409 transition_refused (nothing was accepted), refund_too_large, refund_recorded (the same under another key), refund_reference_used (for another order, '
  'and not p_is_sure), refund_not_whole, pieces_refunded, pieces_packed, pieces_split, key_reused, and as public.advance_order() with p_cancels.';
grant execute on function public.record_refund to authenticated;
create function private.correctable_refunds(p_order_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'transactionId', r.transaction_id, 'reference', t.reference, 'amountCents', r.amount_cents,
    'method', t.payment_method, 'day', r.day, 'bankReference', r.bank_reference, 'isWhole', r.task_id is not null) order by r.created_at, r.id), '[]')
  from private.standing_refunds r join public.transactions t on t.id = r.transaction_id
  where r.order_id = p_order_id and r.amount_cents > 0;
$$;

comment on function private.correctable_refunds is 'RecordedRefund[]: what was given back of an order, as it stands now.';

create function private.price_of_refunded_pieces(p_refund_id uuid) returns bigint
language sql stable set search_path = '' as $$
  with recursive entries as (
    select r.id, r.corrects from public.refunds r where r.id = p_refund_id
    union all
    select r.id, r.corrects from entries e join public.refunds r on r.id = e.corrects
  )
  select coalesce(sum(i.price::bigint * 100 * l.quantity), 0)::bigint
  from entries e join private.refund_lines l on l.refund_id = e.id join public.order_items i on i.id = l.order_item_id;
$$;

comment on function private.price_of_refunded_pieces is 'Cents that the pieces cost which an entry was for, or one that it corrects; 0 when it was for none.';

create function public.correct_refund(
  p_id uuid, p_refund_id uuid, p_amount_cents bigint, p_day date, p_bank_reference text, p_reason text, p_is_sure boolean default false
) returns jsonb
-- Definer: refunds are written by this function and its neighbours alone.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  wrong public.refunds;
  refunded public.orders;
  transaction public.transactions;
  earlier public.refunds;
  most bigint;
  least_cents bigint;
begin
  perform private.require_permission('refunds');
  perform private.require_text(p_reason), private.require_text(p_bank_reference, 100);
  select * into wrong from public.refunds r where r.id = p_refund_id;
  perform private.refuse_missing(not found);
  -- The order first, then the transaction: everybody locks in this order.
  select * into refunded from public.orders o where o.id = wrong.order_id for update;
  select * into transaction from public.transactions t where t.id = wrong.transaction_id for update;

  select * into earlier from public.refunds r where r.id = p_id;
  if found then
    perform private.refuse_reused_key(
      (earlier.corrects, earlier.amount_cents, earlier.day, earlier.bank_reference, earlier.reason)
        is distinct from (p_refund_id, p_amount_cents, p_day, p_bank_reference, p_reason)
    );
    return private.order_as_json(refunded);
  end if;
  -- Two people at the desk: the second sees first what the other wrote.
  if exists (select 1 from public.refunds r where r.corrects = p_refund_id) then
    raise sqlstate 'PT409' using message = 'refund_corrected';
  end if;

  perform private.check_refund_day(p_day, wrong.transaction_id);
  perform private.refuse_invalid((p_amount_cents, p_day, p_bank_reference) is not distinct from (wrong.amount_cents, wrong.day, wrong.bank_reference), 'nothing differs');
  -- What a task was about, or a partial payment of an order that was not paid, is given back as a whole.
  most := case when wrong.task_id is null then private.refundable_cents(transaction) + wrong.amount_cents else wrong.amount_cents end;
  least_cents := case when wrong.task_id is null then 0 else most end;
  if most is null or p_amount_cents is null or p_amount_cents not between least_cents and most then
    raise sqlstate 'PT409' using message = 'refund_too_large', detail = most || ' cents can be given back';
  end if;
  if p_amount_cents = 0 and private.price_of_refunded_pieces(p_refund_id) > 0 then
    raise sqlstate 'PT409' using message = 'refund_has_pieces';
  end if;
  perform private.check_new_refund(wrong.transaction_id, p_amount_cents, p_day, p_bank_reference, wrong.id);
  perform private.check_refund_reference(wrong.order_id, p_bank_reference, p_is_sure or p_bank_reference = wrong.bank_reference);
  insert into public.refunds (id, order_id, transaction_id, task_id, corrects, amount_cents, day, bank_reference, reason, overpaid_cents)
  values (
    p_id, wrong.order_id, wrong.transaction_id, wrong.task_id, wrong.id, p_amount_cents, p_day, p_bank_reference, p_reason,
    least(greatest(p_amount_cents - private.price_of_refunded_pieces(wrong.id), 0), wrong.overpaid_cents + private.overpaid_cents(wrong.order_id))
  );
  perform private.settle_overpaid(wrong.order_id, 'refunded', p_reason);
  return private.order_as_json(refunded);
end;
$$;

comment on function public.correct_refund is
  'The owner says what is right about a refund that was written down wrongly, with the reason; the wrong entry stays and counts no longer. The amount of a '
  'refund that a task asked for, or of a partial payment, stays; of what had paid an order it may be anything up to what came, and 0 when nothing was given back. '
  'p_id: the same twice is one. Returns AdminOrder. PT400 refund_day_wrong in the future or before the payment, invalid_request, also when nothing differs; PT403; PT404; '
  'PT409 refund_corrected (by somebody else meanwhile), refund_too_large, refund_has_pieces (it cannot become 0), refund_recorded, refund_reference_used, key_reused.';
grant execute on function public.correct_refund to authenticated;
