-- Papers of an order: the VAT of what is sold, and numbered invoices and credit notes, which never change.
-- Who reads: the buyer who sees the whole order, and staff, through public.papers_of_order(). Who writes: the same function, which issues what is due; admins set the VAT of a product.
set check_function_bodies = off;

create table public.vat_rates (
  id uuid primary key default gen_random_uuid(),
  class text not null check (class in ('standard', 'reduced', 'zero_rated', 'exempt', 'outside')),
  from_day date not null check (from_day between '2021-01-01' and '2099-12-31'),
  basis_points integer not null check (basis_points between 0 and 5000),
  unique (class, from_day),
  check (class in ('standard', 'reduced') or basis_points = 0)
);

comment on table public.vat_rates is
  'VAT in Kenya by what it means, not by a letter: systems of the tax authority disagree about letters. Prices include it. To be checked by the shop''s accountant.';
comment on column public.vat_rates.from_day is 'The first day that the rate counts for, in Nairobi. Papers are issued at the rate of the day of payment, so only rates of days to come may be written or removed.';
comment on column public.vat_rates.basis_points is 'Hundredths of a percent of the net price: 1600 is 16 %.';

insert into public.vat_rates (class, from_day, basis_points) values
  ('standard', '2021-01-01', 1600), ('reduced', '2021-01-01', 800), ('zero_rated', '2021-01-01', 0), ('exempt', '2021-01-01', 0), ('outside', '2021-01-01', 0);

alter table public.vat_rates enable row level security;
grant select, delete on public.vat_rates to authenticated;
grant insert (class, from_day, basis_points) on public.vat_rates to authenticated;

create policy "Admins read the rates of VAT" on public.vat_rates
  for select to authenticated using ((select private.may('settings')));
create policy "Admins add rates of days to come" on public.vat_rates
  for insert to authenticated with check ((select private.may('settings')) and from_day > private.nairobi_day(now()));
create policy "Admins remove rates of days to come" on public.vat_rates
  for delete to authenticated using ((select private.may('settings')) and from_day > private.nairobi_day(now()));

create table public.product_vat (
  id uuid primary key references public.products (id) on delete cascade,
  class text not null check (class in ('standard', 'reduced', 'zero_rated', 'exempt', 'outside')),
  evidence text not null check (evidence ~ '\S' and char_length(evidence) <= 500),
  updated_at timestamptz not null default now()
);

comment on table public.product_vat is 'The VAT of a product that is not sold at the standard rate, as all others are.';
comment on column public.product_vat.id is 'The product.';
comment on column public.product_vat.evidence is 'Why: for solar goods, for instance, the recommendation of the energy Cabinet Secretary.';

alter table public.product_vat enable row level security;
grant select on public.product_vat to authenticated;

create policy "Staff read the VAT of products" on public.product_vat
  for select to authenticated using ((select private.may('products.read')));

create trigger set_updated_at before update on public.product_vat
  for each row execute function private.set_updated_at();

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
      raise sqlstate 'PT400' using message = 'invalid_request', detail = sqlerrm;
    when foreign_key_violation then
      raise sqlstate 'PT404' using message = 'not_found';
  end;
  return (select jsonb_build_object('class', v.class, 'evidence', v.evidence) from public.product_vat v where v.id = p_product_id);
end;
$$;

comment on function public.set_product_vat is 'The class of a product''s VAT and why it is not the standard one. {class, evidence}; null for the standard rate. PT400, PT403, PT404.';
grant execute on function public.set_product_vat to authenticated;

create table private.paper_counters (
  kind text not null check (kind in ('invoice', 'credit_note')),
  year integer not null,
  last integer not null check (last > 0),
  primary key (kind, year)
);

comment on table private.paper_counters is
  'The last number given. Its row is locked until the paper is committed, so that numbers have no gap; that is why no payment is settled in that transaction.';

create table private.papers (
  -- In the order in which they were issued, also within one transaction.
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('invoice', 'credit_note')),
  year integer not null,
  number integer not null check (number > 0),
  order_id uuid not null references public.orders (id) on delete restrict,
  corrects bigint references private.papers (id) on delete restrict,
  issued_at timestamptz not null default now(),
  gross_cents bigint not null check (gross_cents > 0),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  unique (kind, year, number),
  check ((kind = 'credit_note') = (corrects is not null))
);

