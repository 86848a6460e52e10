-- Orders that are not paid, or not decided, as their buyer sees them before paying for anything else; and cancelling one.
-- Who calls: the api function with the secret key, for the browser session whose orders they are.

create function public.open_orders(p_sid text) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', o.id, 'totalAmount', o.total_amount, 'dueAmount', o.due_amount, 'status', o.status, 'nextStep', o.next_step,
    'hasBankAnswered', private.bank_has_answered(o.id), 'view', o.view, 'createdAt', private.iso_time(o.created_at)
  ) order by o.created_at desc, o.id), '[]')
  from (
    select mine.*, mine as placed, m.due_amount, private.payment_step(mine.id) as next_step, private.order_view(p_sid, mine) as view
    from private.orders_of_session(p_sid) mine cross join lateral private.money_of_order(mine.id) m
    where mine.status in ('pending', 'failed') or private.order_view(p_sid, mine) = 'reduced'
    order by mine.created_at desc
    limit 50
  ) o
  where o.next_step = 'wait' or o.view = 'reduced'
    -- A refused payment is offered again for three days, as long as the bank is asked about an open one; the rest of an
    -- order that is partly paid, until it is paid.
    or (o.next_step = 'pay' and (o.status = 'pending' or o.due_amount < o.total_amount or o.updated_at > now() - interval '72 hours')
      -- A payment would be refused. It is still in My Orders. Pieces that it holds were found to be available.
      and (
        not private.is_outdated(o.placed)
        or exists (select 1 from private.stock_holds h where h.order_id = o.id and h.expires_at > now())
      ));
$$;

comment on function public.open_orders is
  'OpenOrder[]: the session''s unpaid and undecided orders without the outdated ones, and those that whoever has signed in may claim; newest first.';
grant execute on function public.open_orders to service_role;

create function public.cancel_unpaid_order(p_sid text, p_order_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  cancelled public.orders;
begin
  select * into cancelled from public.orders o where o.id = p_order_id for update;
  if private.order_view(p_sid, cancelled) is distinct from 'full' then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  perform private.cancel_order(p_order_id);
  select * into cancelled from public.orders o where o.id = p_order_id;
  return private.order_as_seen(cancelled, 'full');
end;
$$;

comment on function public.cancel_unpaid_order is
  'The buyer cancels an unpaid order: Order. PT404 when it is not the session''s; PT409 order_closed (paid), payment_undecided, money_received.';
grant execute on function public.cancel_unpaid_order to service_role;
