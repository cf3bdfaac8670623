-- Categories, products, variants and pictures.

-- Runs after the row is written, so a transaction that waited for a slug finds the redirect of the one that released it.
create function private.redirect_slug() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  of_kind text := tg_argv[0];
begin
  delete from public.slug_redirects where kind = of_kind and old_slug = new.slug and target_id = new.id;
  if exists (select from public.slug_redirects where kind = of_kind and old_slug = new.slug) then
    raise exception 'the address % leads to another %', new.slug, of_kind
      using errcode = 'unique_violation', constraint = of_kind || '_slug_redirected';
  end if;
  if tg_op = 'UPDATE' then
    insert into public.slug_redirects (kind, old_slug, target_id) values (of_kind, old.slug, new.id);
  end if;
  return null;
end $$;
revoke execute on function private.redirect_slug() from public;

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  slug text not null constraint category_slug_taken unique
    constraint category_slug_invalid check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name jsonb not null constraint category_name_invalid check (private.is_text(name)),
  description jsonb not null default '{"id": "", "en": ""}',
  -- Null: a category of the first level.
  parent_id uuid constraint category_parent_unknown references public.categories (id) on delete restrict,
  -- Among the categories of the same parent.
  position integer not null default 0,
  published boolean not null default true,
  -- {title: text, description: text}; empty texts: the name and the description stand in.
  seo jsonb not null default '{"title": {"id": "", "en": ""}, "description": {"id": "", "en": ""}}'
    constraint category_seo_invalid check (private.is_text(seo -> 'title') and private.is_text(seo -> 'description')),
  -- A picture of a product (public.product_images). Null: the first picture of its best seller.
  picture_id uuid,
  version integer not null default 1,
  -- Derived: the ids from the first level down to this category. A category means all whose path has its id (docs/why/catalogue.md).
  path uuid[] not null default '{}',
  -- Derived: published, as is every category above it.
  shown boolean not null default false
);
select private.protect('public.categories');
grant select on public.categories to anon, authenticated;
create policy "everybody reads published categories" on public.categories
  for select to anon, authenticated using (shown or (select private.may('products.read')));
create index categories_parent on public.categories (parent_id, position);
create index categories_path on public.categories using gin (path);
select private.audit('public.categories', 'category', 'id', '{path,shown}');
select private.log_changes('public.categories');
create index categories_picture on public.categories (picture_id) where picture_id is not null;
create trigger raise_version before update of slug, name, description, parent_id, position, published, seo, picture_id
  on public.categories for each row execute function private.raise_version();
create trigger check_slug after insert on public.categories
  for each row execute function private.redirect_slug('category');
create trigger redirect_slug after update of slug on public.categories
  for each row when (old.slug is distinct from new.slug) execute function private.redirect_slug('category');
-- Products have a shipping class, so the tables of shipping come first and this reference is added here.
alter table public.shipping_method_excluded_categories add constraint method_category_unknown
  foreign key (category_id) references public.categories (id) on delete restrict;

-- Serialises changes of the tree, so that two concurrent moves cannot make a circle. The lock precedes row locks, so that two
-- transactions cannot deadlock.
create function private.lock_category_tree() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(718253);
  return null;
end $$;
create trigger lock_tree before insert or update on public.categories
  for each statement execute function private.lock_category_tree();

-- The paths of categories and of all below them as `parent_id` has them, cut at five levels from below.
create function private.category_paths(tops uuid[]) returns table (id uuid, path uuid[], shown boolean)
language sql stable set search_path = ''
as $$
  with recursive below as (
    select c.id from public.categories c where c.id = any (tops)
    union
    select c.id from below join public.categories c on c.parent_id = below.id
  ), climb as (
    select c.id, c.parent_id as next, array[c.id] as path, c.published as shown
    from below join public.categories c on c.id = below.id
    union all
    select climb.id, c.parent_id, c.id || climb.path, climb.shown and c.published
    from climb join public.categories c on c.id = climb.next where cardinality(climb.path) < 5
  )
  select distinct on (climb.id) climb.id, climb.path, climb.shown from climb order by climb.id, cardinality(climb.path) desc
