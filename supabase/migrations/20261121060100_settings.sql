-- The settings that rules depend on; and what the shop is called, how it is reached and the texts of five pages: one row each, with the history of every change.
-- Who reads: rules; admins the settings; everybody the rest, through functions. Who writes: admins through public.change_settings() and public.change_shop_details().
set check_function_bodies = off;

create table private.settings (
  -- One row. The id is what its history is found by.
  id uuid primary key default 'a0000000-0000-4000-8000-000000000001' check (id = 'a0000000-0000-4000-8000-000000000001'),
  hold_minutes integer not null default 30 check (hold_minutes between 10 and 240),
  part_hold_days integer not null default 7 check (part_hold_days between 1 and 60),
  ship_when text not null default 'approved' check (ship_when in ('approved', 'settled')),
  approved_ships_below integer not null default 50000 check (approved_ships_below between 0 and 99999999),
  ships_unpaid boolean not null default false,
  fixed_delivery_prices boolean not null default false,
  second_factor_required boolean not null default true,
  database_limit_mb integer check (database_limit_mb between 1 and 100000000),
  pictures_limit_mb integer check (pictures_limit_mb between 1 and 100000000),
  backup_limit_days integer check (backup_limit_days between 1 and 365),
  updated_at timestamptz not null default now()
);

comment on table private.settings is 'One row of settings; every change is in public.history.';
comment on column private.settings.hold_minutes is 'Minutes for which the pieces of an order are held while its buyer pays.';
comment on column private.settings.part_hold_days is 'Days for which the pieces of an order are held once a part of its price was accepted, while the rest is awaited.';
comment on column private.settings.ship_when is 'What completing an order needs: the bank''s approval, or the payment in its settlement statement.';
comment on column private.settings.approved_ships_below is 'KES. An order of less may be completed when its payment is approved, which may be a mere reservation; of as much or more, not settled, with a reason only.';
comment on column private.settings.ships_unpaid is 'Parcels of an order that is not paid may be sent, each with a reason.';
comment on column private.settings.fixed_delivery_prices is
  'Delivery is part of an order''s total where the county has a fixed price and the buyer has accepted it; otherwise it is agreed after ordering.';

comment on column private.settings.second_factor_required is
  'Admins prove a second factor in each sign-in. Only the seed of a local shop switches it off; the dashboard does not.';

comment on column private.settings.database_limit_mb is
  'What the plan has for the database, in millions of bytes; null: no warning. This and the next two limits are set in SQL, see docs/deploy.md.';
comment on column private.settings.pictures_limit_mb is 'The same for the pictures.';
comment on column private.settings.backup_limit_days is 'How old the last backup by npm run shop -- backup may be; null: backups are made another way.';

insert into private.settings default values;

create trigger set_updated_at before update on private.settings
  for each row execute function private.set_updated_at();

create function private.is_second_factor_required() returns boolean
-- Definer: no role reads the settings.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select s.second_factor_required from private.settings s);
end;
$$;

comment on function private.is_second_factor_required is 'Do admins of this shop prove a second factor?';
grant execute on function private.is_second_factor_required to service_role;

create function private.hold_time() returns interval
-- Definer: no role reads the settings.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select make_interval(mins => s.hold_minutes) from private.settings s
  );
end;
$$;

comment on function private.hold_time is 'How long the pieces of an order are held while its buyer pays.';
grant execute on function private.hold_time to service_role;
create function public.shop_settings() returns jsonb
-- Definer: no role reads the table.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('settings');
  select jsonb_build_object(
    'id', s.id, 'holdMinutes', s.hold_minutes, 'partHoldDays', s.part_hold_days, 'shipWhen', s.ship_when, 'approvedShipsBelow', s.approved_ships_below,
    'shipsUnpaid', s.ships_unpaid, 'fixedDeliveryPrices', s.fixed_delivery_prices
  ) from private.settings s;
$$;

