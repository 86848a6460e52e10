-- What the people of the shop note about an order. Append-only: a note is answered by another one.
-- Who reads: admins. Who writes: admins, under their own name, through public.add_order_note().

create table public.order_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete restrict,
  author_id uuid not null default auth.uid(),
  text text not null check (text ~ '\S' and char_length(text) <= 2000),
  created_at timestamptz not null default now()
);

comment on table public.order_notes is 'Notes of the shop''s people about an order; the buyer never sees them.';
comment on column public.order_notes.id is 'The Idempotency-Key of the request: the same note sent twice is one.';
comment on column public.order_notes.author_id is 'The account that wrote it. No foreign key: a note outlives accounts, as the history does.';

create index order_notes_by_order on public.order_notes (order_id, created_at);

alter table public.order_notes enable row level security;
grant select on public.order_notes to authenticated;
grant insert (id, order_id, text) on public.order_notes to authenticated;

create policy "Admins read notes about orders" on public.order_notes
  for select to authenticated
  using ((select private.is_admin()));

create policy "Admins write notes under their own name" on public.order_notes
  for insert to authenticated
  with check ((select private.is_admin()) and author_id = (select auth.uid()));

create trigger append_only before update or delete or truncate on public.order_notes
  for each statement execute function private.refuse_change();

create trigger note_insert after insert on public.order_notes referencing new table as new_rows
  for each statement execute function private.note_history();

create function public.add_order_note(p_order_id uuid, p_id uuid, p_text text) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  note public.order_notes;
begin
  perform private.require_admin();
  if not exists (select 1 from public.orders o where o.id = p_order_id) then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  insert into public.order_notes (id, order_id, text) values (p_id, p_order_id, p_text)
  on conflict (id) do nothing;
  select * into note from public.order_notes n where n.id = p_id;
  if note.order_id <> p_order_id or note.text <> p_text or note.author_id <> (select auth.uid()) then
    raise sqlstate 'PT409' using message = 'key_reused';
  end if;
  return jsonb_build_object(
    'id', note.id, 'orderId', note.order_id, 'authorId', note.author_id, 'text', note.text,
    'createdAt', private.iso_time(note.created_at)
  );
end;
$$;

comment on function public.add_order_note(uuid, uuid, text) is 'The same p_id twice is one note. Returns OrderNote. PT403; PT404; PT409 key_reused for another text under it.';
grant execute on function public.add_order_note(uuid, uuid, text) to authenticated;
