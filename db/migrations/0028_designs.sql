-- What may be printed on a product, the designs that customers make of it, their pictures and mock-ups.

-- What can be printed on a product, where, how and for which price. A change is a new revision; no revision changes.
create table public.print_specs (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  revision integer not null constraint print_spec_revision_invalid check (revision >= 1),
  -- The shape is in shop/designs/document/print-spec.ts.
  spec jsonb not null constraint print_spec_invalid
    check (jsonb_typeof(spec) = 'object' and pg_column_size(spec) <= 200000),
  created_at timestamptz not null default now(),
  unique (product_id, revision)
);
select private.protect('public.print_specs');
revoke update on public.print_specs from service_role;
grant select on public.print_specs to anon, authenticated;
create policy "everybody reads what can be printed on products they can see" on public.print_specs
  for select to anon, authenticated using (exists (select from public.products where products.id = product_id));
select private.audit('public.print_specs', 'product', 'product_id');
select private.log_changes('public.print_specs');

-- The revision that a variant is printed by now; variants of one product may differ, e.g. models of phones. It changes only
-- together with a new revision, which the log has.
create table public.variant_specs (
  variant_id uuid primary key references public.product_variants (id) on delete cascade,
  spec_id uuid not null references public.print_specs (id) on delete cascade,
  -- The revision that a price cut is measured from while spec_id is younger than 24 hours; null: spec_id. It prevents
  -- splitting a large cut into small ones (shop/designs/print-setup/limit-print-cuts.server.ts).
  cut_from_id uuid references public.print_specs (id) on delete set null
);
select private.protect('public.variant_specs');
grant select on public.variant_specs to anon, authenticated;
create policy "everybody reads what variants they can see are printed by" on public.variant_specs
  for select to anon, authenticated using (exists (select from public.product_variants v where v.id = variant_id));
create index variant_specs_spec on public.variant_specs (spec_id);
select private.log_changes('public.variant_specs');

-- A document with fields that a buyer fills in on the product page, e.g. a name on a mug.
create table public.design_templates (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  name jsonb not null constraint design_template_name_invalid check (private.is_text(name)),
  -- The shape is in shop/designs/document/document.ts.
  document jsonb not null constraint design_template_document_invalid
    check (jsonb_typeof(document) = 'object' and pg_column_size(document) <= 200000),
  published boolean not null default false,
  position integer not null default 0,
  version integer not null default 1
);
select private.protect('public.design_templates');
grant select on public.design_templates to anon, authenticated;
create policy "everybody reads published templates of products they can see" on public.design_templates
  for select to anon, authenticated
  using ((published or (select private.may('products.read')))
    and exists (select from public.products where products.id = product_id));
create index design_templates_product on public.design_templates (product_id, position);
create index design_templates_assets on public.design_templates using gin ((document -> 'assets'));
select private.audit('public.design_templates', 'product', 'product_id');
select private.log_changes('public.design_templates');
create trigger raise_version before update of name, document, published on public.design_templates
  for each row execute function private.raise_version();

-- Keeps products.takes_designs as the tick of staff and the published templates have it.
create function private.takes_designs(product uuid, ticked boolean) returns boolean
language sql stable security definer set search_path = ''
as $$ select ticked and exists (select from public.design_templates where product_id = product and published) $$;
revoke execute on function private.takes_designs(uuid, boolean) from public;

create function private.follow_templates() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.products p set takes_designs = private.takes_designs(p.id, p.personalisable)
  where p.id in (select product_id from changed) and p.takes_designs <> private.takes_designs(p.id, p.personalisable);
  return null;
end $$;
revoke execute on function private.follow_templates() from public;
create trigger follow_templates_on_insert after insert on public.design_templates referencing new table as changed
  for each statement execute function private.follow_templates();
create trigger follow_templates_on_update after update on public.design_templates referencing new table as changed
  for each statement execute function private.follow_templates();
create trigger follow_templates_on_delete after delete on public.design_templates referencing old table as changed
  for each statement execute function private.follow_templates();

create function private.follow_personalisable() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.takes_designs := private.takes_designs(new.id, new.personalisable);
  return new;
