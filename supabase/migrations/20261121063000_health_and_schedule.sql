-- What must always be true of money and stock, as a query that returns no row; how the shop is, component by component;
-- and the scheduled jobs: each minute the database calls reconcile and send-messages, each night it checks the rules.
-- Elsewhere than on hosted Supabase there is no pg_cron, and a timer of the local stack calls.
-- Who reads: the api function, admins, the tests, a monitor with a key, npm run shop -- doctor. Who writes: the jobs
-- and the backup, when they have run.
set check_function_bodies = off;

create view private.invariants as
-- Each table is read once, however many orders there are.
with book as materialized (
  select o.id, o.status, b.*, coalesce(l.cents, 0) as sold,
    p.order_id is not null as has_parcels,
    coalesce(k.is_owed_again, false) as is_owed_again, coalesce(k.is_late, false) as is_late,
    coalesce(k.is_too_much, false) as is_too_much
  from public.orders o join private.books b on b.order_id = o.id
  left join (
    select x.order_id, sum(x.quantity::bigint * x.price * 100) as cents from private.sold_lines x group by 1
  ) l on l.order_id = o.id
  left join (
    select distinct s.order_id from private.shipments s where s.status in ('sent', 'delivered')
  ) p on p.order_id = o.id
  left join (
    select t.order_id, bool_or(t.kind = 'payment_reversed' and t.closed_at is null) as is_owed_again,
      bool_or(t.kind = 'late_money' and t.closed_at is null) as is_late,
      bool_or(t.kind = 'overpaid' and t.closed_at is null) as is_too_much
    from public.owner_tasks t group by 1
  ) k on k.order_id = o.id
), sold as materialized (
  select l.order_id, l.product_id, sum(l.quantity) as quantity
  from private.sold_lines l
  where l.product_id is not null
  group by 1, 2
)
select c.broken, b.id::text as subject, c.detail
from book b cross join lateral (values
  -- Of goods that left, money may be owed; of a paid order, what was added to it.
  (
    b.status in ('paid', 'completed') and not b.is_owed_again and not b.has_parcels
      and private.asked_for(b.sold::bigint - b.reduced - b.received + b.given_back) > 0,
    'paid without money', b.status
  ),
  (
    b.status in ('pending', 'failed') and b.has_money and b.due_kes = 0 and not b.is_late,
    'nothing is due of an order that is not paid', b.received || ' cents'
  ),
  (b.status = 'cancelled' and b.charged <> b.reduced, 'a cancelled order is owed', b.charged - b.reduced || ' cents'),
  (b.reduced not between 0 and b.charged, 'reductions are more than is charged', b.reduced || ' of ' || b.charged),
  (
    (b.too_much > 0 and b.status in ('paid', 'completed', 'cancelled')) <> b.is_too_much,
    'too much is paid, or is not, and no task says so', b.due || ' cents'
  ),
  (
    b.status in ('paid', 'completed') and b.sold <> b.charged
      and not (b.status = 'paid' and b.sold < b.charged and (b.due_kes > 0 or exists (
        select 1 from public.order_items i where i.order_id = b.id and i.to_order is not null
      ))),
    'what was sold is not what the order is for', b.status
  )
) c (is_broken, broken, detail)
where c.is_broken
union all
select 'stock differs from its movements', p.id::text,
  p.stock || ' in stock, ' || coalesce(m.total, 0) || ' by its movements'
from public.products p
left join (
  select product_id, sum(change) as total from private.stock_movements group by product_id
) m on m.product_id = p.id
where p.stock <> coalesce(m.total, 0)
union all
select 'more is held than there is', p.id::text, p.stock || ' in stock, ' || h.held || ' held'
from (
  select product_id, sum(quantity) as held from private.stock_holds where expires_at > now() group by product_id
) h join public.products p on p.id = h.product_id
where h.held > p.stock
union all
select 'total is not the sum of the items and the delivery', o.id::text,
  o.total_amount || ' against ' || coalesce(i.total, 0) + coalesce(o.delivery_price, 0)
from public.orders o
left join (
  select order_id, sum(quantity::bigint * price) as total from public.order_items group by order_id
) i on i.order_id = o.id
where o.total_amount <> coalesce(i.total, 0) + coalesce(o.delivery_price, 0)
union all
-- Until staff change the order.
select 'an accepted quotation and its order differ', o.id::text,
  o.total_amount || ' against ' || private.goods_of_quotation(q.lines) + coalesce(q.delivery_price, 0)
