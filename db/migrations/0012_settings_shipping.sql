-- Delivery (business rule 5): zones down to kecamatan or by postcode, methods, and rates. The most specific zone that
-- contains a destination applies.

-- Whether this is [{up_to, price}] with rising `up_to`. Only the last `up_to` may be null: no upper limit.
create function private.are_tiers(value jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(value) = 'array' and not exists (
    select from (
      select tier, lag(tier -> 'up_to') over (order by n) as before, n
      from jsonb_array_elements(value) with ordinality t (tier, n)
    ) tiers
    where jsonb_typeof(tier -> 'price') is distinct from 'number' or (tier ->> 'price')::numeric < 0
      or coalesce(jsonb_typeof(tier -> 'up_to'), '') not in ('number', 'null')
      or n > 1 and (jsonb_typeof(before) = 'null'
        or (tier ->> 'up_to') is not null and (tier ->> 'up_to')::numeric <= (before #>> '{}')::numeric))
$$;
grant execute on function private.are_tiers(jsonb) to service_role;

create table public.shipping_zones (
  id uuid primary key default gen_random_uuid(),
  name jsonb not null constraint zone_name_invalid check (private.is_text(name)),
  position integer not null default 0,
  -- Couriers collect cash only where they have an office.
  cash_on_delivery boolean not null default false,
  -- False: the shop does not deliver to this zone.
  serviceable boolean not null default true,
  version integer not null default 1
);
select private.protect('public.shipping_zones');
grant select on public.shipping_zones to anon, authenticated;
create policy "everybody reads shipping zones" on public.shipping_zones
  for select to anon, authenticated using (true);
select private.log_changes('public.shipping_zones');
select private.audit('public.shipping_zones', 'shipping_zone', 'id');
create trigger raise_version before update of name, cash_on_delivery, serviceable on public.shipping_zones
  for each row execute function private.raise_version();

-- The rest of Indonesia cannot go while methods have prices there: those destinations would lose their delivery.
create function private.guard_catch_all() returns trigger
language plpgsql set search_path = ''
as $$
declare
  leaving uuid := case when tg_table_name = 'shipping_zones' then (to_jsonb(old) ->> 'id')::uuid
    else (to_jsonb(old) ->> 'zone_id')::uuid end;
begin
  if exists (select from public.shipping_zone_regions where zone_id = leaving and region_code = '')
    and exists (select from public.shipping_rates where zone_id = leaving) then
    raise exception 'the rest of Indonesia has prices'
      using errcode = 'restrict_violation', constraint = 'catch_all_in_use';
  end if;
  return old;
end $$;
create trigger guard_catch_all before delete on public.shipping_zones
  for each row execute function private.guard_catch_all();

create table public.shipping_zone_regions (
  zone_id uuid not null references public.shipping_zones (id) on delete cascade,
  -- '' is the rest of Indonesia.
  region_code text primary key constraint zone_region_invalid
    check (region_code ~ '^(|\d{2}|\d{4}|\d{6}|\d{10})$')
);
create index shipping_zone_regions_zone on public.shipping_zone_regions (zone_id);
-- The regions below a region: codes that begin with its code.
create index shipping_zone_regions_below on public.shipping_zone_regions (region_code collate "C");
select private.protect('public.shipping_zone_regions');
grant select on public.shipping_zone_regions to anon, authenticated;
create policy "everybody reads which regions a zone has" on public.shipping_zone_regions
  for select to anon, authenticated using (true);
select private.log_changes('public.shipping_zone_regions');
select private.audit('public.shipping_zone_regions', 'shipping_zone', 'zone_id');
create trigger guard_catch_all before delete on public.shipping_zone_regions
  for each row when (old.region_code = '') execute function private.guard_catch_all();

-- A postcode range is more specific than any region, and a narrow range more specific than a wide one.
create table public.shipping_zone_postcodes (
  zone_id uuid not null references public.shipping_zones (id) on delete cascade,
  first_code text not null constraint zone_postcode_invalid check (first_code ~ '^\d{5}$'),
  last_code text not null check (last_code ~ '^\d{5}$'),
  constraint zone_postcodes_taken primary key (first_code, last_code),
  constraint zone_postcodes_reversed check (first_code <= last_code)
);
create index shipping_zone_postcodes_zone on public.shipping_zone_postcodes (zone_id);
select private.protect('public.shipping_zone_postcodes');
grant select on public.shipping_zone_postcodes to anon, authenticated;
create policy "everybody reads which postcodes a zone has" on public.shipping_zone_postcodes
  for select to anon, authenticated using (true);
-- Cached rates depend on this table.
select private.log_changes('public.shipping_zone_postcodes');
select private.audit('public.shipping_zone_postcodes', 'shipping_zone', 'zone_id');

-- Of two ranges that share postcodes one contains the other: then the narrower one applies. Two that cross would leave
-- open which of two zones a postcode is in.
create function private.guard_postcodes() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (
    select from public.shipping_zone_postcodes p
    where p.first_code < new.first_code and p.last_code between new.first_code and new.last_code
        and p.last_code < new.last_code
      or new.first_code < p.first_code and p.first_code <= new.last_code and new.last_code < p.last_code
  ) then
    raise exception 'postcode ranges cross' using errcode = 'check_violation', constraint = 'zone_postcodes_cross';
  end if;
  return new;
end $$;
create trigger guard_postcodes before insert or update on public.shipping_zone_postcodes
  for each row execute function private.guard_postcodes();

-- What goods demand of a courier (business rule 5). A merchant may add classes; the program relies on the built-in ones.
create table public.shipping_classes (
  slug text primary key constraint shipping_class_slug_invalid check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name jsonb not null constraint shipping_class_name_invalid check (private.is_text(name)),
  position integer not null default 0,
  built_in boolean not null default false,
  version integer not null default 1
);
select private.protect('public.shipping_classes');
grant select on public.shipping_classes to anon, authenticated;
create policy "everybody reads shipping classes" on public.shipping_classes
  for select to anon, authenticated using (true);
select private.log_changes('public.shipping_classes');
insert into public.shipping_classes (slug, name, position, built_in) values
  ('ordinary', '{"id": "Biasa", "en": "Ordinary"}', 0, true),
  ('fragile', '{"id": "Mudah pecah", "en": "Fragile"}', 1, true),
  ('liquid', '{"id": "Cairan", "en": "Liquid"}', 2, true),
  ('oversize', '{"id": "Berukuran besar", "en": "Oversize"}', 3, true),
  ('valuable', '{"id": "Barang berharga", "en": "Valuable"}', 4, true);
select private.audit('public.shipping_classes', 'shipping_class', 'slug');
create trigger raise_version before update of name on public.shipping_classes
  for each row execute function private.raise_version();

-- The name and position of a built-in class may change.
create function private.guard_shipping_class() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.slug = old.slug and new.built_in then return new; end if;
  raise exception 'the shipping class % is built in', old.slug
    using errcode = 'restrict_violation', constraint = 'shipping_class_built_in';
end $$;
create trigger guard_shipping_class before update or delete on public.shipping_classes
  for each row when (old.built_in) execute function private.guard_shipping_class();

-- A method says who may use it. Its rates say what it costs.
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
  -- Volumetric weight in kilograms is length × width × height in centimetres divided by this.
  volumetric_divisor integer not null default 6000 check (volumetric_divisor > 0),
  -- table: the rates below. live: the courier's own rate. pickup: the customer collects the order.
  source text not null default 'table'
    constraint method_source_unknown check (source in ('table', 'live', 'pickup')),
  -- What a live method offers while the courier does not answer: the rate of the table, or nothing.
  fallback text not null default 'table'
    constraint method_fallback_unknown check (fallback in ('table', 'hide')),
  min_subtotal bigint constraint method_min_subtotal_invalid check (min_subtotal >= 0),
  excluded_product_ids uuid[] not null default '{}',
  -- `provider` or `provider:method`; empty means all.
  payment_methods text[] not null default '{}',
  -- The courier charges per this many grams.
  step_grams integer not null default 1000 constraint method_step_invalid check (step_grams > 0),
  version integer not null default 1
);
select private.protect('public.shipping_methods');
grant select on public.shipping_methods to anon, authenticated;
create policy "everybody reads shipping methods" on public.shipping_methods
  for select to anon, authenticated using (enabled or (select private.may('shipping.read')));
select private.log_changes('public.shipping_methods');
select private.audit('public.shipping_methods', 'shipping_method', 'id');
create trigger raise_version before update of name, courier, service, enabled, source on public.shipping_methods
  for each row execute function private.raise_version();

-- Categories that a method does not carry. A category in use cannot be deleted.
create table public.shipping_method_excluded_categories (
  method_id uuid not null references public.shipping_methods (id) on delete cascade,
  category_id uuid not null,
  primary key (method_id, category_id)
);
select private.protect('public.shipping_method_excluded_categories');
grant select on public.shipping_method_excluded_categories to anon, authenticated;
create policy "everybody reads what a method that they can see does not carry"
  on public.shipping_method_excluded_categories
  for select to anon, authenticated
  using (exists (select from public.shipping_methods where shipping_methods.id = method_id));
create index shipping_method_excluded_categories_category
  on public.shipping_method_excluded_categories (category_id);
select private.log_changes('public.shipping_method_excluded_categories');
select private.audit('public.shipping_method_excluded_categories', 'shipping_method', 'method_id');

-- The shipping classes that a method carries. Without a row it carries all of them.
create table public.shipping_method_classes (
  method_id uuid not null references public.shipping_methods (id) on delete cascade,
  class text not null constraint method_shipping_class_unknown references public.shipping_classes (slug),
  primary key (method_id, class)
);
select private.protect('public.shipping_method_classes');
grant select on public.shipping_method_classes to anon, authenticated;
create policy "everybody reads which classes a method that they can see carries" on public.shipping_method_classes
  for select to anon, authenticated
  using (exists (select from public.shipping_methods where shipping_methods.id = method_id));
create index shipping_method_classes_class on public.shipping_method_classes (class);
select private.log_changes('public.shipping_method_classes');
select private.audit('public.shipping_method_classes', 'shipping_method', 'method_id');

create table public.shipping_rates (
  method_id uuid not null references public.shipping_methods (id) on delete cascade,
  zone_id uuid not null references public.shipping_zones (id) on delete cascade,
  -- Whole rupiah for the first kilogram and for each further kilogram begun.
  first_kg bigint not null default 0 check (first_kg >= 0),
  next_kg bigint not null default 0 check (next_kg >= 0),
  -- Working days in transit.
  min_days integer not null check (min_days >= 0),
  max_days integer not null check (max_days >= min_days),
  -- Goods after discounts from which delivery is free, and the most that the shop pays for it.
  free_from bigint,
  max_subsidy bigint,
  pricing text not null default 'per_kg' constraint rate_pricing_unknown
    check (pricing in ('per_kg', 'flat', 'weight_tiers', 'subtotal_tiers', 'percent')),
  flat_price bigint not null default 0 constraint rate_flat_invalid check (flat_price >= 0),
  -- Percent of the goods after discounts.
  percent integer not null default 0 constraint rate_percent_invalid check (percent between 0 and 100),
  tiers jsonb not null default '[]' constraint rate_tiers_invalid check (private.are_tiers(tiers)),
  version integer not null default 1,
  primary key (method_id, zone_id),
  constraint rate_free_from_invalid check (free_from >= 0),
  constraint rate_subsidy_invalid check (max_subsidy >= 0),
  -- Whole rupiah. Above this a price is a typing mistake.
  constraint rate_too_high check (greatest(first_kg, next_kg, flat_price) <= 100000000)
);
select private.protect('public.shipping_rates');
create index shipping_rates_zone on public.shipping_rates (zone_id);
grant select on public.shipping_rates to anon, authenticated;
create policy "everybody reads shipping rates" on public.shipping_rates
  for select to anon, authenticated using (true);
select private.log_changes('public.shipping_rates');
select private.audit('public.shipping_rates', 'shipping_method', 'method_id');
create trigger raise_version before update of pricing, min_days, max_days on public.shipping_rates
  for each row execute function private.raise_version();

-- The hour in the shop's time zone before which an order leaves on the same day, by weekday: 0 is Sunday.
create table public.cutoffs (
  weekday smallint primary key constraint cutoff_weekday_invalid check (weekday between 0 and 6),
  -- Null: nothing ships on this weekday. 0: an order always leaves on the next day that ships.
  hour smallint constraint cutoff_hour_invalid check (hour between 0 and 23)
);
select private.protect('public.cutoffs');
grant select on public.cutoffs to anon, authenticated;
create policy "everybody reads the cut-off hours" on public.cutoffs for select to anon, authenticated using (true);
select private.log_changes('public.cutoffs');
insert into public.cutoffs (weekday, hour) values (0, null), (1, 14), (2, 14), (3, 14), (4, 14), (5, 14), (6, 14);
select private.audit('public.cutoffs', 'cutoff', 'weekday');

-- A week without a day that ships has no delivery dates.
create function private.guard_cutoffs() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from public.cutoffs where hour is not null) then
    raise exception 'no weekday ships' using errcode = 'check_violation', constraint = 'cutoffs_all_closed';
  end if;
  return null;
end $$;
create constraint trigger guard_cutoffs after update or delete on public.cutoffs
  deferrable initially deferred for each row execute function private.guard_cutoffs();

-- Days on which nothing ships, besides closed weekdays and national holidays.
create table public.shop_closures (
  id uuid primary key default gen_random_uuid(),
  from_day date not null,
  to_day date not null,
  -- A text for buyers; may be empty.
  text jsonb not null default '{"id": "", "en": ""}' constraint closure_text_invalid check (private.is_text(text)),
  version integer not null default 1,
  constraint closure_days_reversed check (to_day >= from_day),
  constraint closure_too_long check (to_day - from_day < 366),
  constraint closure_overlaps exclude using gist (daterange(from_day, to_day, '[]') with &&)
);
select private.protect('public.shop_closures');
grant select on public.shop_closures to anon, authenticated;
create policy "everybody reads when the shop is closed" on public.shop_closures
  for select to anon, authenticated using (true);
select private.log_changes('public.shop_closures');
select private.audit('public.shop_closures', 'shop_closure', 'id');
create trigger raise_version before update of from_day, to_day, text on public.shop_closures
  for each row execute function private.raise_version();

-- Couriers whose shipments can be tracked on their own site.
create table public.couriers (
  -- As shipments and methods name the courier, in any letter case; the name counts as well.
  code text primary key constraint courier_code_invalid check (code ~ '^[A-Za-z0-9&._ -]{1,60}$' and code = btrim(code)),
  name text not null constraint courier_name_invalid check (length(btrim(name)) between 1 and 60),
  -- An https address with {resi} once, for the tracking number. Empty: no link.
  tracking_url text not null default '' constraint courier_tracking_url_invalid
    check (tracking_url ~ '^(|https://[A-Za-z0-9.-]+(:[0-9]+)?/[^[:space:]{}]*\{resi\}[^[:space:]{}]*)$' and length(tracking_url) <= 300),
  version integer not null default 1
);
select private.protect('public.couriers');
grant select on public.couriers to anon, authenticated;
create policy "everybody reads the couriers" on public.couriers for select to anon, authenticated using (true);
create unique index courier_code_taken on public.couriers (lower(code));
-- The common couriers of Indonesia, which staff may change. A page that takes no number in its address gets it after a #,
-- where it does no harm; the buyer pastes it there. They are written before the table is audited: a new shop's log is empty.
insert into public.couriers (code, name, tracking_url) values
  ('ANTERAJA', 'AnterAja', 'https://anteraja.id/tracking/{resi}'),
  ('IDE', 'ID Express', 'https://idexpress.com/lacak-paket#{resi}'),
  ('JNE', 'JNE', 'https://www.jne.co.id/tracking-package#{resi}'),
  ('JNT', 'J&T', 'https://jet.co.id/track#{resi}'),
  ('LION', 'Lion Parcel', 'https://lionparcel.com/track/stt?q={resi}'),
  ('NINJA', 'Ninja Xpress', 'https://www.ninjaxpress.co/id-id/tracking?id={resi}'),
  ('POS', 'Pos Indonesia', 'https://www.posindonesia.co.id/id/tracking/{resi}'),
  ('SICEPAT', 'SiCepat', 'https://www.sicepat.com/checkAwb#{resi}'),
  ('SPX', 'SPX Express', 'https://spx.co.id/track?{resi}'),
  ('TIKI', 'TIKI', 'https://www.tiki.id/id/track#{resi}'),
  ('WAHANA', 'Wahana', 'https://www.wahana.com/lacak-kiriman?noresi={resi}');
select private.audit('public.couriers', 'courier', 'code');
create trigger raise_version before update of name, tracking_url on public.couriers
  for each row execute function private.raise_version();