$$;
revoke execute on function private.category_paths(uuid[]) from public;

-- Derives `path` and `shown` of the categories that a statement moved, published or hid, and of all below them. Refuses a
-- circle and a fifth level.
create function private.follow_category_tree() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  max_levels constant integer := 4;
  moved uuid[];
begin
  if tg_op = 'INSERT' then
    moved := array(select id from added);
  else
    moved := array(select a.id from added a join removed r using (id)
      where (a.parent_id, a.published) is distinct from (r.parent_id, r.published));
  end if;
  if moved = '{}' then return null; end if;
  -- One level more than allowed is read: a category that has it is too deep or in a circle.
  if exists (
    select from private.category_paths(moved) where cardinality(path) <> (select count(distinct id) from unnest(path) id)
  ) then
    raise exception 'a category is below itself' using errcode = 'check_violation', constraint = 'category_cycle';
  end if;
  if exists (select from private.category_paths(moved) where cardinality(path) > max_levels) then
    raise exception 'more than % levels', max_levels using errcode = 'check_violation', constraint = 'category_too_deep';
  end if;
  update public.categories c set path = p.path, shown = p.shown
  from private.category_paths(moved) p where c.id = p.id and (c.path, c.shown) is distinct from (p.path, p.shown);
  return null;
end $$;
revoke execute on function private.follow_category_tree() from public;
create trigger follow_tree_on_insert after insert on public.categories referencing new table as added
  for each statement execute function private.follow_category_tree();
create trigger follow_tree_on_update after update on public.categories
  referencing old table as removed new table as added
  for each statement execute function private.follow_category_tree();

-- Every category with the names of its path, e.g. "Dapur › Mug", and its place in the order of the tree: for choices of staff.
create view private.category_tree with (security_invoker = on) as
  select c.id,
    jsonb_build_object(
      'id', string_agg(a.name ->> 'id', ' › ' order by up.level),
      'en', string_agg(coalesce(nullif(a.name ->> 'en', ''), a.name ->> 'id'), ' › ' order by up.level)) as name,
    array_agg(lpad(a.position::text, 10, '0') || a.slug order by up.level) as place
  from public.categories c cross join unnest(c.path) with ordinality up (id, level)
  join public.categories a on a.id = up.id
  group by c.id;
grant select on private.category_tree to service_role;

-- The values of `products.options`, flat, so that a filter's labels are counted without unpacking JSON for every product:
-- option code, value code and [place, swatch, label], with a unit separator between them.
create function private.option_values(options jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(concat_ws(chr(31), option ->> 'code', value ->> 'code',
    jsonb_build_array(place, value -> 'swatch', value -> 'label')) order by option_place, place), '{}')
  from jsonb_array_elements(case jsonb_typeof(options) when 'array' then options else '[]' end)
      with ordinality o (option, option_place),
    jsonb_array_elements(case jsonb_typeof(option -> 'values') when 'array' then option -> 'values' else '[]' end)
      with ordinality v (value, place)
$$;
grant execute on function private.option_values(jsonb) to service_role;

