-- Pictures that people upload for their designs (docs/why/designs.md). Nobody writes the table but the use cases of
-- shop/designs/uploads.

-- One row per owner and picture. The bucket `design-assets` has its master, {sha256}, and its preview, {sha256}.preview;
-- owners of the same picture share them.
create table public.design_assets (
  id uuid primary key default gen_random_uuid(),
  -- Null: of a guest. Guests find pictures by their hashes.
  customer_id uuid references auth.users (id) on delete cascade,
  guest_hash text references private.design_guests (hash),
  -- A picture of the shop, for its templates: every buyer may print it (docs/why/designs.md).
  of_shop boolean not null default false,
  constraint design_asset_owned check (num_nonnulls(customer_id, guest_hash) = case when of_shop then 0 else 1 end),
  -- Of the master, in hexadecimal.
  sha256 text not null constraint design_asset_sha256_invalid check (sha256 ~ '^[0-9a-f]{64}$'),
  kind text not null constraint design_asset_kind_unknown check (kind in ('jpeg', 'png')),
  -- Pixels of the master, which is upright.
  width integer not null constraint design_asset_size_invalid check (width between 16 and 12000 and height between 16 and 12000),
  height integer not null,
  -- Of the master.
  bytes bigint not null constraint design_asset_bytes_invalid check (bytes > 0),
  -- As on the uploader's device.
  name text not null constraint design_asset_name_invalid check (length(name) between 1 and 255),
  created_at timestamptz not null default now(),
  constraint design_asset_taken unique nulls not distinct (customer_id, guest_hash, sha256)
);
select private.protect('public.design_assets');
select private.require_second_factor('public.design_assets');
grant select on public.design_assets to authenticated;
create policy "customers read their own pictures, staff read all" on public.design_assets
  for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.may('customisations.read')));
create index design_assets_file on public.design_assets (sha256);
create index design_assets_guest on public.design_assets (guest_hash) where guest_hash is not null;
create index design_assets_age on public.design_assets (created_at);

-- Masters and previews; only the program writes and reads them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('design-assets', 'design-assets', false, null, array['image/jpeg', 'image/png', 'image/webp']);

-- Which documents show a picture.
create index designs_assets on public.designs using gin ((document -> 'assets'));
create index design_versions_assets on public.design_versions using gin ((document -> 'assets'));
create index customisations_assets on public.customisations using gin ((document -> 'assets'));
create index design_templates_assets on public.design_templates using gin ((document -> 'assets'));
create index proofs_assets on public.proofs using gin ((document -> 'assets'));

-- Whether a design that is kept shows the picture: saved, shared, in a cart, or ordered and not printed for more than a year.
create function private.is_asset_used(asset text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.designs where document -> 'assets' ? asset)
    or exists (select from public.design_versions where document -> 'assets' ? asset)
    or exists (
      select from public.customisations c
      where c.document -> 'assets' ? asset and (c.status <> 'done' or coalesce(c.pictures_until > now(), true)))
    or exists (
      select from public.proofs p join public.customisations c on c.id = p.customisation_id
      where p.document -> 'assets' ? asset and (c.status <> 'done' or coalesce(c.pictures_until > now(), true)))
    or exists (select from public.design_templates where document -> 'assets' ? asset)
$$;
revoke execute on function private.is_asset_used(text) from public;
grant execute on function private.is_asset_used(text) to service_role;

-- The files of pictures that nobody owns any more; the nightly purge of the storage removes their bytes. The lock of each
-- hash keeps an upload of the same picture from taking the files in that moment.
create function private.drop_asset_files() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('design-asset:' || sha256, 0))
  from (select distinct sha256 from removed order by sha256) hashes;
  delete from storage.objects o using (select distinct sha256 from removed) r
  where o.bucket_id = 'design-assets' and o.name in (r.sha256, r.sha256 || '.preview')
    and not exists (select from public.design_assets a where a.sha256 = r.sha256);
  return null;
end $$;
revoke execute on function private.drop_asset_files() from public;
create trigger drop_asset_files after delete on public.design_assets referencing old table as removed
  for each statement execute function private.drop_asset_files();