from private.quotations q join public.orders o on o.id = q.order_id
where o.total_amount <> private.goods_of_quotation(q.lines) + coalesce(q.delivery_price, 0)
  and not exists (select 1 from private.order_changes c where c.order_id = o.id)
union all
select 'the shares of a payment are not what came', t.id::text, s.paid || ' of ' || t.bank_amount_cents
from public.transactions t join (
  select x.transaction_id, sum(x.cents) filter (where x.refund_id is null) as paid from private.shares x group by 1
) s on s.transaction_id = t.id
where s.paid > t.bank_amount_cents or t.source = 'asked' and s.paid <> t.bank_amount_cents
union all
select 'a payment counts and has no share', t.id::text, t.status from public.transactions t
where t.status = 'completed'
  and t.payment_method = 'card'
  and not exists (select 1 from private.shares s where s.transaction_id = t.id)
union all
-- By the shop, or by the bank, which knows nothing of that.
select 'more was given back than received, or less than nothing', b.transaction_id::text, b.back::text
from (
  select r.transaction_id, r.is_by_shop, r.order_id, sum(r.cents) as back from private.refunds_of_orders r
  where r.stands group by grouping sets ((r.transaction_id, r.is_by_shop), (r.transaction_id, r.is_by_shop, r.order_id))
) b join public.transactions t on t.id = b.transaction_id
where b.back not between 0 and case
  when b.order_id is null or t.status <> 'completed' then t.bank_amount_cents
  else coalesce((
    select sum(s.cents) from private.shares s
    where s.transaction_id = t.id and s.order_id = b.order_id and s.refund_id is null
  ), 0)
end
union all
select 'money that was not ours did not go back', t.id::text, t.bank_amount_cents::text from public.transactions t
where t.status = 'returned' and t.bank_amount_cents <> (
  select coalesce(sum(r.amount_cents), 0) from private.standing_refunds r where r.transaction_id = t.id
)
union all
select distinct 'pieces sold are not the pieces paid for', o.id::text, o.status
from (
  -- Returned pieces came back, or did not; of a cancelled order all but these are back.
  select w.order_id, w.product_id, w.quantity
  from (
    select
      i.order_id, i.product_id,
      case when p.status = 'cancelled' then i.refunded else coalesce(l.quantity, 0) end - i.back as quantity
    from private.ordered_pieces i join public.orders p on p.id = i.order_id
    left join sold l on l.order_id = i.order_id and l.product_id = i.product_id
  ) w where w.quantity <> 0
) i
full join (
  select order_id, product_id, -sum(change) as quantity
  from private.stock_movements
  where order_id is not null
  group by order_id, product_id having sum(change) <> 0
) m on m.order_id = i.order_id and m.product_id = i.product_id
join public.orders o on o.id = coalesce(i.order_id, m.order_id)
where i.quantity is distinct from m.quantity
union all
select 'an order that is not being paid holds pieces', h.order_id::text, o.status
from private.stock_holds h join public.orders o on o.id = h.order_id
where h.expires_at > now() and not (
  o.status in ('pending', 'failed') or o.status = 'paid' and (
    private.amount_due(o.id) > 0
    -- What has just come for it is sold within the minute.
    or exists (select 1 from public.order_items i where i.order_id = o.id and i.to_order is not null)
  )
)
union all
select 'more is sent than was ordered', i.order_id::text, i.packed || ' of ' || i.quantity
from private.ordered_pieces i where i.packed > i.quantity
union all
-- The owner may complete an order without shipments; one with them is completed when all of it has left.
select distinct 'completed before all of it has left', o.id::text, o.status
from public.orders o join private.shipments s on s.order_id = o.id and s.status <> 'taken_back'
where o.status = 'completed' and private.is_partly_shipped(o.id)
union all
-- An order that is cancelled after its money was given back may have been delivered and returned.
select distinct 'sent without a payment or a reason', o.id::text, o.status
from private.shipments s join public.orders o on o.id = s.order_id
where s.status in ('sent', 'delivered') and s.reason is null and o.status in ('pending', 'failed')
  -- On account, or paid for when it left.
  and o.terms_days is null
  and not exists (select 1 from private.shares x where x.order_id = o.id)
