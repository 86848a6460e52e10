-- The statistics of the dashboard, in all or for some days in Nairobi, and what waits for the owner.
-- Who calls: admins with their own token.
set check_function_bodies = off;

create function private.sales_between(p_from timestamptz, p_until timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'grossCents', coalesce(sum(s.gross_cents), 0), 'refundedCents', coalesce(sum(s.refunded_cents), 0),
      'takenBackCents', coalesce(sum(s.refunded_cents) filter (where s.bank_cause is not null), 0),
      'netCents', coalesce(sum(s.gross_cents - s.refunded_cents), 0),
      'settledCents', coalesce(sum(s.gross_cents) filter (where t.settled_on is not null), 0),
      'ordersPaid', (
        select coalesce(sum(l.orders), 0) from private.sold_lines l where l.sold_at >= p_from and l.sold_at < p_until
      )
    )
    from private.money s join public.transactions t on t.id = s.transaction_id where s.at >= p_from and s.at < p_until
  );
end;
$$;

comment on function private.sales_between is
  'The contract''s Sales, from p_from until before p_until: the money of private.money, and how many orders were sold. '
  'settledCents: how much of the gross is in a statement of the bank by now; takenBackCents: how much of what '
  'went back the bank took.';

create function private.sales_of_order(p_order_id uuid, p_transaction_id uuid default null) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_permission('payments.read');
  return (
    select jsonb_build_object(
      'grossCents', coalesce(sum(s.gross_cents), 0), 'refundedCents', coalesce(sum(s.refunded_cents), 0)
    )
    from private.money s
    where case when p_transaction_id is null then s.order_id = p_order_id else s.transaction_id = p_transaction_id end
  );
end;
$$;

comment on function private.sales_of_order is '{grossCents, refundedCents} of an order, or of a payment. PT403.';

create function private.check_report_days(p_from date, p_to date) returns void
language sql stable set search_path = '' as $$
  select private.require_permission('reports');
  select private.refuse_invalid(
    (isfinite(p_from) and isfinite(p_to) and p_to between p_from and p_from + 800) is not true,
    'no such period'
  );
$$;

comment on function private.check_report_days is
  'Whether the caller may have a report of these days, both included. PT400, PT403.';

create function private.stats_of(p_sales jsonb, p_as_of timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'totalSales', round((p_sales ->> 'netCents')::numeric / 100),
    'totalOrders', p_sales -> 'ordersPaid',
    -- What was archived since does not count.
    'totalProducts', (select count(*) from public.products p where p.is_active and p.created_at < p_as_of),
    'totalUsers', (select count(*) from public.users u where u.created_at < p_as_of)
  );
$$;

comment on function private.stats_of is
  'The contract''s AdminStats: of these Sales, and of what there was before p_as_of.';

create function public.admin_stats() returns jsonb
-- Definer: row-level security would be checked for every row that is counted.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('reports');
  select private.stats_of(private.sales_between('-infinity', 'infinity'), 'infinity');
$$;

comment on function public.admin_stats is 'AdminStats: net sales, paid orders, products on sale, accounts. PT403.';
grant execute on function public.admin_stats to authenticated;

