-- Shipments: which pieces of an order left the shop in which parcel, with which carrier and waybill,
-- or were collected at the counter.
-- Who reads: admins and buyers through the functions below. Who writes: admins through them;
-- a shipment is taken back, never deleted.
set check_function_bodies = off;

create table private.shipments (
  -- The key under which the browser sent it: sent twice, it is one shipment.
  id uuid primary key,
  order_id uuid not null references public.orders (id) on delete restrict,
  status text not null default 'packed' check (status in ('packed', 'sent', 'delivered', 'taken_back')),
  carrier text check (carrier ~ '\S' and char_length(carrier) <= 25),
  waybill text check (waybill ~ '\S' and char_length(waybill) <= 25),
  sent_on date,
  delivered_on date,
  left_at timestamptz,
  reason text check (reason ~ '\S' and char_length(reason) <= 1000),
  request_hash text not null,
  is_work boolean not null default false,
  created_at timestamptz not null default now(),
  check (waybill is null or carrier is not null),
  check ((sent_on is null) or carrier is not null),
  check (status <> 'sent' or sent_on is not null),
  check (status <> 'delivered' or delivered_on is not null),
  check (status in ('packed', 'taken_back') or left_at is not null)
);

comment on table private.shipments is
  'One row per parcel of an order, or (is_work) per work that was done, such as an installation. A parcel was '
  'collected at the counter when it is delivered without having been sent.';
comment on column private.shipments.status is
  'packed: ready in the shop. sent: with the carrier. delivered: the buyer has it. taken_back: it never left, or came '
  'back, and its pieces are to send again.';
comment on column private.shipments.sent_on is
  'In Nairobi, when the carrier took it; null when it was collected, or while it is packed.';
comment on column private.shipments.left_at is
  'When it was recorded that its pieces left the shop; it can be taken back for a day from then.';
comment on column private.shipments.reason is
  'Why it left before its order was paid or the payment settled, where a reason was needed.';
comment on column private.shipments.request_hash is 'What the browser asked for under this key.';

create index shipments_by_order on private.shipments (order_id, created_at);
create unique index shipments_waybill_once on private.shipments (private.bare_code(carrier), private.bare_code(waybill))
  where status <> 'taken_back';

create index shipments_by_waybill on private.shipments (private.bare_code(waybill));

create table private.shipment_lines (
  shipment_id uuid not null references private.shipments (id) on delete restrict,
  order_item_id uuid not null references public.order_items (id) on delete restrict,
  quantity integer not null check (quantity between 1 and 999),
  primary key (shipment_id, order_item_id)
);

comment on table private.shipment_lines is 'The pieces in a shipment; append-only.';

create index shipment_lines_by_item on private.shipment_lines (order_item_id);

create trigger append_only before update or delete or truncate on private.shipment_lines
  for each statement execute function private.refuse_change();

create table private.shipment_serials (
  shipment_id uuid not null,
  order_item_id uuid not null,
  product_id uuid not null references public.products (id) on delete restrict,
  serial text not null check (serial ~ '\S' and char_length(serial) <= 100),
  is_back boolean not null default false,
  primary key (shipment_id, order_item_id, serial),
  foreign key (shipment_id, order_item_id)
    references private.shipment_lines (shipment_id, order_item_id) on delete restrict
);

comment on table private.shipment_serials is
  'The serial numbers of pieces in a shipment, those that were written down.';
comment on column private.shipment_serials.is_back is
  'The piece is in the shop again: its shipment was taken back, its order was cancelled, or it came back with a refund '
  'or credit. It may be sent once more.';

create unique index shipment_serials_once on private.shipment_serials (product_id, private.bare_code(serial))
  where not is_back;
create index shipment_serials_by_product on private.shipment_serials (product_id);
create index shipment_serials_by_part_of_serial on private.shipment_serials
  using gin (private.bare_code(serial) extensions.gin_trgm_ops);
create index shipment_serials_by_item on private.shipment_serials (order_item_id);

insert into private.status_transitions (subject, name, from_status, to_status) values
  ('shipment', 'send', 'packed', 'sent'),
  ('shipment', 'collect', 'packed', 'delivered'),
  ('shipment', 'deliver', 'sent', 'delivered'),
  ('shipment', 'unpack', 'packed', 'taken_back'),
  ('shipment', 'take back', 'sent', 'taken_back'),
  ('shipment', 'take back delivered', 'delivered', 'taken_back');