create table public.products (
  id uuid primary key default gen_random_uuid(),
  slug text not null constraint product_slug_taken unique
    constraint product_slug_invalid check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name jsonb not null constraint product_name_invalid check (private.is_text(name)),
  summary jsonb not null default '{"id": "", "en": ""}',
  description jsonb not null default '{"id": "", "en": ""}',
  -- [{heading: text, body: text}]
  sections jsonb not null default '[]',
  -- [{code, name: text, values: [{code, label: text, swatch?}]}]
  options jsonb not null default '[]',
  tags text[] not null default '{}',
  personalisable boolean not null default false,
  status text not null default 'draft'
    constraint product_status_unknown check (status in ('draft', 'published', 'archived')),
  published_at timestamptz,
  -- 1 sells best. Null: not ranked.
  best_seller_rank integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Derived columns for cards and filters; private.refresh_products() writes them whenever a variant, its stock or a
  -- category of the product changes.
  price_from bigint not null default 0,
  price_to bigint not null default 0,
  was_price bigint,
  stock_band text not null default 'out',
  colours text[] not null default '{}',
  sizes text[] not null default '{}',
  -- As in product_categories, sorted: lists count and filter by category without a join.
  category_ids uuid[] not null default '{}',
  variant_count integer not null default 0,
  only_variant_id uuid,
  -- It is personalisable and has a published template; see design_templates.
  takes_designs boolean not null default false,
  -- While it takes designs, it is sold with a print only.
  print_required boolean not null default false,
  -- Surcharge of the cheapest published template for one piece: whole rupiah, and basis points of the price.
  -- shop/designs/print-setup/refresh-print-price.server.ts writes them.
  print_amount bigint not null default 0 constraint print_amount_invalid check (print_amount >= 0),
  print_points integer not null default 0 constraint print_points_invalid check (print_points >= 0),
  search_text text not null default '',
  search tsvector generated always as (to_tsvector('simple', search_text)) stored,
  option_values text[] not null generated always as (private.option_values(options)) stored,
  tax_class text not null default 'goods'
    constraint product_tax_class_unknown check (tax_class in ('goods', 'luxury', 'exempt')),
  -- A slug of public.shipping_classes: what the goods demand of a courier.
  shipping_class text not null default 'ordinary'
    constraint product_shipping_class_unknown references public.shipping_classes (slug),
  brand text not null default '' constraint brand_too_long check (length(brand) <= 80),
  -- {title: text, description: text}; empty texts: the name and the summary stand in.
  seo jsonb not null default '{"title": {"id": "", "en": ""}, "description": {"id": "", "en": ""}}'
    constraint product_seo_invalid check (private.is_text(seo -> 'title') and private.is_text(seo -> 'description')),
  version integer not null default 1,
  -- Stock of its variants is low from this many pieces down. Null: shop_settings.low_stock_pieces.
  low_stock_at integer constraint low_stock_at_invalid check (low_stock_at between 0 and 1000000)
);
select private.protect('public.products');
grant select on public.products to anon, authenticated;
create policy "everybody reads published products" on public.products
  for select to anon, authenticated
  using ((status = 'published' and published_at <= now()) or (select private.may('products.read')));
create index products_search on public.products using gin (search);
create index products_search_text on public.products using gin (search_text extensions.gin_trgm_ops);
-- The orders of the list of staff carry the categories: the first products of a category may stand behind very many others.
create index products_created on public.products (created_at, id) include (category_ids);
create index products_out on public.products (created_at, id) where status = 'published' and stock_band = 'out';
create index products_created_of_status on public.products (status, created_at, id);
create index products_newest on public.products (published_at desc) where status = 'published';
-- Tells whether a product is public without reading its row.
create index products_public on public.products (id) include (published_at) where status = 'published';
-- Products: an index for each order and each field of shop/catalogue/products/product-fields.ts.
create index products_updated on public.products (updated_at, id) include (category_ids);
create index products_price on public.products (price_from, id) include (category_ids);
create index products_name on public.products ((lower(left(name ->> 'id', 100)) collate "C"), id);
create index products_name_en on public.products
  ((lower(left(coalesce(nullif(name ->> 'en', ''), name ->> 'id'), 100)) collate "C"), id);