create function private.sales_by_step(p_from timestamp, p_until timestamp, p_step text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  zone constant text := 'Africa/Nairobi';
begin
  return (
    select jsonb_agg(jsonb_build_object(
      'at', to_char(slot.at, case p_step when 'hour' then 'YYYY-MM-DD"T"HH24' else 'YYYY-MM-DD' end),
      'netCents', coalesce(came.cents, 0), 'orders', coalesce(sold.orders, 0)
    ) order by slot.at)
    from generate_series(p_from, p_until - interval '1 microsecond', ('1 ' || p_step)::interval) slot (at)
    left join (
      select date_trunc(p_step, s.at at time zone zone) as at, sum(s.gross_cents - s.refunded_cents) as cents
      from private.money s where s.at >= p_from at time zone zone and s.at < p_until at time zone zone group by 1
    ) came on came.at = slot.at
    left join (
      select date_trunc(p_step, l.sold_at at time zone zone) as at, sum(l.orders) as orders
      from private.sold_lines l
      where l.sold_at >= p_from at time zone zone and l.sold_at < p_until at time zone zone
      group by 1
    ) sold on sold.at = slot.at
  );
end;
$$;

comment on function private.sales_by_step is 'The contract''s OverviewSales[] between two moments in Nairobi.';

create function public.stats_of_period(p_from date, p_to date, p_step text default 'day') returns jsonb
-- Definer: row-level security would be checked for every row that is counted.
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := 'Africa/Nairobi';
  begins constant timestamptz := private.nairobi_midnight(p_from);
  ends constant timestamptz := private.nairobi_midnight(p_to + 1);
  -- Nothing of what is still to come; and today until now is compared with yesterday until the same time.
  reached constant timestamp := greatest(least((p_to + 1)::timestamp, now() at time zone zone), p_from::timestamp);
  back interval;
  sold jsonb;
begin
  perform private.check_report_days(p_from, p_to);
  perform private.refuse_invalid(p_step not in ('hour', 'day', 'month'), 'no such period');
  back := case p_step
    when 'month' then make_interval(months => (extract(year from age(p_to + 1, p_from)) * 12
      + ceil(extract(month from age(p_to + 1, p_from)) + extract(day from age(p_to + 1, p_from)) / 31.0))::integer)
    else make_interval(days => p_to - p_from + 1)
  end;
  sold := private.sales_between(begins, ends);
  return jsonb_build_object(
    'from', p_from,
    'to', p_to,
    'step', p_step,
    'stats', private.stats_of(sold, ends),
    'sold', sold,
    'before', private.stats_of(
      private.sales_between((p_from - back) at time zone zone, (reached - back) at time zone zone), begins
    ),
    'beforeFrom', (p_from - back)::date,
    'beforeTo', ((p_to + 1)::timestamp - interval '1 microsecond' - back)::date,
    'sales', private.sales_by_step(p_from, reached, p_step),
    'topProducts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'name', p.name, 'pieces', best.pieces, 'sales', best.sales
      ) order by best.sales desc, p.name, p.id), '[]')
      from (
        select l.product_id, sum(l.quantity) as pieces, sum(l.quantity::bigint * l.price) as sales
        from private.sold_lines l where l.product_id is not null and l.sold_at >= begins and l.sold_at < ends
        group by l.product_id having sum(l.quantity) > 0 order by 3 desc, 1 limit 5
      ) best
      join public.products p on p.id = best.product_id
    )
  );
end;
$$;

comment on function public.stats_of_period is
  'Overview: statistics of the days p_from to p_to in Nairobi, both included, and of as many days (with p_step month: '
  'months) before, up to the same time when the last day is today; net sales by hour, day or month; the five '
  'best-selling products. PT400, PT403.';
grant execute on function public.stats_of_period to authenticated;

