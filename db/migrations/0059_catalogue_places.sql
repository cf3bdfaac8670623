-- Lists and counts of the storefront that do not grow with the number of products (docs/why/catalogue.md).

-- The category of places that stand for the whole shop.
create function private.whole_shop() returns uuid
language sql immutable set search_path = ''
as $$ select '00000000-0000-0000-0000-000000000000'::uuid $$;
grant execute on function private.whole_shop() to anon, authenticated, service_role;

-- How far the prices of a product's variants are apart, in steps of a ninth; 0: all cost the same.
create function private.spread_of(price_from bigint, price_to bigint) returns smallint
language sql immutable set search_path = ''
as $$ select case when price_to > price_from then 1 + floor(8 * ln((price_to - price_from)::float8) / ln(2::float8)) else 0 end::smallint $$;
grant execute on function private.spread_of(bigint, bigint) to service_role;
-- A little more than any difference of prices that has this spread.
create function private.max_difference(spread smallint) returns bigint
language sql immutable set search_path = ''
as $$ select ceil(1.001 * 2::float8 ^ (spread / 8.0::float8))::bigint $$;
grant execute on function private.max_difference(smallint) to anon, authenticated, service_role;

-- A published product in the whole shop, in each of its categories, in each category above these and on the shelf of each
-- collection whose rule it meets (private.collection_shelves): one row a place, with the keys of every order of a list. All keys rise, so that a row comparison continues a list after any product.
-- Products that are scheduled have places too; readers compare `newness` with the time.
create table private.catalogue_places (
  category_id uuid not null,
  product_id uuid not null references public.products (id) on delete cascade,
  is_out boolean not null,
  -- products.best_seller_rank; the greatest number for a product without a rank.
  sales_rank integer not null,
  -- Microseconds of products.published_at since 1970, negated.
  newness bigint not null,
  price_from bigint not null,
  price_to bigint not null,
  -- price_from, negated.
  price_down bigint not null generated always as (-price_from) stored,
  spread smallint not null generated always as (private.spread_of(price_from, price_to)) stored,
  name_id text not null,
  name_en text not null,
  -- What filters count: 'all', 'sale', 'personalisable', 'in_stock', and the colours and sizes as products.option_values
  -- has them.
  keys text[] not null,
  -- A bit for each colour, size and flag (private.mark). Products without the bit of a value do not have it; some that have
  -- the bit do not have it either.
  marks bigint not null,
  primary key (product_id, category_id)
);
select private.protect('private.catalogue_places');
grant select on private.catalogue_places to service_role;
-- Each order carries what filters test, so that the products that a filter leaves out are passed over in the index.
create index catalogue_places_popular on private.catalogue_places (category_id, is_out, sales_rank, newness, product_id)
  include (marks, price_from, price_to);
create index catalogue_places_newest on private.catalogue_places (category_id, newness, product_id)
  include (marks, price_from, price_to);
create index catalogue_places_cheapest on private.catalogue_places (category_id, price_from, product_id)
  include (marks, newness, price_to);
create index catalogue_places_dearest on private.catalogue_places (category_id, price_down, product_id)
  include (marks, newness, price_from, price_to);
-- Products that begin below a price and end above it.
create index catalogue_places_spread on private.catalogue_places (category_id, spread, price_from, product_id)
  include (marks, newness, price_to) where spread > 0;
create index catalogue_places_name_id on private.catalogue_places (category_id, name_id, product_id)
  include (marks, newness, price_from, price_to);
create index catalogue_places_name_en on private.catalogue_places (category_id, name_en, product_id)
  include (marks, newness, price_from, price_to);
-- Even shards for sitemaps, however the ids are made.
create index catalogue_places_hash on private.catalogue_places (uuid_hash_extended(product_id, 0))
  where category_id = '00000000-0000-0000-0000-000000000000';

-- Microseconds since 1970, negated: what is newer comes first.
create function private.newness(at timestamptz) returns bigint
language sql stable set search_path = ''
as $$ select -(extract(epoch from at) * 1000000)::bigint $$;
grant execute on function private.newness(timestamptz) to anon, authenticated, service_role;

-- Keys of places, counted. A count is the sum of its row here and of its rows in private.catalogue_count_changes.
create table private.catalogue_counts (
  category_id uuid not null,
  key text collate "C" not null,
  n bigint not null,
  primary key (category_id, key)
);
select private.protect('private.catalogue_counts');

-- Changes of counts that private.merge_catalogue_counts() has not added yet. Writers only append, so that two orders that
-- sell out two products of a category do not wait for each other.
create table private.catalogue_count_changes (
  id bigint generated always as identity primary key,
  category_id uuid not null,
  key text collate "C" not null,
  n bigint not null
);
select private.protect('private.catalogue_count_changes');
create index catalogue_count_changes_category on private.catalogue_count_changes (category_id, key);

