-- Reading the history with names, and putting one change of a product back.
-- Who calls: admins with their own token; row-level security decides.

create view public.named_history
with (security_invoker = true)
as
select h.id, h.at, h.actor_id, u.name as actor_name, h.actor_role, h.table_name, h.row_id, h.operation, h.before, h.after
from public.history h
left join public.users u on u.id = h.actor_id;

comment on view public.named_history is 'The history with the name of who did it; null when nobody signed in did, or the account is gone.';
grant select on public.named_history to authenticated;

create function public.put_back_product(p_history_id bigint) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  entry public.history;
  product public.products;
  present jsonb;
begin
  perform private.require_admin();
  select * into entry from public.history h
  where h.id = p_history_id and h.table_name = 'products' and h.operation = 'update';
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  select * into product from public.products p where p.id = entry.row_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  select jsonb_object_agg(k, to_jsonb(product) -> k) into present from jsonb_object_keys(entry.after) k;
  -- Pressed twice: it is back already.
  if present = entry.before then
    return private.product_as_json(product);
  end if;
  -- What was sold has left the shelf; a correction of the stock is a new change.
  if entry.actor_role = 'service_role' then
    raise sqlstate 'PT409' using message = 'transition_refused', detail = 'made by the shop, not by a person';
  end if;
  -- Changed again since: putting this one back would undo that one too.
  if present <> entry.after then
    raise sqlstate 'PT409' using message = 'changed_meanwhile', detail = private.product_as_json(product)::text;
  end if;
  return public.update_product(entry.row_id, entry.before);
end;
$$;

comment on function public.put_back_product(bigint) is
  'Undoes one update of a product, as a change of its own. Returns AdminProduct. PT403; PT404; '
  'PT409 changed_meanwhile (detail: AdminProduct), transition_refused for a sale, stock_is_held, slug_taken.';
grant execute on function public.put_back_product(bigint) to authenticated;