end $$;
revoke execute on function private.follow_personalisable() from public;
create trigger follow_personalisable before update of personalisable on public.products
  for each row execute function private.follow_personalisable();

-- Visitors who design without an account, by the SHA-256 in hex of the key in their cookie. Sign-in moves their designs
-- to the account and deletes the row, so that a concurrent save finds no guest (docs/why/designs.md).
create table private.design_guests (
  hash text primary key constraint design_guest_hash_invalid check (hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);
select private.protect('private.design_guests');
create index design_guests_age on private.design_guests (created_at);

create table public.designs (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid references auth.users (id) on delete cascade,
  guest_hash text references private.design_guests (hash),
  constraint design_owned check (num_nonnulls(customer_id, guest_hash) = 1),
  product_id uuid references public.products (id) on delete set null,
  -- Variant that the design was drawn on; null when unknown. No foreign key: the first variant that fits replaces an archived one.
  variant_id uuid,
  name text not null constraint design_name_invalid check (length(name) between 1 and 80 and name = btrim(name)),
  -- The shape is in shop/designs/document/document.ts; of version 1 in shop/production/customisations/design.ts.
  document jsonb not null constraint design_document_invalid
    check (jsonb_typeof(document) = 'object' and pg_column_size(document) <= 200000),
  -- What the document draws, for its picture; null for documents of version 1.
  display jsonb constraint design_display_invalid
    check (jsonb_typeof(display) = 'object' and pg_column_size(display) <= 2000000),
  -- Counts the saves: a save names the one that it follows, so that no two devices overwrite each other.
  rev integer not null default 1 constraint design_rev_invalid check (rev >= 1),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.protect('public.designs');
select private.require_second_factor('public.designs');
grant select on public.designs to authenticated;
create policy "customers read their own designs, staff read all" on public.designs
  for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.may('customisations.read')));
create index designs_customer on public.designs (customer_id, updated_at desc);
create index designs_guest on public.designs (guest_hash, updated_at) where guest_hash is not null;
-- Which documents show a picture.
create index designs_assets on public.designs using gin ((document -> 'assets'));
create trigger touch before update on public.designs for each row execute function private.touch();

-- A list with one entry for each of 1 to 99 pieces.
create function private.is_roster(value jsonb) returns boolean
language sql immutable strict set search_path = ''
as $$ select case when jsonb_typeof(value) = 'array' then jsonb_array_length(value) between 1 and 99 else false end $$;
grant execute on function private.is_roster(jsonb) to service_role;

-- A design as it was put into a cart: nothing of it ever changes, so that what is paid is what was seen.
create table public.design_versions (
  -- Chosen by the form, so that sending it twice stores one version.
  id uuid primary key,
  -- Null: of a guest, who alone knows the id.
  customer_id uuid references auth.users (id) on delete cascade,
  -- Of a guest who has a key: the account that they sign in to gets the version.
  guest_hash text references private.design_guests (hash) on delete set null,
  constraint design_version_owned_once check (num_nonnulls(customer_id, guest_hash) <= 1),
  product_id uuid not null references public.products (id) on delete cascade,
  spec_id uuid not null references public.print_specs (id) on delete cascade,
  template_id uuid references public.design_templates (id) on delete set null,
  document jsonb not null constraint design_version_document_invalid
    check (jsonb_typeof(document) = 'object' and pg_column_size(document) <= 200000),
  -- SHA-256 in hex of the canonical document.
  document_hash text not null constraint design_version_hash_invalid check (document_hash ~ '^[0-9a-f]{64}$'),
  -- What is shown, proved and printed: outlines and pictures in millimetres (shop/designs/draw/display-list.ts).
  display jsonb not null constraint design_version_display_invalid
    check (jsonb_typeof(display) = 'object' and pg_column_size(display) <= 2000000),
  display_hash text not null constraint design_version_display_hash_invalid check (display_hash ~ '^[0-9a-f]{64}$'),
  -- What the price depends on; the shape is in shop/designs/draw/summarise.ts.
  summary jsonb not null constraint design_version_summary_invalid check (jsonb_typeof(summary) = 'object'),
  -- The printed words, to check names by: [text].
  words text[] not null default '{}',
  -- The version of the sentence about pictures that the buyer ticked, and its language; null where there are no pictures.
  rights_wording text constraint design_version_wording_too_long check (length(rights_wording) <= 40),
  -- When that was; of what is ordered again, when it was first.
  rights_at timestamptz,
  constraint design_version_rights_whole check ((rights_wording is null) = (rights_at is null)),
  -- A roster: one entry a piece, [{variant_id, values, text, hash}]; then `display` is the first piece's, `words` are those
  -- that all pieces share, and `display_hash` covers all pieces (shop/designs/roster/roster.ts). Null: all pieces are alike.
  pieces jsonb constraint design_version_pieces_invalid check (private.is_roster(pieces)),
  -- What each of them prints, in the same order; apart, because names are read more often than outlines.
  piece_displays jsonb constraint design_version_piece_displays_invalid
    check (private.is_roster(piece_displays) and pg_column_size(piece_displays) <= 4000000),
  constraint design_version_pieces_whole check ((pieces is null) = (piece_displays is null)),
  created_at timestamptz not null default now()
);
select private.protect('public.design_versions');
select private.require_second_factor('public.design_versions');
grant select on public.design_versions to authenticated;
create policy "customers read versions of their own designs, staff read all" on public.design_versions
  for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.may('customisations.read')));
