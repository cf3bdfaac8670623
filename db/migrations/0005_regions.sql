-- The regions of Indonesia: province → kota/kabupaten → kecamatan → kelurahan/desa. Codes have 2, 4, 6 and 10 digits
-- (Kepmendagri 300.2.2-2138/2025); a child's code starts with its parent's.

create table public.regions (
  code text primary key constraint region_code_invalid check (code ~ '^(\d{2}|\d{4}|\d{6}|\d{10})$'),
  name text not null,
  level smallint not null generated always as (
    case length(code) when 2 then 1 when 4 then 2 when 6 then 3 else 4 end
  ) stored,
  -- Five digits. Only a kelurahan or desa has one.
  postal_code text,
  -- The names from kelurahan to province, as the address search shows them. Level 4 only.
  full_name text,
  search tsvector generated always as (
    to_tsvector('simple', coalesce(full_name, '') || ' ' || coalesce(postal_code, ''))
  ) stored
);
select private.protect('public.regions');
grant select on public.regions to anon, authenticated;
create policy "everybody reads regions" on public.regions for select to anon, authenticated using (true);
create index regions_search on public.regions using gin (search) where full_name is not null;
create index regions_postal_code on public.regions (postal_code) where postal_code is not null;