create index products_band on public.products (stock_band, created_at, id);
create index products_brand on public.products ((lower(brand) collate "C"), created_at, id) where brand <> '';
-- For filters that few of the products meet which a list begins with.
create index products_filters on public.products using gin (category_ids, colours, sizes) where status = 'published';
create index products_prices on public.products using gist (int8range(price_from, price_to, '[]')) where status = 'published';
create index products_on_sale on public.products (id) where status = 'published' and was_price is not null;
-- The shelves of the home page.
create index products_best on public.products (best_seller_rank, id) where status = 'published' and best_seller_rank is not null;
create index products_designable on public.products (published_at desc, id) where status = 'published' and takes_designs;
select private.audit('public.products', 'product', 'id', '{price_from,price_to,was_price,stock_band,colours,sizes,
  category_ids,variant_count,only_variant_id,takes_designs,print_amount,print_points,search_text,search,option_values,best_seller_rank,created_at}');
select private.log_changes('public.products', 'private.log_products');
create trigger touch before update on public.products for each row execute function private.touch();
create trigger raise_version before update of slug, name, summary, description, sections, options, tags, personalisable,
  print_required, status, published_at, tax_class, shipping_class, brand, seo on public.products
  for each row execute function private.raise_version();
create trigger check_slug after insert on public.products
  for each row execute function private.redirect_slug('product');
create trigger redirect_slug after update of slug on public.products
  for each row when (old.slug is distinct from new.slug) execute function private.redirect_slug('product');

create table public.product_categories (
  product_id uuid not null references public.products (id) on delete cascade,
  -- A category is deleted when it is empty; it can be merged into another one.
  category_id uuid not null references public.categories (id) on delete restrict,
  primary key (product_id, category_id)
);
select private.protect('public.product_categories');
grant select on public.product_categories to anon, authenticated;
create policy "everybody reads the categories of products they can see" on public.product_categories
  for select to anon, authenticated
  using (exists (select from public.products where products.id = product_id));
create index product_categories_category on public.product_categories (category_id);
select private.audit('public.product_categories', 'product', 'product_id');
select private.log_changes('public.product_categories', 'private.log_products');

-- Whether the last digit of a GTIN is its check digit (GS1 General Specifications, section 7.9).
create function private.is_gtin(code text) returns boolean
language sql immutable strict set search_path = ''
as $$
  select code ~ '^(\d{8}|\d{12,14})$' and coalesce((
    select sum(digit::integer * case place % 2 when 1 then 3 else 1 end) % 10 = 0
    -- From the right, the check digit has place 0.
    from regexp_split_to_table(reverse(code), '') with ordinality d (digit, n), lateral (select n - 1 as place) p), false)
$$;
grant execute on function private.is_gtin(text) to service_role;

create table public.product_variants (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  sku text not null constraint sku_taken unique constraint sku_invalid check (length(sku) between 1 and 64),
  -- Option code → value code, e.g. {"colour": "hitam", "size": "l"}.
  options jsonb not null default '{}',
  -- Whole rupiah, tax included.
  price bigint not null constraint price_invalid check (price between 0 and 1000000000000),
  was_price bigint constraint was_price_invalid check (was_price > price),
  -- The price of the sale that is on (public.sales), for lists and pages. An order takes it from public.sale_prices.
  sale_price bigint,
  -- What buyers see: a price that was lowered below the sale's stays lower.
  shown_price bigint not null generated always as (least(price, sale_price)) stored,
  shown_was_price bigint generated always as (case when sale_price < price then price else was_price end) stored,
  -- 0: not weighed yet.
  weight_grams integer not null constraint weight_invalid check (weight_grams between 0 and 1000000),
  length_mm integer not null default 0 check (length_mm >= 0),
  width_mm integer not null default 0 check (width_mm >= 0),
  height_mm integer not null default 0 check (height_mm >= 0),
  position integer not null default 0,
  archived boolean not null default false,
  -- in, low or out, derived from the stock ledger. Only staff read the exact figure.
  stock_band text not null default 'out'
    constraint stock_band_unknown check (stock_band in ('in', 'low', 'out')),
  -- A GTIN of 8, 12, 13 or 14 digits; null: none.
  barcode text constraint barcode_taken unique constraint barcode_invalid check (private.is_gtin(barcode)),
  version integer not null default 1,
  -- Replaces shop_settings.max_pieces for this variant.
  max_pieces integer constraint variant_max_pieces_invalid check (max_pieces between 1 and 99),
  -- Minimum pieces of this variant in an order of a buyer. It does not limit orders by staff.
  min_pieces integer not null default 1 constraint variant_min_pieces_invalid check (min_pieces between 1 and 99),
  constraint variant_pieces_crossed check (min_pieces <= max_pieces),
  constraint variant_options_taken unique (product_id, options)
);
select private.protect('public.product_variants');
grant select on public.product_variants to anon, authenticated;
create policy "everybody reads variants of products they can see" on public.product_variants
  for select to anon, authenticated
  using (
    (not archived and exists (select from public.products where products.id = product_id))
    or (select private.may('products.read'))
  );
