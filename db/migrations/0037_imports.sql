-- What files of other kinds change (docs/why/imports.md).

-- The postal code of a kelurahan is all that staff change of a region. The regions themselves come with the program, so
-- only updates are audited.
create trigger audit_update after update on public.regions referencing old table as removed new table as added
  for each statement execute function private.audit_changes('region', 'code', '{code}', '{name,level,full_name,search}');

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
    -- Whoever takes the address as their own meanwhile waits for this row, or this statement for theirs.
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

-- A customer whom staff enter: an account with an address that nobody has confirmed, without a password. The person sets one
-- by "forgotten password", which confirms the address. Null: the address has an account.
create function private.add_customer(address text, person_name text, person_language text) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  person constant uuid := gen_random_uuid();
begin
  insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data)
  values (person, address, '{"provider": "email", "providers": ["email"]}',
    jsonb_build_object('full_name', person_name, 'language', person_language))
  on conflict do nothing;
  if not found then return null; end if;
  insert into auth.identities (provider_id, user_id, identity_data, provider)
  values (person::text, person, jsonb_build_object('sub', person, 'email', address, 'email_verified', false,
    'phone_verified', false), 'email');
  return person;
end $$;
revoke execute on function private.add_customer(text, text, text) from public;
grant execute on function private.add_customer(text, text, text) to service_role;

-- Picture addresses in product files. A task downloads the pictures after the import. It downloads each address once per product,
-- even if staff remove the picture later.
create table private.picture_addresses (
  product_id uuid not null references public.products (id) on delete cascade,
  address text not null constraint picture_address_invalid check (address ~ '^https?://' and length(address) <= 2000),
  -- The last import with this address, and the row in its file.
  import_id uuid references public.imports (id) on delete set null,
  row_no bigint not null,
  place integer not null,
  -- The variants that the picture shows.
  variant_ids uuid[] not null default '{}',
  -- The task of the last attempt, and the reason of its failure.
  tried_by uuid,
  problem text,
  -- Null: not downloaded yet.
  fetched_at timestamptz,
  picture_id uuid,
  primary key (product_id, address)
);
select private.protect('private.picture_addresses');
create index picture_addresses_waiting on private.picture_addresses (import_id, row_no, place) where fetched_at is null;
create index picture_addresses_fetched on private.picture_addresses (import_id, product_id) where fetched_at is not null;
