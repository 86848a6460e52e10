-- Terms: which organisations and accounts buy on account, in how many days they pay, and how much they may owe.
-- Who reads: those who see customers. Who writes: those who may give special prices.
set check_function_bodies = off;

create table private.customer_terms (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.users (id) on delete cascade,
  company_pin text check (company_pin ~ '^[A-Z]\d{9}[A-Z]$'),
  company_name text check (company_name ~ '\S' and char_length(company_name) <= 200),
  created_at timestamptz not null default now(),
  days integer not null check (days between 1 and 180),
  credit_limit integer not null check (credit_limit between 0 and 99999999),
  unique nulls not distinct (user_id, company_pin),
  check ((user_id is null) <> (company_pin is null))
);

comment on table private.customer_terms is 'Of an account, or of an organisation. public.history has who set them.';
comment on column private.customer_terms.company_name is 'As agreed before its first order; null: as its orders say.';
comment on column private.customer_terms.credit_limit is 'KES that may be owed before a reason is asked to send more.';

create index customer_terms_by_pin on private.customer_terms (company_pin);

create function private.terms_of(p_account uuid, p_pin text) returns private.customer_terms
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  terms private.customer_terms;
begin
  select t.* into terms from private.customer_terms t where t.user_id = p_account or t.company_pin = p_pin
  -- First those of the account: anybody can type a PIN.
  order by t.company_pin nulls first limit 1;
  return terms;
end;
$$;

create function private.terms_of_order(o public.orders) returns private.customer_terms
language plpgsql stable set search_path = '' as $$
begin
  return private.terms_of(o.user_id, case when o.is_pin_known then o.company_pin end);
end;
$$;

comment on function private.terms_of_order is
  'The terms within which goods of an order leave unpaid: of its account, else of its PIN as far as a seller stands '
  'behind that, and its buyer did not just type it.';

create function private.agreed_terms(p_said jsonb, p_account uuid, p_pin text) returns integer
language plpgsql stable set search_path = '' as $$
declare
  usual constant integer := (private.terms_of(p_account, p_pin)).days;
  wanted constant integer := case when p_said ? 'termsDays' then (p_said ->> 'termsDays')::integer else usual end;
begin
  if wanted > coalesce(usual, 0) then
    perform private.require_permission('orders.special_price');
  end if;
  return wanted;
exception when data_exception then
  perform private.refuse_invalid(true, 'the days to pay in');
end;
$$;

comment on function private.agreed_terms is
  'In how many days a seller lets somebody pay, null: first: as p_said has it in termsDays, else as their terms. More '
  'days than these need the right to special prices. PT400, PT403.';

create function private.owed_within(
  t private.customer_terms, p_order_id uuid default null, p_counts_held boolean default false
) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(sum(
    case when x.id = p_order_id or h.is_held then greatest((private.book_of_order(x.id)).due_now, 0)
      else private.owed_cents(x.id) end
  ), 0)
  from (
    select * from private.orders_of_customer('pin ' || t.company_pin)
    union all
    select * from public.orders m where m.user_id = t.user_id
  ) x
  cross join lateral (
    select p_counts_held and x.terms_days is not null and exists (
      select 1 from private.stock_holds s where s.order_id = x.id and s.expires_at > now()
    ) as is_held
  ) h
  where x.id = p_order_id or h.is_held or private.has_left(x.id);
$$;

comment on function private.owed_within is
  'Cents that the customer of these terms owes of goods that left, and of the order that is to leave; p_counts_held: '
  'and of all on account for which pieces are held.';

