-- What may happen to an order: one table of its status, what is due, what is asked of the bank, and where its goods
-- are. docs/what-may-happen.md is the same table in words.
-- Who asks: every page, mail, paper and function that depends on any of it.
set check_function_bodies = off;

create type private.order_state as (
  due text, asked text, goods text, word text, pay text, send text, cancel_by_buyer text, cancel_by_staff text,
  change text, change_sum text, is_refundable boolean, paper text, next text, is_owed boolean
);

create function private.what_may_happen(p_status text, p_due text, p_asked text, p_goods text)
returns private.order_state
language plpgsql immutable set search_path = '' as $$
declare
  state private.order_state;
begin
  select p_due, p_asked, p_goods,
    case
      when p_asked = 'question' and (not k.is_paid or k.is_owed) then 'question'
      when k.is_owed then case when p_asked = 'undecided' and p_status <> 'cancelled' then 'undecided' else 'owed' end
      when p_status = 'cancelled' then case when k.has_money then 'cancelled_with_money'
        when p_due = 'given_back' then 'cancelled_refunded' else 'cancelled' end
      when k.is_paid and p_due = 'later' then 'to_order'
      when k.is_paid then case p_due when 'given_back' then 'refunded' when 'added' then 'added' else p_status end
      when p_asked = 'undecided' then 'undecided'
      when p_due in ('later', 'all', 'too_much') then 'received'
      when p_due = 'added' and p_goods in ('some', 'all') then 'sent_paid'
      when p_due in ('part', 'added') then 'part_paid'
      when p_status = 'failed' then 'payment_failed'
      else 'not_paid'
    end,
    case
      when p_status = 'cancelled' or not (k.is_open or k.is_due) then 'none'
      when k.waits then 'wait'
      when k.is_due then 'pay' else 'none'
    end,
    case
      when p_status = 'completed' then 'completed'
      when k.is_paid and p_due = 'given_back' then 'refunded'
      when p_status <> 'paid' or k.is_owed then 'payment'
      when p_asked = 'taken_back' then 'charged_back'
      else 'nothing'
    end,
    case
      when p_status = 'cancelled' then 'done'
      when k.is_paid then 'order_closed'
      when k.has_left then 'order_sent'
      when k.waits then 'payment_undecided'
      when k.has_money then 'money_received'
    end,
    case
      when p_status = 'cancelled' then 'done'
      when k.is_open and p_goods in ('some', 'all') then 'order_sent'
      when k.is_open and k.waits or p_asked = 'question' then 'cancel_undecided'
      when k.has_money then 'refund_first' when k.has_left and k.is_owed and p_goods <> 'back' then 'order_sent'
    end,
    case when p_status in ('completed', 'cancelled') or k.is_paid and p_due = 'given_back' then 'change_closed' end,
    case when k.is_open and k.waits or k.is_owed and k.is_paid or p_asked = 'taken_back' then 'change_undecided' end,
    k.has_money,
    case
      when k.is_open and not k.is_owed and not (p_due = 'added' and p_goods in ('some', 'all'))
        then case when k.is_due then 'proforma' end
      when k.is_paid or k.is_owed or p_due <> 'none' then 'invoice'
    end,
    case
      when p_asked in ('question', 'taken_back') then 'look'
      when k.is_open and k.waits then 'wait'
      when k.is_owed then 'collect'
      when k.is_open then case when k.is_due then 'pay' when p_due = 'too_much' then 'refund' end
      when p_status = 'cancelled' then case when k.has_money then 'refund' end when p_due = 'given_back' then null
      when p_status = 'paid' and (p_goods, p_due) = ('none', 'later') then 'await'
      when p_status = 'paid' and p_goods in ('none', 'some') then 'send'
      when p_status = 'paid' and p_goods = 'packed' then 'hand_over'
      when p_due = 'added' then 'collect'
      when p_due = 'too_much' then 'refund'
      when p_status = 'paid' then 'complete'
    end,
    k.is_owed into state
  from (
    select *, p_asked in ('question', 'undecided') as waits,
      p_due in ('part', 'added', 'later', 'all', 'too_much') as has_money,
      p_due in ('nothing', 'part', 'added') as is_due,
      -- Of what was paid, or is with the buyer, money is owed; of anything else it is only not paid yet.
      p_due in ('nothing', 'part') and (not is_open or p_goods in ('some', 'all')) as is_owed,
      p_goods in ('some', 'all', 'back') or p_status = 'completed' as has_left
    from (select p_status in ('pending', 'failed') as is_open, p_status in ('paid', 'completed') as is_paid) s
  ) k;
  return state;
end;
$$;