create index design_versions_customer on public.design_versions (customer_id, created_at desc);
create index design_versions_guest on public.design_versions (guest_hash) where guest_hash is not null;
create index design_versions_age on public.design_versions (created_at);
create index design_versions_spec on public.design_versions (spec_id);
create index design_versions_product on public.design_versions (product_id);
create index design_versions_template on public.design_versions (template_id) where template_id is not null;
create index design_versions_assets on public.design_versions using gin ((document -> 'assets'));

-- A guest's version may get its owner; nothing else of a version changes.
create function private.guard_design_version() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if to_jsonb(new) - '{customer_id,guest_hash,template_id}'::text[]
      is distinct from to_jsonb(old) - '{customer_id,guest_hash,template_id}'::text[]
    or (new.guest_hash is not null and new.guest_hash is distinct from old.guest_hash)
    or (old.customer_id is not null and new.customer_id is distinct from old.customer_id)
    or (new.template_id is not null and new.template_id is distinct from old.template_id)
  then
    raise exception 'a version of a design never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_design_version before update on public.design_versions
  for each row execute function private.guard_design_version();

-- Pictures that people upload for their designs (docs/why/designs.md). Only the use cases of shop/designs/uploads write the table.

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

-- Deletes the rows of picture files without an owner; the nightly purge of the storage removes their bytes. The lock on each hash
-- serialises with an upload of the same picture.
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

-- Masters and previews; only the program writes and reads them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('design-assets', 'design-assets', false, null, array['image/jpeg', 'image/png', 'image/webp']);

-- Designs that their owners show to others by a link, and what people report about them (docs/why/designs.md). Only the use cases of
-- shop/production/customisations/sharing write.
create table public.shared_designs (
  -- Chosen by the form. The token of the link is a signature of it.
  id uuid primary key,
  customer_id uuid not null references auth.users (id) on delete cascade,
  design_id uuid not null references public.designs (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  -- Variant that the design was drawn on, as in designs.
  variant_id uuid,
  -- SHA-256 in hex.
  token_hash text not null constraint shared_design_token_taken unique
    constraint shared_design_token_invalid check (token_hash ~ '^[0-9a-f]{64}$'),
  name text not null constraint shared_design_name_invalid check (length(name) between 1 and 80),
  -- As the design was when it was shared; as in designs.
  document jsonb not null constraint shared_design_document_invalid
    check (jsonb_typeof(document) = 'object' and pg_column_size(document) <= 200000),
  display jsonb not null constraint shared_design_display_invalid
    check (jsonb_typeof(display) = 'object' and pg_column_size(display) <= 2000000),
  -- A copy takes the uploaded pictures along.
  with_pictures boolean not null default false,
  -- `reported` hides it until staff decide; `kept` stays visible whatever else is reported; `removed` is final.
  state text not null default 'shown'
    constraint shared_design_state_unknown check (state in ('shown', 'reported', 'kept', 'removed')),
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
select private.protect('public.shared_designs');
select private.require_second_factor('public.shared_designs');
grant select (
  id, customer_id, design_id, product_id, variant_id, name, document, display, with_pictures, state, created_at, revoked_at
) on public.shared_designs to authenticated;
create policy "customers read what they share, staff read all" on public.shared_designs
  for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.may('customisations.read')));
