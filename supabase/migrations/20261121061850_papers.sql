-- Papers of an order: the VAT of what is sold, and numbered invoices and credit notes, which never change.
-- Who reads: the buyer who sees the whole order, staff, and of a proforma who has the link, through
-- public.papers_of_order(). Who writes: what follows from the book, as the last thing of a transaction; admins set the
-- VAT of a product.
set check_function_bodies = off;

create table private.vat_rates (
  id uuid primary key default gen_random_uuid(),
  class text not null check (class in ('standard', 'reduced', 'zero_rated', 'exempt', 'outside')),
  from_day date not null check (from_day between '2021-01-01' and '2099-12-31'),
  basis_points integer not null check (basis_points between 0 and 5000),
  unique (class, from_day),
  check (class in ('standard', 'reduced') or basis_points = 0)
);

comment on table private.vat_rates is
  'VAT in Kenya by what it means, not by a letter: systems of the tax authority disagree about letters. Prices include '
  'it. To be checked by the shop''s accountant; written in Supabase''s table editor.';
comment on column private.vat_rates.from_day is
  'The first day that the rate counts for, in Nairobi. Papers have the rate of the day of payment: whoever changes a '
  'rate whose day has come changes the papers that are still to be made for such days.';
comment on column private.vat_rates.basis_points is 'Hundredths of a percent of the net price: 1600 is 16 %.';

insert into private.vat_rates (class, from_day, basis_points) values
  ('standard', '2021-01-01', 1600), ('reduced', '2021-01-01', 800), ('zero_rated', '2021-01-01', 0),
  ('exempt', '2021-01-01', 0), ('outside', '2021-01-01', 0);

create table public.product_vat (
  id uuid primary key references public.products (id) on delete cascade,
  class text not null check (class in ('standard', 'reduced', 'zero_rated', 'exempt', 'outside')),
  evidence text not null check (evidence ~ '\S' and char_length(evidence) <= 500),
  updated_at timestamptz not null default now()
);

comment on table public.product_vat is 'The VAT of a product that is not sold at the standard rate, as all others are.';
comment on column public.product_vat.id is 'The product.';
comment on column public.product_vat.evidence is
  'Why: for solar goods, for instance, the recommendation of the energy Cabinet Secretary.';

alter table public.product_vat enable row level security;
grant select on public.product_vat to authenticated;

create policy "Staff read the VAT of products" on public.product_vat
  for select to authenticated using ((select private.may('products.read')));

create trigger set_updated_at before update on public.product_vat
  for each row execute function private.set_updated_at();

