-- Files of the media library that no product shows any more (docs/why/catalogue.md).

-- A product that stopped showing a file, and when. A file that is shown again keeps the row until the purge looks at it.
create table private.dropped_media (
  media_id uuid not null references public.media (id) on delete cascade,
  -- Without a foreign key: the product may be deleted.
  product_id uuid not null,
  dropped_at timestamptz not null default now(),
  primary key (media_id, product_id)
);
select private.protect('private.dropped_media');
create index dropped_media_age on private.dropped_media (dropped_at);
grant select, insert, update, delete on private.dropped_media to service_role;

create function private.note_dropped_media() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    insert into private.dropped_media (media_id, product_id)
    select distinct media_id, product_id from removed where media_id is not null
    on conflict (media_id, product_id) do update set dropped_at = now();
  else
    insert into private.dropped_media (media_id, product_id)
    select distinct r.media_id, r.product_id from removed r join added a using (id)
    where r.media_id is not null and a.media_id is distinct from r.media_id
    on conflict (media_id, product_id) do update set dropped_at = now();
  end if;
  return null;
end $$;
revoke execute on function private.note_dropped_media() from public;
create trigger note_dropped_on_delete after delete on public.product_images referencing old table as removed
  for each statement execute function private.note_dropped_media();
create trigger note_dropped_on_update after update on public.product_images
  referencing old table as removed new table as added
  for each statement execute function private.note_dropped_media();