create function public.owner_alerts() returns jsonb
-- Definer: row-level security would be checked for every row that is counted.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('reports');
  select jsonb_build_object(
    'toSend', (select count(*) from private.orders_to_send),
    'lateToSend', (
      select count(*) from private.orders_to_send o
      where o.delivery_by < private.nairobi_day(now()) and private.is_work_left(o.id) is not true
        and (select not private.is_promise_over(x) from public.orders x where x.id = o.id)
    ),
    'fromMaker', (
      select jsonb_build_object('orders', count(distinct w.order_id), 'pieces', coalesce(sum(w.pieces), 0))
      from private.waiting_lines() w where w.pieces > 0
    ),
    'openTasks', (select count(*) from public.owner_tasks k where k.closed_at is null),
    'oldestTask', (
      select private.task_in_short(k) || jsonb_build_object('createdAt', private.iso_time(k.created_at))
      from public.owner_tasks k where k.closed_at is null order by k.created_at limit 1
    ),
    'openLines', (
      select jsonb_build_object('count', count(*), 'oldest', (
        select jsonb_build_object('amountCents', l.amount_cents, 'day', l.day, 'orderId', l.order_id)
        from private.open_lines l order by l.day, l.imported_at, l.line limit 1
      )) from private.open_lines
    ),
    'withoutOrder', private.money_without_order(),
    'partlyPaid', (
      select jsonb_build_object('count', count(*), 'oldest', (
        array_agg(jsonb_build_object('id', o.id, 'createdAt', private.iso_time(o.created_at)) order by o.created_at)
      )[1])
      from private.orders_partly_paid o
    ),
    'bankSilentSince', (select private.iso_time(b.since) from private.bank_silence() b),
    'notSettled', (
      select jsonb_build_object('count', count(*), 'cents', coalesce(sum(o.cents), 0)) from private.overdue_payments() o
    ),
    -- The bank usually decides within an hour; after a day somebody should look.
    'pendingTooLong', (
      select count(*) from public.orders o
      where o.status = 'pending' and o.terms_days is null and o.created_at < now() - interval '24 hours'
    ),
    'oldestPending', (
      select jsonb_build_object('id', o.id, 'createdAt', private.iso_time(o.created_at))
      from public.orders o
      where o.status = 'pending' and o.terms_days is null and o.created_at < now() - interval '24 hours'
      order by o.created_at limit 1
    ),
    'bankChecksStoppedAt', private.check_component('reconcile') -> 'since',
    'heldForGuests', (
      select jsonb_build_object('pieces', coalesce(sum(h.quantity), 0),
        'orderIds', coalesce(jsonb_agg(distinct h.order_id), '[]'))
      from private.stock_holds h join public.orders o on o.id = h.order_id
      where h.expires_at > now() and not private.has_proven_buyer(o.id) and private.hold_obstacle(o) is null
    ),
    'outOfStock', (select count(*) from public.products p where p.is_active and p.stock = 0),
    'runningOut', (
      select count(*) from public.products p where private.is_low(p)
    ),
    'termsApprovedOn', (select s.terms_approved_on from private.settings s),
    'canBePaidByTransfer', (select concat(d.bank, d.paybill, d.till) <> '' from private.shop_details d)
  ) || private.message_alerts();
$$;

create function public.waiting_counts() returns jsonb
-- Definer: as public.owner_alerts().
language sql stable security definer set search_path = '' as $$
  select private.require_permission('dashboard');
  select jsonb_build_object(
    'orders', case when private.may('orders.read') then (select count(*) from private.orders_to_send) end,
    'transactions', case when private.may('payments.read') then
      (select count(*) from public.owner_tasks k where k.closed_at is null)
      + (private.money_without_order() ->> 'count')::integer end,
    'statements', case when private.may('statements') then (select count(*) from private.open_lines) end,
    'messages', case when private.may('messages') then
      (private.message_alerts() ->> 'messagesInTrouble')::integer end
  );
$$;

comment on function public.waiting_counts is
  'How much waits on each page of the dashboard, beside its name in the menu; null where the caller may not look. '
  'PT403.';
grant execute on function public.waiting_counts to authenticated;

create function private.message_alerts() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'messagesInTrouble', (
      select count(*) from private.messages m
      where m.state in ('failed', 'unknown', 'bounced', 'complained') and m.dismissed_at is null
    ),
    'messagesPutOff', (
      select count(*) from private.messages m where m.put_off_at > now() - interval '2 days'
        and m.state in ('waiting', 'skipped') and m.reason in ('waits_its_turn', 'daily_limit')
    ),
    'stoppedMessages', (
      select coalesce(jsonb_agg(distinct r.kind), '[]')
      from private.message_rules r
      cross join lateral private.message_recipients(r.kind, null) t
      join private.blocked_addresses b on b.channel = t.channel
        and b.address = t.recipient
        and b.kind in ('all', r.kind)
      where r.audience = 'owner' and t.is_on
    )
  );
$$;

comment on function private.message_alerts is 'What public.owner_alerts() says about messages.';