create function public.vat_of_product(p_product_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select private.require_permission('products.read');
  select jsonb_build_object('class', v.class, 'evidence', v.evidence)
  from public.product_vat v where v.id = p_product_id;
$$;

comment on function public.vat_of_product is '{class, evidence}; null for the standard rate. PT403.';
grant execute on function public.vat_of_product to authenticated;

create function public.standard_vat() returns integer
-- Definer: no role reads the rates.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('products.read');
  select v.basis_points from private.vat_rates v
  where v.class = 'standard' and v.from_day <= private.nairobi_day(now()) order by v.from_day desc limit 1;
$$;

comment on function public.standard_vat is 'The standard rate of VAT today, in hundredths of a percent. PT403.';
grant execute on function public.standard_vat to authenticated;

create function public.set_product_vat(p_product_id uuid, p_class text, p_evidence text) returns jsonb
-- Definer: the table is written here alone.
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_permission('products.write');
  if p_class = 'standard' then
    delete from public.product_vat v where v.id = p_product_id;
    return null;
  end if;
  begin
    insert into public.product_vat as v (id, class, evidence) values (p_product_id, p_class, btrim(p_evidence))
    on conflict (id) do update set class = excluded.class, evidence = excluded.evidence;
  exception
    when check_violation or not_null_violation then
      perform private.refuse_invalid(true, sqlerrm);
    when foreign_key_violation then
      raise sqlstate 'PT404' using message = 'not_found';
  end;
  return public.vat_of_product(p_product_id);
end;
$$;

comment on function public.set_product_vat is
  'The class of a product''s VAT and why it is not the standard one. {class, evidence}; '
  'null for the standard rate. PT400, PT403, PT404.';
grant execute on function public.set_product_vat to authenticated;

create table private.paper_counters (
  kind text not null check (kind in ('invoice', 'credit_note')),
  year integer not null,
  last integer not null check (last > 0),
  primary key (kind, year)
);

comment on table private.paper_counters is
  'The last number given. Its row is locked until the paper is committed, so that numbers have no gap; that is why '
  'papers are the last thing of a transaction.';

create table private.papers (
  -- In the order in which they were issued, also within one transaction, without a gap, as eTIMS wants it.
  id bigint primary key check (id > 0),
  kind text not null check (kind in ('invoice', 'credit_note')),
  year integer not null,
  number integer not null check (number > 0),
  order_id uuid not null references public.orders (id) on delete restrict,
  corrects bigint references private.papers (id) on delete restrict,
  cause text check (cause in ('added', 'changed', 'reduced', 'reduction_undone', 'payment_reversed')),
  reduction_ids uuid[] not null default '{}',
  issued_at timestamptz not null default now(),
  gross_cents bigint not null check (gross_cents > 0),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  unique (kind, year, number),
  check ((kind = 'credit_note') = (corrects is not null)),
  check (kind = 'invoice' or cause is not null)
);

create table private.paper_signatures (
  paper_id bigint primary key references private.papers (id) on delete restrict,
  unit text not null check (unit ~ '^[A-Z0-9]{4,40}$'),
  receipt integer not null check (receipt > 0),
  signature text not null unique check (signature ~ '^[A-Z0-9]{16}$'),
  internal_data text check (internal_data ~ '^[A-Z0-9]{1,64}$'),
  signed_at timestamptz not null,
  -- It is printed, and opened by whoever scans it.
  qr text not null check (qr ~ '^https://([a-z0-9-]+\.)*kra\.go\.ke/\S*$' and char_length(qr) <= 300),
  entered_by uuid,
  entered_at timestamptz not null default now(),
  printed_at timestamptz,
  unique (unit, receipt)
);

comment on table private.paper_signatures is
  'What the tax authority''s system (eTIMS) answered about a paper, as staff wrote it down: a paper without one is no '
  'tax invoice. The shop itself sends nothing there.';
comment on column private.paper_signatures.unit is 'The control unit, sdcId in the answer.';
comment on column private.paper_signatures.receipt is
  'curRcptNo in the answer: unit/receipt is the invoice number of the control unit.';
comment on column private.paper_signatures.printed_at is 'When staff first printed the paper with it.';
comment on column private.paper_signatures.entered_by is 'No foreign key: it outlives accounts.';

comment on column private.papers.cause is
  'Why there is one more than the invoice of what was bought: more of it has left, or was added; lines or the buyer '
  'were changed, or a payment on it was typed by mistake, so the invoice is credited and made again; the price was '
  'reduced, or not after all.';
comment on column private.papers.reduction_ids is 'The reductions that it credits, or takes back.';
comment on table private.papers is
  'Invoices and credit notes as they were issued. What is wrong is credited, and invoiced again.';
comment on column private.papers.content is
  'The contract''s PaperContent. Its buyer is null once that person was erased.';

create index papers_by_order on private.papers (order_id);
create index papers_by_day on private.papers (issued_at, id);
create index papers_by_corrected on private.papers (corrects);

create function private.refuse_other_paper() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE'
    or (to_jsonb(new) #- '{content,buyer}') <> (to_jsonb(old) #- '{content,buyer}')
    or new.content -> 'buyer' <> 'null' then
    raise exception 'a paper never changes';
  end if;
  return new;
end;
$$;

comment on function private.refuse_other_paper is
  'A paper loses its buyer''s name when that person is erased; nothing else of it changes.';
create trigger immutable before update or delete on private.papers
  for each row execute function private.refuse_other_paper();

create function private.paper_line(
  p_kind text, p_product_id uuid, p_name text, p_model text, p_serials jsonb, p_quantity integer, p_unit_cents bigint,
  p_class text, p_basis_points integer, p_gross_cents bigint, p_net_cents bigint
) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object(
    'kind', p_kind, 'productId', p_product_id, 'name', p_name, 'model', p_model, 'serials', p_serials,
    'quantity', p_quantity, 'unitCents', p_unit_cents,
    'vatClass', p_class, 'basisPoints', p_basis_points, 'grossCents', p_gross_cents, 'netCents', p_net_cents,
    'vatCents', p_gross_cents - p_net_cents
  );
end;
$$;

comment on function private.paper_line is
  'The contract''s PaperLine: goods, delivery, or money, which is for nothing of its own.';

create function private.line_at_rate(
  p_kind text, p_product_id uuid, p_name text, p_model text, p_serials jsonb, p_quantity integer, p_unit_cents bigint,
  p_class text, p_day date
) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select private.paper_line(
      p_kind, p_product_id, p_name, p_model, p_serials, p_quantity, p_unit_cents, p_class, r.basis_points,
      p_quantity * p_unit_cents, round(p_quantity * p_unit_cents * 10000.0 / (10000 + r.basis_points))::bigint
    )
    from (
      select v.basis_points from private.vat_rates v
      where v.class = p_class and v.from_day <= greatest(p_day, '2021-01-01')
      order by v.from_day desc limit 1
    ) r
  );
end;
$$;

comment on function private.line_at_rate is 'PaperLine at the rate of a day; cents without VAT are rounded half up.';

create function private.invoice_lines(
  p_order_id uuid, p_day date, p_invoiced jsonb default '[]', p_is_proforma boolean default false
) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with invoiced as (
      select l ->> 'productId' as product_id, (l ->> 'unitCents')::bigint as unit_cents, l ->> 'vatClass' as class,
        sum((l ->> 'quantity')::integer) as quantity, sum((l ->> 'grossCents')::bigint) as cents
      from jsonb_array_elements(p_invoiced) l where l ->> 'kind' <> 'money' group by 1, 2, 3
    ), sold as (
      select l.product_id, l.price, sum(l.quantity) as quantity, sum(l.quantity::bigint * l.price * 100) as cents
      from private.sold_lines l where l.order_id = p_order_id group by 1, l.price
    ), delivery as (
      select
        o.id,
        (case
          when p_is_proforma then o.charge
          -- What was invoiced stays so, also when its payment did not stand.
          else least(o.charge, greatest(o.invoiced, (select sum(s.cents) from sold s where s.product_id is null)))
        end - o.invoiced)::bigint as cents
      from (
        select x.id, coalesce(x.delivery_price, 0)::bigint * 100 as charge,
          coalesce((select sum(d.cents) from invoiced d where d.product_id is null), 0)::bigint as invoiced
        from public.orders x where x.id = p_order_id
      ) o
    ), lines as (
      select i.*, p.model, coalesce(v.class, 'standard') as class, coalesce(d.quantity, 0)::integer as invoiced,
        case
          when p_is_proforma then i.quantity
          else least(i.quantity, greatest(d.quantity, s.quantity, 0))::integer
        end as wanted
      from public.order_items i
      join public.products p on p.id = i.product_id
      left join public.product_vat v on v.id = p.id
      left join invoiced d on d.product_id = p.id::text
        and d.unit_cents = i.price::bigint * 100
        and d.class = coalesce(v.class, 'standard')
      left join sold s on s.product_id = p.id and s.price = i.price
      where i.order_id = p_order_id
    )
    select coalesce(jsonb_agg(l.line order by l.place, l.name, l.id), '[]')
    from (
      select 1 as place, i.product_name as name, i.id, private.line_at_rate(
        'goods', i.product_id, i.product_name, i.model,
        (
          select coalesce(jsonb_agg(n.serial order by n.serial), '[]')
          from private.shipment_serials n
          where n.order_item_id = i.id and not n.is_back and not exists (
            select 1 from jsonb_array_elements(p_invoiced) x
            where x ->> 'productId' = i.product_id::text and x -> 'serials' ? n.serial
          )
        ),
        i.wanted - i.invoiced, i.price::bigint * 100, i.class, p_day
      ) as line
      from lines i where i.wanted <> i.invoiced
      union all
      select 2, 'Delivery', d.id,
        private.line_at_rate('delivery', null, 'Delivery', null, '[]', 1, d.cents, 'standard', p_day)
      from delivery d where d.cents <> 0
      union all
      -- What is not in the order any more, or not at this price or class.
      select 3, d.product_id, p_order_id, jsonb_build_object('quantity', -d.quantity, 'grossCents', -d.cents)
      from invoiced d where d.product_id is not null and not exists (
        select 1 from lines i
        where i.product_id::text = d.product_id and i.price::bigint * 100 = d.unit_cents and i.class = d.class
      )
    ) l
  );