-- Notes what a statement changed in places: the counts are sums over the places, whatever writes these.
create function private.note_catalogue_counts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.catalogue_count_changes (category_id, key, n)
    select category_id, key, count(*) from added, unnest(keys) key group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into private.catalogue_count_changes (category_id, key, n)
    select category_id, key, -count(*) from removed, unnest(keys) key group by 1, 2;
  else
    insert into private.catalogue_count_changes (category_id, key, n)
    select category_id, key, sum(n) from (
      select category_id, key, 1 as n from added, unnest(keys) key
      union all
      select category_id, key, -1 from removed, unnest(keys) key
    ) changed group by 1, 2 having sum(n) <> 0;
  end if;
  return null;
end $$;
revoke execute on function private.note_catalogue_counts() from public;
create trigger note_counts_on_insert after insert on private.catalogue_places referencing new table as added
  for each statement execute function private.note_catalogue_counts();
create trigger note_counts_on_update after update on private.catalogue_places
  referencing old table as removed new table as added
  for each statement execute function private.note_catalogue_counts();
create trigger note_counts_on_delete after delete on private.catalogue_places referencing old table as removed
  for each statement execute function private.note_catalogue_counts();

-- Adds noted changes to the counts, one transaction at a time. Returns how many it added; 0: none is left.
create function private.merge_catalogue_counts(most integer default 50000) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  merged integer;
begin
  perform pg_advisory_xact_lock(718259);
  with taken as (
    delete from private.catalogue_count_changes
    where id in (select id from private.catalogue_count_changes order by id limit most)
    returning category_id, key, n
  ), summed as (
    insert into private.catalogue_counts (category_id, key, n)
    select category_id, key, sum(n) from taken group by 1, 2 having sum(n) <> 0
    on conflict (category_id, key) do update set n = catalogue_counts.n + excluded.n
  )
  select count(*) into merged from taken;
  delete from private.catalogue_counts where n = 0;
  return merged;
end $$;
revoke execute on function private.merge_catalogue_counts(integer) from public;
grant execute on function private.merge_catalogue_counts(integer) to service_role;

-- Counts the places of a category, or of the whole shop, again: for private.place_products() after data that came around the
-- triggers. One statement sees the places and the noted changes of one moment.
create function private.recount_places(wanted uuid) returns void
language sql security definer set search_path = ''
as $$
  select pg_advisory_xact_lock(718259);
  with counted as materialized (
    select key, count(*) as n from private.catalogue_places, unnest(keys) key where category_id = wanted group by key
  ), noted as (
    delete from private.catalogue_count_changes where category_id = wanted
  ), gone as (
    delete from private.catalogue_counts where category_id = wanted and key not in (select key from counted)
  )
  insert into private.catalogue_counts (category_id, key, n) select wanted, key, n from counted
  on conflict (category_id, key) do update set n = excluded.n
$$;
revoke execute on function private.recount_places(uuid) from public;
grant execute on function private.recount_places(uuid) to service_role;

-- The bit of a filter's value in catalogue_places.marks, e.g. of 'colour:putih', 'size:xl' or 'sale'.
create function private.mark(value text) returns bigint
language sql immutable set search_path = ''
as $$ select 1::bigint << (hashtext(value) & 63) $$;
grant execute on function private.mark(text) to anon, authenticated, service_role;