create table private.paper_signatures (
  paper_id bigint primary key references private.papers (id) on delete restrict,
  unit text not null check (unit ~ '^[A-Z0-9]{4,40}$'),
  receipt integer not null check (receipt > 0),
  signature text not null unique check (signature ~ '^[A-Z0-9]{16}$'),
  internal_data text check (internal_data ~ '^[A-Z0-9]{1,64}$'),
  signed_at timestamptz not null,
  qr text not null check (qr ~ '^https://\S+$' and char_length(qr) <= 300),
  entered_by uuid,
  entered_at timestamptz not null default now(),
  opened_at timestamptz
);

comment on table private.paper_signatures is
  'What the tax authority''s system (eTIMS) answered about a paper, as staff wrote it down: a paper without one is no tax invoice. The shop itself sends nothing there.';
comment on column private.paper_signatures.unit is 'The control unit, sdcId in the answer.';
comment on column private.paper_signatures.receipt is 'curRcptNo in the answer: unit/receipt is the invoice number of the control unit.';
comment on column private.paper_signatures.opened_at is 'When staff first opened the paper with it.';
comment on column private.paper_signatures.entered_by is 'No foreign key: it outlives accounts.';

comment on table private.papers is 'Invoices and credit notes as they were issued. What is wrong is credited, and invoiced again.';
comment on column private.papers.content is 'The contract''s PaperContent. Its buyer is null once that person was erased.';

create index papers_by_order on private.papers (order_id);
create index papers_by_day on private.papers (issued_at);
create index papers_by_corrected on private.papers (corrects);

create function private.refuse_other_paper() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' or (to_jsonb(new) #- '{content,buyer}') <> (to_jsonb(old) #- '{content,buyer}') or new.content -> 'buyer' <> 'null' then
    raise exception 'a paper never changes';
  end if;
  return new;
end;
$$;

comment on function private.refuse_other_paper is 'A paper loses its buyer''s name when that person is erased; nothing else of it changes.';
create trigger immutable before update or delete on private.papers
  for each row execute function private.refuse_other_paper();

create function private.paper_line(
  p_name text, p_model text, p_serials jsonb, p_quantity integer, p_unit_cents bigint, p_class text, p_day date, p_gross_cents bigint
) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'name', p_name, 'model', p_model, 'serials', p_serials, 'quantity', p_quantity, 'unitCents', p_unit_cents, 'vatClass', p_class,
    'basisPoints', r.basis_points, 'grossCents', p_gross_cents, 'netCents', n.cents, 'vatCents', p_gross_cents - n.cents
  )
  from (
    select v.basis_points from public.vat_rates v where v.class = p_class and v.from_day <= greatest(p_day, '2021-01-01') order by v.from_day desc limit 1
  ) r cross join lateral (select round(p_gross_cents * 10000.0 / (10000 + r.basis_points))::bigint as cents) n;
$$;

comment on function private.paper_line is 'The contract''s PaperLine, at the rate of a day; cents without VAT are rounded half up.';

create function private.lines_of_order(p_order_id uuid, p_day date) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(l.line order by l.place, l.name, l.id)
  from (
    select 1 as place, i.product_name as name, i.id, private.paper_line(
      i.product_name, p.model,
      (select coalesce(jsonb_agg(n.serial order by n.serial), '[]') from private.shipment_serials n where n.order_item_id = i.id and not n.is_back),
      i.quantity, i.price::bigint * 100, coalesce(v.class, 'standard'), p_day, i.quantity::bigint * i.price * 100
    ) as line
    from public.order_items i join public.products p on p.id = i.product_id left join public.product_vat v on v.id = p.id
    where i.order_id = p_order_id
    union all
    select 2, 'Delivery', o.id, private.paper_line('Delivery', null, '[]', 1, o.delivery_price::bigint * 100, 'standard', p_day, o.delivery_price::bigint * 100)
    from public.orders o where o.id = p_order_id and o.delivery_price > 0
  ) l;
$$;

comment on function private.lines_of_order is 'The contract''s PaperLine[] of what an order is for now, its delivery included.';