comment on function public.owner_alerts is
  'OwnerAlerts: open tasks, lines of statements that match nothing, money without an order, since when '
  'the bank gives no answer, payments approved and not settled after two bank days, paid orders to be sent, '
  'orders pending for more than 24 hours, '
  'messages in trouble or beyond a limit, kinds of messages to the owner that are stopped, when the bank was last '
  'queried, products of which at least half is held for unpaid orders, pieces held for buyers who have proven nothing, '
  'products on sale with no stock and with low stock, what is to be set once. PT403.';
grant execute on function public.owner_alerts to authenticated;

create function private.sums_of_paper(p private.papers)
returns table (
  place bigint, vat_class text, basis_points integer, gross_cents bigint, net_cents bigint, vat_cents bigint
)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select r.place, r.sums ->> 'vatClass', (r.sums ->> 'basisPoints')::integer,
    sign.of * (r.sums ->> 'grossCents')::bigint, sign.of * (r.sums ->> 'netCents')::bigint,
    sign.of * (r.sums ->> 'vatCents')::bigint
  from jsonb_array_elements(p.content -> 'totals' -> 'rates') with ordinality r (sums, place)
  cross join (select case p.kind when 'invoice' then 1 else -1 end as of) sign;
end;
$$;

comment on function private.sums_of_paper is
  'A row for each rate of VAT on an invoice or a credit note, the sums of a credit note below 0.';

create function private.vat_between(p_begins timestamptz, p_ends timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'vatClass', v.vat_class, 'basisPoints', v.basis_points, 'grossCents', v.gross, 'netCents', v.net,
    'vatCents', v.vat
  ) order by v.basis_points desc, v.vat_class), '[]')
  from (
    select s.vat_class, s.basis_points, sum(s.gross_cents) as gross, sum(s.net_cents) as net,
      sum(s.vat_cents) as vat
    from private.papers p cross join lateral private.sums_of_paper(p) s
    where p.issued_at >= p_begins and p.issued_at < p_ends group by 1, 2
  ) v;
$$;

comment on function private.vat_between is 'VAT by rate, as the papers of a time have it.';

create function private.beside_sales(p_begins timestamptz, p_ends timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'withheldCents', (
      select coalesce(sum(m.gross_cents - m.refunded_cents), 0) from private.money_and_withheld m
      where private.is_withheld(m.method) and m.at >= p_begins and m.at < p_ends
    ),
    'writtenOffCents', coalesce(sum(r.gross_cents) filter (where r.method = 'written_off'), 0),
    'creditedCents', coalesce(sum(r.gross_cents) filter (where r.method = 'credited'), 0)
  )
  from private.written_off_and_credited r where r.at >= p_begins and r.at < p_ends;
$$;

comment on function private.beside_sales is
  'What of a time was withheld and never came, and what is not owed any more: written off, or credited.';

create function public.sales_report(p_from date, p_to date) returns jsonb
-- Definer: row-level security would be checked for every row that is counted.
language plpgsql stable security definer set search_path = '' as $$
declare
  begins constant timestamptz := private.nairobi_midnight(p_from);
  ends constant timestamptz := private.nairobi_midnight(p_to + 1);
