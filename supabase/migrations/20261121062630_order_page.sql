-- Everything about one order: its notes, what happened to it, and what the dashboard's page of it shows.
-- Who calls: admins with their own token. Who writes notes: one function.
set check_function_bodies = off;

create table public.order_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete restrict,
  author_id uuid not null default auth.uid(),
  text text not null check (text ~ '\S' and char_length(text) <= 2000),
  created_at timestamptz not null default now()
);

comment on table public.order_notes is 'Notes of admins about an order; the buyer never sees them.';
comment on column public.order_notes.id is 'The Idempotency-Key of the request: the same note sent twice is one.';
comment on column public.order_notes.author_id is
  'The account that wrote it. No foreign key: a note outlives accounts, as the history does.';

create index order_notes_by_order on public.order_notes (order_id, created_at);

alter table public.order_notes enable row level security;
grant select on public.order_notes to authenticated;
grant insert (id, order_id, text) on public.order_notes to authenticated;

create policy "Admins read notes about orders" on public.order_notes
  for select to authenticated
  using ((select private.may('orders.read')));

create policy "Admins write notes under their own name" on public.order_notes
  for insert to authenticated
  with check ((select private.may('orders.read')) and author_id = (select auth.uid()));

create trigger append_only before update or delete or truncate on public.order_notes
  for each statement execute function private.refuse_change();

create trigger record_insert after insert on public.order_notes referencing new table as new_rows
  for each statement execute function private.record_history();

create function public.add_order_note(p_order_id uuid, p_id uuid, p_text text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  note public.order_notes;
begin
  perform private.require_permission('orders.read');
  perform private.require_text(p_text, 2000);
  perform private.refuse_missing(not exists (select 1 from public.orders o where o.id = p_order_id));
  perform private.refuse_invalid(p_id is null, 'the note has no id');
  insert into public.order_notes (id, order_id, text) values (p_id, p_order_id, p_text)
  on conflict (id) do nothing;
  select * into note from public.order_notes n where n.id = p_id;
  perform private.refuse_reused_key(
    note.order_id <> p_order_id or note.text <> p_text or note.author_id <> (select auth.uid())
  );
  return jsonb_build_object(
    'id', note.id, 'orderId', note.order_id, 'authorId', note.author_id, 'text', note.text,
    'createdAt', private.iso_time(note.created_at)
  );
end;
$$;

comment on function public.add_order_note is
  'The same p_id twice is one note. Returns OrderNote. PT400; PT403; PT404; '
  'PT409 key_reused for another text under it.';
grant execute on function public.add_order_note to authenticated;

create function private.deposit_at(p_order_id uuid, p_at timestamptz) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select s.cents
    from (select sum(x.cents) as cents from private.shares x where x.order_id = p_order_id and x.at <= p_at) s
    where exists (select 1 from public.order_items i where i.order_id = p_order_id and i.to_order is not null)
      and s.cents between 1 and coalesce((
        select (x.effect ->> 'totalBefore')::bigint from private.order_changes x
        where x.order_id = p_order_id and x.created_at > p_at order by x.created_at limit 1
      ), (select o.total_amount from public.orders o where o.id = p_order_id)) * 100 - 100
  );
end;
$$;

comment on function private.deposit_at is
  'What was paid by then of an order with pieces from the maker, in cents; null when that was all of it.';

