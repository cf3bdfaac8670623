-- What visitors may read of the catalogue, sold pieces, and lists and counts of the storefront whose cost does not grow with the
-- number of products (docs/why/catalogue.md).

-- What lists and searches of the storefront read. Under a policy PostgreSQL evaluates `@@` and `%>` only after the policy
-- and therefore never by their indexes, because neither is leakproof. The views of this schema show the public rows alone,
-- with the rights of their owner and without a policy; a test compares them with what the policies show (docs/why/database.md).
-- The REST API must not expose the schema: a filter of the caller could be evaluated before the view's own.
create schema catalogue;

grant usage on schema catalogue to anon, authenticated, service_role;

create view catalogue.products as
  select id, slug, name, options, option_values, takes_designs as personalisable, published_at, best_seller_rank, price_from, price_to, was_price,
    stock_band, colours, sizes, category_ids, takes_designs and print_required as print_required,
    case when takes_designs and print_required then null else only_variant_id end as only_variant_id, search_text, search
  from public.products
  where status = 'published' and published_at <= now();
grant select on catalogue.products to anon, authenticated, service_role;

create view catalogue.product_categories as
  select c.product_id, c.category_id
  from public.product_categories c join catalogue.products p on p.id = c.product_id;
grant select on catalogue.product_categories to anon, authenticated, service_role;

-- Pieces of a product that were paid and not refunded. A job adds up the changes, so that no page counts orders and no
-- payment waits for another one's row.
create table private.product_sold (
  product_id uuid primary key references public.products (id) on delete cascade,
  pieces bigint not null,
  -- Pieces weighted by `sold_weight`, which favours recent sales, so that old sales need no new sum as they age.
  trend double precision not null,
  -- The public figure: rounded down, and null below 10 pieces.
  shown bigint generated always as (case when pieces < 10 then null when pieces < 1000 then pieces / 10 * 10
    when pieces < 10000 then pieces / 100 * 100 else pieces / 1000 * 1000 end) stored
);
select private.protect('private.product_sold');
grant select, insert, update on private.product_sold to service_role;
create index product_sold_trend on private.product_sold (trend desc, product_id) where pieces > 0;

create table private.sold_changes (
  id bigint generated always as identity primary key,
  product_id uuid not null,
  pieces integer not null,
  -- When their order was placed, also where they were refunded: the same weight goes back.
  ordered_at timestamptz not null
);
select private.protect('private.sold_changes');
grant select, insert, delete on private.sold_changes to service_role;

create view catalogue.product_sold as select product_id, shown from private.product_sold where shown is not null;
grant select on catalogue.product_sold to anon, authenticated, service_role;

-- What a piece counts for in `trend`: twice as much as one of 30 days before.
create function private.sold_weight(ordered_at timestamptz) returns double precision
language sql immutable set search_path = ''
as $$ select power(2, extract(epoch from ordered_at - timestamptz '2026-01-01 00:00Z')::double precision / 2592000) $$;
revoke execute on function private.sold_weight(timestamptz) from public;
grant execute on function private.sold_weight(timestamptz) to service_role;

-- Whether the money of an order came in, whatever was refunded since.
create function private.is_sold(payment_status text) returns boolean
language sql immutable set search_path = ''
as $$ select payment_status in ('paid', 'overcharged', 'partially_refunded', 'refunded') $$;
revoke execute on function private.is_sold(text) from public;
grant execute on function private.is_sold(text) to service_role;

-- An order was paid, or its money was taken back: all pieces that were not refunded.
create function private.note_sold_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.sold_changes (product_id, pieces, ordered_at)
  select l.product_id, (l.quantity - coalesce(r.pieces, 0)) * case when private.is_sold(new.payment_status) then 1 else -1 end,
    coalesce(new.placed_at, new.created_at)
  from public.order_lines l
  left join lateral (select sum(quantity)::integer as pieces from public.refund_lines where order_line_id = l.id) r on true
  where l.order_id = new.id and not l.is_gift and l.product_id is not null;
  return null;
end $$;

-- Lines of an order that was paid before they were written, as imported ones are.
create function private.note_sold_lines() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.sold_changes (product_id, pieces, ordered_at)
  select l.product_id, l.quantity, coalesce(o.placed_at, o.created_at) from added l join public.orders o on o.id = l.order_id
  where private.is_sold(o.payment_status) and not l.is_gift and l.product_id is not null;
  return null;
end $$;

create function private.note_sold_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.sold_changes (product_id, pieces, ordered_at)
  select l.product_id, -r.quantity, coalesce(o.placed_at, o.created_at)
  from added r join public.order_lines l on l.id = r.order_line_id join public.orders o on o.id = l.order_id
  where private.is_sold(o.payment_status) and not l.is_gift and l.product_id is not null;
  return null;
end $$;

-- Adds up to 5,000 changes; returns how many. Those of a product that is gone are forgotten. Pages change with what they
-- show, not with each piece.
create function private.count_sold() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  counted integer;
  changed uuid[];
begin
  with taken as (
    delete from private.sold_changes where id in (
      select id from private.sold_changes order by id limit 5000 for update skip locked)
    returning product_id, pieces, ordered_at
  ),
  added as (
    insert into private.product_sold as s (product_id, pieces, trend)
    select t.product_id, sum(t.pieces), sum(t.pieces * private.sold_weight(t.ordered_at))
    from taken t join public.products p on p.id = t.product_id
    group by t.product_id order by t.product_id
    on conflict (product_id) do update set pieces = s.pieces + excluded.pieces, trend = s.trend + excluded.trend
    returning s.product_id, s.shown
  )
  select (select count(*) from taken), array(
    select a.product_id from added a left join private.product_sold before using (product_id)
    where a.shown is distinct from before.shown)
  into counted, changed;
  perform private.log_tags(changed, array(
    select distinct c.category_id from public.product_categories c where c.product_id = any (changed)));
  return counted;