end;
$$;

comment on function private.invoice_lines is
  'PaperLine[] of what of an order is sold, or for a proforma of all of it, its delivery included, beyond what was '
  'invoiced (p_invoiced, PaperLine[]); a line below 0 was invoiced and is not in the order any more.';

create function private.uninvoiced_lines(p_order_id uuid, p_day date default private.nairobi_day(now())) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return private.invoice_lines(p_order_id, p_day, (
    select coalesce(jsonb_agg(l), '[]')
    from private.invoices_in_force i cross join lateral jsonb_array_elements(i.content -> 'lines') l
    where i.order_id = p_order_id
  ));
end;
$$;

comment on function private.uninvoiced_lines is 'private.invoice_lines() of an order beyond its invoices in force.';

create function private.paper_totals(p_lines jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'grossCents', sum(r.gross), 'netCents', sum(r.net), 'vatCents', sum(r.vat),
      'rates', jsonb_agg(jsonb_build_object(
        'vatClass', r.class, 'basisPoints', r.basis_points, 'grossCents', r.gross, 'netCents', r.net, 'vatCents', r.vat
      ) order by r.basis_points desc, r.class)
    )
    from (
      select l ->> 'vatClass' as class, (l ->> 'basisPoints')::integer as basis_points,
        sum((l ->> 'grossCents')::bigint) as gross,
        sum((l ->> 'netCents')::bigint) as net, sum((l ->> 'vatCents')::bigint) as vat
      from jsonb_array_elements(p_lines) l group by 1, 2
    ) r
  );
end;
$$;

comment on function private.paper_totals is 'The contract''s PaperTotals: sums of the lines, and by rate.';

create function private.paper_content(o public.orders, p_lines jsonb, p_day date, p_payments jsonb default '[]')
returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'lines', p_lines, 'totals', private.paper_totals(p_lines), 'reason', null, 'orderId', o.id,
    'orderedAt', private.iso_time(o.created_at), 'day', p_day,
    'seller', private.shop_on_papers(),
    'buyer', case
      when o.erased_at is null then jsonb_build_object(
        'name', o.customer_name, 'email', o.customer_email, 'phone', o.customer_phone, 'address', o.customer_address,
        'company', private.company_of(o)
      )
    end,
    'payments', p_payments,
    'delivery', case
      when o.status in ('pending', 'failed', 'paid') and private.goods_of_order(o.id) <> 'all'
        and private.is_work_left(o.id) is not true then private.promise_of_order(o)
    end,
    'terms', case when o.terms_days is not null and private.amount_due(o.id) > 0 then (
      select jsonb_build_object('days', o.terms_days, 'dueDay', d) from private.owed_by(o) d where d is not null
    ) end
  );
end;
$$;

comment on function private.paper_content is
  'The contract''s PaperContent of an order as it is now. p_day: what the paper is dated.';

create function private.payments_of_order(p_order_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'transactionId', t.id, 'method', t.payment_method, 'reference', t.reference, 'cents', c.cents,
      'paidAt', private.iso_time(t.decided_at)
    ) order by t.decided_at, t.created_at, t.id), '[]')
    from private.payments_of_orders c join public.transactions t on t.id = c.transaction_id
    where c.order_id = p_order_id
  );
end;
$$;

comment on function private.payments_of_order is
  'PaperPayment[]: every payment that counts, with what of it is for this order and its day, oldest first.';

create function private.issue_paper(
  p_kind text, o public.orders, p_cause text, p_corrects bigint, p_reductions uuid[], p_content jsonb
) returns void
language plpgsql set search_path = '' as $$
declare
  this_year constant integer := extract(year from private.nairobi_day(now()));
  next_number integer;
begin
  -- Both kinds under one lock: two transactions that issue both, in different order, would wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('private.paper_counters', 0));
  insert into private.paper_counters as c (kind, year, last) values (p_kind, this_year, 1)
  on conflict (kind, year) do update set last = c.last + 1 returning c.last into next_number;
  insert into private.papers (
    id, kind, year, number, order_id, corrects, cause, reduction_ids, gross_cents, content, issued_at
  )
  values (
    (select coalesce(max(p.id), 0) + 1 from private.papers p),
    p_kind, this_year, next_number, o.id, p_corrects, p_cause, p_reductions,
    (p_content -> 'totals' ->> 'grossCents')::bigint, p_content,
    -- After the lock: of two payments at once, the later number has the later time.
    clock_timestamp()
  );
end;
$$;

comment on function private.issue_paper is
  'Gives the next number of the year and kind; others wait for theirs until this is committed.';

create view private.invoices_in_force as
select
  p.*,
  p.gross_cents
    - coalesce((select sum(c.gross_cents) from private.papers c where c.corrects = p.id), 0)::bigint as gross_left
from private.papers p
where p.kind = 'invoice' and not exists (
  select 1 from private.papers c
  where c.order_id = p.order_id and c.id > p.id and c.cause in ('changed', 'payment_reversed')
);

comment on view private.invoices_in_force is 'Invoices that were not made again, and what is left of each.';

create function private.left_of_invoice(p_invoice_id bigint)
returns table (class text, basis_points integer, gross_cents bigint, net_cents bigint)
language sql stable set search_path = '' as $$
  select r ->> 'vatClass', (r ->> 'basisPoints')::integer, sum(s.sign * (r ->> 'grossCents')::bigint)::bigint,
    sum(s.sign * (r ->> 'netCents')::bigint)::bigint
  from private.papers p cross join lateral jsonb_array_elements(p.content -> 'totals' -> 'rates') r
  cross join lateral (select case p.kind when 'invoice' then 1 else -1 end as sign) s
  where p_invoice_id in (p.id, p.corrects) group by 1, 2;
$$;

comment on function private.left_of_invoice is 'By class of VAT, what an invoice is worth less its credit notes.';

create function private.cents_of_class(p_lines jsonb, p_class text) returns bigint
language sql immutable set search_path = '' as $$
  select coalesce(sum((l ->> 'grossCents')::bigint), 0)::bigint
  from jsonb_array_elements(p_lines) l
  where l ->> 'vatClass' = p_class;
$$;

comment on function private.cents_of_class is 'What PaperLine[] are worth in a class of VAT.';

