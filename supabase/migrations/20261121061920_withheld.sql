-- What buyers such as counties are expected to withhold from a payment and pay to the tax authority, until the
-- number of its certificate is recorded as a payment.
-- Who reads: functions alone. Who writes: admins through public.note_withheld() and public.record_payment().
set check_function_bodies = off;

create table private.expected_withheld (
  order_id uuid not null references public.orders (id) on delete restrict,
  method text not null check (method in ('withheld_vat', 'withheld_tax')),
  cents bigint not null check (cents > 0),
  primary key (order_id, method)
);

comment on table private.expected_withheld is 'A note: it is still due, but not reminded of.';

create function private.expected_cents(p_order_id uuid) returns bigint
-- Definer: a buyer may know it of their order.
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select least(e.cents, greatest((private.book_of_order(p_order_id)).due, 0))
    from (select sum(x.cents)::bigint as cents from private.expected_withheld x where x.order_id = p_order_id) e
    where e.cents > 0
  ), 0);
end;
$$;

comment on function private.expected_cents is 'What of the due of an order is expected to be withheld.';

create function private.withheld_of(p_with_vat numeric, p_whole numeric) returns jsonb
-- Definer: no role reads the settings.
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'withheld_vat', round(p_with_vat * s.withheld_vat_rate / 10000),
    'withheld_tax', round(p_whole * s.withheld_tax_rate / 10000)
  ) from private.settings s;
$$;

comment on function private.withheld_of is
  'What is withheld, by method, of cents before VAT, rounded half up: VAT of those that bear it alone, tax of all.';

create function private.rest_of_order(p_order_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with invoiced as (
      select x.basis_points, x.net_cents
      from private.papers p cross join lateral private.sums_of_paper(p) x where p.order_id = p_order_id
      union all
      select (l ->> 'basisPoints')::integer, (l ->> 'netCents')::bigint
      from jsonb_array_elements(private.uninvoiced_lines(p_order_id)) l
    ), net as (
      select coalesce(sum(i.net_cents) filter (where i.basis_points > 0), 0) as with_vat,
        coalesce(sum(i.net_cents), 0) as whole
      from (
        select * from invoiced
        union all
        -- Some buyers withhold as they pay, before anything has left.
        select (l ->> 'basisPoints')::integer, (l ->> 'netCents')::bigint
        from jsonb_array_elements(
          private.invoice_lines(p_order_id, private.nairobi_day(now()), p_is_proforma => true)
        ) l
        where not exists (select 1 from invoiced)
      ) i
    )
    select jsonb_build_object(
      'dueCents', private.asked_cents(p_order_id),
      'writeOffCents', (select private.write_off_cents(o) from public.orders o where o.id = p_order_id),
      'expected', (
        select coalesce(jsonb_object_agg(e.method, e.cents), '{}') from private.expected_withheld e
        where e.order_id = p_order_id
      ),
      'proposed', private.withheld_of(net.with_vat, net.whole),
      'proposedOf', jsonb_build_object('withheld_vat', net.with_vat, 'withheld_tax', net.whole)
    ) from net
  );
end;
$$;

comment on function private.rest_of_order is
  'The contract''s OrderRest. proposed: of the price before VAT (proposedOf) that is invoiced and not credited, or has '
  'its invoice tonight; of the whole price while that is nothing.';

create function private.refuse_more_withheld(p_order_id uuid, p_method text, p_cents bigint) returns void
language plpgsql stable set search_path = '' as $$
declare
  most bigint;
begin
  if not private.is_withheld(p_method) or private.may('refunds') then
    return;
  end if;
  select (private.withheld_of(
    coalesce(sum((l ->> 'netCents')::bigint) filter (where (l ->> 'basisPoints')::integer > 0), 0),
    coalesce(sum((l ->> 'netCents')::bigint), 0)
  ) ->> p_method)::bigint into most
  -- Of all of it, as on its proforma: some buyers withhold as they pay, before anything has left.
  from jsonb_array_elements(private.invoice_lines(p_order_id, private.nairobi_day(now()), p_is_proforma => true)) l;
  if p_cents + coalesce((
    select sum(c.cents) from private.counting_shares c join public.transactions t on t.id = c.transaction_id
    where c.order_id = p_order_id and t.payment_method = p_method
  ), 0) > most + 100 then
    raise sqlstate 'PT409' using message = 'withheld_too_large';
  end if;
end;
$$;

comment on function private.refuse_more_withheld is
  'PT409 withheld_too_large: certificates of an order are for what may be withheld of its price, and a shilling more, '
  'since it may be rounded; whoever may give money back may record others.';

create function public.note_withheld(p_order_id uuid, p_method text, p_cents bigint) returns jsonb
-- Definer: no role writes the notes.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
begin
  perform private.require_permission('payments.record'), private.lock_orders(array[p_order_id]);
  perform private.refuse_missing((private.book_of_order(p_order_id)).order_id is null);
  perform private.refuse_invalid(
    (
      p_method in ('withheld_vat', 'withheld_tax')
      and p_cents between 0 and greatest((private.book_of_order(p_order_id)).due, 0)
    ) is not true,
    'method, and at most what is due'
  );
  delete from private.expected_withheld e where e.order_id = p_order_id and e.method = p_method;
  insert into private.expected_withheld select p_order_id, p_method, p_cents where p_cents > 0;
  return (select private.order_as_json(o) from public.orders o where o.id = p_order_id);
end;
$$;

comment on function public.note_withheld is
  'So much of what is due is expected to be withheld, withheld_vat or withheld_tax, in place of an earlier note; 0: '
  'nothing. Returns AdminOrder. PT400, PT403, PT404.';
grant execute on function public.note_withheld to authenticated;
