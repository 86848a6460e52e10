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
grant execute on function private.expected_cents to service_role;

create function private.rest_of_order(p_order_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with net as (
      select coalesce(sum(i.net_cents) filter (where i.basis_points > 0), 0) as with_vat,
        coalesce(sum(i.net_cents), 0) as whole
      from (
        select x.basis_points, x.net_cents
        from private.papers p cross join lateral private.sums_of_paper(p) x where p.order_id = p_order_id
        union all
        select (l ->> 'basisPoints')::integer, (l ->> 'netCents')::bigint
        from jsonb_array_elements(private.uninvoiced_lines(p_order_id)) l
      ) i
    )
    select jsonb_build_object(
      'dueCents', private.asked_cents(p_order_id),
      'writeOffCents', (select private.write_off_cents(o) from public.orders o where o.id = p_order_id),
      'expected', (
        select coalesce(jsonb_object_agg(e.method, e.cents), '{}') from private.expected_withheld e
        where e.order_id = p_order_id
      ),
      'proposed', jsonb_build_object(
        'withheld_vat', round(net.with_vat * s.withheld_vat_rate / 10000),
        'withheld_tax', round(net.whole * s.withheld_tax_rate / 10000)
      ),
      'proposedOf', jsonb_build_object('withheld_vat', net.with_vat, 'withheld_tax', net.whole)
    ) from private.settings s, net
  );
end;
$$;

comment on function private.rest_of_order is
  'The contract''s OrderRest. proposed: of the price before VAT (proposedOf) that is invoiced and not credited, or has '
  'its invoice tonight, rounded half up; VAT is withheld of what bears VAT alone.';

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