create trigger guard_status before update of status on private.shipments
  for each row execute function private.guard_status('shipment');

create view private.ordered_pieces as
select i.*, i.quantity - i.back - i.taken as lacking
from (
  select o.*, coalesce(s.packed, 0) as packed, coalesce(s.gone, 0) as gone,
    coalesce(r.refunded, 0) as refunded, coalesce(r.back, 0) as back, coalesce(r.unsent, 0) as unsent,
    -coalesce((
      select sum(m.change) from private.stock_movements m where m.order_id = o.order_id and m.product_id = o.product_id
    ), 0)::integer as taken
  from public.order_items o
  -- By order too, so that an index is used.
  left join (
    select p.order_id, l.order_item_id, sum(l.quantity)::integer as packed,
      coalesce(sum(l.quantity) filter (where p.status <> 'packed'), 0)::integer as gone
    from private.shipments p join private.shipment_lines l on l.shipment_id = p.id
    where p.status <> 'taken_back' group by 1, 2
  ) s on s.order_id = o.order_id and s.order_item_id = o.id
  left join (
    select l.order_id, l.order_item_id, sum(l.quantity)::integer as refunded,
      coalesce(sum(l.quantity) filter (where l.fate <> 'kept'), 0)::integer as back, sum(l.unsent)::integer as unsent
    from private.refund_lines l group by 1, 2
  ) r on r.order_id = o.order_id and r.order_item_id = o.id
) i;

comment on view private.ordered_pieces is
  'Where the pieces of each item of an order are. packed: in shipments that stand; gone: of these, what has left the '
  'shop. refunded: not paid for; back: of these, what came back; unsent: of these, what had not left. taken: out of '
  'the stock; lacking: not taken yet, less than 0 once a paid order was changed to fewer.';

create function private.pieces_with_buyer(i private.ordered_pieces, p_status text) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  -- What is awaited, or added and not paid, is not theirs; of what is sent on account, what has left.
  return case when p_status in ('paid', 'completed') then i.quantity - greatest(i.lacking, 0) else i.gone end;
end;
$$;

comment on function private.pieces_with_buyer is 'Pieces of an item that a refund or a credit note can be for.';

create function private.is_partly_shipped(p_order_id uuid) returns boolean
-- Definer: whoever may see an order may know this.
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select bool_or(i.packed > 0) and bool_or(i.gone < i.quantity - i.unsent)
    from private.ordered_pieces i where i.order_id = p_order_id
  ), false);
end;
$$;

comment on function private.is_partly_shipped is
  'Whether an order is sent in shipments, of which some are still to leave; false for one without shipments.';

create function private.pieces_sent(p_order_ids uuid[])
returns table (order_id uuid, pieces integer, total integer, is_on_way boolean)
-- Definer: whoever may see an order may know this.
language sql stable security definer set search_path = '' as $$
  select s.order_id, sum(l.quantity)::integer, ((
    select sum(i.quantity) from public.order_items i join public.products p on p.id = i.product_id
    where i.order_id = s.order_id and not p.is_service
  ) - coalesce((select sum(r.unsent) from private.refund_lines r where r.order_id = s.order_id), 0))::integer,
    bool_or(s.status = 'sent') and sum(l.quantity) > coalesce((
      select sum(r.quantity - r.unsent) filter (where r.fate <> 'kept')
      from private.refund_lines r where r.order_id = s.order_id
    ), 0)
  from private.shipments s join private.shipment_lines l on l.shipment_id = s.id
  where s.order_id = any (p_order_ids) and s.status in ('sent', 'delivered') and not s.is_work
  group by s.order_id;
$$;

comment on function private.pieces_sent is
  'Of those orders of which a shipment has left: its pieces, and how many there are without those that were given back '
  'before they left. Work is no piece. is_on_way: a carrier has something of it that did not come back.';
grant execute on function private.pieces_sent to authenticated;

create function private.shipments_of_order(p_order_id uuid) returns jsonb
-- Definer: a buyer may not read the table, only what it says about their own order.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(private.shipment_as_json(s) order by s.created_at, s.id), '[]')
    from private.shipments s where s.order_id = p_order_id and s.status <> 'taken_back'
  );
end;
$$;

comment on function private.shipments_of_order is 'The contract''s Shipment[]: those that stand, oldest first.';
grant execute on function private.shipments_of_order to authenticated;