-- Makes the places of products as the products are now, and writes only those that changed.
-- targets: ids, none twice. only_shelf: the only category, or shelf of a collection, that is to be made again. In PL/pgSQL,
-- which plans its statement once a session: planning costs more than a product.
create function private.place_products(targets uuid[], only_shelf uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  with wanted as materialized (
    select s.category_id, p.id as product_id, p.stock_band = 'out' as is_out,
      coalesce(p.best_seller_rank, 2147483647) as sales_rank, private.newness(p.published_at) as newness, p.price_from,
      left(p.name ->> 'id', 200) as name_id,
      left(coalesce(nullif(p.name ->> 'en', ''), p.name ->> 'id'), 200) as name_en, k.keys, p.price_to, (
        select coalesce(bit_or(private.mark(value)), 0) from (
          select 'colour:' || colour as value from unnest(p.colours) colour
          union all select 'size:' || size from unnest(p.sizes) size
          union all select flag from unnest(k.keys) flag where flag in ('sale', 'personalisable', 'in_stock')
        ) valued
      ) as marks
    from unnest(targets) as target (id)
    join public.products p on p.id = target.id and p.status = 'published' and p.published_at is not null
    cross join lateral (
      select private.whole_shop() as category_id
      union
      select unnest(c.path) from public.categories c where c.id = any (p.category_ids)
      union
      select h.id from private.collection_shelves h where h.collection_id is not null
        and (not h.rule ? 'category_ids' or exists (
          select from public.categories c, unnest(c.path) above
          where c.id = any (p.category_ids) and h.rule -> 'category_ids' ? above::text))
        and coalesce(p.price_to >= (h.rule ->> 'price_min')::bigint, true)
        and coalesce(p.price_from <= (h.rule ->> 'price_max')::bigint, true)
        and (not coalesce((h.rule ->> 'in_stock')::boolean, false) or p.stock_band <> 'out')
        and (not coalesce((h.rule ->> 'on_sale')::boolean, false) or p.was_price is not null)
        and coalesce(p.published_at > now() - make_interval(days => (h.rule ->> 'newest_days')::integer), true)
    ) s
    cross join lateral (
      select array['all'] || case when p.was_price is not null then array['sale'] else '{}' end
        || case when p.takes_designs then array['personalisable'] else '{}' end
        || case when p.stock_band <> 'out' then array['in_stock'] else '{}' end
        || array(
          select value from unnest(p.option_values) value
          where (starts_with(value, 'colour' || chr(31)) and split_part(value, chr(31), 2) = any (p.colours))
            or (starts_with(value, 'size' || chr(31)) and split_part(value, chr(31), 2) = any (p.sizes))) as keys
    ) k
    where only_shelf is null or s.category_id = only_shelf
  ), gone as (
    delete from private.catalogue_places o
    where o.product_id = any (targets) and (only_shelf is null or o.category_id = only_shelf)
      and not exists (select from wanted w where w.product_id = o.product_id and w.category_id = o.category_id)
  )
  insert into private.catalogue_places as o
    (category_id, product_id, is_out, sales_rank, newness, price_from, price_to, name_id, name_en, keys, marks)
  select category_id, product_id, is_out, sales_rank, newness, price_from, price_to, name_id, name_en, keys, marks
  from wanted order by product_id, category_id
  on conflict (product_id, category_id) do update set is_out = excluded.is_out, sales_rank = excluded.sales_rank,
    newness = excluded.newness, price_from = excluded.price_from, price_to = excluded.price_to,
    name_id = excluded.name_id, name_en = excluded.name_en, keys = excluded.keys, marks = excluded.marks
  where (o.is_out, o.sales_rank, o.newness, o.price_from, o.price_to, o.name_id, o.name_en, o.keys, o.marks)
    is distinct from (excluded.is_out, excluded.sales_rank, excluded.newness, excluded.price_from, excluded.price_to,
      excluded.name_id, excluded.name_en, excluded.keys, excluded.marks);
end $$;
revoke execute on function private.place_products(uuid[], uuid) from public;
grant execute on function private.place_products(uuid[], uuid) to service_role;

-- The places of products follow each statement that changes what they are made of. `except` as in
-- private.refresh_products_on_text().
create function private.follow_products() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  targets uuid[];
begin
  if tg_op = 'INSERT' then
    targets := array(select id from added where status = 'published' order by 1);
  else
    targets := array(
      select id from (
        select id, status, published_at, stock_band = 'out', best_seller_rank, price_from, price_to, was_price is null, name,
          takes_designs, category_ids, colours, sizes, option_values from added
        except
        select id, status, published_at, stock_band = 'out', best_seller_rank, price_from, price_to, was_price is null, name,
          takes_designs, category_ids, colours, sizes, option_values from removed
      ) changed order by 1);
  end if;
  if targets <> '{}' then perform private.place_products(targets); end if;
  return null;
end $$;
revoke execute on function private.follow_products() from public;
create trigger place_on_insert after insert on public.products referencing new table as added
  for each statement execute function private.follow_products();
create trigger place_on_update after update on public.products referencing old table as removed new table as added
  for each statement execute function private.follow_products();

create view catalogue.places as
  select category_id, product_id, is_out, sales_rank, newness, price_from, price_to, price_down, spread, name_id, name_en, marks
  from private.catalogue_places where newness >= private.newness(now());
grant select on catalogue.places to anon, authenticated, service_role;

-- How many public products a category has, or the whole shop: all of them (key 'all'), and with each key of their places.
create view catalogue.counts as
  select category_id, key, sum(n)::integer as n from (
    select category_id, key, n from private.catalogue_counts
    union all
    select category_id, key, n from private.catalogue_count_changes
    union all
    select category_id, key, -1 from private.catalogue_places, unnest(keys) key where newness < private.newness(now())
  ) counted group by category_id, key;
grant select on catalogue.counts to anon, authenticated, service_role;

-- For filters that few of the products meet which a list begins with.
create index products_filters on public.products using gin (category_ids, colours, sizes) where status = 'published';
create index products_prices on public.products using gist (int8range(price_from, price_to, '[]')) where status = 'published';
create index products_on_sale on public.products (id) where status = 'published' and was_price is not null;
-- The shelves of the home page.
create index products_best on public.products (best_seller_rank, id) where status = 'published' and best_seller_rank is not null;
create index products_designable on public.products (published_at desc, id) where status = 'published' and takes_designs;

select private.place_products(array(select id from public.products));