create index product_variants_product on public.product_variants (product_id, position);
-- The stock page by SKU, its views, and its search.
create index product_variants_low on public.product_variants (sku) where not archived and stock_band = 'low';
create index product_variants_out on public.product_variants (sku) where not archived and stock_band = 'out';
create index product_variants_sku_prefix on public.product_variants (upper(sku) text_pattern_ops);
create index product_variants_on_sale on public.product_variants (id) where sale_price is not null;
select private.audit('public.product_variants', 'product', 'product_id',
  '{stock_band,sale_price,shown_price,shown_was_price}');
select private.log_changes('public.product_variants', 'private.log_products');
create trigger raise_version before update of sku, barcode, options, price, was_price, weight_grams, length_mm, width_mm,
  height_mm, position, archived, min_pieces, max_pieces on public.product_variants
  for each row execute function private.raise_version();

create table public.product_images (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  -- In the public bucket `product-images`. The files are {path}.{width}.{avif|webp}.
  path text not null constraint image_path_invalid check (path ~ '^[A-Za-z0-9/_-]+$'),
  alt jsonb not null constraint image_alt_invalid check (private.is_text(alt)),
  -- The average colour and the thumbhash, shown until the picture has loaded.
  colour text not null default '#f1eee8' constraint image_colour_invalid check (colour ~ '^#[0-9a-f]{6}$'),
  thumbhash text,
  width integer not null,
  height integer not null,
  position integer not null default 0,
  -- Variants that show this picture first.
  variant_ids uuid[] not null default '{}',
  -- The uploaded file (public.media). Null: the files were encoded outside of the program.
  media_id uuid constraint image_media_missing references public.media (id),
  -- The point that stays in sight when the picture is cropped, in percent from the left and from the top.
  focal_x smallint not null default 50 constraint image_focal_point_invalid check (focal_x between 0 and 100),
  focal_y smallint not null default 50 constraint image_focal_point_invalid_y check (focal_y between 0 and 100),
  -- The picture adds nothing to the text next to it, so pages give it an empty alternative text.
  is_decorative boolean not null default false,
  version integer not null default 1,
  -- Checked at the end of a statement, so that one statement may renumber all pictures.
  constraint image_position_taken unique (product_id, position) deferrable,
  constraint picture_duplicate unique (product_id, media_id)
);
select private.protect('public.product_images');
grant select on public.product_images to anon, authenticated;
create policy "everybody reads pictures of products they can see" on public.product_images
  for select to anon, authenticated
  using (exists (select from public.products where products.id = product_id));
create index product_images_media on public.product_images (media_id);
select private.audit('public.product_images', 'product', 'product_id', '{colour,thumbhash,width,height}');
select private.log_changes('public.product_images', 'private.log_products');
create trigger raise_version before update of alt, focal_x, focal_y, is_decorative, variant_ids, path
  on public.product_images for each row execute function private.raise_version();
create trigger note_dropped_on_delete after delete on public.product_images referencing old table as removed
  for each statement execute function private.note_dropped_media();
