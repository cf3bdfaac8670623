-- Files that staff upload for pictures of products. Only the use cases of shop/catalogue/media write these tables.

-- Pictures of products: a public bucket.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('product-images', 'product-images', true, 20971520,
  array['image/jpeg', 'image/png', 'image/webp', 'image/avif']);

-- One row per file, however many pictures show it. The bucket `product-images` has {path}.{width}.{avif|webp}; the
-- upload itself is not kept, because photographs of a phone say where they were taken.
create table public.media (
  id uuid primary key,
  path text not null constraint media_path_taken unique
    constraint media_path_invalid check (path ~ '^[A-Za-z0-9/_-]+$'),
  -- Of the uploaded bytes, in hexadecimal.
  sha256 text not null constraint media_taken unique constraint media_sha256_invalid check (sha256 ~ '^[0-9a-f]{64}$'),
  -- As on the uploader's device. Imports find pictures by it.
  original_name text not null constraint media_name_invalid check (length(original_name) between 1 and 255),
  kind text not null constraint media_kind_unknown check (kind in ('jpeg', 'png', 'webp', 'avif')),
  -- Pixels of the upright upload.
  width integer not null constraint media_size_invalid check (width > 0 and height > 0),
  height integer not null,
  -- Of the upload.
  bytes bigint not null constraint media_bytes_invalid check (bytes > 0),
  colour text not null constraint media_colour_invalid check (colour ~ '^#[0-9a-f]{6}$'),
  thumbhash text not null,
  uploaded_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
select private.protect('public.media');
select private.require_second_factor('public.media');
grant select on public.media to authenticated;
create policy "staff with the right see uploaded files" on public.media
  for select to authenticated using ((select private.may('media.manage')));
create index media_name on public.media (lower(original_name));
select private.audit('public.media', 'media', 'id', '{path,sha256,colour,thumbhash,created_at}');

-- Uploads that became a picture, so that a repeated request changes nothing. Purged after a day.
create table private.media_uploads (
  id uuid primary key,
  picture_id uuid not null,
  created_at timestamptz not null default now()
);
select private.protect('private.media_uploads');
create index media_uploads_age on private.media_uploads (created_at);

-- Pictures that staff removed, whole, so that they can put them back. Purged after a day.
create table private.removed_pictures (
  id uuid primary key,
  -- The row of public.product_images.
  picture jsonb not null,
  removed_at timestamptz not null default now()
);
select private.protect('private.removed_pictures');
create index removed_pictures_age on private.removed_pictures (removed_at);

-- Uploads wait here until the program has made a picture of them, each in a folder named after its uploader.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('media-uploads', 'media-uploads', false, 26214400,
  array['image/jpeg', 'image/png', 'image/webp', 'image/avif']);

create policy "staff with the right upload pictures" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'media-uploads' and array_length(storage.foldername(name), 1) = 1
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.may('media.manage')));

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

-- Files of the media library that products no longer show (docs/why/catalogue.md).

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