create function private.money_lines(
  p_invoice_id bigint, p_cents bigint, p_name text, p_less jsonb default '[]', p_of jsonb default null
) returns jsonb
language sql stable set search_path = '' as $$
  with shares as (
    select
      l.class, l.basis_points,
      case
        when p_of is null then l.gross_cents - private.cents_of_class(p_less, l.class)
        else private.cents_of_class(p_of, l.class)
      end as cents
    from private.left_of_invoice(p_invoice_id) l
  ), sums as (
    -- What rounding leaves over goes to the last one.
    select s.*, floor(p_cents * sum(s.cents) over (order by s.class) / nullif(sum(s.cents) over (), 0))::bigint as upto
    from shares s
    where s.cents > 0
  ), cents as (
    select u.class, u.basis_points, u.upto - lag(u.upto, 1, 0::bigint) over (order by u.class) as cents from sums u
  )
  select coalesce(jsonb_agg(private.paper_line(
    'money', null, p_name, null, '[]', 1, c.cents, c.class, c.basis_points, c.cents, 0
  ) order by c.class), '[]')
  from cents c where c.cents > 0;
$$;

comment on function private.money_lines is
  'One PaperLine for each class of VAT, of p_cents together, in the proportion of what is left of an invoice besides '
  'p_less, or of p_of; without their VAT yet.';

create function private.payments_of_invoice(p_order_id uuid, p_lines jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with named as (
      select m ->> 'transactionId' as id, sum((m ->> 'cents')::bigint) as cents
      from private.invoices_in_force i cross join lateral jsonb_array_elements(i.content -> 'payments') m
      where i.order_id = p_order_id group by 1
    ), paid as (
      select e.m, e.n, r.cents, sum(r.cents) over (order by e.n) as upto
      from jsonb_array_elements(private.payments_of_order(p_order_id)) with ordinality e (m, n)
      left join named d on d.id = e.m ->> 'transactionId'
      cross join lateral (select (e.m ->> 'cents')::bigint - coalesce(d.cents, 0) as cents) r
    ), earlier as (
      -- What they leave unsaid of what paid them; what went back was of these, too.
      select greatest(coalesce(sum(i.gross_left) + (
        select coalesce(sum(c.cents - c.left_cents), 0) from private.payments_of_orders c where c.order_id = p_order_id
      ), 0) - coalesce((select sum(d.cents) from named d), 0), 0) as cents
      from private.invoices_in_force i where i.order_id = p_order_id
    ), shares as (
      select p.m, p.n,
        least(p.upto, e.cents + (private.paper_totals(p_lines) ->> 'grossCents')::bigint)
          - greatest(p.upto - p.cents, e.cents) as cents
      from paid p, earlier e
    )
    select coalesce(jsonb_agg(s.m || jsonb_build_object('cents', s.cents::bigint) order by s.n), '[]')
    from shares s where s.cents > 0
  );
end;
$$;

comment on function private.payments_of_invoice is
  'PaperPayment[] of an invoice of these lines that is issued now: what payments leave for it, the oldest of which pay '
  'the earlier invoices of the order.';

create function private.credited_lines(p_invoice_id bigint, p_lines jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(e.line || jsonb_build_object('netCents', n.cents, 'vatCents', e.gross - n.cents) order by e.place)
  from (
    select l as line, place, (l ->> 'grossCents')::bigint as gross, l ->> 'vatClass' as class,
      sum((l ->> 'grossCents')::bigint) over (partition by l ->> 'vatClass' order by place)::bigint as upto
    from jsonb_array_elements(p_lines) with ordinality x (l, place)
  ) e
  join private.left_of_invoice(p_invoice_id) i on i.class = e.class
  cross join lateral (
    -- Taken from what is left, so that a sale which is credited piece by piece ends at 0.
    select (round(i.net_cents * (i.gross_cents - e.upto + e.gross)::numeric / i.gross_cents)
      - round(i.net_cents * (i.gross_cents - e.upto)::numeric / i.gross_cents))::bigint as cents
  ) n;
$$;

comment on function private.credited_lines is
  'PaperLine[] of a credit note with their VAT, from what is left of the invoice.';

create function private.returned_lines(p_invoice private.invoices_in_force, p_reductions uuid[]) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(private.paper_line(
    'goods', i.product_id, i.product_name, s.line ->> 'model', '[]', l.quantity, i.price::bigint * 100,
    s.line ->> 'vatClass', (s.line ->> 'basisPoints')::integer, l.quantity::bigint * i.price * 100, 0
  ) order by i.product_name, i.id), '[]')
  from (
    select r.order_item_id, sum(r.quantity)::integer as quantity
    from private.refund_lines r
    where r.reduction_id = any (p_reductions)
    group by 1
  ) l join public.order_items i on i.id = l.order_item_id
  cross join lateral (
    select e as line from jsonb_array_elements(p_invoice.content -> 'lines') e
    where e ->> 'productId' = i.product_id::text
      and (e ->> 'unitCents')::bigint = i.price::bigint * 100
      and (e ->> 'quantity')::integer >= l.quantity
    limit 1
  ) s;
$$;

comment on function private.returned_lines is
  'PaperLine[] of the pieces that reductions were for, of those that an invoice has; without their VAT yet.';

create function private.refunds_with(p_reductions uuid[]) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'transactionId', r.transaction_id, 'method', r.method, 'reference', r.bank_reference, 'cents', r.cents,
    'paidAt', private.iso_time(private.nairobi_midnight(r.day))
  ) order by r.day, r.created_at), '[]')
  from private.refunds_of_orders r
  where r.stands and r.cents > 0
    and r.id in (select x.refund_id from private.reductions x where x.id = any (p_reductions));
$$;

comment on function private.refunds_with is 'PaperPayment[]: what was given back with reductions.';

create function private.credit_reductions(o public.orders, p_reductions uuid[], p_cents bigint) returns void
language plpgsql set search_path = '' as $$
declare
  invoice private.invoices_in_force;
  left_cents bigint := p_cents;
  here bigint;
  pieces jsonb;
  lines jsonb;
  worth bigint;
  -- As true of an order that is cancelled as of a price that is reduced.
  why constant text := 'Credit';
  reduced text;
