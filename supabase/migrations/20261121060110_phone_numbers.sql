-- The one form in which a phone number is kept.
-- Who calls: the checks of users and orders, and sign-up.

create function private.normal_phone_number(p_typed text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    select case
      when compact ~ kenyan then '+254' || regexp_replace(compact, '^((\+|\+?00)?2540?|\+?0)(?=([71]\d{8}|[2-6]\d{6,8})$)', '')
      when compact ~ '^(\+|\+?00)[1-9]\d{7,14}$' then '+' || regexp_replace(compact, '^(\+?00|\+)', '')
      when compact ~ '^\+?\d{10,15}$' then ltrim(compact, '+')
    end
    from (
      select regexp_replace(p_typed, '[\s().\-/]', '', 'g') as compact,
        '^((\+|\+?00)?2540?|\+?0)([71]\d{8}|[2-6]\d{6,8})$|^[71]\d{8}$' as kenyan
    ) typed
  );
end;
$$;

comment on function private.normal_phone_number is
  'As the contract''s normalisePhoneNumber(): a Kenyan number as +254712345678, one in international form with its +, any other ten to fifteen digits '
  'as they are; null for what is no phone number.';
-- The checks run with the rights of whoever writes the row.
grant execute on function private.normal_phone_number to authenticated, service_role;
