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