begin
  for invoice in
    select * from private.invoices_in_force i where i.order_id = o.id and i.gross_left > 0
    order by private.returned_lines(i, p_reductions) <> '[]' desc, i.id
  loop
    exit when left_cents <= 0;
    here := least(left_cents, invoice.gross_left);
    pieces := private.returned_lines(invoice, p_reductions);
    worth := coalesce((select sum((l ->> 'grossCents')::bigint) from jsonb_array_elements(pieces) l), 0);
    reduced := why || coalesce(' for ' || (
      select string_agg((l ->> 'quantity') || ' x ' || (l ->> 'name'), ', ' order by n)
      from jsonb_array_elements(pieces) with ordinality e (l, n)
    ), '');
    lines := case
      -- No more of a class of VAT than is left of it.
      when worth = 0 or exists (
        select 1 from private.left_of_invoice(invoice.id) l
        where private.cents_of_class(pieces, l.class) > l.gross_cents
      ) then private.money_lines(invoice.id, here, reduced)
      when worth <= here then pieces || private.money_lines(invoice.id, here - worth, why, pieces)
      else private.money_lines(invoice.id, here, reduced, p_of => pieces)
    end;
    perform private.issue_paper('credit_note', o, 'reduced', invoice.id, p_reductions, private.paper_content(
      o, private.credited_lines(invoice.id, lines), private.nairobi_day(now()),
      -- Named once.
      case when left_cents = p_cents then private.refunds_with(p_reductions) else '[]' end
    ));
    left_cents := left_cents - here;
  end loop;
end;
$$;

comment on function private.credit_reductions is
  'Credit notes of p_cents that are no longer owed, of the invoice that has the pieces first; '
  'no more than is left of what was invoiced.';

create function private.void_because(o public.orders, p_lines jsonb) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    when o.status = 'cancelled' then null
    when exists (
      select 1 from private.invoices_in_force i cross join lateral jsonb_array_elements(i.content -> 'payments') m
      join public.transactions t on t.id = (m ->> 'transactionId')::uuid and t.status = 'reversed'
      where i.order_id = o.id and i.gross_left > 0
    )
    -- One that it does not name may have made it a sale, too.
    or private.amount_due(o.id) > 0 and exists (
      select 1 from private.invoices_in_force i join private.shares s on s.order_id = i.order_id and s.at <= i.issued_at
      join public.transactions t on t.id = s.transaction_id and t.reversed_at > i.issued_at
      where i.order_id = o.id and i.gross_left > 0
    ) then 'payment_reversed'
    when exists (select 1 from jsonb_array_elements(p_lines) l where (l ->> 'grossCents')::bigint < 0)
      or o.erased_at is null and exists (
        select 1 from private.invoices_in_force i
        where i.order_id = o.id
          and i.gross_left > 0
          and (i.content -> 'buyer' -> 'name', i.content -> 'buyer' -> 'company')
          is distinct from (to_jsonb(o.customer_name), coalesce(private.company_of(o), 'null'))
      ) then 'changed'
  end;
end;
$$;

comment on function private.void_because is
  'What is wrong on an invoice of an order: somebody else''s name, lines that are not in the order (p_lines, what was '
  'not invoiced, is less than nothing), a payment that never was. Null: nothing.';

create function private.void_invoices(o public.orders, p_cause text) returns void
language plpgsql set search_path = '' as $$
declare
  invoice private.invoices_in_force;
begin
  for invoice in
    select * from private.invoices_in_force i where i.order_id = o.id and i.gross_left > 0 order by i.id
  loop
    perform private.issue_paper(
      'credit_note', o, p_cause, invoice.id, '{}',
      private.paper_content(
        o,
        private.credited_lines(
          invoice.id,
          case
            when invoice.gross_left = invoice.gross_cents then invoice.content -> 'lines'
            else private.money_lines(invoice.id, invoice.gross_left, 'What was left of the invoice')
          end
        ),
        private.nairobi_day(now())
      )
    );
  end loop;
end;
$$;

comment on function private.void_invoices is 'A credit note for each invoice of an order over what is left of it.';

create function private.issue_papers(p_order_id uuid, p_ends_day boolean default false) returns boolean
language plpgsql set search_path = '' as $$
declare
  o public.orders;
  has_due boolean;
  waits boolean;
  day date;
  invoice private.invoices_in_force;
  is_invoiced constant boolean := exists (select 1 from private.invoices_in_force i where i.order_id = p_order_id);
  lines jsonb;
  payments constant jsonb := private.payments_of_order(p_order_id);
  void_because text;
  reductions uuid[];
  cents bigint;
begin
  select * into o from public.orders x where x.id = p_order_id for update;
  has_due := private.amount_due(p_order_id) > 0;
  day := private.nairobi_day(
    coalesce(case when not has_due then (payments -> -1 ->> 'paidAt')::timestamptz end, now())
  );

  lines := private.uninvoiced_lines(p_order_id, day);
  void_because := private.void_because(o, lines);
  if void_because is not null then
    perform private.void_invoices(o, void_because);
    lines := private.invoice_lines(p_order_id, day);
  end if;

  -- One paper for all that leaves within a day.
  waits := not p_ends_day and o.status in ('pending', 'failed') and lines <> '[]' and void_because is null and exists (
    select 1 from private.shipments s
    where s.order_id = p_order_id
      and s.status in ('sent', 'delivered')
      and private.nairobi_day(s.left_at) = private.nairobi_day(now())
  );
  if o.status <> 'cancelled' and lines <> '[]' and not waits then
    perform private.issue_paper(
      'invoice', o, coalesce(void_because, case when is_invoiced then 'added' end), null, '{}',
      private.paper_content(o, lines, day, private.payments_of_invoice(p_order_id, lines))
        -- Unpaid, it is of what has left.
        || case when o.status in ('pending', 'failed') then '{"delivery": null}'::jsonb else '{}' end
    );
  end if;

  select array_agg(r.id), coalesce(sum(r.cents), 0) into reductions, cents
  from private.reductions r
  where r.order_id = p_order_id and r.has_credit_note and not exists (
    select 1 from private.papers p join private.invoices_in_force i on i.id = coalesce(p.corrects, p.id)
    where p.order_id = p_order_id and r.id = any (p.reduction_ids)
  );
  if cents > 0 then
    perform private.credit_reductions(o, reductions, cents);
  elsif cents < 0 then
    select * into invoice from private.invoices_in_force i
    where i.order_id = p_order_id and i.gross_left < i.gross_cents
    order by i.id limit 1;
    perform private.issue_paper('invoice', o, 'reduction_undone', null, reductions, private.paper_content(
      o, private.undone_lines(invoice.id, -cents), private.nairobi_day(now()))) where invoice.id is not null;
  end if;
  return waits;