begin
  perform private.check_report_days(p_from, p_to);
  return (
    with money as materialized (
      select s.*, private.customer_key(o) as customer
      from private.money s
      left join public.orders o on o.id = s.order_id
      where s.at >= begins and s.at < ends
    ), lines as materialized (
      select l.*, l.quantity::bigint * l.price * 100 as cents
      from private.sold_lines l
      where l.sold_at >= begins and l.sold_at < ends
    )
    select jsonb_build_object(
      'from', p_from, 'to', p_to, 'sold', private.sales_between(begins, ends),
      'methods', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'method', m.method, 'payments', m.payments, 'grossCents', m.gross, 'refundedCents', m.refunded,
          'takenBackCents', m.taken_back
        ) order by m.gross desc, m.method), '[]')
        from (
          select method, count(distinct transaction_id) filter (where gross_cents > 0) as payments,
            sum(gross_cents) as gross, sum(refunded_cents) as refunded,
            coalesce(sum(refunded_cents) filter (where bank_cause is not null), 0) as taken_back
          from money group by method
        ) m
      ),
      'categories', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'category', c.category, 'pieces', c.pieces, 'cents', c.cents
        ) order by c.cents desc, c.category), '[]')
        from (select category, sum(quantity) as pieces, sum(l.cents) as cents from lines l group by category) c
      ),
      'products', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', b.product_id, 'name', p.name, 'pieces', b.pieces, 'cents', b.cents
        ) order by b.cents desc, p.name, p.id), '[]')
        from (
          select l.product_id, sum(l.quantity) as pieces, sum(l.cents) as cents from lines l
          where l.product_id is not null group by l.product_id order by 3 desc, 1 limit 20
        ) b join public.products p on p.id = b.product_id
      ),
      'productsSold', (select count(distinct l.product_id) from lines l),
      'customers', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'orderId', o.id, 'name', o.customer_name, 'companyName', o.company_name, 'orders', b.orders,
          'grossCents', b.gross, 'refundedCents', b.refunded, 'takenBackCents', b.taken_back
        ) order by b.gross desc, b.refunded, o.id), '[]')
        from (
          select customer, count(distinct order_id) as orders, sum(gross_cents) as gross,
            sum(refunded_cents) as refunded,
            coalesce(sum(refunded_cents) filter (where bank_cause is not null), 0) as taken_back,
            (array_agg(order_id order by at desc, order_id))[1] as latest
          from money where customer is not null group by customer order by 3 desc, 4, 1 limit 20
        ) b join public.orders o on o.id = b.latest
      ),
      'customersPaid', (select count(distinct customer) from money),
      'vat', private.vat_between(begins, ends),
      'statements', (
        select jsonb_build_object(
          'settledCents', coalesce(sum(l.settled_cents), 0), 'returnedCents', coalesce(sum(l.returned_cents), 0),
          'feeCents', coalesce(sum(l.fee_cents), 0))
        from private.statement_sums l where l.day between p_from and p_to
      )
    ) || private.beside_sales(begins, ends)
  );
end;
$$;

comment on function public.sales_report is
  'SalesReport of the days p_from to p_to in Nairobi, both included: money by method and buyer; items and delivery of '
  'the orders paid by category and product; VAT of the papers issued by rate; '
  'what the bank''s statements of these days say. PT400, PT403.';

create function public.list_sold_payments(
  p_from date, p_to date, p_filter jsonb default '{}', p_limit integer default 50, p_after jsonb default null
) returns jsonb
-- Definer: row-level security would be checked for every row that is counted.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  page_size constant integer := least(greatest(p_limit, 1), 1000);
  is_key constant boolean := coalesce(jsonb_typeof(p_after) = 'array', false);
  is_owed_no_more constant boolean := coalesce(p_filter ->> 'kind' in ('written_off', 'credited'), false);
  begins timestamptz := private.nairobi_midnight(p_from);
  customer constant text := (
    select private.customer_key(o) from public.orders o where o.id = (p_filter ->> 'customer')::uuid
  );
