-- The history of every business table: who changed what, when, from what to what. Append-only,
-- but for personal data that is erased.
-- Who reads: admins, who may undo one change of a product. Who writes: the triggers below alone.
set check_function_bodies = off;

create table public.history (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  actor_role text not null,
  table_name text not null,
  row_id uuid not null,
  operation text not null check (operation in ('insert', 'update', 'delete')),
  before jsonb,
  after jsonb
);

comment on table public.history is
  'An update keeps the columns that changed, a delete the whole row, an insert no values: the row itself and the '
  'changes since have them.';
comment on column public.history.actor_id is
  'The account that did it; null for a guest, the bank or the scheduler. No foreign key: history outlives accounts.';
comment on column public.history.actor_role is
  'The database role of the change: authenticated (a person), service_role (the shop''s functions), '
  'or an owner of the database.';

create index history_by_row on public.history (row_id, id);

alter table public.history enable row level security;
grant select on public.history to authenticated;

create policy "Admins read the history" on public.history
  for select to authenticated
  using ((select private.may('history')));

create function private.without_personal_data(p_table text, p_values jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select p_values || coalesce(jsonb_object_agg(v.key, 'erased'), '{}')
  from jsonb_each(p_values) v
  where v.value <> 'null' and v.key = any (case p_table
    when 'users' then array['name', 'email', 'phone', 'address']
    when 'orders' then array[
      'customer_name', 'customer_email', 'customer_phone', 'customer_address', 'company_name', 'company_pin',
      'purchase_order'
    ]
    -- A carrier tells by it who the recipient was.
    when 'shipments' then array['waybill']
  end);
$$;

comment on function private.without_personal_data is
  'The values of a row in the history with name, e-mail, phone and address replaced by "erased".';

create trigger append_only before delete or truncate on public.history
  for each statement execute function private.refuse_change();

create trigger append_only_but_for_erasure before update on public.history
  for each row when (
    (new.id, new.at, new.actor_id, new.actor_role, new.table_name, new.row_id, new.operation, new.before, new.after)
    is distinct from
    (
      old.id, old.at, old.actor_id, old.actor_role, old.table_name, old.row_id, old.operation,
      private.without_personal_data(old.table_name, old.before),
      private.without_personal_data(old.table_name, old.after)
    )
  ) execute function private.refuse_change();

create function private.erase_person_from_history(p_user_id uuid, p_order_ids uuid[] default '{}') returns integer
language sql set search_path = '' as $$
  with their_rows as (
    select 'users' as table_name, p_user_id as row_id
    union
    select 'orders', o.id from public.orders o where o.user_id = p_user_id or o.id = any (p_order_ids)
    union
    -- When the account was deleted, its orders lost their user_id, and the history of that names it.
    select 'orders', h.row_id from public.history h
    where h.table_name = 'orders' and p_user_id::text in (h.before ->> 'user_id', h.after ->> 'user_id')
  ), their_shipments as (
    select 'shipments', s.id from their_rows t join private.shipments s on s.order_id = t.row_id
  ), erased as (
    update public.history h set
      before = private.without_personal_data(h.table_name, h.before),
      after = private.without_personal_data(h.table_name, h.after)
    from (select * from their_rows union all select * from their_shipments) t
    where h.row_id = t.row_id and h.table_name = t.table_name
      and (h.before, h.after) is distinct from
        (private.without_personal_data(h.table_name, h.before), private.without_personal_data(h.table_name, h.after))
    returning h.id
  )
  select count(*)::integer from erased;
$$;

comment on function private.erase_person_from_history is
  'Replaces the name, e-mail, phone and address of a person in the history of their account and orders; returns how '
  'many entries. The account is deleted first: the deletion writes the last entry.';

create function private.history_columns(p_row jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return p_row - array[
    -- Written with every change, or derived from other columns, the calendar and the bank's statements.
    'updated_at', 'delivery_promise', 'delivery_by', 'settled_on', 'asked_at', 'asking_until',
    'answered_at', 'next_ask_at', 'search_text', 'key_values', 'image_url', 'is_pin_known',
    -- The bank's answers have a ledger of their own, private.gateway_answers; no role may read the trace.
    'response_data', 'trace', 'request_hash'
  ];
end;
$$;

comment on function private.history_columns is 'The columns of a row that the history follows.';

create function private.record_history() returns trigger
-- Definer: whoever makes a change, only this trigger writes the history.
language plpgsql security definer set search_path = '' as $$
declare
  actor constant uuid := private.history_actor();
  acting_role constant text := coalesce(nullif(current_setting('role', true), 'none'), session_user);
begin
  -- Once per statement, not per row: an order of a hundred lines costs one insert here.
  if tg_op = 'INSERT' then
    insert into public.history (actor_id, actor_role, table_name, row_id, operation)
    select case when tg_table_name = 'orders' then coalesce(actor, (to_jsonb(n) ->> 'user_id')::uuid) else actor end,
      acting_role, tg_table_name, n.id, 'insert'
    from new_rows n;
  elsif tg_op = 'DELETE' then
    insert into public.history (actor_id, actor_role, table_name, row_id, operation, before)
    select actor, acting_role, tg_table_name, o.id, 'delete', private.history_columns(to_jsonb(o))
    from old_rows o;
  else
    insert into public.history (actor_id, actor_role, table_name, row_id, operation, before, after)
    select actor, acting_role, tg_table_name, coalesce(o.id, n.id), 'update',
      coalesce(changed.before, '{}'), coalesce(changed.after, '{}')
    -- A row whose id changed appears twice: with its old id and with its new one.
    from old_rows o full join new_rows n on n.id = o.id
    cross join lateral (
      select private.history_columns(to_jsonb(o)) as before, private.history_columns(to_jsonb(n)) as after
    ) whole
    cross join lateral (
      select jsonb_object_agg(c.key, whole.before -> c.key) filter (where o.id is not null) as before,
        jsonb_object_agg(c.key, whole.after -> c.key) filter (where n.id is not null) as after
      from jsonb_object_keys(coalesce(whole.after, whole.before)) c (key)
      where whole.before -> c.key is distinct from whole.after -> c.key
    ) changed
    where changed.before is not null or changed.after is not null;
  end if;
  return null;
end;
$$;

comment on function private.record_history is 'Writes what a statement did to a business table into public.history.';

do $$
declare
  business text;
begin
  foreach business in array array[
    'private.settings', 'private.shop_details', 'public.users', 'public.products', 'public.orders',
    'public.order_items', 'public.transactions', 'public.owner_tasks', 'public.bank_holidays', 'private.vat_rates',
    'public.product_vat', 'public.search_synonyms', 'private.message_rules', 'public.delivery_counties',
    'public.refunds', 'private.reductions', 'private.shipments', 'private.customer_terms'
  ] loop
    execute format('create trigger record_insert after insert on %s referencing new table as new_rows
      for each statement execute function private.record_history()', business);
    execute format(
      'create trigger record_update after update on %s referencing old table as old_rows new table as new_rows
      for each statement execute function private.record_history()', business
    );
    execute format('create trigger record_delete after delete on %s referencing old table as old_rows
      for each statement execute function private.record_history()', business);
  end loop;
end;
$$;

create view public.named_history
with (security_invoker = true)
as
select h.id, h.at, h.actor_id, u.name as actor_name, h.actor_role, h.table_name, h.row_id, h.operation, h.before,
  h.after
from public.history h
left join public.users u on u.id = h.actor_id;
comment on view public.named_history is
  'The history with the name of who did it; null when nobody signed in did, or the account is gone.';
grant select on public.named_history to authenticated;

create function private.movement_of_entry(e public.history) returns jsonb
-- Definer: no admin reads the ledger of the stock.
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('reason', m.reason, 'orderId', m.order_id)
  from private.stock_movements m
  where e.table_name = 'products' and m.product_id = e.row_id and m.at = e.at and m.order_id is not null
    and m.change = (e.after ->> 'stock')::integer - (e.before ->> 'stock')::integer
  limit 1;
$$;

comment on function private.movement_of_entry is
  'The sale or return {reason, orderId} that an entry of a product is, whoever caused it; null of any other.';
grant execute on function private.movement_of_entry to authenticated;

create function public.list_history(p_table text, p_row_ids uuid[], p_limit integer default 10) returns jsonb
language sql stable set search_path = '' as $$
  select private.require_permission('history');
  select coalesce(jsonb_agg(to_jsonb(e) - 'table_name' order by e.at desc, e.id desc), '[]')
  from (
    select * from public.named_history h where h.table_name = p_table and h.row_id = any (p_row_ids)
      -- What changed the stock alone is in its ledger.
      and (h.operation <> 'update' or h.after - 'stock' <> '{}')
    order by h.at desc, h.id desc limit greatest(least(p_limit, 1000), 0)
  ) e;
$$;

comment on function public.list_history is
  'The contract''s HistoryEntry[]: the newest changes of some rows, newest first, 1,000 at most; not of the stock '
  'alone. PT403.';
grant execute on function public.list_history to authenticated;

create function public.undo_product_change(p_history_id bigint) returns jsonb
language plpgsql set search_path = '' as $$
declare
  entry public.history;
  product public.products;
  present jsonb;
begin
  perform private.require_permission('products.write');
  select * into entry from public.history h
  where h.id = p_history_id and h.table_name = 'products' and h.after is not null;
  perform private.refuse_missing(not found);
  select * into product from public.products p where p.id = entry.row_id for no key update;
  perform private.refuse_missing(not found);
  select jsonb_object_agg(k, to_jsonb(product) -> k) into present from jsonb_object_keys(entry.after) k;
  -- The button was pressed twice.
  if present = entry.before then
    return private.product_as_json(product);
  end if;
  -- A sale cannot be undone here; correcting the stock is a change of its own.
  if entry.actor_role = 'service_role' or private.movement_of_entry(entry) is not null then
    raise sqlstate 'PT409' using message = 'transition_refused', detail = 'made by the shop, or with an order';
  end if;
  -- Changed again since: putting this change back would undo the later one too.
  if present <> entry.after then
    raise sqlstate 'PT409' using message = 'changed_meanwhile', detail = private.product_as_json(product)::text;
  end if;
  return public.update_product(entry.row_id, entry.before);
end;
$$;

comment on function public.undo_product_change is
  'Undoes one update of a product, as a change of its own. Returns AdminProduct. PT403; PT404; '
  'PT409 changed_meanwhile (detail: AdminProduct), transition_refused for a sale, stock_is_held, slug_taken.';
grant execute on function public.undo_product_change to authenticated;

-- Few among all changes.
create index history_of_deleted_products on public.history (row_id, id desc)
  where table_name = 'products' and operation = 'delete';

create function private.deleted_products() returns setof public.products
language sql stable set search_path = '' as $$
  select p.*
  from (
    select distinct on (h.row_id) h.row_id, h.at, h.before from public.history h
    where h.table_name = 'products' and h.operation = 'delete' order by h.row_id, h.id desc
  ) h
  -- What the history does not follow of a row is derived from the rest.
  cross join lateral jsonb_populate_record(
    null::public.products,
    h.before || jsonb_build_object(
      'updated_at', h.at, 'image_url', h.before #> '{pictures,0,url}',
      'search_text', private.normalize_for_search(concat_ws(
        ' ', h.before ->> 'name', h.before ->> 'brand', h.before ->> 'model', h.before ->> 'slug',
        h.before ->> 'keywords'
      ))
    )
  ) p
  where not exists (select 1 from public.products other where other.id = h.row_id);
$$;

comment on function private.deleted_products is 'Products that were deleted, as they were then; updated_at is when.';

create function public.restore_product(p_id uuid) returns jsonb
-- Definer: no role may write a rating.
language plpgsql security definer set search_path = '' as $$
declare
  gone public.products;
begin
  perform private.require_permission('products.write');
  -- Two at once: the second sees what the first has brought back.
  perform pg_advisory_xact_lock(hashtextextended(p_id::text, 0));
  select * into gone from private.deleted_products() d where d.id = p_id;
  if found then
    perform private.insert_product(to_jsonb(gone) || jsonb_build_object('slug', private.unused_slug(gone.slug)), p_id);
    update public.products p set rating = gone.rating where p.id = p_id and p.rating <> gone.rating;
  end if;
  -- Pressed twice, or by two: it is there.
  perform private.refuse_missing(not exists (select 1 from public.products p where p.id = p_id));
  return (select private.product_as_json(p) from public.products p where p.id = p_id);
end;
$$;

comment on function public.restore_product is
  'Brings a deleted product back as it was, under another address if its own is taken. Returns AdminProduct. '
  'PT403; PT404.';
grant execute on function public.restore_product to authenticated;

create function private.record_second_factor() returns trigger
-- Definer: whoever makes a change, only triggers write the history.
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := coalesce(new.user_id, old.user_id);
  is_set_up boolean := tg_op = 'UPDATE';
begin
  insert into public.history (actor_id, actor_role, table_name, row_id, operation, before, after)
  select coalesce(private.history_actor(), new.user_id),
    coalesce(nullif(current_setting('role', true), 'none'), session_user),
    'users', u.id, 'update', jsonb_build_object('second_factor', old.confirmed_at is not null),
    jsonb_build_object('second_factor', is_set_up)
  -- An account that is deleted takes its factor along, and has an entry of its own.
  from public.users u where u.id = person;
  perform private.queue_account_mail(
    'second_factor_changed', gen_random_uuid() || case when is_set_up then ' set_up' else ' removed' end, u.id, u.email
  ) from public.users u where u.id = person;
  return null;
end;
$$;

comment on function private.record_second_factor is
  'Writes into the history of an account that its second factor was set up or replaced, or removed, as '
  'public.reset_second_factor() and `npm run shop -- make-admin` with --new-factor do; and tells its person.';

create trigger record_set_up after update of confirmed_at on private.second_factors
  for each row when (old.confirmed_at is distinct from new.confirmed_at)
  execute function private.record_second_factor();

create trigger record_removal after delete on private.second_factors
  for each row when (old.confirmed_at is not null) execute function private.record_second_factor();
-- Changes of galleries, and products that were deleted with theirs: few among all changes.
create index history_of_pictures on public.history (at) where before ? 'pictures';

create function private.announce_settings_change() returns trigger
-- Definer: whoever makes a change, only this trigger writes these links and the outbox.
language plpgsql security definer set search_path = '' as $$
declare
  rule private.message_rules;
  told record;
  link_id uuid;
begin
  -- The rule that changed, else that of whoever is told of money.
  select * into rule from private.message_rules r
  where case when new.table_name = 'message_rules' then r.id = new.row_id else r.kind = 'owner_task' end;
  if rule.audience <> 'owner' then
    return null;
  end if;
  for told in
    select u.id, u.email from public.users u where u.role = 'admin'
    union
    select new.actor_id, e.address
    from jsonb_array_elements_text(coalesce(new.before -> 'emails', to_jsonb(rule.emails))) e (address)
    where new.actor_id is not null
      and not exists (select 1 from public.users u where u.role = 'admin' and u.email = e.address)
      -- Not to an address that whoever makes this change may have put there before.
      and not exists (
        select 1 from public.history h
        where h.row_id = rule.id and h.id < new.id and h.at > now() - interval '72 hours'
          and h.before ? 'emails' and not h.before -> 'emails' ? e.address
      )
  loop
    insert into private.email_confirmations (user_id, email, opens, history_id, expires_at)
    values (
      coalesce(new.actor_id, told.id), told.email, case when new.actor_id is null then 'nothing' else 'undo' end,
      new.id, now() + interval '72 hours'
    )
    returning id into link_id;
    perform private.queue_account_mail('settings_changed', link_id || ' ' || new.table_name, told.id, told.email);
  end loop;
  return null;
end;
$$;

comment on function private.announce_settings_change is
  'Tells the admins and who was told until then of a change of the bank account, of when goods may be sent and of who '
  'is told, with a link that undoes it for 72 hours; and the admins that it was undone.';

create trigger announce_settings_change after insert on public.history
  for each row when (
    new.operation = 'update' and new.table_name in ('settings', 'shop_details', 'message_rules')
    and (new.actor_id is not null or new.actor_role = 'service_role')
    and new.before ?| array[
      'bank', 'paybill', 'till', 'pin', 'email', 'emails', 'phones', 'sms', 'whatsapp',
      'ship_when', 'approved_ships_below', 'ships_unpaid'
    ]
  )
  execute function private.announce_settings_change();

create function private.undo_settings_change(p_link private.email_confirmations) returns void
language plpgsql set search_path = '' as $$
declare
  entry public.history;
begin
  select * into entry from public.history h where h.id = p_link.history_id;
  perform private.end_sign_ins(p_link.user_id);
  -- Later ones would bring back what is undone here.
  delete from private.email_confirmations c using public.history h
  where h.id = c.history_id and h.row_id = entry.row_id and h.id >= entry.id;
  perform private.change_row(format('private.%I', entry.table_name)::regclass, entry.before, entry.row_id);
  if entry.table_name = 'shop_details' then
    perform private.call_build_hook();
  end if;
end;
$$;

comment on function private.undo_settings_change is
  'Puts back what a change of a setting replaced, whatever was changed since, and signs out who made it.';
