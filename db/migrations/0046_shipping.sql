-- Delivery as business rule 5 has it: zones down to kecamatan or by postcode, who may use a method apart from what it
-- costs, prices from tables or from the courier itself, fetching from the shop.

alter table public.shipping_zones
  -- Where nobody is sent anything. As with all zones the most specific one that a destination lies in counts.
  add column serviceable boolean not null default true;

-- A range of postcodes is more specific than any region, a narrow range more than a wide one.
create table public.shipping_zone_postcodes (
  zone_id uuid not null references public.shipping_zones (id) on delete cascade,
  first_code text not null constraint zone_postcode_invalid check (first_code ~ '^\d{5}$'),
  last_code text not null check (last_code ~ '^\d{5}$'),
  primary key (zone_id, first_code),
  constraint zone_postcodes_reversed check (first_code <= last_code),
  constraint zone_postcodes_taken unique (first_code, last_code)
);
select private.protect('public.shipping_zone_postcodes');
grant select on public.shipping_zone_postcodes to anon, authenticated;
create policy "everybody reads which postcodes a zone has" on public.shipping_zone_postcodes
  for select to anon, authenticated using (true);

-- [{up_to, price}], rising; the last one's up_to may be null: any number.
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

alter table public.shipping_methods
  -- table: the prices below. live: what the courier says now. pickup: fetched from the shop.
  add column source text not null default 'table'
    constraint method_source_unknown check (source in ('table', 'live', 'pickup')),
  -- What a live method does while the courier does not answer: the table's price, or nothing.
  add column fallback text not null default 'table'
    constraint method_fallback_unknown check (fallback in ('table', 'hide')),
  add column min_subtotal bigint constraint method_min_subtotal_invalid check (min_subtotal >= 0),
  add column excluded_product_ids uuid[] not null default '{}',
  add column excluded_category_slugs text[] not null default '{}',
  -- `provider` or `provider:method`; empty means all.
  add column payment_methods text[] not null default '{}',
  -- Grams that the courier charges at a time.
  add column step_grams integer not null default 1000 constraint method_step_invalid check (step_grams > 0);

alter table public.shipping_rates
  add column pricing text not null default 'per_kg' constraint rate_pricing_unknown
    check (pricing in ('per_kg', 'flat', 'weight_tiers', 'subtotal_tiers', 'percent')),
  alter column first_kg set default 0,
  alter column next_kg set default 0,
  add column flat_price bigint not null default 0 constraint rate_flat_invalid check (flat_price >= 0),
  -- Of the goods after discounts.
  add column percent integer not null default 0 constraint rate_percent_invalid check (percent between 0 and 100),
  add column tiers jsonb not null default '[]' constraint rate_tiers_invalid check (private.are_tiers(tiers)),
  add constraint rate_free_from_invalid check (free_from >= 0),
  add constraint rate_subsidy_invalid check (max_subsidy >= 0);

alter table public.shop_settings
  add column time_zone text not null default 'Asia/Jakarta' constraint time_zone_unknown
    check (time_zone in ('Asia/Jakarta', 'Asia/Makassar', 'Asia/Jayapura')),
  add column observes_national_holidays boolean not null default true,
  -- Of a piece whose weight nobody has entered.
  add column default_weight_grams integer not null default 500
    constraint default_weight_invalid check (default_weight_grams > 0),
  -- Where shipments leave from, for couriers' own prices.
  add column origin_region_code text not null default ''
    constraint origin_region_invalid check (origin_region_code ~ '^(|\d{6}|\d{10})$');

-- 0: not weighed yet.
alter table public.product_variants
  drop constraint weight_invalid,
  add constraint weight_invalid check (weight_grams between 0 and 1000000);

alter table public.orders
  -- What delivery was agreed on by: {source, live_price, grams, price}
  add column shipping_quote jsonb not null default '{}';
grant select (shipping_quote) on public.orders to authenticated;