begin
  perform private.check_report_days(p_from, p_to), private.check_cursor(p_after);
  if is_key then
    begins := greatest(begins, (p_after ->> 0)::timestamptz);
  end if;
  return (
    with money as not materialized (
      select s.*, t.settled_on, o.customer_name, private.company_of(o) as company
      from (
        select * from private.money_and_withheld w where not is_owed_no_more
          and private.is_withheld(w.method) = (p_filter ->> 'kind' is not distinct from 'withheld')
        union all
        select * from private.written_off_and_credited w where is_owed_no_more and w.method = p_filter ->> 'kind'
      ) s
      left join public.transactions t on t.id = s.transaction_id
      left join public.orders o on o.id = s.order_id
      where s.at >= begins and s.at < private.nairobi_midnight(p_to + 1)
        and case p_filter ->> 'kind'
          when 'received' then s.gross_cents <> 0
          when 'refunded' then s.refunded_cents <> 0 and s.bank_cause is null
          when 'bounced' then s.refunded_cents <> 0 and s.bank_cause is not null
          else true
        end
        and (p_filter ->> 'method' is null or s.method = p_filter ->> 'method')
        and (p_filter ->> 'customer' is null or private.customer_key(o) = customer)
    ), found as materialized (
      select * from money m where not is_key or (m.at, m.id) > (begins, p_after ->> 1)
      order by m.at, m.id limit page_size + 1 offset case when is_key then 0 else (p_after #>> '{}')::integer end
    ), page as (
      select * from found f order by f.at, f.id limit page_size
    )
    select jsonb_build_object(
      'sums', case when p_after is null then (
        select jsonb_build_object(
          'total', count(*), 'grossCents', coalesce(sum(m.gross_cents), 0),
          'refundedCents', coalesce(sum(m.refunded_cents), 0),
          'takenBackCents', coalesce(sum(m.refunded_cents) filter (where m.bank_cause is not null), 0)
        ) from money m
      ) end,
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', r.id, 'at', private.day_or_time(r.at), 'orderId', r.order_id, 'transactionId', r.transaction_id,
          'reference', r.reference, 'method', r.method, 'customerName', r.customer_name, 'company', r.company,
          'grossCents', r.gross_cents, 'refundedCents', r.refunded_cents,
          'takenBackCents', case when r.bank_cause is not null then r.refunded_cents else 0 end,
          'isSettled', case when r.gross_cents > 0 then r.settled_on is not null else exists (
            select 1 from private.standing_refunds g join public.statement_lines l on l.refund_ids @> array[g.id]
            where g.transaction_id = r.transaction_id and g.bank_reference = r.reference
          ) end
        ) order by r.at, r.id), '[]')
        from page r
      ),
      'after', case when (select count(*) from found) > page_size then (
        select jsonb_build_array(l.at::text, l.id) from page l order by l.at desc, l.id desc limit 1
      ) end
    )
  );
exception when invalid_datetime_format or datetime_field_overflow then
  raise sqlstate 'PT400' using message = 'invalid_cursor';
end;
$$;

comment on function public.list_sold_payments is
  'SoldPayments: what came in and went back on these days, oldest first, 1,000 rows at most; the sums of all pages on '
  'the first, without p_after. p_filter: kind (received, refunded, bounced or charged back; or what never came: '
  'withheld, written_off, credited, whose reference is why); method; customer, an order of that buyer. PT400, PT403.';

create function public.list_sold_lines(
  p_from date, p_to date, p_filter jsonb default '{}', p_limit integer default 50, p_after jsonb default null
) returns jsonb
-- Definer: row-level security would be checked for every row that is counted.
language plpgsql stable security definer set search_path = '' as $$
declare
  source constant text := 'private.sold_lines r where ' || private.conditions(
    'r.sold_at >= ' || quote_literal(private.nairobi_midnight(p_from)),
    'r.sold_at < ' || quote_literal(private.nairobi_midnight(p_to + 1)),
    'r.category = ' || quote_literal(p_filter ->> 'category'),
    'r.product_id = ' || quote_literal((p_filter ->> 'product')::uuid)
  );
  sums jsonb;
begin
  perform private.check_report_days(p_from, p_to);
  if p_after is null then
    execute 'select jsonb_build_object(''total'', count(*), ''cents'',
      coalesce(sum(r.quantity::bigint * r.price * 100), 0)) from ' || source into sums;
  end if;
  return (
    select jsonb_build_object('sums', sums, 'after', f.after, 'rows', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', r.id::text, 'at', private.day_or_time(r.sold_at), 'orderId', r.order_id, 'customerName', o.customer_name,
        'company', private.company_of(o), 'name', r.name, 'model', p.model, 'category', r.category,
        'quantity', r.quantity, 'price', r.price, 'cents', r.quantity::bigint * r.price * 100
      ) order by t.place)
      from unnest(f.ids) with ordinality t (id, place)
      join private.sold_lines r on r.id = t.id::bigint
      join public.orders o on o.id = r.order_id
      left join public.products p on p.id = r.product_id
    ), '[]'))
    from private.page_of_ids(
      'select r.id, r.sold_at as place from ' || source, false, least(p_limit, 1000), p_after
    ) f
  );