union all
select 'more pieces were refunded than ordered', i.order_id::text, i.refunded || ' of ' || i.quantity
from private.ordered_pieces i where i.refunded > i.quantity
union all
select 'money in question without a task', t.id::text, t.status
from public.transactions t
where t.status = 'review' and not exists (select 1 from public.owner_tasks k where k.transaction_id = t.id)
union all
select 'settled without an approval', t.id::text, t.status
from public.statement_lines l join public.transactions t on t.id = l.transaction_id
where t.status not in ('completed', 'review', 'returned', 'reversed')
union all
select 'a payment and its statement disagree', t.id::text, coalesce(t.settled_on::text, 'not settled')
from public.transactions t
full join (select * from public.statement_lines where transaction_id is not null) l on l.transaction_id = t.id
where t.settled_on is distinct from l.day
union all
select 'a statement does not add up', s.id::text,
  s.settled || ' settled, ' || s.lines - s.known || ' lines of its own, ' || count(l.id) || ' stored'
from public.bank_statements s left join public.statement_lines l on l.statement_id = s.id
group by s.id, s.lines, s.known, s.settled
having s.lines - s.known <> count(l.id)
  or s.settled <> count(l.transaction_id)
union all
select 'decided without the bank''s answer', t.id::text, t.status
from public.transactions t
where t.status in ('completed', 'failed', 'review') and t.payment_method = 'card'
  and not exists (
    select 1 from private.gateway_answers a
    where (a.transaction_id = t.id or t.source = 'told' and a.answer ->> 'transactionIndex' = t.transaction_id)
      and case when a.verdict <> 'undecided' then a.answer - 'trace' end = t.response_data
      and (a.verdict = 'refused') = (t.status = 'failed')
      and (t.status <> 'completed' or a.answer ->> 'transactionIndex' = t.transaction_id)
  )
union all
select distinct 'a special price that no seller agreed on', o.id::text, i.price || ' in place of ' || i.list_price
from public.order_items i join public.orders o on o.id = i.order_id
where i.list_price is not null
  and o.placed_by is null
  and not exists (select 1 from private.order_changes c where c.order_id = o.id)
  -- What the shop quoted stands, whatever it costs by then.
  and not exists (select 1 from private.quotations q where q.order_id = o.id)
union all
select 'a paid order without its message', o.id::text, o.status
from book b join public.orders o on o.id = b.id
-- The messages to a person who was erased went with them.
where o.status in ('paid', 'completed') and o.erased_at is null
  and b.due_kes = 0
  and b.received > 0
  and not exists (select 1 from private.messages m where m.order_id = o.id and m.kind = 'order_paid');

comment on view private.invariants is 'One row for everything about money or stock that is wrong; always empty.';

create table private.invariant_check (
  is_only_row boolean primary key default true check (is_only_row),
  at timestamptz not null default now(),
  broken integer not null default 0,
  rows jsonb not null default '[]'
);

comment on table private.invariant_check is
  'What the last check of private.invariants found: how many rows, and the first 20. A new shop has nothing to check.';

insert into private.invariant_check default values;

create function private.record_invariant_check() returns private.invariant_check
-- It compares whole tables; in memory that takes half the time.
language plpgsql set search_path = '' set work_mem = '128MB' as $$
declare
  found jsonb;
  result private.invariant_check;
begin
  select coalesce(jsonb_agg(to_jsonb(i) order by i.broken, i.subject), '[]') into found from private.invariants i;
  update private.invariant_check c
  set at = now(), broken = jsonb_array_length(found), rows = jsonb_path_query_array(found, '$[0 to 19]')
  where c.is_only_row returning * into result;
  return result;
end;
$$;

create function private.check_invariants_at_night() returns void
language plpgsql set search_path = '' as $$
begin
  if (private.record_invariant_check()).broken > 0 then
    perform private.queue_message('owner_broken_rules', private.nairobi_day(now())::text);
  end if;
end;
$$;

comment on function private.check_invariants_at_night is
  'For the scheduler alone, in a transaction of its own: the owner gets a mail for each night that found something.';

create function public.broken_invariants() returns jsonb
-- Definer: admins may not read the table.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('statements');
  select jsonb_build_object('count', c.broken, 'rows', c.rows, 'checkedAt', private.iso_time(c.at))
  from private.invariant_check c;
$$;

comment on function public.broken_invariants is 'The contract''s BrokenInvariants: what the last check found. PT403.';
grant execute on function public.broken_invariants to authenticated;