comment on function private.what_may_happen is
  'The table. p_due: nothing, part, added (what was sold is paid for: the rest is of what was added since, has come '
  'from the maker, or is not sent yet), '
  'later (nothing now: the rest once it has come), all, too_much, given_back (all that counted, nothing is due), '
  'none (nothing is owed, and there never was money). p_asked: nothing, open (a card page), undecided, question '
  '(money that may not be ours, or came when the pieces were gone), taken_back (a statement takes money back that '
  'no refund explains). p_goods: none, packed, some, all, back. Answers are keys; a null means that nothing stands '
  'in the way, or that no paper or step is offered.';

create function private.has_left(p_order_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select 1 from private.shipments s where s.order_id = p_order_id and s.status in ('sent', 'delivered'));
end;
$$;

comment on function private.has_left is 'Whether a parcel of an order has left the shop.';

create function private.owed_by(o public.orders) returns date
language plpgsql stable set search_path = '' as $$
begin
  return (
    select private.nairobi_day(min(s.left_at)) + coalesce(o.terms_days, 0) from private.shipments s
    where s.order_id = o.id and s.status in ('sent', 'delivered')
  );
end;
$$;

comment on function private.owed_by is
  'The day by which what left unpaid is to be paid: that on which the first of it left, and the days of its terms. '
  'Null of an order of which no parcel has left.';

create function private.goods_of_order(p_order_id uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select case
      when coalesce(sum(i.packed), 0) = 0 then 'none'
      when sum(i.gone) = 0 then 'packed'
      when sum(i.back - i.unsent) >= sum(i.gone) then 'back'
      when bool_and(i.gone >= i.quantity - i.unsent) then 'all'
      else 'some'
    end
    from private.ordered_pieces i where i.order_id = p_order_id
  );
end;
$$;

comment on function private.goods_of_order is
  'Where the goods of an order are: none is packed, packed, some or all have left, or all that left came back.';

create function private.due_of_order(o public.orders) returns text
language plpgsql stable set search_path = '' as $$
declare
  book constant private.books := private.book_of_order(o.id);
begin
  return case
    when book.due_kes > 0 then case
      when not book.has_money then 'nothing'
      when (o.status = 'paid' or private.has_left(o.id)) and private.is_sold_covered(o.id) then 'added'
      else 'part'
    end
    when book.too_much > 0 then 'too_much'
    when book.has_money then case when exists (
      select 1 from public.order_items i where i.order_id = o.id and i.to_order is not null and i.awaited > 0
    ) then 'later' else 'all' end
    when book.received > 0 then 'given_back'
    else 'none'
  end;
end;
$$;

comment on function private.due_of_order is 'The key of what is due in private.what_may_happen().';

create function private.is_about_order(l public.statement_lines, p_order_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select 1 from public.transactions t
    -- What Safaricom charges for a payment has the receipt of that payment.
    where t.order_id = p_order_id and t.payment_method = 'card'
      and private.is_named(t, l.bank_index, l.reference, l.day)
  );
end;
$$;

comment on function private.is_about_order is 'Whether a line of a statement names a payment of an order.';

create function private.taken_back_cents(p_order_id uuid) returns bigint
-- Definer: only admins read the bank's statements.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case when w.cents > 0 then greatest(least(w.cents, (
      -- A refund explains one line, also once that is closed.
      select -sum(l.amount_cents)::bigint from public.statement_lines l
      where l.verdict = 'returned' and private.is_about_order(l, p_order_id)
    ) - (
      select coalesce(sum(r.cents), 0)::bigint from private.refunds_of_orders r
      -- Nothing that went back by another way, nor what is a line already.
      where r.order_id = p_order_id and r.cause <> 'came_back' and r.stands and r.method = 'card' and not exists (
        select 1 from public.statement_lines l where l.verdict = 'refunded' and l.refund_ids @> array[r.id]
      )
    )), 0) else 0 end
    from (
      select -coalesce(sum(l.amount_cents), 0)::bigint as cents from public.statement_lines l
      where l.verdict = 'returned'
        and l.transaction_id is null
        and l.closed_at is null
        and private.is_about_order(l, p_order_id)
    ) w
  );
end;
$$;

comment on function private.taken_back_cents is
  'How much of an order''s money open lines of the bank''s statements take back, '
  'beyond what was recorded as given back.';

create function private.taken_back_of_order(p_order_id uuid) returns jsonb
-- Definer: only admins read the bank's statements.
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    (
      select jsonb_build_object('cents', c.cents, 'transactionId', null)
      from private.taken_back_cents(p_order_id) c (cents) where c.cents > 0
    ),
    (
      select jsonb_build_object('cents', t.bank_amount_cents, 'transactionId', t.id)
      from private.payments_at_bank p
      join public.transactions t on t.id = p.transaction_id and t.payment_method <> 'card'
      join public.statement_lines l
        on l.verdict = 'returned' and l.transaction_id is null and l.closed_at is null and private.takes_back(l, t)
      where p.order_id = p_order_id order by l.day, l.id limit 1
    )
  );
