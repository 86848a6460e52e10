-- What the dashboard lists, a page at a time and newest first, and its figures.
-- Who calls: admins with their own token; row-level security decides what there is to see.

create index orders_newest on public.orders (created_at desc, id desc);
create index transactions_newest on public.transactions (created_at desc, id desc);
create index owner_tasks_closed on public.owner_tasks (closed_at desc, created_at) where closed_at is not null;
create index users_newest on public.users (created_at desc, id desc);
-- Money received, without reading what was not.
create index transactions_received on public.transactions (settled_at) include (amount) where status = 'completed';

create function private.transaction_as_json(p_id uuid) returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', t.id,
    'orderId', t.order_id,
    'transactionId', t.transaction_id,
    'reference', t.reference,
    'amount', t.amount,
    'status', t.status,
    'paymentMethod', t.payment_method,
    'responseData', t.response_data,
    'createdAt', private.iso_time(t.created_at),
    'updatedAt', private.iso_time(t.updated_at)
  )
  from public.transactions t where t.id = p_id;
$$;

create function private.user_as_json(u public.users) returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', u.id, 'name', u.name, 'email', u.email, 'phone', u.phone, 'role', u.role, 'address', u.address,
    'createdAt', private.iso_time(u.created_at), 'updatedAt', private.iso_time(u.updated_at)
  );
$$;

create function private.task_as_json(k public.owner_tasks) returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', k.id, 'kind', k.kind, 'title', k.title, 'orderId', k.order_id, 'transactionId', k.transaction_id,
    'amountCents', k.amount_cents, 'createdAt', private.iso_time(k.created_at),
    'closedAt', private.iso_time(k.closed_at), 'closedBy', k.closed_by,
    'closedByName', (select u.name from public.users u where u.id = k.closed_by), 'closingReason', k.closing_reason
  );
$$;

grant execute on function
  private.transaction_as_json(uuid), private.user_as_json(public.users), private.task_as_json(public.owner_tasks)
to authenticated;

create function public.list_all_orders(p_limit integer default 500, p_offset integer default 0) returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(private.order_as_json(o) order by o.created_at desc, o.id desc), '[]')
    from (
      select * from public.orders order by created_at desc, id desc limit least(p_limit, 500) offset p_offset
    ) o
  );
end;
$$;

create function public.list_transactions(p_limit integer default 500, p_offset integer default 0) returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(private.transaction_as_json(t.id) order by t.created_at desc, t.id desc), '[]')
    from (
      select id, created_at from public.transactions order by created_at desc, id desc limit least(p_limit, 500) offset p_offset
    ) t
  );
end;
$$;

create function public.list_users(p_limit integer default 500, p_offset integer default 0) returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(private.user_as_json(u) order by u.created_at desc, u.id desc), '[]')
    from (
      select * from public.users order by created_at desc, id desc limit least(p_limit, 500) offset p_offset
    ) u
  );
end;
$$;

create function public.list_owner_tasks(p_limit integer default 500, p_offset integer default 0) returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(private.task_as_json(k) order by k.closed_at desc nulls first, k.created_at), '[]')
    from (
      select * from public.owner_tasks order by closed_at desc nulls first, created_at limit least(p_limit, 500) offset p_offset
    ) k
  );
end;
$$;

create function public.admin_stats() returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'totalSales', received.amount,
      -- A paid order has exactly one completed attempt (private.invariants).
      'totalOrders', received.orders,
      'totalProducts', (select count(*) from public.products p where p.is_active),
      'totalUsers', (select count(*) from public.users)
    )
    from (
      select coalesce(sum(t.amount), 0) as amount, count(*) as orders
      from public.transactions t where t.status = 'completed'
    ) received
  );
end;
$$;

comment on function public.list_all_orders(integer, integer) is 'Every order, newest first: AdminOrder[], 500 at most. PT403.';
comment on function public.list_transactions(integer, integer) is 'Every payment attempt, newest first: Transaction[], 500 at most. PT403.';
comment on function public.list_users(integer, integer) is 'Every account, newest first: User[], 500 at most. PT403.';
comment on function public.list_owner_tasks(integer, integer) is 'Open tasks first, the longest open on top, then the closed ones, newest first: OwnerTask[]. PT403.';
comment on function public.admin_stats() is 'AdminStats: money received, paid orders, products on sale, accounts. PT403.';

grant execute on function
  public.list_all_orders(integer, integer), public.list_transactions(integer, integer), public.list_users(integer, integer),
  public.list_owner_tasks(integer, integer), public.admin_stats()
to authenticated;