create function private.is_within_terms(o public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (
    select o.terms_days is not null and o.status in ('pending', 'failed')
      and t.credit_limit * 100::bigint >= private.owed_within(t, o.id)
    from private.terms_of_order(o) t
  );
end;
$$;

comment on function private.is_within_terms is
  'Whether an order on account is within the limit, with what its customer owes of goods that left; null: no terms.';

create function private.may_hold_on_account(o public.orders) returns boolean
-- Definer: whoever places an order reads no book.
language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when o.terms_days is null then false
    -- Staff have agreed on it.
    when o.placed_by is not null then true
    else coalesce((
      select t.credit_limit * 100::bigint >= private.owed_within(t, o.id, true)
      from private.terms_of_order(o) t where t.id is not null
    ), true)
  end;
end;
$$;

comment on function private.may_hold_on_account is
  'Whether the pieces of an order on account are held as private.agreed_hold() says. One that its buyer made within '
  'the limit alone: of all that its customer owes of what left, and of what is held on account. Beyond it they are '
  'held as those of any unpaid order.';

create function public.terms_of_buyer(p_account uuid, p_pin text) returns jsonb
-- Definer: no role reads the table.
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('orders.write');
  return (
    select jsonb_build_object('days', t.days, 'limit', t.credit_limit, 'owedCents', private.owed_within(t))
    from private.terms_of(p_account, p_pin) t where t.id is not null
  );
end;
$$;

comment on function public.terms_of_buyer is
  'BuyerTerms of whoever an order or quotation is made for; null: none. PT403.';
grant execute on function public.terms_of_buyer to authenticated;

create function private.terms_before_orders(p_search text) returns setof private.customer_terms
language sql stable set search_path = '' as $$
  select t.* from private.customer_terms t
  where t.company_pin is not null
    and private.person_search_text(concat_ws(' ', t.company_name, t.company_pin), null)
      like all (private.customer_search_patterns(p_search))
    and not exists (select from private.orders_of_customer('pin ' || t.company_pin));
$$;

comment on function private.terms_before_orders is
  'Terms of organisations that have not ordered yet, with all words of p_search in name or PIN.';

create function private.account_with_terms(p_id uuid, p_key text) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (select o.user_id from public.orders o where o.id = p_id and p_key not like 'pin %');
end;
$$;

comment on function private.account_with_terms is
  'Whose terms those of a customer without a PIN are: of the account of that very order. Anybody can type the contact '
  'of another.';

create function public.set_customer_terms(
  p_id uuid default null, p_days integer default null, p_limit integer default 0,
  p_pin text default null, p_name text default null
) returns jsonb
-- Definer: no role writes the table.
language plpgsql security definer set search_path = '' as $$
declare
  key constant text := coalesce('pin ' || p_pin, private.customer_key_by_id(p_id));
  pin constant text := substring(key from '^pin (.+)');
  account constant uuid := private.account_with_terms(p_id, key);
begin
  perform private.require_permission('orders.special_price');
  perform private.refuse_missing(key is null);
  if p_days is null then
    delete from private.customer_terms t where t.user_id = account or t.company_pin = pin;
  elsif account <> any (select x.user_id from private.orders_of_customer(key) x) then
    raise sqlstate 'PT409' using message = 'accounts_differ';
  else
    insert into private.customer_terms as t (user_id, company_pin, company_name, days, credit_limit)
    values (account, pin, p_name, p_days, p_limit)
    on conflict (user_id, company_pin) do update set
      days = excluded.days, credit_limit = excluded.credit_limit,
      company_name = coalesce(excluded.company_name, t.company_name);
  end if;
  return public.customer_details(p_id);
exception when check_violation or not_null_violation then
  perform private.refuse_invalid(true, '1 to 180 days, a limit, and an organisation with a PIN or an account');
end;
$$;

comment on function public.set_customer_terms is
  'The customer of an order or of terms (p_id), or the organisation with this PIN, which need not have ordered yet, '
  'buys on account: an organisation by its PIN, else the account of the order; not without p_days. Orders that are '
  'placed keep theirs. p_limit: KES. CustomerDetails of p_id. PT400, PT403, PT404; PT409 accounts_differ: several have '
  'ordered with this contact.';
grant execute on function public.set_customer_terms to authenticated;