create table private.heartbeats (
  job text primary key check (job in ('reconcile', 'send-messages', 'backup', 'bank-silent', 'mpesa-list', 'monitor')),
  at timestamptz not null default now()
);

comment on table private.heartbeats is
  'When each job that runs every minute ran last, and when npm run shop -- backup last finished. '
  'A new shop has five minutes to begin. '
  'bank-silent: since when the bank has answered no query; there is no such row while it answers. '
  'mpesa-list: when Safaricom last listed the payments to the paybill; monitor: when somebody with its key last asked.';

insert into private.heartbeats (job) values ('reconcile'), ('send-messages');

create function public.record_heartbeat(p_job text) returns void
-- Definer: the shop's functions reach no table.
language sql security definer set search_path = '' as $$
  insert into private.heartbeats (job, at) values (p_job, now()) on conflict (job) do update set at = excluded.at;
$$;

comment on function public.record_heartbeat is 'Notes that a scheduled job has just run, or a monitor asked.';
grant execute on function public.record_heartbeat to service_role;

create function private.bank_silence(out since timestamptz, out payments bigint)
language sql stable set search_path = '' as $$
  select h.at, count(*) from private.heartbeats h
  -- Queried since then, in vain, and to be queried again.
  join public.transactions t on t.next_ask_at is not null and t.asked_at >= h.at - interval '1 minute'
  where h.job = 'bank-silent' and h.at < now() - interval '10 minutes'
  group by h.at;
$$;

comment on function private.bank_silence is
  'Since when the bank gives no answer, or errors only, once that is ten minutes, and about how many payments; null '
  'while it answers and when nobody waits for it.';

create function private.stored_bytes() returns bigint
-- Definer: what is stored belongs to the platform.
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Only where the platform has Storage.
  if to_regclass('storage.objects') is null then
    return null;
  end if;
  return (select coalesce(sum((o.metadata ->> 'size')::bigint), 0) from storage.objects o);
end;
$$;

comment on function private.stored_bytes is 'How much is stored, in bytes; null where there is no Storage.';

create function private.check_mpesa(out cases bigint, out since timestamptz, out more jsonb)
language sql stable set search_path = '' as $$
  select
    case
      when m.since is not null then m.prompts
      when s.prompts_are_on and (d.paybill <> '' or d.till <> '') and not exists (
        select from private.heartbeats h where h.job = 'mpesa-list' and h.at > now() - interval '1 hour'
      ) and not exists (
        select from private.paybill_payments p
        where p.evidence = 'statement' and p.told_at > now() - interval '14 days'
      ) then greatest(w.waiting, 1)
    end,
    m.since, jsonb_build_object('isSilent', m.since is not null, 'waiting', w.waiting)
  from private.settings s, private.shop_details d, private.mpesa_silence() m,
    (select count(*) as waiting from private.paybill_payments p where p.transaction_id is null) w;
$$;

comment on function private.check_mpesa is
  'Safaricom is silent; else, of a shop with M-Pesa, nothing proves what is paid to the paybill: no list for an hour, '
  'and no statement for two weeks.';

create function private.check_outbox(out cases bigint, out since timestamptz)
language sql stable set search_path = '' as $$
  -- In an outage each row waits and is late: what got through is found once a channel, not once a message.
  with late as materialized (
    select m.channel, m.next_attempt_at, case m.state when 'waiting' then m.first_sent_at end as refused_at
    from private.messages m
    where m.next_attempt_at is not null
      and least(m.next_attempt_at, case m.state when 'waiting' then m.first_sent_at end)
        < now() - interval '15 minutes'
  ), heard as materialized (
    select c.channel, (
      select max(o.finished_at) from private.messages o
      where o.content is not null and o.channel = c.channel and o.state in ('accepted', 'delivered')
    ) as at
    from (select distinct l.channel from late l) c
  )
  select count(*), min(w.since)
  from late l join heard h on h.channel = l.channel
  -- Nobody sent it, or it was refused and no message of its channel got through since.
  cross join lateral (
    select least(l.next_attempt_at, case when (h.at > l.refused_at) is not true then l.refused_at end) as since
  ) w
  where w.since < now() - interval '15 minutes';
$$;

comment on function private.check_outbox is 'Messages that have been waiting to be sent for 15 minutes or longer.';

create function private.check_component(p_component text) returns jsonb
-- Definer: it counts in tables that the shop's functions may not read as a whole.
language plpgsql stable security definer set search_path = '' as $$
declare
  cases bigint;
  since timestamptz;
  more jsonb;
