-- How things travel. A zone is a set of region codes; the longest code that a destination starts with wins.

create table public.shipping_zones (
  id uuid primary key default gen_random_uuid(),
  name jsonb not null constraint zone_name_invalid check (private.is_text(name)),
  position integer not null default 0
);
select private.protect('public.shipping_zones');
grant select on public.shipping_zones to anon, authenticated;
create policy "everybody reads shipping zones" on public.shipping_zones
  for select to anon, authenticated using (true);

create table public.shipping_zone_regions (
  zone_id uuid not null references public.shipping_zones (id) on delete cascade,
  -- '' is the rest of Indonesia.
  region_code text not null unique constraint zone_region_invalid
    check (region_code ~ '^(|\d{2}|\d{4}|\d{6}|\d{10})$'),
  primary key (zone_id, region_code)
);
select private.protect('public.shipping_zone_regions');
grant select on public.shipping_zone_regions to anon, authenticated;
create policy "everybody reads which regions a zone has" on public.shipping_zone_regions
  for select to anon, authenticated using (true);

-- Who can use a method is kept apart from what it costs.
create table public.shipping_methods (
  id uuid primary key default gen_random_uuid(),
  name jsonb not null constraint method_name_invalid check (private.is_text(name)),
  courier text not null,
  service text not null,
  position integer not null default 0,
  enabled boolean not null default true,
  min_weight_grams integer not null default 0,
  max_weight_grams integer not null default 1000000,
  max_subtotal bigint,
  -- Volumetric weight in kilograms is length × width × height in centimetres over this.
  volumetric_divisor integer not null default 6000 check (volumetric_divisor > 0)
);
select private.protect('public.shipping_methods');
grant select on public.shipping_methods to anon, authenticated;
create policy "everybody reads shipping methods" on public.shipping_methods
  for select to anon, authenticated using (enabled or (select private.is_staff()));

create table public.shipping_rates (
  method_id uuid not null references public.shipping_methods (id) on delete cascade,
  zone_id uuid not null references public.shipping_zones (id) on delete cascade,
  -- Whole rupiah for the first kilogram and for each further one begun.
  first_kg bigint not null check (first_kg >= 0),
  next_kg bigint not null check (next_kg >= 0),
  -- Working days in transit.
  min_days integer not null check (min_days >= 0),
  max_days integer not null check (max_days >= min_days),
  -- Goods after discounts from which delivery is free, and the most that the shop pays for it.
  free_from bigint,
  max_subsidy bigint,
  primary key (method_id, zone_id)
);
select private.protect('public.shipping_rates');
grant select on public.shipping_rates to anon, authenticated;
create policy "everybody reads shipping rates" on public.shipping_rates
  for select to anon, authenticated using (true);