create function private.timeline_of_order(p_order_id uuid)
returns table (at timestamptz, rank integer, kind text, actor_id uuid, details jsonb)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  with changes as (
    select h.* from public.history h where h.table_name = 'orders' and h.row_id = p_order_id
  )
  select o.created_at, 0, 'ordered', coalesce((select c.actor_id from changes c where c.before is null), o.user_id),
    jsonb_build_object('amount', coalesce(
      (
        select (x.effect ->> 'totalBefore')::integer
        from private.order_changes x
        where x.order_id = o.id
        order by x.created_at limit 1
      ),
      o.total_amount
    ), 'specialPrices', private.special_prices(o.id, array(
      select i.product_id from public.order_items i
      where i.order_id = o.id and not exists (
        -- Those that were agreed later belong to that change.
        select 1 from private.order_changes x
        where x.order_id = o.id and x.effect @> jsonb_build_object(
          'specialPrices', jsonb_build_array(jsonb_build_object('productId', i.product_id))
        )
      )
    )))
  from public.orders o where o.id = p_order_id
  union all
  select x.created_at, 6, 'changed', x.changed_by, x.effect || jsonb_build_object('contact', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'field', f.field,
      'from', coalesce((
        select d.name from public.delivery_counties d where f.field = 'county' and d.code = c.before ->> 'county'
      ), c.before ->> f.field),
      'to', coalesce((
        select d.name from public.delivery_counties d where f.field = 'county' and d.code = c.after ->> 'county'
      ), c.after ->> f.field)
    ) order by f.place), '[]')
    from changes c cross join unnest(array[
      'customer_name', 'customer_email', 'customer_phone', 'customer_address', 'company_name', 'company_pin',
      'purchase_order', 'county', 'terms_days'
    ]) with ordinality f (field, place)
    -- Of the same moment.
    where c.at = x.created_at and c.after ? f.field
  ))
  from private.order_changes x where x.order_id = p_order_id
  union all
  select
    c.at, 6, 'status_changed', c.actor_id,
    jsonb_build_object(
      'from', c.before ->> 'status', 'to', c.after ->> 'status', 'reason', c.after ->> 'completion_reason',
      'depositCents', case when c.after ->> 'status' = 'paid' then private.deposit_at(p_order_id, c.at) end,
      'wasDeposit', c.before ->> 'status' = 'paid'
        and private.deposit_at(p_order_id, c.at - interval '1 microsecond') is not null,
      -- Of the same moment, the earlier first.
      'place', c.id
    )
  from changes c where c.after ? 'status'
  union all
  select c.at, 6, 'claimed', (c.after ->> 'user_id')::uuid, '{}'
  from changes c where c.before ->> 'user_id' is null and c.after ->> 'user_id' is not null;
end;
$$;

comment on function private.timeline_of_order is 'When an order was made, changed, handed on and claimed.';

create function private.pieces_of_reduction(p_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', i.product_name, 'quantity', l.quantity, 'fate', l.fate
  ) order by i.product_name), '[]')
  from private.refund_lines l join public.order_items i on i.id = l.order_item_id where l.reduction_id = p_id;
$$;

comment on function private.pieces_of_reduction is 'The pieces for which less is owed of an order, and where they are.';

create function private.ways_to_count(p_order_id uuid, p_transaction_id uuid)
returns table (at timestamptz, actor_id uuid, cents bigint, way text)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select s.at, s.given_by, sum(s.cents)::bigint, w.way
  from private.shares s join public.transactions t on t.id = s.transaction_id
  cross join lateral (
    select case
      when s.cents < 0 then 'taken'
      when s.at > t.created_at and s.given_by is not null then 'given'
      when t.source = 'recorded' then 'recorded'
      else coalesce((
        select case p.evidence when 'statement' then 'statement' else 'list' end
        from private.paybill_payments p where p.transaction_id = t.id and t.source = 'told'
      ), 'bank')
    end as way
  ) w
  where s.order_id = p_order_id and s.transaction_id = p_transaction_id and s.refund_id is null
    -- What the bank approved, its answer tells.
    and not (t.source = 'asked' and w.way = 'bank')
  group by s.at, s.given_by, w.way;
end;
$$;

comment on function private.ways_to_count is
  'When a payment began to count for an order, how much, by whom, and how: recorded by staff, in Safaricom''s list, '
  'in a statement, told by the bank, given to it later, or taken for another order.';