begin
  case p_component
    when 'reconcile', 'send-messages', 'monitor' then
      select count(*), min(h.at) into cases, since from private.heartbeats h
      where h.job = p_component
        and h.at < now() - case when p_component = 'monitor' then interval '1 day' else interval '5 minutes' end;
    when 'check-invariants' then
      select count(*), min(c.at) into cases, since
      from private.invariant_check c where c.at < now() - interval '36 hours';
    when 'payments' then
      select b.payments, b.since, jsonb_build_object('isSilent', b.since is not null) into cases, since, more
      from private.bank_silence() b;
      if since is null then
        select count(*), min(w.since) into cases, since
        from public.transactions t
        cross join lateral (
          -- Nobody asked the bank, or it did not answer; of Safaricom's silence M-Pesa tells.
          select least(t.next_ask_at, case
            when t.bank_status = 'no answer' and t.phone is null then coalesce(t.answered_at, t.created_at)
          end) as since
        ) w
        where t.status = 'pending' and w.since < now() - interval '15 minutes';
      end if;
    when 'mpesa' then
      select m.cases, m.since, m.more into cases, since, more from private.check_mpesa() m;
    when 'tasks' then
      select count(*), min(w.since) into cases, since
      from private.open_money_tasks w where w.since < now() - interval '1 day';
    when 'outbox' then
      select o.cases, o.since into cases, since from private.check_outbox() o;
    when 'messages' then
      select count(*), min(m.finished_at) into cases, since from private.messages m
      where m.state in ('failed', 'unknown') and m.dismissed_at is null and m.finished_at > now() - interval '1 day';
    when 'rules' then
      select c.broken, c.at, c.rows -> 0 into cases, since, more from private.invariant_check c where c.broken > 0;
    when 'papers' then
      select count(*), min(u.since), (array_agg(
        jsonb_build_object('orderId', u.order_id, 'problem', u.problem) order by u.since, u.order_id
      ))[1] into cases, since, more
      from private.unissued_papers u where u.problem is not null;
    when 'space' then
      select count(*), jsonb_object_agg(u.what, jsonb_build_array(u.bytes, u.megabytes)) into cases, more
      from private.settings s cross join lateral (values
        ('database', pg_catalog.pg_database_size(current_database()), s.database_limit_mb),
        ('pictures', private.stored_bytes(), s.pictures_limit_mb)
      ) u (what, bytes, megabytes)
      where u.bytes >= u.megabytes * 800000::bigint;
    when 'backup' then
      select count(*), min(h.at) into cases, since
      from private.settings s left join private.heartbeats h on h.job = 'backup'
      where coalesce(h.at, '-infinity') < now() - make_interval(days => s.backup_limit_days);
  end case;
  return jsonb_build_object(
    'component', p_component, 'cases', coalesce(cases, 0), 'since', private.iso_time(since),
    'minutes', floor(extract(epoch from now() - since) / 60)
  ) || coalesce(more, '{}');
end;
$$;

comment on function private.check_component is
  'The contract''s HealthFinding: a component as it is now; of the rules, what the last check has found.';

create function public.shop_health() returns jsonb
-- Definer: as private.check_component().
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_agg(private.check_component(c.name) order by c.place)
    from unnest(array[
      'reconcile', 'send-messages', 'check-invariants', 'payments', 'mpesa', 'tasks', 'outbox', 'messages', 'rules',
      'papers', 'space', 'backup', 'monitor'
    ])
      with ordinality c (name, place)
  );
end;
$$;

comment on function public.shop_health is 'The contract''s HealthFinding[].';
grant execute on function public.shop_health to service_role;

create function public.queue_health_messages() returns void
-- Definer: the shop's functions reach no table.
language sql security definer set search_path = '' as $$
  -- Once per component and beginning of its trouble.
  select private.queue_message('owner_health', c.name || ' since ' || (h ->> 'since'))
  from unnest(array[
    'reconcile', 'send-messages', 'check-invariants', 'payments', 'mpesa', 'outbox', 'papers'
  ]) c (name)
  cross join private.check_component(c.name) h
  where (h ->> 'minutes')::integer >= 15;
$$;

comment on function public.queue_health_messages is
  'Every minute: tells the owner when a job, the bank, M-Pesa, the sending of messages or a paper has been failing '
  'for 15 minutes.';