end;
$$;

comment on function private.taken_back_of_order is
  'What an open line of a statement takes back of an order, and nobody has recorded: cents, and transactionId of what '
  'did not come by card. Null without any.';

create function private.orders_taken_back() returns setof uuid
-- Definer: as private.taken_back_of_order(); the lines are few, and the orders of a list many.
language sql stable security definer set search_path = '' as $$
  select distinct c.order_id
  from public.statement_lines l cross join lateral (
    select private.order_of_line(l) as order_id
    union all
    select p.order_id
    from private.payment_taken_back(l) t join private.payments_at_bank p on p.transaction_id = t.id
    -- Or all payments are asked what follows, before those of the line are found.
    offset 0
  ) c
  where l.verdict = 'returned' and l.transaction_id is null and l.closed_at is null
    -- What else goes out, such as the rent, is about none, and each answer reads all lines.
    and case when c.order_id is not null then private.taken_back_of_order(c.order_id) is not null end;
$$;

comment on function private.orders_taken_back is 'The orders of which private.taken_back_of_order() says something.';

create function private.is_money_awaited(o public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return o.terms_days is null or o.status = 'paid'
    or private.owed_by(o) < private.nairobi_day(now()) and private.due_of_order(o) <> 'added';
end;
$$;

comment on function private.is_money_awaited is
  'Whether what is due of an order is awaited by now: on account not before its day is over. Null before it left.';

create function private.asked_of_order(o public.orders) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    when exists (
      select 1 from public.owner_tasks k
      where k.order_id = o.id and k.closed_at is null
        and k.kind not in ('overpaid', 'payment_reversed', 'undecided', 'debt')
    ) then 'question'
    when o.status in ('paid', 'completed') and private.taken_back_of_order(o.id) is not null then 'taken_back'
    -- The bank may have the money, so paying now could charge twice. The same for a transaction that was replaced: its
    -- page may still have been open. While the bank is being asked, nobody knows.
    when exists (
      select 1 from public.transactions t
      where t.order_id = o.id and (
        t.asking_until is not null
        or exists (
          select 1 from public.owner_tasks k
          where k.transaction_id = t.id and k.kind = 'undecided' and k.closed_at is null
        )
        or (t.status = 'pending' and private.prompt_ends_at(t) > now())
        or (t.phone is null and t.status in ('pending', 'expired') and t.bank_status is not null
          and not exists (select 1 from public.owner_tasks k where k.transaction_id = t.id))
      )
    ) then 'undecided'
    when exists (select 1 from public.transactions t where t.order_id = o.id and t.status = 'pending') then 'open'
    else 'nothing'
  end;
end;
$$;

comment on function private.asked_of_order is 'The key of what is asked in private.what_may_happen().';

create function private.state_of_order(o public.orders) returns private.order_state
-- Definer: a buyer may know what follows from payments, tasks and parcels, and not read them.
language plpgsql stable security definer set search_path = '' as $$
declare
  k private.order_state := private.what_may_happen(
    o.status, private.due_of_order(o), private.asked_of_order(o), private.goods_of_order(o.id)
  );
begin
  if k.paper = 'invoice' and not exists (select 1 from private.papers p where p.order_id = o.id) then
    k.paper := case
      when exists (select 1 from private.unissued_papers u where u.order_id = o.id) then 'invoice_tonight'
      -- A deposit is no sale, and has no invoice.
      when k.due in ('later', 'added') then 'proforma'
    end;
  end if;
  return k;
end;
$$;

comment on function private.state_of_order is
  'The cell of an order in private.what_may_happen(). paper: invoice_tonight, too, of one whose first is not made yet.';

create function private.may_pay(o public.orders) returns text
-- Definer: as private.state_of_order(); asked wherever an order may be paid, it looks at no parcel.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select w.pay from private.what_may_happen(o.status, private.due_of_order(o), private.asked_of_order(o), 'none') w
  );
end;
$$;

comment on function private.may_pay is
  'pay: the bank knows of no open payment. wait: it has not decided, or a person must look. none: nothing is due.';

create function private.may_give_up_pieces(o public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return private.due_of_order(o) = 'nothing'
    and not private.has_left(o.id)
    and o.terms_days is null
    and not coalesce(o.agreed_until > now(), false);
end;
$$;

comment on function private.may_give_up_pieces is
  'Whether the pieces of an unpaid order may be let go when a payment fails: nothing is paid or sent, '
  'and no seller has promised them.';
grant execute on function private.state_of_order, private.may_pay to authenticated;
