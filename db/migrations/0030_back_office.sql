-- What the lists of the back office read and remember: indexes for their filters, saved views, preferences of staff.

-- Products: an index for each order and each field of shop/catalogue/products/product-fields.ts.
create index products_updated on public.products (updated_at, id) include (category_ids);
create index products_price on public.products (price_from, id) include (category_ids);
create index products_name on public.products ((lower(left(name ->> 'id', 100)) collate "C"), id);
create index products_name_en on public.products
  ((lower(left(coalesce(nullif(name ->> 'en', ''), name ->> 'id'), 100)) collate "C"), id);
create index products_band on public.products (stock_band, created_at, id);
create index products_brand on public.products ((lower(brand) collate "C"), created_at, id) where brand <> '';
create index stock_items_available on public.stock_items (available);

-- What a product still misses in the shop window. Derived; one row for each gap, so that few rows are found at once.
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
  -- Whoever changes the same product waits here, and then counts the other's change.
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

-- Promotions: an index for each field of shop/promotions/editor/promotion-fields.ts that 0012_promotions.sql does not have.
create index promotions_type on public.promotions (type, created_at desc, id desc);
create index promotions_ends on public.promotions (ends_at) where ends_at is not null;
create index promotions_used on public.promotions (used, id);

-- Orders: searched by the end of a phone number, the beginning of a number, and words of the recipient's name.
create index orders_number on public.orders ((upper(number)) text_pattern_ops);
create index orders_phone on public.orders ((reverse(phone)) text_pattern_ops);
create index orders_recipient on public.orders using gin (lower(recipient) extensions.gin_trgm_ops);
create index orders_payment_status on public.orders (payment_status, created_at, id);
create index orders_fulfilment on public.orders (status, fulfilment_status, created_at, id);
create index orders_total on public.orders (total, id);
create index orders_courier on public.orders (lower(courier), created_at, id);
create index orders_province on public.orders (("left"(address ->> 'region_code', 2)), created_at, id);
create index shipments_tracking_folded on public.shipments (upper(tracking_number));

-- A filter and an order of a list under a name. The use cases of shop/office/saved-views alone read and write it.
create table private.saved_views (
  id uuid primary key default gen_random_uuid(),
  -- Null: shared with all staff.
  owner_id uuid references auth.users (id) on delete cascade,
  list text not null constraint saved_view_list_unknown check (list in ('products', 'promos', 'orders', 'audit')),
  name text not null constraint saved_view_name_invalid check (name = btrim(name) and length(name) between 1 and 60),
  -- A filter of shop/staff/filters as a tree; null: everything. Each reader checks it against the fields of the list.
  filter jsonb,
  -- Empty: the order that the list begins with.
  sort text not null default '' constraint saved_view_sort_invalid check (sort ~ '^[a-z_]{0,40}$'),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  constraint saved_view_name_taken unique nulls not distinct (list, owner_id, name)
);
select private.protect('private.saved_views');
create index saved_views_owner on private.saved_views (owner_id);
select private.audit('private.saved_views', 'saved_view', 'id', '{position,created_at}');

create function private.limit_saved_views() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Two people who share a view at once wait for one another here.
  perform pg_advisory_xact_lock(718251, hashtext(new.list || coalesce(new.owner_id::text, '')));
  if (select count(*) from private.saved_views v
      where v.list = new.list and v.owner_id is not distinct from new.owner_id and v.id <> new.id) >= 50 then
    raise exception 'too many views' using errcode = 'check_violation', constraint = 'too_many_saved_views';
  end if;
  return new;
end $$;
revoke execute on function private.limit_saved_views() from public;
create trigger limit_saved_views before insert or update of list, owner_id on private.saved_views
  for each row execute function private.limit_saved_views();

-- How a person wants the back office.
create table private.staff_preferences (
  person_id uuid primary key references auth.users (id) on delete cascade,
  -- Keys without a modifier do something (WCAG 2.1.4).
  shortcuts boolean not null default true,
  rail_collapsed boolean not null default false,
  -- Kinds of notifications that the person does not get.
  muted text[] not null default '{}' constraint muted_kinds_too_many check (cardinality(muted) <= 50),
  -- One mail a day with the number of unread notifications.
  daily_digest boolean not null default false
);
select private.protect('private.staff_preferences');