create function private.timeline_of_payments(p_order_id uuid)
returns table (at timestamptz, rank integer, kind text, actor_id uuid, details jsonb)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  with transactions as (
    select t.*, (
      select coalesce(sum(s.cents), 0) from private.shares s
      where s.transaction_id = t.id and s.order_id = p_order_id and s.refund_id is null
    ) as here_cents
    from private.transactions_of_order(p_order_id) t
  )
  select t.created_at, 1, 'transaction_opened', (
      -- Staff who sent a prompt; nobody of what buyers begin.
      select h.actor_id from public.history h
      where h.table_name = 'transactions' and h.row_id = t.id and h.operation = 'insert'
    ),
    jsonb_build_object('reference', t.reference, 'amount', t.amount)
  from transactions t where t.source = 'asked'
  union all
  -- What the bank answered, without the trace.
  select a.at, 3, 'bank_answered', null, jsonb_build_object(
    'reference', t.reference, 'askedBy', a.asked_by, 'verdict', a.verdict,
    'answer', private.gateway_answer_as_json(a.answer)
      - array['transactionDate', 'bankReference', 'authorisationCode'],
    'method', t.payment_method, 'paid', (
      select jsonb_build_object(
        'cents', x.bank_amount_cents, 'receipt', case when private.has_receipt(x) then x.reference end
      )
      from public.transactions x where x.id = t.id and x.phone is not null and x.status = 'completed'
    )
  )
  from transactions t join private.gateway_answers a on a.transaction_id = t.id
  union all
  select
    c.at, 3, 'payment_counted', c.actor_id,
    jsonb_build_object(
      'way', c.way, 'method', t.payment_method, 'reference', t.reference, 'amountCents', t.bank_amount_cents,
      'hereCents', c.cents, 'day', private.nairobi_day(t.decided_at)
    )
  from transactions t cross join lateral private.ways_to_count(p_order_id, t.id) c
  union all
  select
    t.reversed_at, 4, 'payment_reversed', t.reversed_by,
    jsonb_build_object(
      'method', t.payment_method, 'reference', t.reference, 'amountCents', t.bank_amount_cents,
      'hereCents', t.here_cents, 'reason', t.reversal_reason
    )
  from transactions t where t.status = 'reversed'
  union all
  select
    r.created_at, 4, 'payment_reversed', r.recorded_by,
    jsonb_build_object(
      'method', r.method, 'reference', r.reference, 'amountCents', r.cents, 'hereCents', r.cents,
      'reason', r.reason
    )
  from private.refunds_of_orders r where r.order_id = p_order_id and r.cause in ('bounced', 'charged_back')
  union all
  select r.created_at, 4, 'written_off', r.decided_by, jsonb_build_object(
    'amountCents', r.cents, 'reason', r.reason, 'isCredited', r.has_credit_note,
    'pieces', private.pieces_of_reduction(r.id))
  from private.reductions r
  where r.order_id = p_order_id and r.refund_id is null and r.cause in ('written_off', 'goods_back', 'price_cut')
  union all
  -- Ended without an answer: given up after three days, or replaced by a new transaction.
  select h.at, 4, 'transaction_expired', h.actor_id, jsonb_build_object('reference', t.reference)
  from transactions t
  join public.history h on h.table_name = 'transactions' and h.row_id = t.id and h.after ->> 'status' = 'expired'
  union all
  select s.at, 7, 'settled', s.actor_id,
    jsonb_build_object('reference', t.reference, 'day', l.day, 'fileName', s.file_name)
  from transactions t
  join public.statement_lines l on l.transaction_id = t.id
  join public.bank_statements s on s.id = l.statement_id;
end;
$$;

comment on function private.timeline_of_payments is
  'What was asked, answered and recorded about the payments of an order.';

create function private.timeline_of_goods(p_order_id uuid)
returns table (at timestamptz, rank integer, kind text, actor_id uuid, details jsonb)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select h.expires_at, 2, 'hold_ended', null::uuid, jsonb_build_object('pieces', sum(h.quantity))
  from private.stock_holds h
  where h.order_id = p_order_id and h.expires_at <= now() and h.expires_at > '-infinity'
  group by h.expires_at
  union all
  select m.at, 5, case m.reason when 'sale' then 'stock_taken' else 'stock_returned' end, null,
    jsonb_build_object('pieces', m.pieces) || case when m.reason = 'sale' then '{}' else jsonb_build_object(
      -- Its payment was taken back: what is to be paid again is held for it.
      'isHeld', exists (
        select 1 from public.history h
        where h.table_name = 'orders' and h.row_id = p_order_id and h.at = m.at and h.after ->> 'status' = 'pending'
      )
    ) end
  from (
    select g.at, g.reason, abs(sum(g.change)) - case when g.reason = 'sale' then 0 else coalesce((
      -- What came back damaged was on no shelf.
      select sum(l.quantity) from private.reductions r join private.refund_lines l on l.reduction_id = r.id
      where r.order_id = p_order_id and r.created_at = g.at and l.fate = 'damaged'
    ), 0) end as pieces
    from private.stock_movements g join public.products p on p.id = g.product_id and not p.is_service
    where g.order_id = p_order_id group by g.at, g.reason
  ) m where m.pieces > 0
  union all
  select a.at, 5, 'arrived', a.actor_id, jsonb_build_object('productName', a.product_name, 'pieces', a.pieces)
  from private.arrivals(p_order_id) a
  union all
  select h.at, case h.operation when 'insert' then 4 else 5 end, 'shipment', h.actor_id, jsonb_build_object(
    'status', coalesce(h.after ->> 'status', 'packed'), 'carrier', s.carrier, 'waybill', s.waybill,
    'isWork', s.is_work,
    'reason', h.after ->> 'reason',
    'pieces', (select sum(l.quantity) from private.shipment_lines l where l.shipment_id = s.id))
  from private.shipments s join public.history h on h.table_name = 'shipments' and h.row_id = s.id
  where s.order_id = p_order_id
    -- Work is done at once.
    and (h.operation = 'insert' and not s.is_work or h.after ? 'status')
  union all
  select r.created_at, 7, case when r.corrects is null then 'refunded' else 'refund_corrected' end, r.recorded_by,
    jsonb_build_object(
      'amountCents', r.cents, 'day', r.day, 'method', r.method, 'bankReference', r.bank_reference,
      'reason', r.reason, 'pieces', private.pieces_of_reduction(r.id))
  from private.refunds_of_orders r where r.order_id = p_order_id and r.cause in ('refund', 'payment', 'came_back');