create function private.part_of_lines(p_lines jsonb, p_cents bigint, p_name text, p_day date) returns jsonb
language sql stable set search_path = '' as $$
  with shares as (
    select l ->> 'vatClass' as class, sum((l ->> 'grossCents')::bigint) as cents from jsonb_array_elements(p_lines) l group by 1
  ), sums as (
    -- What rounding leaves over goes to the last one.
    select s.class, floor(p_cents * sum(s.cents) over (order by s.class) / sum(s.cents) over ())::bigint as upto from shares s
  ), cents as (
    select u.class, u.upto - lag(u.upto, 1, 0::bigint) over (order by u.class) as cents from sums u
  )
  select case when (select sum(s.cents) from shares s) = p_cents then p_lines else (
    select jsonb_agg(private.paper_line(p_name, null, '[]', 1, c.cents, c.class, p_day, c.cents) order by c.class) from cents c where c.cents > 0
  ) end;
$$;

comment on function private.part_of_lines is 'p_lines when they are worth p_cents; else one PaperLine for each class of VAT in them, of p_cents together, in the same proportion.';

create function private.paper_totals(p_lines jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'grossCents', sum(r.gross), 'netCents', sum(r.net), 'vatCents', sum(r.vat),
    'rates', jsonb_agg(jsonb_build_object('vatClass', r.class, 'basisPoints', r.basis_points, 'grossCents', r.gross, 'netCents', r.net, 'vatCents', r.vat)
      order by r.basis_points desc, r.class)
  )
  from (
    select l ->> 'vatClass' as class, (l ->> 'basisPoints')::integer as basis_points, sum((l ->> 'grossCents')::bigint) as gross,
      sum((l ->> 'netCents')::bigint) as net, sum((l ->> 'vatCents')::bigint) as vat
    from jsonb_array_elements(p_lines) l group by 1, 2
  ) r;
$$;

comment on function private.paper_totals is 'The contract''s PaperTotals: sums of the lines, and by rate.';

create function private.paper_content(o public.orders, p_lines jsonb, p_reason text default null) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'lines', p_lines, 'totals', private.paper_totals(p_lines), 'reason', p_reason, 'orderId', o.id, 'orderedAt', private.iso_time(o.created_at),
    'seller', public.shop_details() - array['announcement', 'hours', 'whatsapp'],
    'buyer', case when o.erased_at is null then jsonb_build_object(
      'name', o.customer_name, 'email', o.customer_email, 'phone', o.customer_phone, 'address', o.customer_address, 'company', private.company_of(o)) end,
    'payment', (
      select jsonb_build_object('method', t.payment_method, 'reference', t.reference, 'paidAt', private.iso_time(t.decided_at))
      from public.transactions t where t.order_id = o.id and t.status = 'completed' order by t.decided_at limit 1
    )
  );
$$;

comment on function private.paper_content is 'The contract''s PaperContent of an order as it is now.';

create function private.issue_paper(p_kind text, o public.orders, p_lines jsonb, p_reason text, p_corrects bigint) returns void
language plpgsql set search_path = '' as $$
declare
  content constant jsonb := private.paper_content(o, p_lines, p_reason);
  this_year constant integer := extract(year from private.nairobi_day(now()));
  next_number integer;
begin
  -- Both kinds under one lock: two transactions that issue both, in different order, would wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('private.paper_counters', 0));
  insert into private.paper_counters as c (kind, year, last) values (p_kind, this_year, 1)
  on conflict (kind, year) do update set last = c.last + 1 returning c.last into next_number;
  insert into private.papers (kind, year, number, order_id, corrects, gross_cents, content)
  values (p_kind, this_year, next_number, o.id, p_corrects, (content -> 'totals' ->> 'grossCents')::bigint, content);
end;
$$;

comment on function private.issue_paper is 'Gives the next number of the year and kind; others wait for theirs until this is committed.';