end;
$$;

comment on function public.list_sold_lines is
  'SoldLines: what was sold on these days, and what was not after all, oldest first, 1,000 rows at most; the sum of '
  'all pages on the first, without p_after. p_filter: category, product. PT400, PT403.';

create function public.list_issued_papers(
  p_from date, p_to date, p_filter jsonb default '{}', p_limit integer default 50, p_after jsonb default null
) returns jsonb
-- Definer: no role reads papers.
language plpgsql stable security definer set search_path = '' as $$
declare
  begins constant timestamptz := private.nairobi_midnight(p_from);
  ends constant timestamptz := private.nairobi_midnight(p_to + 1);
begin
  perform private.check_report_days(p_from, p_to);
  return (
    select jsonb_build_object(
      'sums', case when p_after is null then (
        select jsonb_build_object(
          'total', count(*), 'grossCents', coalesce(sum(s.gross_cents), 0),
          'netCents', coalesce(sum(s.net_cents), 0), 'vatCents', coalesce(sum(s.vat_cents), 0)
        )
        from private.papers p cross join lateral private.sums_of_paper(p) s
        where p.issued_at >= begins and p.issued_at < ends
          and (p_filter ->> 'rate' is null or s.vat_class || ' ' || s.basis_points = p_filter ->> 'rate')
          and (p_filter ->> 'etims' is null or private.has_etims(p) = (p_filter ->> 'etims' = 'entered'))
      ) end,
      'after', f.after,
      'rows', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', concat_ws(' ', private.paper_number(p), s.vat_class, s.basis_points),
          'number', private.paper_number(p),
          'corrects', (select private.paper_number(c) from private.papers c where c.id = p.corrects),
          'at', private.iso_time(p.issued_at),
          'orderId', o.id, 'customerName', o.customer_name, 'company', private.company_of(o),
          'vatClass', s.vat_class, 'basisPoints', s.basis_points, 'grossCents', s.gross_cents,
          'netCents', s.net_cents, 'vatCents', s.vat_cents,
          'etims', (select concat_ws('/', g.unit, g.receipt) from private.paper_signatures g where g.paper_id = p.id)
        ) order by t.place)
        from unnest(f.ids) with ordinality t (id, place)
        join private.papers p on p.id = split_part(t.id, ' ', 1)::bigint
        cross join lateral private.sums_of_paper(p) s
        join public.orders o on o.id = p.order_id
        where s.place = split_part(t.id, ' ', 2)::integer
      ), '[]')
    )
    -- A row for each rate: paper and place among its rates, as a text that sorts as they do.
    from private.page_of_ids(
      'select lpad(r.id::text, 18, ''0'') || '' '' || s.place as id, r.issued_at as place
      from private.papers r cross join lateral private.sums_of_paper(r) s where ' || private.conditions(
        'r.issued_at >= ' || quote_literal(begins), 'r.issued_at < ' || quote_literal(ends),
        's.vat_class || '' '' || s.basis_points = ' || quote_literal(p_filter ->> 'rate'),
        'private.has_etims(r) = ' || quote_literal(p_filter ->> 'etims' = 'entered')
      ), false, least(p_limit, 1000), p_after
    ) f
  );
end;
$$;

comment on function public.list_issued_papers is
  'IssuedPapers: the invoices and credit notes of these days, a row for each rate of VAT on them, oldest first, 1,000 '
  'rows at most; the sums of all pages on the first, without p_after. p_filter: rate, class and basis points as '
  '"standard 1600"; etims, none or entered. PT400, PT403.';
grant execute on function
  public.sales_report, public.list_sold_payments, public.list_sold_lines, public.list_issued_papers
to authenticated;
