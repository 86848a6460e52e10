-- What waits for the owner: money that does not fit, paid orders to send, payments without an end, shelves that are
-- empty or nearly so.
-- Who calls: admins with their own token; row-level security decides what there is to count.

create function public.needs_of_owner() returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'openTasks', (select count(*) from public.owner_tasks k where k.closed_at is null),
    'oldestTask', (
      select jsonb_build_object('title', k.title, 'createdAt', private.iso_time(k.created_at))
      from public.owner_tasks k where k.closed_at is null order by k.created_at limit 1
    ),
    'toSend', (select count(*) from public.orders o where o.status = 'paid'),
    'oldestToSend', (
      select jsonb_build_object('id', o.id, 'createdAt', private.iso_time(o.created_at))
      from public.orders o where o.status = 'paid' order by o.created_at limit 1
    ),
    -- An hour is the bank's; after a day somebody should look.
    'pendingTooLong', (
      select count(*) from public.orders o where o.status = 'pending' and o.created_at < now() - interval '24 hours'
    ),
    'oldestPending', (
      select jsonb_build_object('id', o.id, 'createdAt', private.iso_time(o.created_at))
      from public.orders o where o.status = 'pending' and o.created_at < now() - interval '24 hours'
      order by o.created_at limit 1
    ),
    'outOfStock', (select count(*) from public.products p where p.is_active and p.stock = 0),
    -- As many as the shop counts aloud to shoppers.
    'runningOut', (select count(*) from public.products p where p.is_active and p.stock between 1 and 5)
  );
end;
$$;

comment on function public.needs_of_owner() is
  'OwnerNeeds: open tasks, paid orders, orders pending for more than 24 hours, products on sale with nothing and with 1 to 5 pieces on the shelf. PT403.';
grant execute on function public.needs_of_owner() to authenticated;
