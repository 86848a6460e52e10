-- Everything about one order for admins: their notes, what was ordered, the money, and what happened when.
-- Who reads: admins. Who writes: admins, notes under their own name through public.add_order_note(); append-only.

create table public.order_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete restrict,
  author_id uuid not null default auth.uid(),
  text text not null check (text ~ '\S' and char_length(text) <= 2000),
  created_at timestamptz not null default now()
);

comment on table public.order_notes is 'Notes of admins about an order; the buyer never sees them.';
comment on column public.order_notes.id is 'The Idempotency-Key of the request: the same note sent twice is one.';
comment on column public.order_notes.author_id is 'The account that wrote it. No foreign key: a note outlives accounts, as the history does.';

create index order_notes_by_order on public.order_notes (order_id, created_at);

alter table public.order_notes enable row level security;
grant select on public.order_notes to authenticated;
grant insert (id, order_id, text) on public.order_notes to authenticated;

create policy "Admins read notes about orders" on public.order_notes
  for select to authenticated
  using ((select private.is_admin()));

create policy "Admins write notes under their own name" on public.order_notes
  for insert to authenticated
  with check ((select private.is_admin()) and author_id = (select auth.uid()));

create trigger append_only before update or delete or truncate on public.order_notes
  for each statement execute function private.refuse_change();

create trigger record_insert after insert on public.order_notes referencing new table as new_rows
  for each statement execute function private.record_history();

