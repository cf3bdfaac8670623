-- What the tables of all modules use: checks of texts, the change log, versions, the writer of the audit log, and regions.
-- Translated texts are jsonb {"id": …, "en": …}: Indonesian first, English second.

-- Whether a value is a translated text.
create function private.is_text(value jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(value) = 'object' and jsonb_typeof(value -> 'id') = 'string'
    and jsonb_typeof(value -> 'en') = 'string'
$$;
grant execute on function private.is_text(jsonb) to service_role, authenticated;

-- Normalises a text to one line: replaces control characters, line separators and direction overrides with spaces.
create function private.one_line(text) returns text
language sql immutable set search_path = ''
as $$ select btrim(regexp_replace($1, '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]', ' ', 'g')) $$;
revoke execute on function private.one_line(text) from public;

-- What commits changed in the data that public pages are made of. Every process reads new rows and drops stale answers
-- (docs/why/database.md). Rows live an hour; a process that read none for longer drops everything.
create table private.changes (
  id bigint generated always as identity primary key,
  -- Rows become visible in the order of commits, not of ids: readers go by the transaction.
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  -- Ids of products and slugs of their categories. Null: anything may have changed.
  tags text[]
);
select private.protect('private.changes');
create index changes_xid on private.changes (xid);
create index changes_at on private.changes (at);
grant select, delete on private.changes to service_role;

-- Anything may have changed; a transaction says it once.
create function private.log_anything() returns void
language sql security definer set search_path = ''
as $$
  insert into private.changes (tags) select null
  where not exists (select from private.changes where xid = pg_current_xact_id() and tags is null)
$$;
revoke execute on function private.log_anything() from public;

-- A statement that changes no row logs nothing.
create function private.log_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'TRUNCATE' then
    perform private.log_anything();
  elsif exists (select from changed) then
    perform private.log_anything();
  end if;
  return null;
end $$;
revoke execute on function private.log_change() from public;

-- Logs changed products with categories: the tags include parent categories, which list the products too
-- (docs/why/catalogue.md). Above 250 ids or slugs: log_anything.
create function private.log_tags(product_ids uuid[], category_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 250;
  slugs constant text[] := array(
    select distinct k.slug from public.categories own join public.categories k on k.id = any (own.path)
    where own.id = any (category_ids) limit most + 1);
begin
  if cardinality(product_ids) > most or cardinality(slugs) > most then
    perform private.log_anything();
  elsif cardinality(product_ids) > 0 then
    insert into private.changes (tags) values (product_ids::text[] || slugs);
  end if;
end $$;
revoke execute on function private.log_tags(uuid[], uuid[]) from public;

-- The same for products and what belongs to them: says which products changed, and the categories that they are in, so that
-- other products stay cached (docs/why/catalogue.md).
create function private.log_products() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ids uuid[];
begin
  if tg_op = 'TRUNCATE' then
    perform private.log_anything();
    return null;
  end if;
  -- One more than private.log_tags() names.
  if tg_table_name = 'products' then
    ids := array(select c.id from changed c limit 251);
  else
    ids := array(select distinct c.product_id from changed c limit 251);
  end if;
  if tg_table_name = 'product_categories' then
    perform private.log_tags(ids, array(select distinct c.category_id from changed c));
  else
    perform private.log_tags(ids, array(
      select distinct c.category_id from public.product_categories c where c.product_id = any (ids)));
  end if;
  return null;
end $$;
revoke execute on function private.log_products() from public;

-- Attaches a trigger function to a table that cached data depends on.
create function private.log_changes(target regclass, log regproc default 'private.log_change') returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('create trigger log_insert after insert on %s referencing new table as changed
    for each statement execute function %s()', target, log);
  execute format('create trigger log_update after update on %s referencing new table as changed
    for each statement execute function %s()', target, log);
  execute format('create trigger log_delete after delete on %s referencing old table as changed
    for each statement execute function %s()', target, log);
  execute format('create trigger log_truncate after truncate on %s
    for each statement execute function %s()', target, log);
end $$;

-- Raises `version` when a person's columns change. A save names the version that it read.
create function private.raise_version() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

-- Who writes in this transaction: `person:{id}`, `job:{name}`, `key:secret` or `operator:{login}`; null when nobody said.
-- `shop.actor` is set by private.begin_as(), by jobs and by the seed.
create function private.current_actor() returns text
language sql stable set search_path = ''
as $$
  select coalesce(
    nullif(current_setting('shop.actor', true), ''),
    'person:' || auth.uid(),
    case auth.jwt() ->> 'role' when 'service_role' then 'key:secret' end,
    -- A login that works without the program's roles, e.g. psql.
    case coalesce(current_setting('role', true), 'none') when 'none' then 'operator:' || session_user end)
$$;
grant execute on function private.current_actor() to service_role;

-- An actor as the columns of an audit entry.
create function private.actor_columns(actor text, out actor_kind text, out actor_id uuid, out actor_name text)
language sql immutable set search_path = ''
as $$
  select split_part(coalesce(actor, 'job:database'), ':', 1), case when actor like 'person:%' then substr(actor, 8)::uuid end,
    case when actor not like 'person:%' then split_part(actor, ':', 2) end
$$;

create function private.row_key(value jsonb, key_columns text[]) returns text
language sql immutable set search_path = ''
as $$ select string_agg(value ->> name, ':' order by place) from unnest(key_columns) with ordinality k (name, place) $$;

-- Writes one entry for each row that a statement changed, and refuses the statement when nobody is named. Arguments: the
-- kind of the subject, the column with its id, the key columns of the table, the columns that the program derives.
create function private.audit_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind constant text := tg_argv[0];
  subject constant text := tg_argv[1];
  key_columns constant text[] := tg_argv[2];
  ignored constant text[] := tg_argv[3];
  actor text := private.current_actor();
  entries jsonb[];
begin
  -- The seed makes the shop that the log begins with.
  if actor = 'job:seed' then return null; end if;
  if tg_op = 'INSERT' then
    entries := array(select jsonb_build_object('row', r.value, 'changes', (
        select jsonb_object_agg(f.key, jsonb_build_array(null, f.value))
        from jsonb_each(r.value) f
        where f.key <> all (ignored) and f.value not in ('null', '""', '[]', '{}', '{"en": "", "id": ""}')))
      from (select to_jsonb(a) as value from added a) r);
  elsif tg_op = 'DELETE' then
    entries := array(select jsonb_build_object('row', r.value, 'changes', (
        select jsonb_object_agg(f.key, jsonb_build_array(f.value, null))
        from jsonb_each(r.value) f
        where f.key <> all (ignored) and f.value not in ('null', '""', '[]', '{}', '{"en": "", "id": ""}')))
      from (select to_jsonb(o) as value from removed o) r);
  else
    entries := array(
      select jsonb_build_object('row', n.value, 'changes', d.changes)
      from (select to_jsonb(a) as value, private.row_key(to_jsonb(a), key_columns) as key from added a) n
      join (select to_jsonb(r) as value, private.row_key(to_jsonb(r), key_columns) as key from removed r) o using (key)
      cross join lateral (
        select jsonb_object_agg(b.key, jsonb_build_array(b.value, e.value)) as changes
        from jsonb_each(o.value) b join jsonb_each(n.value) e using (key)
        where b.value is distinct from e.value and b.key <> all (ignored)
      ) d
      where d.changes is not null);
  end if;
  if entries = '{}' then return null; end if;
  -- A statement of another trigger, e.g. the deletion of rows that refer to a deleted one.
  if actor is null and pg_trigger_depth() > 1 then actor := 'job:database'; end if;
  if actor is null then
    raise exception 'nobody is named for a change of %', tg_table_name
      using errcode = 'restrict_violation', constraint = 'actor_missing';
  end if;
  insert into public.audit_entries (actor_kind, actor_id, actor_name, request_id, action, subject_kind, subject_id, row_key, changes)
  select who.actor_kind, who.actor_id, who.actor_name, nullif(current_setting('shop.request', true), ''),
    tg_table_name || case tg_op when 'INSERT' then '.created' when 'UPDATE' then '.changed' else '.deleted' end,
    kind, entry -> 'row' ->> subject,
    nullif(private.row_key(entry -> 'row', key_columns), entry -> 'row' ->> subject),
    coalesce(entry -> 'changes', '{}')
  from unnest(entries) entry, private.actor_columns(actor) who;
  return null;
end $$;

-- Attaches private.audit_changes() to a table that staff change. Called directly below the table.
-- subject: the column with the id of the thing whose history shows the change. ignored: columns that the program derives.
create function private.audit(target regclass, kind text, subject text, ignored text[] default '{}') returns void
language plpgsql set search_path = ''
as $$
declare
  key_columns constant text[] := array(
    select a.attname from pg_catalog.pg_index i
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = target and i.indisprimary order by a.attnum);
  call constant text := format('for each statement execute function private.audit_changes(%L, %L, %L, %L)',
    kind, subject, key_columns, ignored || array['version', 'updated_at']);
begin
  execute format('create trigger audit_insert after insert on %s referencing new table as added %s', target, call);
  execute format(
    'create trigger audit_update after update on %s referencing old table as removed new table as added %s', target, call);
  execute format('create trigger audit_delete after delete on %s referencing old table as removed %s', target, call);
end $$;

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
-- The children of a region, and the regions of a level: codes of one level have one length.
create index regions_level on public.regions (level, code);
-- The postcode of a place decides about its zone.
select private.log_changes('public.regions');
-- The postal code of a kelurahan is all that staff change of a region. The regions themselves come with the program, so
-- only updates are audited.
create trigger audit_update after update on public.regions referencing old table as removed new table as added
  for each statement execute function private.audit_changes('region', 'code', '{code}', '{name,level,full_name,search}');