end;
$$;

comment on function private.issue_papers is
  'Issues what is due: an invoice of what was sold, once it was paid or has left; what is wrong on an '
  'invoice is credited and invoiced again; reductions are credited. Afterwards the invoices in force are what was sold '
  'of the order, and less their credit notes what is owed of that. Does nothing when nothing is due. True: a part of '
  'the order left today, and its invoice waits for the end of the day (p_ends_day: it waits no longer).';

create function private.undone_lines(p_invoice_id bigint, p_cents bigint) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(l || jsonb_build_object('netCents', n.cents, 'vatCents', (l ->> 'grossCents')::bigint - n.cents))
  from jsonb_array_elements(private.money_lines(p_invoice_id, p_cents, 'Credited too much before', p_of => (
    select jsonb_agg(e)
    from private.papers c cross join lateral jsonb_array_elements(c.content -> 'lines') e
    where c.corrects = p_invoice_id
  ))) l
  cross join lateral (
    select round((l ->> 'grossCents')::bigint * 10000.0 / (10000 + (l ->> 'basisPoints')::integer))::bigint as cents
  ) n;
$$;

comment on function private.undone_lines is
  'PaperLine[] of what was credited of an invoice and is owed again, at the rates of its credit notes.';

create table private.unissued_papers (
  order_id uuid primary key references public.orders (id) on delete restrict,
  problem text,
  since timestamptz not null default now()
);

comment on table private.unissued_papers is
  'Orders whose papers could not be issued, and why: tried again with the next entry in their book, and each night. '
  'Null: it is their invoice of what left today.';

create function private.try_to_issue_papers(p_order_id uuid, p_ends_day boolean default false) returns void
language plpgsql set search_path = '' as $$
begin
  if private.issue_papers(p_order_id, p_ends_day) then
    insert into private.unissued_papers as u (order_id) values (p_order_id)
    on conflict (order_id) do update set problem = null;
  else
    delete from private.unissued_papers u where u.order_id = p_order_id;
  end if;
exception when others then
  insert into private.unissued_papers as u (order_id, problem) values (p_order_id, sqlerrm)
  on conflict (order_id) do update set problem = excluded.problem;
end;
$$;

comment on function private.try_to_issue_papers is
  'As private.issue_papers(); what fails is written down, and stops no payment.';

create function public.issue_invoice(p_order_id uuid) returns jsonb
-- Definer: papers are written by the shop's functions only.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
begin
  perform private.require_permission('payments.record');
  perform private.refuse_missing(not exists (select 1 from public.orders o where o.id = p_order_id));
  perform private.try_to_issue_papers(p_order_id, true);
  return (select private.order_as_json(o) from public.orders o where o.id = p_order_id);
end;
$$;

comment on function public.issue_invoice is
  'The invoice of what left of an order today is made now, not tonight; what leaves later today gets another. Returns '
  'AdminOrder. PT403, PT404.';
grant execute on function public.issue_invoice to authenticated;

create function private.reduced_paper(p_content jsonb, p_is_named boolean) returns jsonb
language sql immutable set search_path = '' as $$
  select p_content || jsonb_build_object(
    'lines', (
      select jsonb_agg(l || '{"serials": []}' order by n)
      from jsonb_array_elements(p_content -> 'lines') with ordinality e (l, n)
    ),
    'buyer', case
      when p_is_named and p_content ->> 'buyer' is not null
        then p_content -> 'buyer' || '{"email": null, "phone": null, "address": null}'
    end,
    -- The reference of a tender says whose it is.
    'accepted', nullif(p_content -> 'accepted', 'null')
      || case when p_is_named then '{}' else '{"reference": null}'::jsonb end
  );
$$;

comment on function private.reduced_paper is
  'PaperContent for whoever has the link of an order, who does not learn whose it is; and with a contact of it '
  '(p_is_named) no more than the name.';

create function private.proforma_facts(o public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'dueAmount', b.due_kes, 'expectedCents', private.expected_cents(o.id), 'laterCents', b.later,
      'heldUntil', private.held_until(o.id), 'termsDays', o.terms_days, 'accepted', (
        select jsonb_build_object(
          'number', q.number, 'reference', q.purchase_order, 'paymentTerms', q.payment_terms
        )
        from private.quotations q where q.order_id = o.id
      ),
      'awaited', (
        select coalesce(jsonb_agg(
          jsonb_build_object('productId', i.product_id, 'quantity', i.quantity)
            || private.awaited_of_item(i.to_order, i.awaited, i.awaited_since)
        ), '[]')
        from public.order_items i where i.order_id = o.id and i.awaited > 0
      )
    )
    from private.books b where b.order_id = o.id
  );
end;
$$;

comment on function private.proforma_facts is 'What PaperContent has of a proforma alone.';

create function public.papers_of_order(
  p_sid text, p_order_id uuid, p_kind text, p_link_version integer default null, p_contact jsonb default null
) returns jsonb
-- Definer: no role reads papers.
language plpgsql stable security definer set search_path = '' as $$
declare
  o public.orders;
  seen text := coalesce(public.visible_order(p_sid, p_order_id, p_link_version) ->> 'view', 'nothing');
  is_reduced boolean := seen = 'reduced';
  hides_codes boolean := is_reduced or seen = 'staff' and not private.session_may(p_sid, 'payments.read');
  content jsonb;