create function private.left_of_papers(p_order_id uuid, p_name text, p_day date, p_sold jsonb default null) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(private.paper_line(p_name, null, '[]', 1, s.cents, s.class, p_day, s.cents) order by s.class)
  from (
    select x.class, sum(x.cents)::bigint as cents
    from (
      select l ->> 'vatClass' as class, (l ->> 'grossCents')::bigint as cents from jsonb_array_elements(p_sold) l
      union all
      select r ->> 'vatClass', (r ->> 'grossCents')::bigint * case when (p.kind = 'invoice') = (p_sold is null) then 1 else -1 end
      from private.papers p cross join lateral jsonb_array_elements(p.content -> 'totals' -> 'rates') r where p.order_id = p_order_id
    ) x group by x.class
  ) s where s.cents > 0;
$$;

comment on function private.left_of_papers is
  'One PaperLine for each class of VAT: what the invoices of an order are worth less its credit notes; with p_sold what of these lines is credited. Null for nothing.';

create function private.returned_lines(p_order_id uuid, p_sold jsonb, p_day date) returns jsonb
language sql stable set search_path = '' as $$
  with refunds as (
    select r.id from private.standing_refunds r
    where r.order_id = p_order_id and r.task_id is null and r.amount_cents > 0 and r.created_at > coalesce(
      (select max(p.issued_at) from private.papers p where p.order_id = p_order_id and p.kind = 'credit_note'), '-infinity')
  )
  select jsonb_agg(private.paper_line(i.product_name, s.line ->> 'model', '[]', l.quantity, i.price::bigint * 100, s.line ->> 'vatClass', p_day,
    l.quantity::bigint * i.price * 100) order by i.product_name, i.id)
  from refunds r
  join private.refund_lines l on l.refund_id = r.id join public.order_items i on i.id = l.order_item_id
  cross join lateral (
    select e as line from jsonb_array_elements(p_sold) e where e ->> 'name' = i.product_name and (e ->> 'unitCents')::bigint = i.price::bigint * 100 limit 1
  ) s
  where not exists (select 1 from refunds m where not exists (select 1 from private.refund_lines n where n.refund_id = m.id));
$$;

comment on function private.returned_lines is
  'PaperLine[] of the pieces that the refunds since the last credit note were for; null when there are none, or one of them was for money alone.';

create function private.credited_lines(p_order_id uuid, p_sold jsonb, p_cents bigint, p_day date) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  remaining constant jsonb := private.left_of_papers(p_order_id, 'What was left of the invoice', p_day);
  returned constant jsonb := private.returned_lines(p_order_id, p_sold, p_day);
begin
  -- Pieces may cost more than was given back for them, and less where money went back too.
  if (private.paper_totals(returned) ->> 'grossCents')::bigint >= p_cents and not exists (
    select 1 from jsonb_array_elements(returned) l
    left join lateral (select (e ->> 'grossCents')::bigint as cents from jsonb_array_elements(remaining) e where e ->> 'vatClass' = l ->> 'vatClass') s on true
    group by l ->> 'vatClass', s.cents having sum((l ->> 'grossCents')::bigint) > coalesce(s.cents, 0)
  ) then
    return private.part_of_lines(returned, p_cents, 'Money given back for ' || (
      select string_agg((l ->> 'quantity') || ' x ' || (l ->> 'name'), ', ' order by n) from jsonb_array_elements(returned) with ordinality e (l, n)
    ), p_day);
  end if;
  return private.part_of_lines(
    case when (private.paper_totals(remaining) -> 'grossCents') = (private.paper_totals(p_sold) -> 'grossCents') then p_sold else remaining end,
    p_cents, 'Money given back', p_day
  );
end;
$$;

comment on function private.credited_lines is
  'PaperLine[] of a credit note of p_cents: the pieces that came back where refunds were for pieces, else a line for each class of VAT in the proportion of what is left, so that none is credited beyond what was invoiced.';