comment on function public.shop_settings is 'The contract''s Settings. PT403.';
grant execute on function public.shop_settings to authenticated;

create function public.change_settings(p_changes jsonb, p_seen jsonb) returns jsonb
-- Definer: no role writes the table.
language plpgsql security definer set search_path = '' as $$
declare
  present jsonb;
begin
  perform private.require_permission('settings');
  perform 1 from private.settings for update;
  present := public.shop_settings();
  perform private.refuse_invalid(p_changes - 'id' <> p_changes or not present ?& array(select jsonb_object_keys(p_changes)), 'no such setting');
  -- Sent twice, or somebody else wanted the same.
  if present @> p_changes then
    return present;
  end if;
  if not present @> p_seen then
    raise sqlstate 'PT409' using message = 'changed_meanwhile';
  end if;
  begin
    update private.settings s set
      hold_minutes = coalesce((p_changes ->> 'holdMinutes')::integer, s.hold_minutes),
      part_hold_days = coalesce((p_changes ->> 'partHoldDays')::integer, s.part_hold_days),
      ship_when = coalesce(p_changes ->> 'shipWhen', s.ship_when),
      approved_ships_below = coalesce((p_changes ->> 'approvedShipsBelow')::integer, s.approved_ships_below),
      ships_unpaid = coalesce((p_changes ->> 'shipsUnpaid')::boolean, s.ships_unpaid),
      fixed_delivery_prices = coalesce((p_changes ->> 'fixedDeliveryPrices')::boolean, s.fixed_delivery_prices)
    where s.id is not null;
  exception when check_violation or invalid_text_representation or numeric_value_out_of_range then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = sqlerrm;
  end;
  return public.shop_settings();
end;
$$;

comment on function public.change_settings is
  'p_changes: the settings to change. p_seen: what the person saw of them. Returns Settings. PT403; PT400; PT409 changed_meanwhile.';
grant execute on function public.change_settings to authenticated;

