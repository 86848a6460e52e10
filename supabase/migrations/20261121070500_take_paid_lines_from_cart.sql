-- What is paid for leaves the account's cart, also when the buyer never comes back from the bank's page.
-- Who calls: the trigger on public.orders alone.

create function private.take_paid_lines_from_cart() returns trigger
language plpgsql
-- Definer: settlement may not read carts; what is paid is taken out whoever settles.
security definer
set search_path = ''
as $$
begin
  -- The very lines only: another number of pieces is another wish, made since.
  update public.carts c
  set items = coalesce((
    select jsonb_agg(t.line order by t.place)
    from jsonb_array_elements(c.items) with ordinality as t (line, place)
    where not exists (
      select 1 from public.order_items i
      where i.order_id = new.id
        and i.product_id = (t.line ->> 'productId')::uuid
        and i.quantity = (t.line ->> 'quantity')::integer
    )
  ), '[]')
  where c.user_id = new.user_id;
  return null;
end;
$$;

create trigger take_paid_lines_from_cart after update of status on public.orders
  for each row when (new.status = 'paid' and old.status <> 'paid' and new.user_id is not null)
  execute function private.take_paid_lines_from_cart();
