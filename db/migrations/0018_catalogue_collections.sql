-- Collections: products chosen by hand or by a rule, with a page of their own (docs/why/catalogue.md). Redirects from earlier
-- addresses of products, categories and collections.

-- {category_ids?: uuid[], price_min?, price_max?: rupiah, in_stock?, on_sale?: boolean, newest_days?: days}; what is missing
-- does not matter.
create function private.is_collection_rule(rule jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(rule) = 'object'
    and not exists (select jsonb_object_keys(rule)
      except select unnest('{category_ids,price_min,price_max,in_stock,on_sale,newest_days}'::text[]))
    and coalesce(jsonb_typeof(rule -> 'category_ids') = 'array', true)
    and not exists (
      select from jsonb_array_elements(case jsonb_typeof(rule -> 'category_ids') when 'array' then rule -> 'category_ids' else '[]' end) c
      where jsonb_typeof(c) <> 'string'
        or c #>> '{}' !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$')
    and not exists (
      select from unnest('{price_min,price_max,newest_days}'::text[]) number
      where rule ? number and not coalesce(rule ->> number ~ '^\d{1,13}$' and jsonb_typeof(rule -> number) = 'number', false))
    and coalesce((rule ->> 'newest_days')::numeric between 1 and 3650, true)
    and coalesce((rule ->> 'price_min')::numeric <= (rule ->> 'price_max')::numeric, true)
    and coalesce(jsonb_typeof(rule -> 'in_stock') = 'boolean', true)
    and coalesce(jsonb_typeof(rule -> 'on_sale') = 'boolean', true)
$$;
grant execute on function private.is_collection_rule(jsonb) to service_role;

create table public.collections (
  id uuid primary key,
  slug text not null constraint collection_slug_taken unique
    constraint collection_slug_invalid check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  name jsonb not null constraint collection_name_invalid check (private.is_text(name)),
  description jsonb not null default '{"id": "", "en": ""}'
    constraint collection_description_invalid check (private.is_text(description)),
  kind text not null default 'manual' constraint collection_kind_unknown check (kind in ('manual', 'rule')),
  rule jsonb not null default '{}' constraint collection_rule_invalid check (private.is_collection_rule(rule)),
  -- The order in which the page opens.
  sort text not null default 'best_selling' constraint collection_sort_unknown
    check (sort in ('manual', 'newest', 'best_selling', 'price_asc', 'price_desc')),
  published boolean not null default false,
  -- Null: at once, and without end.
  published_from timestamptz,
  published_to timestamptz,
  seo jsonb not null default '{"title": {"id": "", "en": ""}, "description": {"id": "", "en": ""}}'
    constraint collection_seo_invalid check (private.is_text(seo -> 'title') and private.is_text(seo -> 'description')),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  constraint collection_sort_needs_hand check (sort <> 'manual' or kind = 'manual'),
  constraint collection_period_invalid check (published_to > published_from)
);
select private.protect('public.collections');
grant select on public.collections to anon, authenticated;
create policy "everybody reads published collections" on public.collections
  for select to anon, authenticated
  using ((published and coalesce(published_from <= now(), true) and coalesce(published_to > now(), true))
    or (select private.may('products.read')));
select private.audit('public.collections', 'collection', 'id', '{created_at}');
select private.log_changes('public.collections');
create trigger raise_version before update on public.collections
  for each row execute function private.raise_version();
create trigger check_slug after insert on public.collections
  for each row execute function private.redirect_slug('collection');
create trigger redirect_slug after update of slug on public.collections
  for each row when (old.slug is distinct from new.slug) execute function private.redirect_slug('collection');

-- The products of a collection by hand.
create table public.collection_products (
  collection_id uuid not null references public.collections (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  position integer not null,
  primary key (collection_id, product_id)
);
select private.protect('public.collection_products');
grant select on public.collection_products to anon, authenticated;
create policy "everybody reads what they see of collections that they see" on public.collection_products
  for select to anon, authenticated
  using (exists (select from public.collections c where c.id = collection_id)
    and exists (select from public.products p where p.id = product_id));
create index collection_products_product on public.collection_products (product_id);
select private.audit('public.collection_products', 'collection', 'collection_id');
select private.log_changes('public.collection_products');

-- The products that a rule puts in have places in private.catalogue_places under the id of a shelf, in the order of
-- every list. A rule that changes gets a new shelf, which the job fill-collections fills; until it is full, visitors see the old
-- one (docs/why/catalogue.md).
create table private.collection_shelves (
  id uuid primary key default gen_random_uuid(),
  -- Null: the job takes the places away, and then the shelf.
  collection_id uuid references public.collections (id) on delete set null,
  rule jsonb not null,
  -- Products up to this one have been looked at; null: none yet.
  filled_to uuid,
  is_full boolean not null default false,
  made_at timestamptz not null default clock_timestamp()
);
select private.protect('private.collection_shelves');
grant select on private.collection_shelves to service_role;
create index collection_shelves_collection on private.collection_shelves (collection_id);

-- Gives a collection whose rule is new an empty shelf. Of earlier ones the last full one stays until the new one is full.
create function private.shelve_collection() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.collection_shelves set collection_id = null
  where collection_id = new.id and (new.kind = 'manual' or not is_full);
  if new.kind = 'rule' then
    insert into private.collection_shelves (collection_id, rule) values (new.id, new.rule);
  end if;
  perform private.enqueue('fill-collections', key => 'fill-collections');
  return null;
end $$;
revoke execute on function private.shelve_collection() from public;
create trigger shelve_on_insert after insert on public.collections
  for each row when (new.kind = 'rule') execute function private.shelve_collection();
create trigger shelve_on_update after update on public.collections
  for each row when ((old.kind, old.rule) is distinct from (new.kind, new.rule))
  execute function private.shelve_collection();

create function private.clear_shelves() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.enqueue('fill-collections', key => 'fill-collections');
  return null;
end $$;
revoke execute on function private.clear_shelves() from public;
create trigger clear_shelves after delete on public.collections
  for each statement execute function private.clear_shelves();

-- Whether public pages show something else than then although nothing was written: a product or a collection was scheduled
-- for a moment since then, or a day has begun, on which terms and taxes may begin.
create function private.fell_due(since timestamptz) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.products
      where status = 'published' and published_at > since and published_at <= now() and updated_at < published_at)
    or exists (select from public.collections
      where published and (published_from > since and published_from <= now() or published_to > since and published_to <= now()))
    or exists (select from public.shop_settings s
      where (since at time zone s.time_zone)::date < (now() at time zone s.time_zone)::date)
$$;
revoke execute on function private.fell_due(timestamptz) from public;
grant execute on function private.fell_due(timestamptz) to service_role;

-- Slugs that products, categories and collections had before: their addresses lead to the present one. A row names the
-- target itself, not its slug, so a chain of changes is one hop from each of them.
create table public.slug_redirects (
  kind text not null constraint slug_redirect_kind_unknown check (kind in ('product', 'category', 'collection')),
  old_slug text not null,
  target_id uuid not null,
  -- What the target is, so that it exists and takes its redirects with it.
  product_id uuid generated always as (case kind when 'product' then target_id end) stored
    references public.products (id) on delete cascade,
  category_id uuid generated always as (case kind when 'category' then target_id end) stored
    references public.categories (id) on delete cascade,
  created_at timestamptz not null default now(),
  collection_id uuid generated always as (case kind when 'collection' then target_id end) stored
    references public.collections (id) on delete cascade,
  primary key (kind, old_slug)
);
select private.protect('public.slug_redirects');
-- Only private.redirect_slug() and private.set_redirect() write; the shop may release a slug.
revoke insert, update on public.slug_redirects from service_role;
create index slug_redirects_product on public.slug_redirects (product_id);
create index slug_redirects_category on public.slug_redirects (category_id);
grant select on public.slug_redirects to anon, authenticated;
create policy "everybody reads redirects to what they can see" on public.slug_redirects
  for select to anon, authenticated
  using (exists (select from public.products where products.id = product_id)
    or exists (select from public.categories where categories.id = category_id));
create policy "everybody reads redirects to collections that they see" on public.slug_redirects
  for select to anon, authenticated using (exists (select from public.collections where collections.id = collection_id));
create index slug_redirects_collection on public.slug_redirects (collection_id);
select private.log_changes('public.slug_redirects');

-- Gives the address of a category, and those that lead to it, to another one before the first is deleted.
create function private.redirect_category(source uuid, target uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.slug_redirects set target_id = target where kind = 'category' and target_id = source;
  insert into public.slug_redirects (kind, old_slug, target_id)
  select 'category', slug, target from public.categories where id = source;
$$;
revoke execute on function private.redirect_category(uuid, uuid) from public;
grant execute on function private.redirect_category(uuid, uuid) to service_role;

-- Leads an address of long ago, e.g. of an earlier shop, to a product, category or collection; null takes the redirect away. An address
-- that something has now is refused.
create function private.set_redirect(of_kind text, slug_before text, target uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant text := private.current_actor();
  before constant uuid := (select target_id from public.slug_redirects where kind = of_kind and old_slug = slug_before);
begin
  if actor is null then
    raise exception 'nobody is named for a change of slug_redirects'
      using errcode = 'restrict_violation', constraint = 'actor_missing';
  end if;
  if slug_before !~ '^[a-z0-9]+(-[a-z0-9]+)*$' or length(slug_before) > 100 then
    raise exception 'no address: %', slug_before using errcode = 'check_violation', constraint = 'slug_invalid';
  end if;
  if before is not distinct from target then return; end if;
  if target is null then
    delete from public.slug_redirects where kind = of_kind and old_slug = slug_before;
  else
    -- Serialises with a transaction that takes the address for its own product or category.
    perform from public.products where of_kind = 'product' and id = target for key share;
    perform from public.categories where of_kind = 'category' and id = target for key share;
    perform from public.collections where of_kind = 'collection' and id = target for key share;
    insert into public.slug_redirects (kind, old_slug, target_id) values (of_kind, slug_before, target)
    on conflict (kind, old_slug) do update set target_id = excluded.target_id;
    if exists (select from public.products where of_kind = 'product' and slug = slug_before)
      or exists (select from public.categories where of_kind = 'category' and slug = slug_before)
      or exists (select from public.collections where of_kind = 'collection' and slug = slug_before)
    then
      raise exception 'the address % is in use', slug_before
        using errcode = 'unique_violation', constraint = 'slug_in_use';
    end if;
  end if;
  insert into public.audit_entries (actor_kind, actor_id, actor_name, request_id, action, subject_kind, subject_id, row_key, changes)
  select named.actor_kind, named.actor_id, named.actor_name, nullif(current_setting('shop.request', true), ''),
    'slug_redirects.' || case when before is null then 'created' when target is null then 'deleted' else 'changed' end,
    of_kind, coalesce(target, before)::text, slug_before,
    jsonb_build_object('old_slug', jsonb_build_array(
      case when before is not null then slug_before end, case when target is not null then slug_before end))
  from private.actor_columns(actor) named;
end $$;
revoke execute on function private.set_redirect(text, text, uuid) from public;
grant execute on function private.set_redirect(text, text, uuid) to service_role;