end;
$$;

comment on function private.timeline_of_goods is
  'What happened to the pieces of an order, and what was given back for them.';

create function private.timeline_of_desk(p_order_id uuid)
returns table (at timestamptz, rank integer, kind text, actor_id uuid, details jsonb)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select k.created_at, 7, 'task_opened', null::uuid, jsonb_build_object('task', private.task_in_short(k))
  from public.owner_tasks k where k.order_id = p_order_id
  union all
  select k.closed_at, 8, 'task_closed', k.closed_by, jsonb_build_object(
    'task', private.task_in_short(k), 'reason', k.closing_reason, 'outcome', k.outcome)
  from public.owner_tasks k where k.order_id = p_order_id and k.closed_at is not null
  union all
  select n.created_at, 9, 'noted', n.author_id, jsonb_build_object('id', n.id, 'text', n.text)
  from public.order_notes n where n.order_id = p_order_id
  union all
  select coalesce(m.finished_at, m.created_at), 10, 'message', null, jsonb_build_object(
    'id', m.id, 'message', m.kind, 'channel', m.channel, 'recipient', private.recipient_of(m),
    'state', m.state, 'reason', m.reason, 'attempts', m.attempts,
    'nextAttemptAt', private.iso_time(m.next_attempt_at), 'blocked', private.block_reason(m)
  )
  from private.messages s cross join lateral private.message_to_show(s) m where s.order_id = p_order_id;
end;
$$;

comment on function private.timeline_of_desk is 'Tasks, notes and messages of an order.';

create function private.order_timeline(p_order_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(
      jsonb_build_object('at', private.iso_time(e.at), 'kind', e.kind, 'by', case when e.actor_id is not null
        then jsonb_build_object('id', e.actor_id, 'name', u.name) end) || (e.details - 'place')
      order by e.at, e.rank, (e.details ->> 'place')::bigint nulls first, e.kind, e.details
    ), '[]')
    from (
      select * from private.timeline_of_order(p_order_id)
      union all
      select * from private.timeline_of_payments(p_order_id)
      union all
      select * from private.timeline_of_goods(p_order_id)
      union all
      select * from private.timeline_of_desk(p_order_id)
    ) e left join public.users u on u.id = e.actor_id
  );
end;
$$;

comment on function private.order_timeline is
  'The contract''s OrderEvent[], oldest first: what happened to an order, when and by whom. No trace, '
  'no link key, cards masked.';