create trigger note_dropped_on_update after update on public.product_images
  referencing old table as removed new table as added
  for each statement execute function private.note_dropped_media();
-- A category shows a picture of a product, and products belong to categories.
alter table public.categories add constraint category_picture_unknown
  foreign key (picture_id) references public.product_images (id) on delete set null;

-- The lowest price of one piece with its print: see products.print_amount. Half up, as shop/designs/print/price-design.ts rounds.
create function private.with_print(price bigint, amount bigint, points integer) returns bigint
language sql immutable parallel safe set search_path = ''
as $$ select price + amount + (price * points + 5000) / 10000 $$;
revoke execute on function private.with_print(bigint, bigint, integer) from public;

-- Recomputes the derived columns of products, and writes only products of which one changed: an import that counts the
-- stock of each variant would otherwise rewrite its product, with the search indexes, for every variant.
-- targets: ids, none twice. Sorted, so that two statements lock products in the same order. In PL/pgSQL, which plans its
-- statement once a session.
create function private.refresh_products(targets uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.products p set
    price_from = d.price_from, price_to = d.price_to, was_price = d.was_price, stock_band = d.stock_band,
    colours = d.colours, sizes = d.sizes, category_ids = d.category_ids, variant_count = d.variant_count,
    only_variant_id = d.only_variant_id, search_text = d.search_text
  from (
    select target.id, coalesce(v.price_from, 0) as price_from, coalesce(v.price_to, 0) as price_to, v.was_price,
      coalesce(v.stock_band, 'out') as stock_band, coalesce(v.colours, '{}') as colours, coalesce(v.sizes, '{}') as sizes,
      array(select category_id from public.product_categories where product_id = target.id order by 1) as category_ids,
      coalesce(v.n, 0)::integer as variant_count, case when v.n = 1 then v.first_id end as only_variant_id,
      lower(extensions.unaccent('extensions.unaccent', concat_ws(' ',
        named.name ->> 'id', named.name ->> 'en', array_to_string(named.tags, ' '), c.names, v.skus))) as search_text
    from unnest(targets) as target (id)
    join public.products named on named.id = target.id
    left join lateral (
      select min(paid.price) as price_from, max(paid.price) as price_to,
        (array_agg(paid.was_price order by shown_price, position))[1] as was_price,
        case when bool_or(stock_band = 'in') then 'in' when bool_or(stock_band = 'low') then 'low' else 'out' end
          as stock_band,
        array_agg(distinct options ->> 'colour') filter (where options ? 'colour') as colours,
        array_agg(distinct options ->> 'size') filter (where options ? 'size') as sizes,
        count(*) as n, (array_agg(id order by position))[1] as first_id, string_agg(sku, ' ') as skus
      from public.product_variants
      cross join lateral (
        select case when is_printed then private.with_print(shown_price, named.print_amount, named.print_points)
            else shown_price end as price,
          case when is_printed then private.with_print(shown_was_price, named.print_amount, named.print_points)
            else shown_was_price end as was_price
        from (select named.takes_designs and named.print_required as is_printed) named_print
      ) paid
      where product_id = target.id and not archived
    ) v on true
    left join lateral (
      select string_agg(concat_ws(' ', name ->> 'id', name ->> 'en'), ' ') as names
      from public.categories where id in (
        select unnest(c.path) from public.product_categories k join public.categories c on c.id = k.category_id
        where k.product_id = target.id)
    ) c on true
  ) d
  where p.id = d.id and (p.price_from, p.price_to, p.was_price, p.stock_band, p.colours, p.sizes, p.category_ids,
      p.variant_count, p.only_variant_id, p.search_text)
    is distinct from (d.price_from, d.price_to, d.was_price, d.stock_band, d.colours, d.sizes, d.category_ids,
      d.variant_count, d.only_variant_id, d.search_text);
end $$;
grant execute on function private.refresh_products(uuid[]) to service_role;

-- Refreshes the products of all variants, or of all rows of product_categories, that a statement changed.
create function private.refresh_products_of_rows() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  targets uuid[];
begin
  if tg_op = 'INSERT' then
    targets := array(select distinct product_id from added order by 1);
  elsif tg_op = 'DELETE' then
    targets := array(select distinct product_id from removed order by 1);
  else
    targets := array(select product_id from removed union select product_id from added order by 1);
  end if;
  if targets <> '{}' then perform private.refresh_products(targets); end if;
  return null;
end $$;
create trigger refresh_products_on_insert after insert on public.product_variants referencing new table as added
  for each statement execute function private.refresh_products_of_rows();
create trigger refresh_products_on_update after update on public.product_variants
  referencing old table as removed new table as added
  for each statement execute function private.refresh_products_of_rows();
create trigger refresh_products_on_delete after delete on public.product_variants referencing old table as removed
  for each statement execute function private.refresh_products_of_rows();
create trigger refresh_products_on_insert after insert on public.product_categories referencing new table as added
  for each statement execute function private.refresh_products_of_rows();
create trigger refresh_products_on_delete after delete on public.product_categories referencing old table as removed
  for each statement execute function private.refresh_products_of_rows();

-- Refreshes products whose name or tags changed, for their search text, or the price of their print. `except` instead of a join of the two transition
-- tables: they have no statistics, so that PostgreSQL compares each row of one with each of the other.
create function private.refresh_products_on_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  targets constant uuid[] := array(
    select id from (
      select id, name, tags, takes_designs, print_required, print_amount, print_points from added
      except select id, name, tags, takes_designs, print_required, print_amount, print_points from removed
    ) changed order by 1);
begin
  if targets <> '{}' then perform private.refresh_products(targets); end if;
  return null;
end $$;
create trigger refresh_products_on_text after update on public.products
  referencing old table as removed new table as added
  for each statement execute function private.refresh_products_on_text();

-- Search texts of products that follow the names of their categories (docs/why/catalogue.md).

-- Categories whose products have search texts with an old name or an old place in the tree. The job refresh-search-texts
-- goes through the products of each, and of the categories below it, in chunks.
create table private.renamed_categories (
  category_id uuid primary key references public.categories (id) on delete cascade,
  -- Products up to this one are done; null: none yet.
  done_to uuid,
  renamed_at timestamptz not null default now()
);
select private.protect('private.renamed_categories');
grant select, insert, update, delete on private.renamed_categories to service_role;

-- Notes the categories that a statement renamed or moved. A category that is renamed again begins again.
create function private.note_renamed_categories() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.renamed_categories (category_id)
  select a.id from added a join removed r using (id)
  where (a.name, a.parent_id) is distinct from (r.name, r.parent_id) order by a.id
  on conflict (category_id) do update set done_to = null, renamed_at = now();
  if found then perform private.enqueue('refresh-search-texts', key => 'refresh-search-texts'); end if;
  return null;
end $$;
revoke execute on function private.note_renamed_categories() from public;
create trigger note_renamed after update on public.categories referencing old table as removed new table as added
  for each statement execute function private.note_renamed_categories();

-- Unapplied changes in the editor of a product (docs/why/catalogue.md), saved while staff type. Staff apply them, or a job at a
-- chosen time.
create table private.product_drafts (
  product_id uuid not null references public.products (id) on delete cascade,
  author_id uuid not null references auth.users (id) on delete cascade,
  -- The form of the editor (shop/catalogue/products/product-form.ts).
  form jsonb not null constraint product_draft_too_large check (length(form::text) <= 2000000),
  -- Rises with each change, so that a second window of the same person overwrites nothing.
  revision integer not null default 1,
  updated_at timestamptz not null default now(),
  -- The save that `apply_at` or the last try at it is about (shop/catalogue/products/product-input.ts).
  save jsonb,
  apply_at timestamptz,
  -- The code of the problem that prevented the job from applying it.
  problem text,
  primary key (product_id, author_id),
  constraint product_draft_save_missing check (apply_at is null or save is not null)
);
select private.protect('private.product_drafts');
create index product_drafts_author on private.product_drafts (author_id);
create index product_drafts_due on private.product_drafts (apply_at) where apply_at is not null;

-- Missing data of published products, derived. One row for each gap, so that an index finds the few products with one.
create table private.product_gaps (
  product_id uuid not null references public.products (id) on delete cascade,
  gap text not null constraint product_gap_unknown check (gap in ('picture', 'weight', 'english')),
  primary key (gap, product_id)
);
select private.protect('private.product_gaps');
revoke insert, update, delete on private.product_gaps from service_role;
create index product_gaps_product on private.product_gaps (product_id);

-- targets: ids of products.
create function private.refresh_product_gaps(targets uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- Serialises changes of one product, so that the later one reads the earlier one's rows.
  perform from public.products where id = any (targets) order by id for no key update;
  delete from private.product_gaps g where product_id = any (targets) and case gap
    when 'picture' then exists (select from public.product_images i where i.product_id = g.product_id)
    when 'weight' then not exists (select from public.product_variants v
      where v.product_id = g.product_id and not v.archived and v.weight_grams = 0)
    else (select coalesce(p.name ->> 'en', '') <> '' from public.products p where p.id = g.product_id) end;
  insert into private.product_gaps (product_id, gap)
  select p.id, 'picture' from public.products p where p.id = any (targets)
    and not exists (select from public.product_images i where i.product_id = p.id)
  union all
  select p.id, 'weight' from public.products p where p.id = any (targets) and exists (
    select from public.product_variants v where v.product_id = p.id and not v.archived and v.weight_grams = 0)
  union all
  select p.id, 'english' from public.products p where p.id = any (targets) and coalesce(p.name ->> 'en', '') = ''
  on conflict do nothing;
end $$;
revoke execute on function private.refresh_product_gaps(uuid[]) from public;

create function private.follow_product_gaps() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  targets uuid[];
begin
  if tg_table_name = 'products' and tg_op = 'INSERT' then
    targets := array(select id from added);
  elsif tg_table_name = 'products' then
    -- As in private.refresh_products_on_text().
    targets := array(select id from (
      select id, name ->> 'en' from added except select id, name ->> 'en' from removed) changed);
  elsif tg_op = 'INSERT' then
    targets := array(select distinct product_id from added);
  elsif tg_op = 'DELETE' then
    targets := array(select distinct product_id from removed);
  else
    targets := array(select distinct product_id from (
      select id, product_id, weight_grams, archived from added
      except select id, product_id, weight_grams, archived from removed) changed);
  end if;
  if cardinality(targets) > 0 then perform private.refresh_product_gaps(targets); end if;
  return null;
end $$;
revoke execute on function private.follow_product_gaps() from public;
create trigger follow_gaps_on_insert after insert on public.products referencing new table as added
  for each statement execute function private.follow_product_gaps();
create trigger follow_gaps_on_update after update on public.products
  referencing old table as removed new table as added
  for each statement execute function private.follow_product_gaps();
create trigger follow_gaps_on_insert after insert on public.product_variants referencing new table as added
  for each statement execute function private.follow_product_gaps();
create trigger follow_gaps_on_update after update on public.product_variants
  referencing old table as removed new table as added
  for each statement execute function private.follow_product_gaps();
create trigger follow_gaps_on_delete after delete on public.product_variants referencing old table as removed
  for each statement execute function private.follow_product_gaps();
create trigger follow_gaps_on_insert after insert on public.product_images referencing new table as added
  for each statement execute function private.follow_product_gaps();
create trigger follow_gaps_on_delete after delete on public.product_images referencing old table as removed
  for each statement execute function private.follow_product_gaps();