begin
  if seen = 'nothing' or is_reduced and p_kind <> 'proforma' and p_contact is null then
    return null;
  end if;
  select * into o from public.orders x where x.id = p_order_id;
  if p_contact is not null and not private.is_contact_of(o, p_contact) then
    raise sqlstate 'PT403' using message = 'contact_mismatch';
  end if;
  if p_kind = 'proforma' then
    if (private.state_of_order(o)).paper is distinct from 'proforma' then
      return '[]';
    end if;
    content := private.paper_content(
      o,
      private.invoice_lines(o.id, private.nairobi_day(now()), p_is_proforma => true),
      private.nairobi_day(now()),
      case
        when hides_codes then private.without_codes(private.payments_of_order(o.id))
        else private.payments_of_order(o.id)
      end
    ) || private.proforma_facts(o);
    if content ->> 'delivery' is not null then
      content := content || jsonb_build_object('delivery', case
        when not is_reduced then private.order_delivery(o)
        -- How long it takes is for whoever knows a contact of the order.
        else private.reduced_delivery(private.order_delivery(o))
          || case when p_contact is null then '{}' else content -> 'delivery' end
      end);
    end if;
    if is_reduced then
      content := private.reduced_paper(content, p_contact is not null);
    end if;
    return jsonb_build_array(jsonb_build_object(
      'kind', p_kind, 'number', null, 'cause', null, 'issuedAt', private.iso_time(now()), 'corrects', null,
      'etims', null, 'correctsEtims', null, 'content', content
    ));
  end if;
  return (
    -- Within an hour it is the same print: printers jam.
    select coalesce(jsonb_agg(
      private.paper_as_json(p)
      || jsonb_build_object('isCopy', seen = 'staff' and coalesce(s.printed_at < now() - interval '1 hour', false))
      || case when hides_codes then jsonb_build_object('content', case
        when is_reduced then private.reduced_paper(c.content, true) else c.content
      end) else '{}' end
      order by p.id
    ), '[]')
    from private.papers p
    left join private.paper_signatures s on s.paper_id = p.id
    cross join lateral (
      select w.content || jsonb_build_object('payments', private.without_codes(w.content -> 'payments')) as content
      from (select private.content_now(p) as content offset 0) w
      offset 0
    ) c
    where p.order_id = o.id
  );
end;
$$;

comment on function public.papers_of_order is
  'Paper[]: for proforma what is asked for now, none once nothing is; for invoice all invoices and credit notes of the '
  'order, the oldest first; isCopy: staff print again what eTIMS has signed. Null when the session sees no '
  'such paper: with the link alone only the proforma is seen, without the buyer; who also gives the e-mail or phone of '
  'the order sees all, with the buyer''s name; PT403 contact_mismatch. To staff who may not see payments none is named '
  'by its code. Writes nothing.';

create function public.note_paper_print(p_order_id uuid) returns void
-- Definer: no role writes papers.
language sql security definer set search_path = '' as $$
  select private.require_permission('orders.read');
  update private.paper_signatures s set printed_at = now()
  where s.printed_at is null and s.paper_id in (select p.id from private.papers p where p.order_id = p_order_id);
$$;

comment on function public.note_paper_print is
  'Staff print the papers of an order: what eTIMS has signed by now is printed. PT403.';
grant execute on function public.note_paper_print to authenticated;

create function private.paper_number(p private.papers) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select case p.kind when 'invoice' then 'INV' else 'CN' end || '-' || p.year || '-'
      || lpad(p.number::text, greatest(5, length(p.number::text)), '0')
    where p.id is not null
  );
end;
$$;

comment on function private.paper_number is 'INV-2026-00001, or CN for a credit note.';

create function private.etims_of(p_paper_id bigint) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'unit', s.unit, 'receipt', s.receipt, 'signature', s.signature, 'internalData', s.internal_data,
      'signedAt', private.iso_time(s.signed_at), 'qr', s.qr
    )
    from private.paper_signatures s where s.paper_id = p_paper_id
  );
end;
$$;

comment on function private.etims_of is 'The contract''s Etims of a paper; null while it has none.';

create function private.has_etims(p private.papers) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select 1 from private.paper_signatures s where s.paper_id = p.id);
end;
$$;

comment on function private.has_etims is 'Whether eTIMS has signed a paper.';

create function private.expected_of_invoice(p private.papers, p_due bigint) returns bigint
-- Definer: as private.content_now().
language plpgsql stable security definer set search_path = '' as $$
begin
  -- What comes pays the first invoices, so the last ones wait for the certificate.
  return greatest(0, least(p_due, private.expected_cents(p.order_id) - (
    select coalesce(sum(i.gross_left), 0) from private.invoices_in_force i
    where i.order_id = p.order_id and i.id > p.id
  )));
end;
$$;

comment on function private.expected_of_invoice is
  'Cents: what of the due of an invoice is expected to be withheld, so that it is asked for by no paper.';

create function private.content_now(p private.papers) returns jsonb
-- Definer: what the bank took back is read with the roles of refunds alone.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with named as (
      select i.id, m.m, m.n, (m.m ->> 'cents')::bigint as cents
      from private.papers i
      cross join lateral jsonb_array_elements(i.content -> 'payments') with ordinality m (m, n)
      where i.order_id = p.order_id and i.kind = 'invoice' and not exists (
        select 1 from private.standing_refunds r
        where r.transaction_id = (m.m ->> 'transactionId')::uuid and r.bank_cause is not null
      )
    ), invoices as (
      select i.id, g.cents, (sum(g.cents) over (order by i.id))::bigint as upto
      from private.invoices_in_force i
      cross join lateral (
        select greatest(i.gross_left - coalesce(sum(d.cents), 0), 0)::bigint as cents from named d where d.id = i.id
      ) g
      where i.order_id = p.order_id
    ), came as (
      -- What came since, and pays the invoices in their order; what was written off pays their end.
      select e.m, e.n, c.cents, (sum(c.cents) over (order by e.n))::bigint as upto
      from (
        select x.m, x.n, o.left_cents from jsonb_array_elements(private.payments_of_order(p.order_id))
          with ordinality x (m, n)
        join private.payments_of_orders o on o.transaction_id = (x.m ->> 'transactionId')::uuid
        where o.order_id = p.order_id
        union all
        select null, 1e6, sum(r.cents) from private.reductions r
        where r.order_id = p.order_id and r.cause = 'written_off'
      ) e
      cross join lateral (
        select greatest(e.left_cents - coalesce(sum(d.cents), 0), 0)::bigint as cents
        from named d join private.invoices_in_force i on i.id = d.id
        where d.m ->> 'transactionId' = e.m ->> 'transactionId'
      ) c
    ), pays as (
      select c.m, c.n, least(c.upto, i.upto) - greatest(c.upto - c.cents, i.upto - i.cents) as cents
      from came c join invoices i on i.id = p.id
    )
    select case when p.kind <> 'invoice' then p.content else p.content || (
      select jsonb_build_object(
        'payments', (
          select coalesce(jsonb_agg(l.m order by l.place, l.n), '[]') from (
            select 1 as place, d.n, d.m from named d where d.id = p.id
            union all
            select 2, a.n, a.m || jsonb_build_object('cents', a.cents) from pays a where a.m is not null and a.cents > 0
          ) l
        ),
        'writtenOffCents', coalesce((select a.cents from pays a where a.m is null and a.cents > 0), 0),
        'creditedCents', coalesce((
          select i.gross_cents - i.gross_left from private.invoices_in_force i where i.id = p.id
        ), 0),
        'due', case when private.asked_for(due.cents) > 0 then jsonb_build_object(
          'cents', due.cents, 'expectedCents', private.expected_of_invoice(p, due.cents),
          'day', (select private.owed_by(o) from public.orders o where o.id = p.order_id)
        ) end,
        'terms', case when private.asked_for(due.cents) > 0 then p.content -> 'terms' end,
        'delivery', case when p.content ->> 'delivery' is not null then (
          select private.promise_of_order(o) from public.orders o where o.id = p.order_id and o.status <> 'cancelled'
        ) end,
        -- The rest is that of its day; nobody pays into an account of before.
        'seller', (p.content -> 'seller') || (
          select jsonb_object_agg(s.key, s.value) from jsonb_each(private.shop_on_papers()) s
          where s.key in ('bank', 'paybill', 'till', 'mpesaLimit', 'promptsAreOn')
        )
      )
      from (
        select least(
          (select i.cents from invoices i where i.id = p.id)
            - coalesce((select sum(a.cents) from pays a where a.cents > 0), 0),
          (private.book_of_order(p.order_id)).due
        )::bigint as cents
        offset 0
      ) due
    ) end
  );
