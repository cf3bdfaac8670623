-- Mock-up kits: photographs of the shop's goods, taken apart so that any design can be painted into them (decision 0137).

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