create function private.as_permitted(p_details jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if private.may('payments.read') then
    return p_details;
  end if;
  return p_details || jsonb_build_object(
    'payments', private.without_codes(p_details -> 'payments'),
    'refunds', private.without_codes(p_details -> 'refunds'),
    'recorded', '[]'::jsonb, 'refundable', '[]'::jsonb, 'papers', '[]'::jsonb, 'tasks', '[]'::jsonb,
    'announced', '[]'::jsonb, 'fitting', '[]'::jsonb,
    'timeline', (
      select coalesce(jsonb_agg(e.event order by e.place), '[]')
      from jsonb_array_elements(p_details -> 'timeline') with ordinality e (event, place)
      where e.event ->> 'kind' in (
        'ordered', 'hold_ended', 'stock_taken', 'stock_returned', 'shipment', 'status_changed', 'changed', 'claimed',
        'noted', 'message'
      )
    )
  );
end;
$$;

comment on function private.as_permitted is
  'OrderDetails for whoever may not see payments: whether money came, and none of its codes, tasks and events.';

create function private.person(p_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if p_id is null then
    return null;
  end if;
  return jsonb_build_object('id', p_id, 'name', (select u.name from public.users u where u.id = p_id));
end;
$$;

comment on function private.person is '{id, name} of who has an account; the name is null once it is gone.';

create function public.order_details(p_order_id uuid) returns jsonb
-- Definer: admins may not read the bank's answers, the holds and the ledger; this shows what they say about one order.
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('orders.read');
  return (
    select private.as_permitted(jsonb_build_object(
      'order', private.order_as_json(o),
      'weights', coalesce(p.weights, '{}'), 'models', coalesce(p.models, '{}'),
      'seller', private.person(o.placed_by),
      'quotation', (
        select jsonb_build_object(
          'id', q.id, 'number', q.number, 'reference', q.purchase_order, 'seller', private.person(q.seller_id)
        )
        from private.quotations q where q.order_id = o.id
      ),
      'specialPrices', coalesce(p.special_prices, '{}'),
      'toSend', (
        select jsonb_build_object('isLate', coalesce(
          s.delivery_by < private.nairobi_day(now()) and not private.is_promise_over(o), false
        ))
        from private.orders_to_send s where s.id = o.id
      ),
      'completionNeed', private.completion_need(o),
      'shipping', private.shipping_of_order(o), 'cancelObstacle', (private.state_of_order(o)).cancel_by_staff,
      'changing', private.order_to_change(o),
      'payments', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'method', t.payment_method, 'reference', t.reference, 'transactionId', t.transaction_id,
          'amountCents', c.cents, 'paidAt', private.day_or_time(t.decided_at),
          'settledOn', case t.source when 'recorded' then private.nairobi_day(t.decided_at) else t.settled_on end,
          'cardNumber', private.masked_card(t.response_data ->> 'cardNumber'),
          'authorisationCode', t.response_data ->> 'authorisationCode'
        ) order by t.decided_at, t.created_at, t.id), '[]')
        from private.payments_of_orders c join public.transactions t on t.id = c.transaction_id where c.order_id = o.id
      ),
      'takenBack', private.taken_back_of_order(o.id),
      'announced', (
        select coalesce(jsonb_agg(jsonb_build_object('code', a.receipt, 'cents', a.cents) order by a.paid_at), '[]')
        from private.paybill_payments a where a.order_id = o.id and a.transaction_id is null
      ), 'fitting', private.payments_for_order(o.id),
      -- Those that staff recorded, the latest first.
      'recorded', private.recorded_payments(o.id), 'rest', private.rest_of_order(o.id),
      'transaction', (
        select jsonb_build_object('id', t.id, 'status', t.status, 'description', t.response_data ->> 'description')
        from public.transactions t
        where t.order_id = o.id and t.source = 'asked'
        order by t.created_at desc, t.id desc limit 1
      ),
      -- What the owner can give back now.
      'refundable', private.refundable_payments(o.id),
      'refundablePieces', private.refundable_pieces(o.id), 'serialsAtBuyer', private.serials_at_buyer(o.id),
      'refunds', private.correctable_refunds(o.id),
      'papers', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'number', private.paper_number(p), 'issuedAt', private.iso_time(p.issued_at), 'grossCents', p.gross_cents,
          'leftCents', (select i.gross_left from private.invoices_in_force i where i.id = p.id),
          'etims', private.etims_of(p.id)
        ) order by p.id), '[]')
        from private.papers p where p.order_id = o.id
      ),
      'tasks', (
        select coalesce(jsonb_agg(private.task_as_json(k) order by k.created_at), '[]')
        from public.owner_tasks k where k.order_id = o.id and k.closed_at is null
      ),
      'remindersStoppedAt', private.iso_time(o.reminders_stopped_at),
      'timeline', private.order_timeline(o.id)
    ))
    from public.orders o cross join lateral (
      select jsonb_object_agg(p.id, p.weight_grams) filter (where p.weight_grams is not null) as weights,
        jsonb_object_agg(p.id, p.model) filter (where p.model is not null) as models,
        jsonb_object_agg(
          p.id, jsonb_build_object('listPrice', i.list_price, 'reason', i.price_reason)
        ) filter (where i.list_price is not null) as special_prices
      from public.order_items i join public.products p on p.id = i.product_id where i.order_id = o.id
    ) p
    where o.id = p_order_id
  );
end;
$$;

comment on function public.order_details is 'The contract''s OrderDetails; null when there is no such order. PT403.';
grant execute on function public.order_details to authenticated;
