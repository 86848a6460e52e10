-- Which message goes out on which channel, and to whom those to the owner go.
-- Who reads: what writes messages; admins through public.list_message_rules(). Who writes: admins through public.change_message_rule().

create function private.normal_recipient(p_channel text, p_typed text) returns text
language sql immutable set search_path = '' as $$
  select n.address
  from (select case when p_channel = 'email' then lower(btrim(p_typed)) else private.normal_phone_number(p_typed) end as address) n
  where char_length(n.address) <= 254
    and n.address ~ case when p_channel = 'email' then '^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+\.[^\s@.]{2,}$' else '^\+[0-9]{8,15}$' end;
$$;

comment on function private.normal_recipient is 'An e-mail address or a phone number in the form in which it is kept; null for what cannot be written to.';

create function private.normal_recipients(p_channel text, p_typed jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(r.address order by r.place), '{}')
  from (
    select private.normal_recipient(p_channel, t.typed) as address, min(t.place) as place
    from jsonb_array_elements_text(p_typed) with ordinality t (typed, place) group by 1
  ) r;
$$;

comment on function private.normal_recipients is 'Each address once, in the order in which they were typed; a null among them for what cannot be written to.';

create table private.message_rules (
  kind text primary key,
  -- What its history is found by.
  id uuid not null unique default gen_random_uuid(),
  audience text not null check (audience in ('buyer', 'owner', 'account')),
  email boolean not null,
  sms boolean not null,
  whatsapp boolean not null,
  emails text[] not null default '{}' check (cardinality(emails) <= 5 and array_position(emails, null) is null),
  phones text[] not null default '{}' check (cardinality(phones) <= 5 and array_position(phones, null) is null),
  -- Their messages are told from those to buyers by the name alone.
  check ((audience = 'owner') = (kind like 'owner\_%')),
  check (audience = 'owner' or (emails = '{}' and phones = '{}')),
  -- The SMS provider reaches Kenyan numbers.
  check (audience = 'buyer' or not sms or array_to_string(phones, ' ') like '%+254%'),
  check (audience = 'buyer' or not whatsapp or phones <> '{}'),
  -- It is about the mailbox itself.
  check (audience <> 'account' or email and not sms and not whatsapp)
);

comment on table private.message_rules is
  'Which message goes out on which channel, where that channel is set up. WhatsApp to buyers only with their consent. Every change is in public.history.';
comment on column private.message_rules.emails is 'Where mail to the owner goes; to the oldest admin while no address is given.';
comment on column private.message_rules.phones is 'Where SMS and WhatsApp to the owner go.';

insert into private.message_rules (kind, audience, email, sms, whatsapp) values
  ('order_unpaid', 'buyer', true, false, false),
  ('order_paid', 'buyer', true, true, true),
  ('payment_refused', 'buyer', true, false, false),
  ('payment_checking', 'buyer', true, true, false),
  ('order_completed', 'buyer', true, true, true),
  ('order_cancelled', 'buyer', true, false, false),
  ('refund_due', 'buyer', true, true, false),
  ('refund_recorded', 'buyer', true, true, false),
  ('confirm_email', 'account', true, false, false),
  ('new_device', 'account', true, false, false),
  ('owner_order_paid', 'owner', true, false, false),
  ('owner_task', 'owner', true, false, false),
  ('owner_low_stock', 'owner', true, false, false),
  ('owner_health', 'owner', true, false, false),
  ('owner_broken_rules', 'owner', true, false, false),
  ('owner_daily_summary', 'owner', true, false, false);

grant select on private.message_rules to service_role;

create function private.oldest_admin_email() returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select u.email from public.users u where u.role = 'admin' order by u.created_at, u.id limit 1
  );
end;
$$;

comment on function private.oldest_admin_email is 'To whom mail to the owner goes while no address is set; null while there is no admin.';
grant execute on function private.oldest_admin_email to service_role;

create function private.message_rule_as_json(r private.message_rules) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('email', r.email, 'sms', r.sms, 'whatsapp', r.whatsapp, 'emails', r.emails, 'phones', r.phones);
$$;

comment on function private.message_rule_as_json is 'The contract''s MessageRuleValues: what an owner can change.';

create function private.message_rules_as_json() returns jsonb
-- Definer: nobody reads the rules themselves.
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'oldestAdmin', private.oldest_admin_email(),
    'rules', (
      select jsonb_agg(
        private.message_rule_as_json(r) || jsonb_build_object('id', r.id, 'kind', r.kind, 'audience', r.audience) order by r.kind
      ) from private.message_rules r where r.audience <> 'account'
    )
  );
end;
$$;

create function public.list_message_rules() returns jsonb
language sql stable set search_path = '' as $$
  select private.message_rules_as_json();
$$;

comment on function public.list_message_rules is 'MessageRules: one of each kind, but for mails about an account, which always go out. PT403.';

create function private.change_message_rule(p_kind text, p_changes jsonb, p_seen jsonb) returns void
-- Definer: nobody writes the rules themselves.
language plpgsql security definer set search_path = '' as $$
declare
  rule private.message_rules;
  present jsonb;
  wanted jsonb := p_changes;
begin
  perform private.require_admin();
  select * into rule from private.message_rules r where r.kind = p_kind and r.audience <> 'account' for update;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  present := private.message_rule_as_json(rule);
  if not present ?& array(select jsonb_object_keys(p_changes)) then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = 'no such value';
  end if;
  begin
    if wanted ? 'emails' then
      wanted := wanted || jsonb_build_object('emails', private.normal_recipients('email', wanted -> 'emails'));
    end if;
    if wanted ? 'phones' then
      wanted := wanted || jsonb_build_object('phones', private.normal_recipients('sms', wanted -> 'phones'));
    end if;
    -- Sent twice, or somebody else wanted the same.
    if present || wanted = present then
      return;
    end if;
    if present || p_seen <> present then
      raise sqlstate 'PT409' using message = 'changed_meanwhile';
    end if;
    rule := jsonb_populate_record(rule, wanted);
    update private.message_rules r set
      email = rule.email, sms = rule.sms, whatsapp = rule.whatsapp, emails = rule.emails, phones = rule.phones
    where r.kind = p_kind;
  exception when check_violation or not_null_violation or invalid_text_representation or invalid_parameter_value then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = sqlerrm;
  end;
end;
$$;

create function public.change_message_rule(p_kind text, p_changes jsonb, p_seen jsonb) returns jsonb
language sql set search_path = '' as $$
  select private.change_message_rule(p_kind, p_changes, p_seen);
  select private.message_rules_as_json();
$$;

comment on function public.change_message_rule is
  'p_changes: MessageRuleValues to change. p_seen: what the person saw of them. Holds for messages written from now on. Returns MessageRules. '
  'PT403; PT404; PT400; PT409 changed_meanwhile.';

grant execute on function private.message_rules_as_json, private.change_message_rule, public.list_message_rules, public.change_message_rule
  to authenticated;
