-- What the next release could bring: a column with a default, and a function for it. Admins read it; nobody writes it yet.

alter table public.orders add column delivery_slot text not null default 'any' check (delivery_slot in ('any', 'morning', 'afternoon'));

create function public.count_delivery_slots() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_permission('orders.read');
  return (select jsonb_object_agg(s.delivery_slot, s.orders)
    from (select o.delivery_slot, count(*) as orders from public.orders o group by 1) s);
end $$;

grant execute on function public.count_delivery_slots() to authenticated;