grant execute on function public.queue_health_messages to service_role;

create function private.call_function(p_name text) returns void
-- Invoker: pg_cron runs it as the owner of the database, who alone may.
language plpgsql set search_path = '' as $$
begin
  perform net.http_post(
    url := (select s.decrypted_secret from vault.decrypted_secrets s where s.name = 'project_url') || '/functions/v1/'
      || p_name,
    headers := jsonb_build_object(
      'content-type', 'application/json',
      'x-reconcile-key', (select s.decrypted_secret from vault.decrypted_secrets s where s.name = 'reconcile_key')
    ),
    body := '{}'::jsonb,
    timeout_milliseconds := 60000
  );
end;
$$;

comment on function private.call_function is
  'Calls a function of the shop after the transaction, without waiting for its reply, with a narrow key from Vault '
  '(secrets project_url and reconcile_key, see docs/deploy.md).';

create function private.forget_job_logs(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  forgotten integer := 0;
  deleted integer;
begin
  if to_regclass('cron.job_run_details') is not null then
    delete from cron.job_run_details d where d.runid in (
      select o.runid from cron.job_run_details o
      where o.start_time < now() - interval '7 days'
      order by o.runid limit p_limit
    );
    get diagnostics forgotten = row_count;
  end if;
  -- pg_net deletes them itself after six hours, as long as its worker runs.
  if to_regclass('net._http_response') is not null then
    delete from net._http_response r where r.id in (
      select o.id from net._http_response o where o.created < now() - interval '1 day' limit p_limit
    );
    get diagnostics deleted = row_count;
    forgotten := forgotten + deleted;
  end if;
  return forgotten;
end;
$$;

comment on function private.forget_job_logs is
  'Deletes what the platform noted of the jobs, so many rows of each kind: runs after seven days, replies to their '
  'calls after one. Returns how many.';

create function private.retry_papers() returns void
language sql set search_path = '' as $$
  select private.try_to_issue_papers(u.order_id, true) from private.unissued_papers u;
$$;

comment on function private.retry_papers is 'For the scheduler: issues what could not be issued when it was due.';

create function public.schedule_jobs() returns text[]
-- Definer: only the owner of the database may schedule, and the jobs run as who scheduled them.
language plpgsql security definer set search_path = '' as $$
declare
  missing text[] := '{}';
  wanted record;
begin
  if exists (
    select from pg_catalog.pg_available_extensions e where e.name = 'pg_cron' and e.installed_version is null
  ) then
    create extension pg_cron with schema pg_catalog;
  end if;
  if exists (
    select from pg_catalog.pg_available_extensions e where e.name = 'pg_net' and e.installed_version is null
  ) then
    create extension pg_net with schema extensions;
  end if;
  if to_regprocedure('cron.schedule(text,text,text)') is null then
    return array['pg_cron'];
  end if;
  for wanted in
    select * from (values
      ('reconcile', '* * * * *', $job$select private.call_function('reconcile')$job$),
      ('send-messages', '* * * * *', $job$select private.call_function('send-messages')$job$),
      -- Two o'clock at night in Nairobi, and five past three.
      ('check-invariants', '0 23 * * *', 'select private.check_invariants_at_night()'),
      -- A quarter to midnight in Nairobi: a sale's number is of the year of the sale.
      ('issue-papers', '45 20 * * *', 'select private.retry_papers()'),
      -- Nine o'clock in Nairobi.
      ('remind-debtors', '0 6 * * *', 'select private.remind_debtors()'),
      ('forget-job-logs', '5 0 * * *', 'select private.forget_job_logs(20000)')
    ) as jobs (name, clock, command)
  loop
    perform cron.schedule(wanted.name, wanted.clock, wanted.command);
  end loop;
  if to_regnamespace('net') is null then
    missing := array['pg_net'];
  end if;
  if to_regclass('vault.decrypted_secrets') is null then
    return missing || 'vault'::text;
  end if;
  return missing || array(
    select n.name from unnest(array['project_url', 'reconcile_key']) n (name)
    where not exists (select from vault.decrypted_secrets s where s.name = n.name and s.decrypted_secret <> '')
  );
end;
$$;

comment on function public.schedule_jobs is
  'Schedules the jobs, anew with each deploy, so that no lost job stays lost. Returns MissingForJobs[].';
grant execute on function public.schedule_jobs to service_role;

do $$
begin
  perform public.schedule_jobs();
end;
$$;