create unique index shared_designs_once on public.shared_designs (design_id) where revoked_at is null;
create index shared_designs_design on public.shared_designs (design_id, created_at desc);
create index shared_designs_customer on public.shared_designs (customer_id, created_at desc);
create index shared_designs_product on public.shared_designs (product_id);
create index shared_designs_assets on public.shared_designs using gin ((document -> 'assets'));

-- What is shown by a link never changes.
create function private.guard_shared_design() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if to_jsonb(new) - '{state,revoked_at}'::text[] is distinct from to_jsonb(old) - '{state,revoked_at}'::text[]
    or (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
    or (old.state <> new.state and (old.state, new.state) not in (
      ('shown', 'reported'), ('reported', 'kept'), ('reported', 'removed'), ('kept', 'removed')))
  then
    raise exception 'a shared design never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_shared_design before update on public.shared_designs
  for each row execute function private.guard_shared_design();

create table public.design_reports (
  -- Chosen by the form, so that sending it twice stores one report.
  id uuid primary key,
  shared_design_id uuid not null references public.shared_designs (id) on delete cascade,
  -- As in shop/production/customisations/sharing/report-reason.ts.
  reason text not null constraint design_report_reason_unknown check (reason in (
    'copyright', 'trademark', 'state_symbol', 'pornography', 'hatred', 'personal_data', 'other')),
  note text not null default '' constraint design_report_note_too_long check (length(note) <= 1000),
  created_at timestamptz not null default now(),
  decision text constraint design_report_decision_unknown check (decision in ('kept', 'removed')),
  decided_at timestamptz,
  decided_by uuid references auth.users (id) on delete set null,
  constraint design_report_decided_whole check ((decision is null) = (decided_at is null))
);
select private.protect('public.design_reports');
select private.require_second_factor('public.design_reports');
grant select on public.design_reports to authenticated;
create policy "staff read reports" on public.design_reports
  for select to authenticated using ((select private.may('customisations.review')));
create index design_reports_design on public.design_reports (shared_design_id);
create index design_reports_open on public.design_reports (created_at) where decision is null;
create index design_reports_decider on public.design_reports (decided_by);

-- A report hides the design until staff decide, unless staff have already reviewed it.
create function private.hide_reported() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.shared_designs set state = 'reported' where id = new.shared_design_id and state = 'shown';
  return null;
end $$;
revoke execute on function private.hide_reported() from public;
create trigger hide_reported after insert on public.design_reports
  for each row execute function private.hide_reported();

-- The colour profiles of the shop's printers (docs/why/designs.md): print files of a process are converted by its profile.
create table public.print_profiles (
  process text primary key constraint print_profile_process_unknown check (process in ('laser', 'offset')),
  -- The description in the profile.
  name text not null constraint print_profile_name_invalid check (length(name) between 1 and 80),
  -- As it was uploaded. No grant names it: the licence of a profile is the printer's.
  icc bytea not null constraint print_profile_size_invalid check (octet_length(icc) between 132 and 4194304),
  -- Tells one profile from another of the same name in the log.
  sha256 text not null generated always as (encode(sha256(icc), 'hex')) stored,
  saved_at timestamptz not null default now()
);
select private.protect('public.print_profiles');
select private.require_second_factor('public.print_profiles');
grant select (process, name, sha256, saved_at) on public.print_profiles to authenticated;
create policy "staff read the profiles of printers" on public.print_profiles
  for select to authenticated using ((select private.may('settings.edit')));
select private.audit('public.print_profiles', 'settings', 'process', '{icc,saved_at}');

-- Mock-up kits: photographs of the shop's goods, taken apart so that any design can be painted into them (docs/why/designs.md).

-- A kit never changes: a better one has another id, which a new revision of a print specification names.
create table public.mockup_kits (
  -- As print specifications name it.
  id text primary key constraint mockup_kit_id_invalid check (id ~ '^[a-z][a-z0-9-]{0,79}$'),
  -- The point of the printed area in the middle of what the photograph shows of it, as shares of the area's width and height
  -- from its upper left corner.
  faces_x real not null,
  faces_y real not null,
  created_at timestamptz not null default now(),
  constraint mockup_kit_faces_invalid check (faces_x between 0 and 1 and faces_y between 0 and 1)
);
select private.protect('public.mockup_kits');
revoke update on public.mockup_kits from service_role;
grant select on public.mockup_kits to anon, authenticated;
create policy "everybody reads which mock-ups there are" on public.mockup_kits
  for select to anon, authenticated using (true);

-- {kit}.640.kit and {kit}.960.kit, named after their pixels; shop/designs/mockups/kit.ts reads them. They show nothing but
-- goods, so everybody may load them; only the program writes them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('mockup-kits', 'mockup-kits', true, 2097152, array['application/octet-stream']);

-- Kits of the merchant's own photographs: where a picture of a product shows one of its printed areas.
create table public.product_mockups (
  id uuid primary key,
  product_id uuid not null references public.products (id) on delete cascade,
  -- It says which variants the photograph shows, too.
  image_id uuid not null references public.product_images (id) on delete cascade,
  -- Ids in the print specification (shop/designs/document/print-spec.ts).
  side text not null constraint product_mockup_side_invalid check (side ~ '^[a-z][a-z0-9-]{0,39}$'),
  area text not null constraint product_mockup_area_invalid check (area ~ '^[a-z][a-z0-9-]{0,39}$'),
  -- x and y of the upper left, upper right, lower right and lower left corner, as shares of the square picture.
  corners real[] not null constraint product_mockup_corners_invalid
    check (array_length(corners, 1) = 8 and 0 <= all (corners) and 1 >= all (corners)),
  -- How the area is bent inside of its corners (shop/designs/mockups/surface.ts).
  bend jsonb not null default '{"kind": "flat"}' constraint product_mockup_bend_invalid
    check (bend ->> 'kind' in ('flat', 'cylinder', 'mesh') and pg_column_size(bend) <= 2000),
  -- How much of the photograph's light a print takes.
  shading real not null default 1 constraint product_mockup_shading_invalid check (shading between 0 and 2),
  kit_id text not null constraint product_mockup_kit_taken unique references public.mockup_kits (id),
  created_at timestamptz not null default now(),
  constraint product_mockup_taken unique (image_id, side)
);
select private.protect('public.product_mockups');
grant select on public.product_mockups to anon, authenticated;
create policy "everybody reads mock-ups of products they can see" on public.product_mockups
  for select to anon, authenticated using (exists (select from public.products where products.id = product_id));
create index product_mockups_product on public.product_mockups (product_id, created_at);
create index product_mockups_image on public.product_mockups (image_id);
select private.audit('public.product_mockups', 'product', 'product_id', '{kit_id,created_at}');

-- The kit of a photograph goes with its mock-up; the nightly purge of the storage removes the bytes.
create function private.drop_own_kits() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from storage.objects o using removed r
  where o.bucket_id = 'mockup-kits' and o.name in (r.kit_id || '.640.kit', r.kit_id || '.960.kit');
  delete from public.mockup_kits k using removed r where k.id = r.kit_id;
  return null;
end $$;
revoke execute on function private.drop_own_kits() from public;
create trigger drop_own_kits after delete on public.product_mockups referencing old table as removed
  for each statement execute function private.drop_own_kits();

-- A picture whose file is replaced may show something else.
create function private.forget_mockups() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.product_mockups where image_id = new.id;
  return null;
end $$;
revoke execute on function private.forget_mockups() from public;
create trigger forget_mockups after update of path on public.product_images
  for each row when (old.path is distinct from new.path) execute function private.forget_mockups();