create function public.add_order_note(p_order_id uuid, p_id uuid, p_text text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  note public.order_notes;
begin
  perform private.require_admin();
  if not exists (select 1 from public.orders o where o.id = p_order_id) then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  insert into public.order_notes (id, order_id, text) values (p_id, p_order_id, p_text)
  on conflict (id) do nothing;
  select * into note from public.order_notes n where n.id = p_id;
  if note.order_id <> p_order_id or note.text <> p_text or note.author_id <> (select auth.uid()) then
    raise sqlstate 'PT409' using message = 'key_reused';
  end if;
  return jsonb_build_object(
    'id', note.id, 'orderId', note.order_id, 'authorId', note.author_id, 'text', note.text,
    'createdAt', private.iso_time(note.created_at)
  );
end;
$$;

comment on function public.add_order_note is 'The same p_id twice is one note. Returns OrderNote. PT403; PT404; PT409 key_reused for another text under it.';
grant execute on function public.add_order_note to authenticated;

create function private.order_timeline(p_order_id uuid) returns jsonb
-- Definer: nobody may read the bank's answers, the holds and the ledger; this shows what they say about one order.
language sql stable security definer set search_path = '' as $$
  select private.require_admin();
  with transactions as (
    select t.* from public.transactions t where t.order_id = p_order_id
  ), changes as (
    select h.* from public.history h where h.table_name = 'orders' and h.row_id = p_order_id
  ), events (at, rank, kind, actor_id, details) as (
    select o.created_at, 0, 'ordered', coalesce((select c.actor_id from changes c where c.before is null), o.user_id),
      jsonb_build_object('amount', o.total_amount)
    from public.orders o where o.id = p_order_id
    union all
    select t.created_at, 1, 'transaction_opened', null, jsonb_build_object('reference', t.reference, 'amount', t.amount)
    from transactions t
    union all
    select h.expires_at, 2, 'hold_ended', null, jsonb_build_object('pieces', sum(h.quantity))
    from private.stock_holds h where h.order_id = p_order_id and h.expires_at <= now() group by h.expires_at
    union all
    -- What the bank answered, without the trace.
    select a.at, 3, 'bank_answered', null, jsonb_build_object(
      'reference', t.reference, 'askedBy', a.asked_by, 'verdict', a.verdict,
      'answer', private.gateway_answer_as_json(a.answer) - array['transactionDate', 'bankReference', 'authorisationCode']
    )
    from transactions t join private.gateway_answers a on a.transaction_id = t.id
    union all
    -- Ended without an answer: given up after three days, or replaced by a new transaction.
    select h.at, 4, 'transaction_expired', h.actor_id, jsonb_build_object('reference', t.reference)
    from transactions t
    join public.history h on h.table_name = 'transactions' and h.row_id = t.id and h.after ->> 'status' = 'expired'
    union all
    select m.at, 5, case m.reason when 'sale' then 'stock_taken' else 'stock_returned' end, null, jsonb_build_object('pieces', abs(sum(m.change)))
    from private.stock_movements m where m.order_id = p_order_id group by m.at, m.reason
    union all
    select r.created_at, 7, case when r.corrects is null then 'refunded' else 'refund_corrected' end, r.recorded_by, jsonb_build_object(
      'amountCents', r.amount_cents, 'day', r.day, 'bankReference', r.bank_reference, 'reason', r.reason)
    from public.refunds r where r.order_id = p_order_id
    union all
    select c.at, 6, 'status_changed', c.actor_id, jsonb_build_object('from', c.before ->> 'status', 'to', c.after ->> 'status', 'reason', c.after ->> 'completion_reason')
    from changes c where c.after ? 'status'
    union all
    select c.at, 6, 'claimed', (c.after ->> 'user_id')::uuid, '{}'
    from changes c where c.before ->> 'user_id' is null and c.after ->> 'user_id' is not null
    union all
    select s.at, 7, 'settled', s.actor_id, jsonb_build_object('reference', t.reference, 'day', l.day, 'fileName', s.file_name)
    from transactions t join public.statement_lines l on l.transaction_id = t.id join public.bank_statements s on s.id = l.statement_id
    union all
    select k.created_at, 7, 'task_opened', null, jsonb_build_object('title', k.title, 'taskKind', k.kind)
    from public.owner_tasks k where k.order_id = p_order_id
    union all
    select k.closed_at, 8, 'task_closed', k.closed_by, jsonb_build_object('title', k.title, 'reason', k.closing_reason, 'outcome', k.outcome)
    from public.owner_tasks k where k.order_id = p_order_id and k.closed_at is not null
    union all
    select n.created_at, 9, 'noted', n.author_id, jsonb_build_object('id', n.id, 'text', n.text)
    from public.order_notes n where n.order_id = p_order_id
    union all
    select coalesce(m.finished_at, m.created_at), 10, 'message', null, jsonb_build_object(
      'id', m.id, 'message', m.kind, 'channel', m.channel, 'recipient', private.recipient_of(m),
      'state', m.state, 'reason', m.reason, 'blocked', private.block_reason(m)
    )
    from private.messages m where m.order_id = p_order_id
  )
  select coalesce(jsonb_agg(
    jsonb_build_object('at', private.iso_time(e.at), 'kind', e.kind, 'by', case when e.actor_id is not null
      then jsonb_build_object('id', e.actor_id, 'name', u.name) end) || e.details
    order by e.at, e.rank
  ), '[]')
  from events e left join public.users u on u.id = e.actor_id;
$$;

comment on function private.order_timeline is 'The contract''s OrderEvent[], oldest first: what happened to an order, when and by whom. No trace, no link key, cards masked. PT403.';

create function private.hold_ends_at(p_order_id uuid) returns timestamptz
-- Definer: nobody may read holds.
language sql stable security definer set search_path = '' as $$
  select private.require_admin();
  select min(h.expires_at) from private.stock_holds h where h.order_id = p_order_id and h.expires_at > now();
$$;

comment on function private.hold_ends_at is 'Until when an order''s pieces are held; null when they are not. PT403.';
grant execute on function private.order_timeline, private.hold_ends_at to authenticated;

create function public.order_details(p_order_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select private.require_admin();
  select jsonb_build_object(
    'order', private.order_as_json(o),
    'weights', coalesce(p.weights, '{}'), 'models', coalesce(p.models, '{}'),
    'heldUntil', private.iso_time(private.hold_ends_at(o.id)),
    'completionNeed', private.completion_needs_as_json(array[o.id]) -> 0 -> 'need',
    'payment', (
      select jsonb_build_object(
        'reference', t.reference, 'transactionId', t.transaction_id, 'amount', t.amount,
        'paidAt', private.iso_time(t.decided_at), 'settledOn', private.order_settled_on(o.id), 'cardNumber', private.masked_card(a.answer ->> 'cardNumber'),
        'authorisationCode', a.answer ->> 'authorisationCode'
      )
      from public.transactions t cross join private.deciding_answer_of(t.id) a (answer)
      where t.order_id = o.id and t.status = 'completed' limit 1
    ),
    'transaction', (
      select jsonb_build_object(
        'status', t.status, 'description', private.deciding_answer_of(t.id) ->> 'description', 'askedAt', private.iso_time(t.asked_at)
      )
      from public.transactions t where t.order_id = o.id order by t.created_at desc, t.id desc limit 1
    ),
    -- What the owner can give back now.
    'refundable', private.refundable_payments(o.id),
    'refunds', private.correctable_refunds(o.id),
    'tasks', (
      select coalesce(jsonb_agg(private.task_as_json(k) order by k.created_at), '[]')
      from public.owner_tasks k where k.order_id = o.id and k.closed_at is null
    ),
    'timeline', private.order_timeline(o.id)
  )
  from public.orders o cross join lateral (
    select jsonb_object_agg(p.id, p.weight_grams) filter (where p.weight_grams is not null) as weights,
      jsonb_object_agg(p.id, p.model) filter (where p.model is not null) as models
    from public.order_items i join public.products p on p.id = i.product_id where i.order_id = o.id
  ) p
  where o.id = p_order_id;
$$;

comment on function public.order_details is 'The contract''s OrderDetails; null when there is no such order. PT403.';
grant execute on function public.order_details to authenticated;