end;
$$;

comment on function private.content_now is
  'What a paper says when it is printed now: an invoice names no payment that bounced or was charged back since, and '
  'those that came since; what was written off of it, what is due of it, and by when the goods come that are not sent.';

create function private.paper_as_json(p private.papers) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'kind', p.kind, 'number', private.paper_number(p), 'cause', p.cause, 'issuedAt', private.iso_time(p.issued_at),
    'content', private.content_now(p),
    'corrects', (select private.paper_number(c) from private.papers c where c.id = p.corrects),
    'etims', private.etims_of(p.id), 'correctsEtims', private.etims_of(p.corrects)
  );
end;
$$;

comment on function private.paper_as_json is 'The contract''s Paper.';

create function public.enter_etims(p_entry jsonb) returns jsonb
-- Definer: no role reads or writes papers.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  paper private.papers;
  problem text;
begin
  perform private.require_permission('statements');
  perform private.require_json(p_entry, 'object');
  select p.* into paper from private.papers p, regexp_match(p_entry ->> 'number', '^(INV|CN)-(\d{4})-(\d{5,9})$') n
  where p.kind = case n[1] when 'INV' then 'invoice' else 'credit_note' end
    and p.year = n[2]::integer
    and p.number = n[3]::integer;
  problem := case
    when paper.id is null then 'unknown_number'
    when coalesce(p_entry ->> 'qr', '') = ''
      and coalesce(paper.content -> 'seller' ->> 'pin', '') !~ '^[A-Z]\d{9}[A-Z]$' then 'qr_missing'
    -- A control unit's clock is not the shop's.
    when (p_entry ->> 'signedAt')::timestamptz
      not between paper.issued_at - interval '5 minutes' and now() + interval '5 minutes' then 'wrong_time'
  end;
  if problem is null then
    insert into private.paper_signatures as s (
      paper_id, unit, receipt, signature, internal_data, signed_at, qr, entered_by
    )
    values (
      paper.id, p_entry ->> 'unit', (p_entry ->> 'receipt')::integer, p_entry ->> 'signature',
      p_entry ->> 'internalData', (p_entry ->> 'signedAt')::timestamptz,
      -- The address of a receipt at the authority: PIN, branch 00, signature.
      coalesce(
        nullif(p_entry ->> 'qr', ''),
        'https://etims.kra.go.ke/common/link/etims/receipt/indexEtimsReceiptData?Data='
          || (paper.content -> 'seller' ->> 'pin') || '00' || (p_entry ->> 'signature')
      ),
      (select auth.uid())
    )
    -- A typing error is put right; what the paper says of the sale never changes.
    on conflict (paper_id) do update set
      unit = excluded.unit, receipt = excluded.receipt, signature = excluded.signature,
      internal_data = excluded.internal_data, signed_at = excluded.signed_at, qr = excluded.qr,
      entered_by = excluded.entered_by, entered_at = now(),
      -- Of what is put right there is no print yet.
      printed_at = case
        when (s.unit, s.receipt, s.signature) = (excluded.unit, excluded.receipt, excluded.signature)
          then s.printed_at
      end;
  end if;
  return jsonb_build_object('problem', problem);
exception
  when unique_violation then
    return '{"problem": "signature_taken"}';
  when check_violation or not_null_violation or data_exception then
    return '{"problem": "malformed"}';
end;
$$;

comment on function public.enter_etims is
  'Writes down what eTIMS answered about a paper: EtimsEntry. Returns EnteredEtims. PT400, PT403.';
grant execute on function public.enter_etims to authenticated;

create function public.list_etims_sales(p_from date, p_to date, p_after jsonb default null) returns jsonb
-- Definer: no role reads papers.
language sql stable security definer set search_path = '' as $$
  select private.check_report_days(p_from, p_to);
  select private.require_permission('exports');
  select jsonb_build_object('after', f.after, 'rows', coalesce((
    select jsonb_agg(
      private.paper_as_json(q) || jsonb_build_object('sequence', q.id, 'original', coalesce(q.corrects, 0))
      order by p.place
    )
    from unnest(f.ids) with ordinality p (id, place) join private.papers q on q.id = p.id::bigint
  ), '[]'))
  from private.page_of_ids('select r.id, r.issued_at as place from private.papers r where ' || private.conditions(
    'r.issued_at >= ' || quote_literal(private.nairobi_midnight(p_from)),
    'r.issued_at < ' || quote_literal(private.nairobi_midnight(p_to + 1)),
    'not private.has_etims(r)'
  ), false, 500, p_after) f;
$$;

comment on function public.list_etims_sales is
  'PageOfRows of EtimsSale: the papers of these days that eTIMS has not signed, oldest first, 500 at most. PT400, '
  'PT403.';
grant execute on function public.list_etims_sales to authenticated;

grant execute on function public.papers_of_order to service_role;