create function private.issue_papers(p_order_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  o public.orders;
  paid_on date;
  -- The day whose rates of VAT the invoice has; a credit note has the same, also where that payment did not stand.
  invoiced_on date;
  lines jsonb;
  latest private.papers;
  remaining jsonb;
  gross bigint;
  refunded bigint;
  too_much bigint;
begin
  select * into o from public.orders where id = p_order_id for update;
  paid_on := (select private.nairobi_day(min(t.decided_at)) from public.transactions t where t.order_id = o.id and t.status = 'completed');
  select * into latest from private.papers p
  where p.order_id = o.id and p.kind = 'invoice' and p.content ->> 'reason' is null
    -- Not one that was credited since its order was changed, or not paid after all.
    and not exists (select 1 from private.papers c where c.corrects = p.id and c.content ->> 'reason' <> 'Money was given back')
  order by p.id desc limit 1;
  invoiced_on := coalesce(private.nairobi_day((latest.content -> 'payment' ->> 'paidAt')::timestamptz), paid_on);
  lines := coalesce(latest.content -> 'lines', private.lines_of_order(o.id, paid_on));
  if paid_on is not null then
    -- Serial numbers are written down later, and the VAT of a product may change: neither changes what was invoiced.
    if latest.id is not null and private.sold_of_lines(lines) <> private.sold_of_lines(private.lines_of_order(o.id, paid_on)) then
      remaining := private.left_of_papers(o.id, 'What was left of the invoice', invoiced_on);
      if remaining is not null then
        perform private.issue_paper('credit_note', o,
          case when (private.paper_totals(remaining) ->> 'grossCents')::bigint = latest.gross_cents then lines else remaining end,
          'The order was changed', latest.id);
      end if;
      latest := null;
      invoiced_on := paid_on;
      lines := private.lines_of_order(o.id, paid_on);
    end if;
    if latest.id is null then
      perform private.issue_paper('invoice', o, lines, null, null);
      select * into latest from private.papers p where p.order_id = o.id and p.kind = 'invoice' order by p.id desc limit 1;
    end if;
  end if;
  select coalesce(sum(s.gross_cents), 0), coalesce(sum(s.refunded_cents), 0) into gross, refunded from private.sales s where s.order_id = o.id;
  too_much := (select coalesce(sum(case p.kind when 'invoice' then p.gross_cents else -p.gross_cents end), 0) from private.papers p where p.order_id = o.id)
    -- Nothing is owed for what did not stay paid. What was paid too much is no price, and what was waived is no credit.
    - case when paid_on is null then 0
        else least(o.total_amount::bigint * 100, gross - refunded + greatest(o.total_amount::bigint * 100 - gross, 0)) end;
  if too_much > 0 and latest.id is not null then
    perform private.issue_paper('credit_note', o, private.credited_lines(o.id, lines, too_much, invoiced_on),
      case when paid_on is null then 'The payment did not stand' else 'Money was given back' end, latest.id);
  elsif too_much < 0 then
    perform private.issue_paper('invoice', o,
      private.part_of_lines(
        private.left_of_papers(o.id, 'Credited too much before', invoiced_on, lines), -too_much, 'Credited too much before', invoiced_on),
      'A refund was corrected', null);
  end if;
end;
$$;

comment on function private.issue_papers is
  'Issues what is due: an invoice once an order is paid; when the order was changed since, a credit note of what is left of that and a new one; '
  'a credit note of what was given back. Afterwards invoices less credit notes are what the order costs, less refunds of its price. Does nothing when nothing is due.';

create function private.sold_of_lines(p_lines jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_agg(jsonb_build_array(l -> 'name', l -> 'quantity', l -> 'unitCents') order by l -> 'name', l -> 'unitCents', l -> 'quantity') from jsonb_array_elements(p_lines) l;
$$;

create function public.papers_of_order(p_sid text, p_order_id uuid, p_kind text) returns jsonb
-- Definer: no role reads or writes papers.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  o public.orders;
  seen text := coalesce(public.visible_order(p_sid, p_order_id) ->> 'view', 'reduced');
begin
  -- Whoever has a link alone does not learn whose the order is.
  if seen = 'reduced' then
    return null;
  end if;
  select * into o from public.orders where id = p_order_id;
  if p_kind = 'proforma' then
    return jsonb_build_array(jsonb_build_object(
      'kind', p_kind, 'number', null, 'issuedAt', private.iso_time(now()), 'corrects', null, 'etims', null, 'correctsEtims', null,
      'content', private.paper_content(o, private.lines_of_order(o.id, private.nairobi_day(now())))
    ));
  end if;
  perform private.issue_papers(o.id);
  update private.paper_signatures s set opened_at = now()
  where seen = 'staff' and s.opened_at is null and s.paper_id in (select p.id from private.papers p where p.order_id = o.id);
  return (
    -- Within an hour it is the same print: a file is saved after it was looked at, and printers jam.
    select coalesce(jsonb_agg(private.paper_as_json(p) || jsonb_build_object('isCopy', seen = 'staff' and coalesce(s.opened_at < now() - interval '1 hour', false)) order by p.id), '[]')
    from private.papers p left join private.paper_signatures s on s.paper_id = p.id where p.order_id = o.id
  );
end;
$$;

comment on function public.papers_of_order is
  'Paper[]: for proforma what would be invoiced now, for invoice all invoices and credit notes of the order, the oldest first, after issuing what is due; isCopy: staff print again what eTIMS has signed. Null when the session does not see the whole order.';

create function private.paper_number(p private.papers) returns text
language sql immutable set search_path = '' as $$
  select case p.kind when 'invoice' then 'INV' else 'CN' end || '-' || p.year || '-' || lpad(p.number::text, greatest(5, length(p.number::text)), '0') where p.id is not null;
$$;

comment on function private.paper_number is 'INV-2026-00001, or CN for a credit note.';

create function private.etims_of(p_paper_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('unit', s.unit, 'receipt', s.receipt, 'signature', s.signature, 'internalData', s.internal_data,
    'signedAt', private.iso_time(s.signed_at), 'qr', s.qr)
  from private.paper_signatures s where s.paper_id = p_paper_id;
$$;

comment on function private.etims_of is 'The contract''s Etims of a paper; null while it has none.';

create function private.paper_as_json(p private.papers) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'kind', p.kind, 'number', private.paper_number(p), 'issuedAt', private.iso_time(p.issued_at), 'content', p.content,
    'corrects', (select private.paper_number(c) from private.papers c where c.id = p.corrects),
    'etims', private.etims_of(p.id), 'correctsEtims', private.etims_of(p.corrects)
  );
$$;

comment on function private.paper_as_json is 'The contract''s Paper.';

create function public.enter_etims(p_entries jsonb) returns jsonb
-- Definer: no role reads or writes papers.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  entry jsonb;
  paper private.papers;
  entered integer := 0;
  problems jsonb := '[]';
  problem text;
begin
  perform private.require_permission('statements');
  perform private.refuse_invalid(jsonb_typeof(p_entries) is distinct from 'array' or jsonb_array_length(p_entries) > 1000, 'at most 1,000 at once');
  begin
    for entry in select e from jsonb_array_elements(p_entries) e loop
      problem := null;
      begin
        select p.* into paper from private.papers p, regexp_match(entry ->> 'number', '^(INV|CN)-(\d{4})-(\d{5,9})$') n
        where p.kind = case n[1] when 'INV' then 'invoice' else 'credit_note' end and p.year = n[2]::integer and p.number = n[3]::integer;
        if not found then
          problem := 'There is no invoice or credit note of this number.';
        elsif coalesce(entry ->> 'qr', '') = '' and coalesce(paper.content -> 'seller' ->> 'pin', '') !~ '^[A-Z]\d{9}[A-Z]$' then
          problem := 'The shop had no KRA PIN on this paper: give the text of the QR code.';
        else
          insert into private.paper_signatures as s (paper_id, unit, receipt, signature, internal_data, signed_at, qr, entered_by)
          values (paper.id, entry ->> 'unit', (entry ->> 'receipt')::integer, entry ->> 'signature', entry ->> 'internalData', (entry ->> 'signedAt')::timestamptz,
            -- The address of a receipt at the authority: PIN, branch 00, signature.
            coalesce(nullif(entry ->> 'qr', ''), 'https://etims.kra.go.ke/common/link/etims/receipt/indexEtimsReceiptData?Data='
              || (paper.content -> 'seller' ->> 'pin') || '00' || (entry ->> 'signature')), (select auth.uid()))
          -- A typing error is put right; what the paper says of the sale never changes.
          on conflict (paper_id) do update set unit = excluded.unit, receipt = excluded.receipt, signature = excluded.signature,
            internal_data = excluded.internal_data, signed_at = excluded.signed_at, qr = excluded.qr, entered_by = excluded.entered_by, entered_at = now(),
            -- Of what is put right there is no print yet.
            opened_at = case when (s.unit, s.receipt, s.signature) = (excluded.unit, excluded.receipt, excluded.signature) then s.opened_at end;
          entered := entered + 1;
        end if;
      exception
        when unique_violation then
          problem := 'Another invoice or credit note has this signature.';
        when check_violation or not_null_violation or data_exception then
          problem := 'The control unit, a number, the signature or the time is not as eTIMS writes it.';
      end;
      if problem is not null then
        problems := problems || jsonb_build_object('number', entry ->> 'number', 'problem', problem);
      end if;
    end loop;
    if problems <> '[]' then
      raise exception 'all or nothing';
    end if;
  exception when raise_exception then
    entered := 0;
  end;
  return jsonb_build_object('entered', entered, 'problems', problems);
end;
$$;

comment on function public.enter_etims is
  'Writes down what eTIMS answered: EtimsEntry[], at most 1,000, all or none of them. Returns EnteredEtims. PT400, PT403.';
grant execute on function public.enter_etims to authenticated;

create function public.list_etims_sales(p_from date, p_to date, p_page integer default 1) returns jsonb
-- Definer: no role reads papers.
language sql stable security definer set search_path = '' as $$
  select private.check_report_days(p_from, p_to);
  select private.require_permission('exports');
  -- Under the one lock of their numbers, so by their ids; none is ever deleted.
  with numbered as materialized (select p as paper, p.id, row_number() over (order by p.id) as sequence from private.papers p)
  select coalesce(jsonb_agg(private.paper_as_json(n.paper) || jsonb_build_object('sequence', n.sequence, 'original', n.original) order by n.sequence), '[]')
  from (
    select q.paper, q.sequence, coalesce((select o.sequence from numbered o where o.id = (q.paper).corrects), 0) as original
    from numbered q
    where (q.paper).issued_at >= private.nairobi_midnight(p_from) and (q.paper).issued_at < private.nairobi_midnight(p_to + 1)
      and private.etims_of(q.id) is null
    order by q.sequence limit 500 offset (greatest(p_page, 1) - 1) * 500
  ) n;
$$;

comment on function public.list_etims_sales is
  'EtimsSale[]: the papers of these days that eTIMS has not signed, oldest first, 500 at most. sequence counts all papers of the shop without a gap, as eTIMS wants it. PT400, PT403.';
grant execute on function public.list_etims_sales to authenticated;

create function private.papers_due() returns setof uuid
language sql stable set search_path = '' as $$
  select t.order_id from public.transactions t
  where t.status = 'completed' and t.decided_at < now() - interval '1 hour' and not exists (select 1 from private.papers p where p.order_id = t.order_id)
  union
  select r.order_id from public.refunds r where r.created_at > now() - interval '3 days'
  union
  select o.id from (select p.order_id, max(p.issued_at) as at from private.papers p group by 1) last
  join public.orders o on o.id = last.order_id
  cross join lateral (
    select greatest(o.updated_at, max(t.updated_at)) as at from public.transactions t where t.order_id = o.id
  ) changed
  where changed.at > greatest(last.at, now() - interval '3 days')
  union
  select u.order_id from private.unissued_papers u;
$$;

comment on function private.papers_due is 'Orders for which a paper may be missing: sold, given back, changed since the last paper, not paid after all, or failed before.';

create table private.unissued_papers (
  order_id uuid primary key references public.orders (id) on delete restrict,
  problem text not null,
  since timestamptz not null default now()
);

comment on table private.unissued_papers is 'Orders whose papers could not be issued at night, and why: tried again each night until they are.';

create function private.issue_papers_at_night(p_order_id uuid) returns void
language plpgsql set search_path = '' set lock_timeout = '3s' as $$
begin
  perform private.issue_papers(p_order_id);
  delete from private.unissued_papers u where u.order_id = p_order_id;
exception when others then
  insert into private.unissued_papers as u (order_id, problem) values (p_order_id, sqlerrm)
  on conflict (order_id) do update set problem = excluded.problem;
end;
$$;

comment on function private.issue_papers_at_night is 'As private.issue_papers(), for the job of private.issuing_papers(): no sale, refund or change is without its paper, also when nobody opened it. What fails is written down, and stops no other order.';

grant execute on function public.papers_of_order to service_role;