create function private.is_work(p_shipment_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (
    select case when bool_and(p.is_service) = bool_or(p.is_service) then bool_and(p.is_service) end
    from private.shipment_lines l join public.order_items i on i.id = l.order_item_id
    join public.products p on p.id = i.product_id
    where l.shipment_id = p_shipment_id
  );
end;
$$;

comment on function private.is_work is
  'Whether a shipment is no parcel but work that was done, such as an installation; null of both at once.';

create function private.shipment_as_json(s private.shipments) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', s.id, 'status', s.status, 'carrier', s.carrier, 'waybill', s.waybill,
    'packedAt', private.iso_time(s.created_at), 'sentOn', s.sent_on, 'deliveredOn', s.delivered_on,
    'isWork', s.is_work,
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'itemId', i.id, 'productName', i.product_name, 'quantity', l.quantity, 'serials', coalesce((
          select jsonb_agg(n.serial order by n.serial) from private.shipment_serials n
          where n.shipment_id = l.shipment_id and n.order_item_id = l.order_item_id
        ), '[]')
      ) order by i.product_name, i.id)
      from private.shipment_lines l join public.order_items i on i.id = l.order_item_id where l.shipment_id = s.id
    )
  );
end;
$$;

comment on function private.shipment_as_json is 'The contract''s Shipment.';

create function private.can_be_taken_back(s private.shipments) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return s.status <> 'taken_back' and (
    s.left_at is null
    or s.left_at > now() - interval '24 hours'
    -- It is not paid for, so it may come back later too.
    or exists (
      select 1 from public.orders o
      where o.id = s.order_id and (o.status in ('pending', 'failed') or private.due_of_order(o) in ('nothing', 'part'))
    )
  );
end;
$$;

comment on function private.can_be_taken_back is
  'A shipment can be taken back for a day after it left, and while its order is not paid.';

create function private.pieces_to_ship(p_order_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_object_agg(i.id, i.quantity - i.packed - i.unsent)
    from private.ordered_pieces i where i.order_id = p_order_id
  );
end;
$$;

comment on function private.pieces_to_ship is 'By order item: how many pieces are in no shipment yet.';

create function private.shipping_of_order(o public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'toShip', private.pieces_to_ship(o.id), 'unpaid', private.unpaid_pieces(o), 'need', private.shipping_need(o),
    'hasTerms', (private.terms_of_order(o)).id is not null,
    'packingObstacle', (
      select private.obstacle_of_need(
        private.shipping_need(o), false, null,
        o.status <> 'cancelled' and (s.ships_unpaid or o.terms_days is not null)
      )
      from private.settings s
    ),
    'canBeTakenBack', coalesce(
      (select jsonb_agg(s.id) from private.shipments s where s.order_id = o.id and private.can_be_taken_back(s)), '[]'
    )
  );
end;
$$;

comment on function private.shipping_of_order is
  'The contract''s OrderShipping: what is still to be sent, which of it was added and is not paid for, what that '
  'needs, and which shipments can be taken back.';

create function private.unpaid_pieces(o public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(i.id, w.pieces), '{}')
    from private.ordered_pieces i
    cross join lateral (select case when o.status = 'paid' then i.lacking else i.awaited end as pieces) w
    where i.order_id = o.id and w.pieces > 0
  );
end;
$$;

comment on function private.unpaid_pieces is
  'By order item: pieces that wait: they are to come from the maker, or were added to a paid order and are not paid.';

create function private.check_shipping(
  o public.orders, p_is_leaving boolean, p_reason text, p_shipment_id uuid default null
) returns void
language plpgsql set search_path = '' as $$
declare
  unpaid constant jsonb := private.unpaid_pieces(o);
  terms constant uuid := (private.terms_of_order(o)).id;
  obstacle text;
begin
  if p_is_leaving and o.terms_days is not null then
    -- Of two parcels at once the second sees what is owed for the first.
    perform 1 from private.customer_terms t where t.id = terms for update;
  end if;
  select private.obstacle_of_need(
    case
      when unpaid <> '{}' and exists (
        select 1 from private.shipment_lines l join private.ordered_pieces i on i.id = l.order_item_id
        where l.shipment_id = p_shipment_id and i.order_id = o.id
          and case when p_is_leaving then i.gone + l.quantity else i.packed end
            > i.quantity - i.unsent - coalesce((unpaid -> i.id::text)::integer, 0)
      ) then 'payment'
      else private.shipping_need(o)
    end, p_is_leaving, p_reason, o.status <> 'cancelled' and (s.ships_unpaid or o.terms_days is not null)
  ) into obstacle from private.settings s;
  if obstacle is not null then
    raise sqlstate 'PT409' using message = obstacle;
  end if;