create function private.is_text(p_blocks jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(p_blocks) = 'array' then
    jsonb_array_length(p_blocks) between 1 and 100 and length(p_blocks::text) <= 40000 and (
      select bool_and(coalesce(
        b - array['kind', 'text'] = '{}' and jsonb_typeof(b -> 'text') = 'string' and length(b ->> 'text') <= 5000
        and case
          when b ->> 'kind' in ('county', 'times', 'free', 'rates', 'contact') then b ->> 'text' = ''
          when b ->> 'kind' in ('list', 'steps', 'table') then b ->> 'text' ~ '\S'
          else b ->> 'kind' in ('lead', 'heading', 'subheading', 'paragraph') and b ->> 'text' ~ '^[^\n]*\S[^\n]*$'
        end, false))
      from jsonb_array_elements(p_blocks) b
    )
  else false end;
$$;

comment on function private.is_text is
  'Whether this is the text of a page: {kind, text}[]. The text of a list, of steps and of a table is one line for each; the parts that the shop writes itself have none.';

create table private.shop_details (
  -- One row. The id is what its history is found by.
  id uuid primary key default 'a0000000-0000-4000-8000-000000000002' check (id = 'a0000000-0000-4000-8000-000000000002'),
  name text not null default 'Instruments & Current' check (name = btrim(name) and name ~ '^[^\n]{1,60}$'),
  phones text[] not null default '{+254700000000,+254711000000}'
    check (cardinality(phones) between 1 and 3 and array_to_string(phones, ' ', '?') ~ format('^(\+?\d{8,15}( |$)){%s}$', cardinality(phones))),
  whatsapp text not null default '' check (whatsapp ~ '^(\+\d{8,15})?$'),
  -- The bank's form has room for 40 characters.
  email text not null default 'sales@instruments-and-current.example' check (email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' and char_length(email) <= 40),
  address text not null default 'Demonstration House, Industrial Area, Nairobi, Kenya' check (address = btrim(address) and address ~ '^[^\n]{1,200}$'),
  hours text not null default 'Monday-Friday, 8 AM-6 PM' check (hours = btrim(hours) and hours ~ '^[^\n]{1,100}$'),
  bank text not null default '' check (bank = btrim(bank) and char_length(bank) <= 500),
  pin text not null default '' check (pin ~ '^([A-Z]\d{9}[A-Z])?$'),
  announcement text not null default '' check (announcement = btrim(announcement) and announcement ~ '^[^\n]{0,120}$'),
  shipping jsonb not null check (private.is_text(shipping)),
  returns jsonb not null check (private.is_text(returns)),
  warranty jsonb not null check (private.is_text(warranty)),
  terms jsonb not null check (private.is_text(terms)),
  privacy jsonb not null check (private.is_text(privacy)),
  updated_at timestamptz not null default now()
);

comment on table private.shop_details is 'One row; every change is in public.history. Empty text: the shop has none.';
comment on column private.shop_details.whatsapp is 'The number on which the shop answers WhatsApp, in international form.';
comment on column private.shop_details.bank is 'How to pay by bank transfer, in lines.';
comment on column private.shop_details.pin is 'The shop''s own PIN at the Kenya Revenue Authority.';
comment on column private.shop_details.announcement is 'A line above the header of every page of the shop.';

insert into private.shop_details (shipping, returns, warranty, terms, privacy) values (
$shipping$[
  {"kind": "lead", "text": "Orders are processed {processed} and go to every county in Kenya."},
  {"kind": "heading", "text": "Your county"},
  {"kind": "county", "text": ""},
  {"kind": "heading", "text": "Delivery areas and times"},
  {"kind": "times", "text": ""},
  {"kind": "paragraph", "text": "Large kits travel by lorry; the driver calls before setting out."},
  {"kind": "heading", "text": "Free delivery"},
  {"kind": "free", "text": ""},
  {"kind": "heading", "text": "Standard rates"},
  {"kind": "rates", "text": ""},
  {"kind": "heading", "text": "Packaging"},
  {"kind": "list", "text": "Instruments travel in their own hard cases, inside a padded outer box.\nPanels stand upright on pallets with corner protection, and are never stacked flat.\nLithium batteries are packed and labelled for the transport of dangerous goods."},
  {"kind": "paragraph", "text": "Please look at the packaging while the driver is there. Damage in transit must be reported within 48 hours."},
  {"kind": "heading", "text": "Installation"},
  {"kind": "paragraph", "text": "Our installers work Monday-Saturday, 8 AM-5 PM. They bring what the system needs, start it up with you and show how it is used. A site visit comes first for three-phase systems."},
  {"kind": "heading", "text": "Tracking"},
  {"kind": "paragraph", "text": "Every order has a number that begins with #IC-. You find it on the confirmation page and under My Orders, with its status. Give this number when you call."},
  {"kind": "heading", "text": "Support"},
  {"kind": "paragraph", "text": "Questions about a delivery are answered {hours}."},
  {"kind": "contact", "text": ""}
]$shipping$,
$returns$[
  {"kind": "lead", "text": "You can return unused goods for 30 days from delivery. Faults and damage have shorter limits; please look early."},
  {"kind": "heading", "text": "Return window"},
  {"kind": "table", "text": "Counted from the day of delivery.\nWhat happened | Tell us within\nYou changed your mind | 30 days\nIt has a defect | 7 days\nIt was damaged in transit | 48 hours"},
  {"kind": "heading", "text": "What can be returned"},
  {"kind": "list", "text": "Goods that are unused, complete and in their original packaging.\nGoods with a manufacturing defect.\nGoods that arrived damaged, or that are not what you ordered."},
  {"kind": "subheading", "text": "What cannot be returned"},
  {"kind": "list", "text": "Goods that have been installed, wired or taken into the field, unless they are defective.\nBatteries that have been charged or discharged.\nGoods made or cut to order, such as cable by the metre.\nSoftware licences and satellite plans that have been activated.\nGoods without their serial number, accessories or case."},
  {"kind": "heading", "text": "How it works"},
  {"kind": "steps", "text": "Tell us | Call or write with your order number. For damage, send photographs of the goods and the packaging.\nSend it back | We agree on a collection or a drop-off. Pack the goods as they came.\nWe inspect it | Inspection takes 2-3 business days. Items over KES 500,000 may need extra verification by the maker’s engineers.\nYou get your money or a new one | We write to you with the result on the day the inspection ends."},
  {"kind": "heading", "text": "Refunds"},
  {"kind": "paragraph", "text": "A refund goes back to the card you paid with and takes 5-7 business days after the inspection. For the transactions of one bank it can take up to 10 business days."},
  {"kind": "heading", "text": "Exchanges"},
  {"kind": "paragraph", "text": "A defective item is exchanged for the same model while we have it. If you would rather have another model, you pay or receive the difference."},
  {"kind": "heading", "text": "Contact"},
  {"kind": "paragraph", "text": "Returns are handled {hours}."},
  {"kind": "contact", "text": ""}
]$returns$,
$warranty$[
  {"kind": "lead", "text": "Everything we sell is covered by its maker, and we handle the claim for you in Nairobi."},
  {"kind": "heading", "text": "Coverage periods"},
  {"kind": "table", "text": "Counted from the day of delivery.\nWhat | How long\nSolar panels | 25 years\nLithium batteries | 10 years or 6,000 cycles\nInverters | 5 years\nABEM Terrameters | 3 years\nDC converters | 3 years\nGPS equipment | 2 years\nWater detectors | 2 years\nGenerators | 2 years\nAccessories | 1 year"},
  {"kind": "heading", "text": "What is covered"},
  {"kind": "list", "text": "Faults of material and workmanship in normal use.\nPanels and batteries that fall below the output their maker promises for their age.\nParts and labour of the repair, and the way back to you."},
  {"kind": "subheading", "text": "What is not covered"},
  {"kind": "list", "text": "Damage by lightning, flood, fire, theft or a fall.\nWrong installation, wrong voltage, or repair by somebody the maker has not approved.\nOrdinary wear: cable jackets, electrodes, rubber seals, cases.\nGoods whose serial number has been removed."},
  {"kind": "heading", "text": "How to claim"},
  {"kind": "steps", "text": "Call or write to us | Have the order number, the serial number and a few words on what happened.\nWe try to fix it remotely | Many faults are a setting or a cable. An engineer goes through it with you on the phone.\nBring it or send it | If it must come in, we tell you where and how to pack it.\nRepaired or replaced | We repair it, or replace it when it cannot be repaired. Equipment worth over KES 1,000,000 has priority service."},
  {"kind": "heading", "text": "Extended options"},
  {"kind": "list", "text": "**Extended warranty.** Must be bought within 90 days of delivery.\n**Premium care.** Up to 5 years, with a yearly check and calibration.\n**Priority service.** For equipment worth over KES 1,000,000."},
  {"kind": "heading", "text": "Contact"},
  {"kind": "paragraph", "text": "Warranty support: Monday-Friday, 7 AM-7 PM. Emergency support: 24/7, on both numbers."},
  {"kind": "contact", "text": ""}
]$warranty$,
$terms$[
  {"kind": "lead", "text": "What you and we agree on when you buy here: order, price, payment, delivery and returns."},
  {"kind": "heading", "text": "Who sells"},
  {"kind": "paragraph", "text": "{name}, {address}. These terms apply to every order placed on this site."},
  {"kind": "heading", "text": "Your order"},
  {"kind": "list", "text": "With the pay button you order the goods in the summary at the prices shown there.\nAs a rule we keep the pieces for you while you pay. What is not paid in time goes back on the shelf.\nThe order is binding for both sides once your bank has approved the payment and the order page says that it is paid. We write to you when that happens.\nIf an item can no longer be sold to you although you paid for it, we tell you and give your money back."},
  {"kind": "heading", "text": "Price and payment"},
  {"kind": "list", "text": "Prices are in Kenyan shillings. What counts is the price at the moment of your order.\nDelivery is not part of the total, unless the summary lists it. How much it is and when it is free is on [Shipping Info](/shipping-info).\nYou pay by card on our bank’s own page. Your card number never passes through this shop, and we do not store it.\nThe receipt that we send is not a tax invoice."},
  {"kind": "heading", "text": "Cancelling"},
  {"kind": "paragraph", "text": "You can cancel an order on its page until it is paid. Once it is paid, write to us: until the goods have left, we cancel it and give your money back."},
  {"kind": "heading", "text": "Delivery, returns and warranty"},
  {"kind": "paragraph", "text": "[Shipping Info](/shipping-info), [Returns](/returns) and [Warranty](/warranty) are part of these terms. Your rights under Kenyan law apply as well."},
  {"kind": "heading", "text": "Law"},
  {"kind": "paragraph", "text": "The law of Kenya applies, and Kenyan courts decide."},
  {"kind": "heading", "text": "Contact"},
  {"kind": "contact", "text": ""}
]$terms$,
$privacy$[
  {"kind": "lead", "text": "What this shop stores about you, why, for how long, and who else sees it."},
  {"kind": "heading", "text": "Who is responsible"},
  {"kind": "paragraph", "text": "{name}, {address}."},
  {"kind": "heading", "text": "What we store"},
  {"kind": "list", "text": "**An order: name, e-mail, phone, county and address.** To deliver it, to reach you, and for the books: as long as tax law asks us to keep sales records.\n**Its payments: amount, time, state, the bank’s reference.** To know that you paid, and to give money back: as long as the order.\n**A quotation you asked for: name, organisation, e-mail or phone, county.** So that you and we can open it: 180 days after its last day, or as long as the order it became.\n**Your account: name, e-mail, phone, address.** So that you do not have to type them again: until you erase the account.\n**Messages we sent you.** Their text for 30 days after they were sent, then only that they were sent.\n**Your cart.** With your account, or in your own browser.\n**Failed sign-ins.** To stop people who guess passwords: 180 days.\n**A code made of your network address.** So that nobody reserves all our stock without paying: four days after an order.\n**Searches without a result.** The words alone, without who typed them: 90 days.\n**The log of our servers.** What was asked for and when. At a sign-in, and when something is refused: a code for the account, and the network you came from instead of your address."},
  {"kind": "heading", "text": "What we never have"},
  {"kind": "list", "text": "Your card number: you type it on the bank’s own page.\nYour password in a form that anybody could read.\nTrackers of other companies: this site loads nothing from anybody else, except a check by Cloudflare when we must ask whether you are a person."},
  {"kind": "heading", "text": "Cookies and what your browser keeps"},
  {"kind": "list", "text": "A cookie for 90 days, or 30 days without a visit: it recognises this browser, its sign-in and its orders.\nOne that says only that somebody is signed in here, for 90 days or until you sign out.\nOne for 180 days, once you have signed in: with it you can still sign in while somebody else is guessing your password.\nWhat you typed at checkout, for 24 hours, so that a lost connection does not cost you the form.\nYour cart and which payments have emptied it, your county, the language of your messages, and products you viewed or compare.\nThe product lists and products you opened, and your own orders, for a week, so that you can read them without a connection.\n“Forget this browser” under My Orders, and Sign Out, remove all of it except the cookie of 180 days, which does not identify you."},
  {"kind": "heading", "text": "Who else sees it"},
  {"kind": "list", "text": "Our bank, for the payment.\nThe services that deliver our e-mail, SMS and WhatsApp messages: your address or number and the text.\nThe driver who brings the goods: name, phone and address.\nThe companies that run our servers and database, on our behalf."},
  {"kind": "paragraph", "text": "No other person or company. We do not sell data."},
  {"kind": "heading", "text": "Your rights"},
  {"kind": "paragraph", "text": "Under the Data Protection Act, 2019 you may ask what we store about you, have it corrected or erased, and object to its use. With an account you download and erase it yourself under My Account; orders stay as records of the sale, without who you are. Without one, write to us from the e-mail address it is about. If you are not satisfied, you can turn to the Office of the Data Protection Commissioner."},
  {"kind": "contact", "text": ""}
]$privacy$
);

create trigger set_updated_at before update on private.shop_details
  for each row execute function private.set_updated_at();

create function public.shop_details() returns jsonb
-- Definer: no role reads the table.
language sql stable security definer set search_path = '' as $$
  select to_jsonb(d) - array['id', 'updated_at', 'shipping', 'returns', 'warranty', 'terms', 'privacy'] from private.shop_details d;
$$;

comment on function public.shop_details is 'The contract''s ShopDetails.';
grant execute on function public.shop_details to anon, authenticated, service_role;

create function public.shop_text(p_page text) returns jsonb
-- Definer: no role reads the table.
language sql stable security definer set search_path = '' as $$
  select to_jsonb(d) -> p_page from private.shop_details d where p_page in ('shipping', 'returns', 'warranty', 'terms', 'privacy');
$$;

comment on function public.shop_text is 'The contract''s TextBlock[] of a page: shipping, returns, warranty, terms or privacy; null for any other.';
grant execute on function public.shop_text to anon, authenticated, service_role;

create function private.call_build_hook() returns void
language plpgsql set search_path = '' as $$
begin
  -- A platform without Vault has no hook.
  if to_regclass('vault.decrypted_secrets') is not null then
    perform net.http_post(url := s.decrypted_secret, body := '{}'::jsonb)
    from vault.decrypted_secrets s where s.name = 'build_hook' and s.decrypted_secret like 'https://%';
  end if;
end;
$$;

comment on function private.call_build_hook is
  'After the transaction, and without waiting for a reply: tells the host of the site to build it again, at the address in Vault''s secret build_hook. Nothing without one.';

create function public.change_shop_details(p_changes jsonb, p_seen jsonb) returns jsonb
-- Definer: no role writes the table.
language plpgsql security definer set search_path = '' as $$
declare
  present jsonb;
begin
  perform private.require_permission('settings');
  perform 1 from private.shop_details for update;
  select to_jsonb(d) - array['id', 'updated_at'] into present from private.shop_details d;
  perform private.refuse_invalid(not present ?& array(select jsonb_object_keys(p_changes)), 'no such detail');
  -- Sent twice, or somebody else wanted the same.
  if present || p_changes = present then
    return public.shop_details();
  end if;
  if present || p_seen <> present then
    raise sqlstate 'PT409' using message = 'changed_meanwhile';
  end if;
  begin
    update private.shop_details d set (
      name, phones, whatsapp, email, address, hours, bank, pin, announcement, shipping, returns, warranty, terms, privacy
    ) = (
      select r.name, r.phones, r.whatsapp, r.email, r.address, r.hours, r.bank, r.pin, r.announcement,
        r.shipping, r.returns, r.warranty, r.terms, r.privacy
      from jsonb_populate_record(d, p_changes) r
    )
    where d.id is not null;
  exception when check_violation or not_null_violation or data_exception then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = sqlerrm;
  end;
  perform private.call_build_hook();
  return public.shop_details();
end;
$$;

comment on function public.change_shop_details is
  'p_changes: the details and texts to change. p_seen: what the person saw of them. Returns ShopDetails. PT403; PT400; PT409 changed_meanwhile.';
grant execute on function public.change_shop_details to authenticated;