end $$;
revoke execute on function private.count_sold() from public;
grant execute on function private.count_sold() to service_role;

-- Ranks the products that sold best lately, at most 1,000, and takes the rank of those that no longer do; returns how many
-- changed. A shop that has sold nothing keeps the ranks that it was set up with. The rows are locked in the order of their ids,
-- as all that write many products do.
create function private.rank_best_sellers() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  best constant uuid[] := array(
    select s.product_id from private.product_sold s join public.products p on p.id = s.product_id
    where s.pieces > 0 and p.status = 'published' order by s.trend desc, s.product_id limit 1000);
  changed integer;
begin
  if best = '{}' then return 0; end if;
  perform from public.products p
  where p.id = any (best) or p.best_seller_rank is not null order by p.id for no key update;
  update public.products p set best_seller_rank = array_position(best, p.id)
  where (p.id = any (best) or p.best_seller_rank is not null)
    and p.best_seller_rank is distinct from array_position(best, p.id);
  get diagnostics changed = row_count;
  return changed;
end $$;
revoke execute on function private.rank_best_sellers() from public;
grant execute on function private.rank_best_sellers() to service_role;

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

-- The public products of a collection by hand, whether or not the collection itself is public: callers check that.
create function catalogue.collection_members(wanted uuid) returns table (product_id uuid, place integer)
language sql stable security definer rows 100 set search_path = ''
as $$
  select p.id, m.position
  from public.collections c join public.collection_products m on m.collection_id = c.id
  join catalogue.products p on p.id = m.product_id
  where c.id = wanted and c.kind = 'manual'
$$;
revoke execute on function catalogue.collection_members(uuid) from public;
grant execute on function catalogue.collection_members(uuid) to anon, authenticated, service_role;

-- Members of rule-based collections, filled, refreshed and deleted in small transactions (docs/why/catalogue.md).

-- Processes the next products of a shelf, at most `most`, and returns whether there were any: places products for a new rule, or
-- removes the places of an unused shelf. A product that is saved at the same time waits for the transaction, and its own commit
-- then places it.
create function private.fill_collection_shelf(most integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  shelf private.collection_shelves;
  ids uuid[];
begin
  select * into shelf from private.collection_shelves
  where collection_id is null or not is_full
  order by collection_id is null, made_at limit 1 for update skip locked;
  if not found then return false; end if;
  if shelf.collection_id is null then
    delete from private.catalogue_places where (product_id, category_id) in (
      select product_id, category_id from private.catalogue_places where category_id = shelf.id
      order by newness, product_id limit most);
    if not found then delete from private.collection_shelves where id = shelf.id; end if;
    return true;
  end if;
  ids := array(select id from public.products where shelf.filled_to is null or id > shelf.filled_to order by id limit most);
  perform from public.products where id = any (ids) order by id for no key update;
  perform private.place_products(ids, shelf.id);
  update private.collection_shelves set filled_to = coalesce(ids[cardinality(ids)], filled_to),
    is_full = cardinality(ids) < most
  where id = shelf.id;
  if cardinality(ids) < most then
    update private.collection_shelves set collection_id = null where collection_id = shelf.collection_id and id <> shelf.id;
    perform private.log_anything();
  end if;
  return true;
end $$;
revoke execute on function private.fill_collection_shelf(integer) from public;
grant execute on function private.fill_collection_shelf(integer) to service_role;

-- The greatest newness of a rule that wants products of the last days.
create function private.oldest_newness(rule jsonb) returns bigint
language sql stable set search_path = ''
as $$
  select coalesce(private.newness(now() - make_interval(days => (rule ->> 'newest_days')::integer)), 9223372036854775807)
$$;
revoke execute on function private.oldest_newness(jsonb) from public;

-- Takes away up to so many places that have become too old for their rule, and returns how many. Readers pass over these.
create function private.drop_old_places(most integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  dropped integer;
begin
  delete from private.catalogue_places where (product_id, category_id) in (
    select o.product_id, o.category_id from private.collection_shelves s cross join lateral (
      select o.product_id, o.category_id from private.catalogue_places o
      where o.category_id = s.id and o.newness > private.oldest_newness(s.rule)
      order by o.newness, o.product_id limit most
    ) o where s.collection_id is not null and s.rule ? 'newest_days' limit most);
  get diagnostics dropped = row_count;
  return dropped;
end $$;
revoke execute on function private.drop_old_places(integer) from public;
grant execute on function private.drop_old_places(integer) to service_role;

-- Where the products of a collection by rule have their places, whether or not the collection is public: callers check that.
-- `oldest`: places of a greater newness have left it. `is_filling`: a new rule is being followed, and `total` is of the
-- previous one, or of what was found so far.
create function catalogue.collection_shelf(wanted uuid)
returns table (shelf_id uuid, oldest bigint, total integer, is_filling boolean)
language sql stable security definer rows 1 set search_path = ''
as $$
  select s.id, private.oldest_newness(s.rule), (
      coalesce((select n from catalogue.counts where category_id = s.id and key = 'all'), 0)
      - (select count(*) from private.catalogue_places o
        where s.rule ? 'newest_days' and o.category_id = s.id and o.newness > private.oldest_newness(s.rule)))::integer,
    exists (select from private.collection_shelves where collection_id = wanted and not is_full)
  from private.collection_shelves s where s.collection_id = wanted order by s.is_full desc, s.made_at desc limit 1
$$;
revoke execute on function catalogue.collection_shelf(uuid) from public;
grant execute on function catalogue.collection_shelf(uuid) to anon, authenticated, service_role;