end;
$$;

comment on function private.check_shipping is
  'Refuses pieces of an order that may not be packed, or with p_is_leaving not leave the shop, and of a parcel those '
  'that were added and are not paid for. One parcel of a customer on account leaves after the other. PT409 as '
  'private.obstacle_of_need().';

create function private.complete_when_all_left(p_order_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  update public.orders o set status = 'completed', completion_reason = l.reason
  from (
    select (array_agg(s.reason order by s.left_at desc) filter (where s.reason is not null))[1] as reason
    from private.shipments s where s.order_id = p_order_id and s.status in ('sent', 'delivered') having count(*) > 0
  ) l
  where o.id = p_order_id and o.status in ('pending', 'failed', 'paid') and not private.is_partly_shipped(o.id)
    and case private.shipping_need(o)
      when 'nothing' then true
      when 'reason' then l.reason is not null
      -- Sent on account: what left had its reason.
      when 'payment' then o.status <> 'paid' or l.reason is not null
    end;
end;
$$;

comment on function private.complete_when_all_left is
  'Completes an order of which every piece that is still to be sent has left, paid or on account, '
  'by its last parcel or since it was changed or refunded.';

create function private.take_parcel_back(s private.shipments, o public.orders) returns void
language plpgsql set search_path = '' as $$
begin
  if not private.can_be_taken_back(s) then
    raise sqlstate 'PT409' using message = 'shipment_too_old';
  elsif private.has_returned_pieces(o.id) then
    raise sqlstate 'PT409' using message = 'pieces_returned';
  end if;
  update private.shipments x set status = 'taken_back' where x.id = s.id;
  update private.shipment_serials n set is_back = true where n.shipment_id = s.id;
  update public.orders x set status = case when private.amount_due(o.id) = 0 then 'paid' else 'pending' end
  where x.id = o.id and x.status = 'completed';
  perform private.follow_book(o.id);
  perform private.hold_order(o.id, now() + private.hold_time(private.due_of_order(o) <> 'nothing'))
  from public.orders x where x.id = o.id and x.status in ('pending', 'failed');
end;
$$;

comment on function private.take_parcel_back is
  'A parcel never left after all, or came back unopened. PT409 shipment_too_old, pieces_returned.';

create function public.advance_shipment(
  p_id uuid, p_status text, p_carrier text default null, p_waybill text default null, p_day date default null,
  p_reason text default null
) returns jsonb
-- Definer: shipments are written by this function and the next, and an admin may not write an order's status.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  sent_order public.orders;
  shipment private.shipments;
  day constant date := coalesce(p_day, private.nairobi_day(now()));
  is_leaving boolean;
begin
  perform private.require_permission('parcels');
  if p_reason ~ '\S' then
    perform private.require_text(p_reason);
  end if;
  -- The order first: everybody locks in this order.
  select o.* into sent_order from public.orders o
  where o.id = (select s.order_id from private.shipments s where s.id = p_id) for update;
  perform private.refuse_missing(not found);
  select * into shipment from private.shipments s where s.id = p_id;
  -- The button was pressed twice.
  if shipment.status = p_status then
    return private.order_as_json(sent_order);
  end if;
  if not exists (
    select 1 from private.status_transitions t
    where t.subject = 'shipment' and t.from_status = shipment.status and t.to_status = p_status
  ) then
    raise sqlstate 'PT409' using
      message = 'transition_refused',
      detail = shipment.status || ' to ' || coalesce(p_status, 'nothing');
  end if;

  if p_status = 'taken_back' then
    perform private.take_parcel_back(shipment, sent_order);
  else
    if day > private.nairobi_day(now())
      or day < coalesce(shipment.sent_on, private.nairobi_day(sent_order.created_at)) then
      raise sqlstate 'PT400' using message = 'shipment_day_wrong';
    end if;
    is_leaving := shipment.status = 'packed';
    if is_leaving then
      perform private.check_shipping(sent_order, true, p_reason, p_id);
    end if;
    begin
      update private.shipments s set
        status = p_status,
        -- Collected: no carrier has it after all.
        carrier = case
          when p_status = 'delivered' and is_leaving then null
          else coalesce(nullif(btrim(p_carrier), ''), s.carrier)
        end,
        waybill = case
          when p_status = 'delivered' and is_leaving then null
          else coalesce(nullif(btrim(p_waybill), ''), s.waybill)
        end,
        sent_on = case when p_status = 'sent' then day else s.sent_on end,
        delivered_on = case when p_status = 'delivered' then day end,
        left_at = case when is_leaving then now() else s.left_at end,
        reason = case when is_leaving then nullif(btrim(p_reason, E' \t\r\n'), '') else s.reason end
      where s.id = p_id;
    exception
      when unique_violation then
        raise sqlstate 'PT409' using message = 'waybill_used';
      when check_violation then
        perform private.refuse_invalid(true, sqlerrm);
    end;
    if is_leaving then
      perform private.follow_book(sent_order.id);
      -- The rest of what was promised is kept for its buyer.
      perform private.hold_order(o.id, now()) from public.orders o
      where o.id = sent_order.id and o.status in ('pending', 'failed');
    end if;
  end if;
  return (select private.order_as_json(o) from public.orders o where o.id = sent_order.id);
end;
$$;

comment on function public.advance_shipment is
  'A packed shipment is sent (with its carrier) or collected (delivered at once), a sent one delivered, and any taken '
  'back: a packed one always, others for a day. The last pieces that leave complete the order; taking back makes a '
  'completed one paid again. p_day: in Nairobi, today when absent. Returns AdminOrder. PT403; PT404; PT400 '
  'shipment_day_wrong, invalid_request (sent without a carrier); PT409 transition_refused, shipment_too_old, '
  'pieces_returned (with a refund), waybill_used, stock_is_held, and as private.check_shipping().';

create function private.write_shipment_lines(p_id uuid, p_order_id uuid, p_lines jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.shipment_lines (shipment_id, order_item_id, quantity)
  select p_id, i.id, (l ->> 'quantity')::integer
  from jsonb_array_elements(p_lines) l
  join public.order_items i on i.id = (l ->> 'itemId')::uuid and i.order_id = p_order_id
  on conflict do nothing;
  insert into private.shipment_serials (shipment_id, order_item_id, product_id, serial)
  select p_id, i.id, i.product_id, btrim(n.serial)
  from jsonb_array_elements(p_lines) l
  join public.order_items i on i.id = (l ->> 'itemId')::uuid and i.order_id = p_order_id
  cross join jsonb_array_elements_text(l -> 'serials') n (serial);
  perform private.refuse_invalid(
    (
      select count(*) from private.shipment_lines l where l.shipment_id = p_id
    ) <> greatest(jsonb_array_length(p_lines), 1)
      or exists (
        select 1 from private.shipment_serials n join private.shipment_lines l using (shipment_id, order_item_id)
        where l.shipment_id = p_id group by l.order_item_id, l.quantity having count(*) > l.quantity
      ),
    'no lines, a line twice or of another order, or more serial numbers than pieces'
  );
end;
$$;

comment on function private.write_shipment_lines is
  'The pieces of a parcel and their serial numbers: [{itemId, quantity, serials}]. PT400 invalid_request.';

create function public.record_shipment(
  p_id uuid, p_order_id uuid, p_lines jsonb, p_seen jsonb, p_status text,
  p_carrier text default null, p_waybill text default null, p_day date default null, p_reason text default null
) returns jsonb
-- Definer: no role writes shipments.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  owner_order public.orders;
  request constant text := private.request_hash(jsonb_build_array(
    p_order_id, p_lines, p_status, p_carrier, p_waybill, p_day, p_reason
  ));
  earlier text;
  constraint_name text;
begin
  perform private.require_permission('parcels');
  select * into owner_order from public.orders o where o.id = p_order_id for update;
  perform private.refuse_missing(not found);
  select s.request_hash into earlier from private.shipments s where s.id = p_id;
  if found then
    perform private.refuse_reused_key(earlier <> request);
    return private.order_as_json(owner_order);
  end if;
  perform private.refuse_invalid(
    p_status is null or p_status not in ('packed', 'sent', 'delivered'), 'a new shipment is packed, sent or delivered'
  );
  perform private.check_shipping(owner_order, p_status <> 'packed', p_reason);
  -- Two people at the desk: the second sees first what the other packed.
  if p_seen is distinct from private.pieces_to_ship(p_order_id) then
    raise sqlstate 'PT409' using message = 'shipment_meanwhile';
  end if;
  begin
    insert into private.shipments (id, order_id, carrier, waybill, request_hash)
    values (p_id, p_order_id, nullif(btrim(p_carrier), ''), nullif(btrim(p_waybill), ''), request);
    perform private.write_shipment_lines(p_id, p_order_id, p_lines);
    perform private.refuse_invalid(private.is_work(p_id) is null or private.is_work(p_id) and p_status <> 'delivered',
      'work is done, in no parcel');
    update private.shipments s set is_work = true where s.id = p_id and private.is_work(p_id);
  exception
    when unique_violation then
      get stacked diagnostics constraint_name = constraint_name;
      raise sqlstate 'PT409' using
        message = case constraint_name
          when 'shipments_waybill_once' then 'waybill_used'
          when 'shipments_pkey' then 'key_reused'
          else 'serial_used'
        end;
    when check_violation
      or not_null_violation
      or invalid_text_representation
      or invalid_parameter_value
      or numeric_value_out_of_range then
      perform private.refuse_invalid(true, sqlerrm);
  end;
  if exists (
    select 1 from private.shipment_lines l
    where l.shipment_id = p_id and l.quantity > (p_seen ->> l.order_item_id::text)::integer
  ) then
    raise sqlstate 'PT409' using message = 'shipment_too_large';
  end if;
  if p_status = 'packed' then
    perform private.check_shipping(owner_order, false, p_reason, p_id);
    return private.order_as_json(owner_order);
  end if;
  return public.advance_shipment(p_id, p_status, p_carrier, p_waybill, p_day, p_reason);
end;
$$;

comment on function public.record_shipment is
  'Packs pieces of an order: p_lines [{itemId, quantity, serials}], p_seen what the person saw in '
  'private.pieces_to_ship(). p_status: packed, sent with its carrier, or delivered at the counter, without one. p_id: '
  'the same twice is one. Returns AdminOrder. PT403; PT404; PT400 invalid_request, shipment_day_wrong; PT409 '
  'shipment_meanwhile, shipment_too_large, waybill_used (by a shipment of this carrier), serial_used (of this '
  'product), key_reused, and as public.advance_shipment().';
grant execute on function public.record_shipment, public.advance_shipment to authenticated;

create function public.pick_list(p_order_ids uuid[]) returns jsonb
-- Definer: an admin reads no table of shipments.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('parcels');
  select private.refuse_invalid(cardinality(p_order_ids) > 100, '100 orders at most');
  select coalesce(jsonb_agg(jsonb_build_object(
    'productId', l.product_id, 'productName', l.name, 'model', l.model, 'pieces', l.pieces, 'orders', l.orders
  ) order by l.name, l.product_id), '[]')
  from (
    select i.product_id, p.name, p.model, sum(n.pieces::integer) as pieces,
      jsonb_agg(jsonb_build_object('id', o.id, 'pieces', n.pieces::integer) order by o.created_at, o.id) as orders
    from private.orders_to_send o
    cross join lateral jsonb_each_text(private.pieces_to_ship(o.id)) n (item_id, pieces)
    join public.order_items i on i.id = n.item_id::uuid
    join public.products p on p.id = i.product_id
    where o.id = any (p_order_ids) and n.pieces::integer > 0 and not p.is_service
    group by i.product_id, p.name, p.model
  ) l;
$$;

comment on function public.pick_list is
  'PickedProduct[]: the pieces that are to be packed for these orders, by product and order; of those to send alone. '
  'PT400 for more than 100; PT403.';
grant execute on function public.pick_list to authenticated;

create function private.end_shipments_of_cancelled_order() returns trigger
-- Definer: whoever cancels an order, only functions write shipments.
language plpgsql security definer set search_path = '' as $$
begin
  update private.shipments s set status = 'taken_back' where s.order_id = new.id and s.status = 'packed';
  -- The pieces are on sale again, those that were returned too.
  update private.shipment_serials n set is_back = true
  from private.shipments s where s.order_id = new.id and n.shipment_id = s.id and not n.is_back;
  return null;
end;
$$;

create trigger end_shipments after update of status on public.orders
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled')
  execute function private.end_shipments_of_cancelled_order();

create function private.queue_shipment_messages() returns trigger
-- Definer: only this trigger writes the outbox about it.
language plpgsql security definer set search_path = '' as $$
begin
  -- Whoever pressed the wrong button can take it back.
  perform private.queue_message('shipment_' || new.status, new.id::text, new.order_id, '5 minutes');
  return null;
end;
$$;

create trigger queue_messages after update of status on private.shipments
  for each row when (new.status <> old.status and new.status in ('sent', 'delivered'))
  execute function private.queue_shipment_messages();
