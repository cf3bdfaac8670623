-- Files. This schema has their metadata and access rules; the object store has the bytes. The column names are those
-- of Supabase Storage, so that its policies and tools work here. Without a policy only service_role reaches a file.
-- The module that uses a bucket creates its row and its policies.

create schema storage;

grant usage on schema storage to anon, authenticated, service_role;

-- The parts of a path, for policies: foldername('a/b/c.png') is {a,b}.
create function storage.foldername(name text) returns text[]
language sql immutable set search_path = ''
as $$ select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1] $$;

create function storage.filename(name text) returns text
language sql immutable set search_path = ''
as $$ select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)] $$;

create function storage.extension(name text) returns text
language sql immutable set search_path = ''
as $$ select substring(storage.filename(name) from '\.([^.]*)$') $$;
grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text)
  to anon, authenticated, service_role;

-- The current operation of the storage API, for policies: `storage.object.upload`, `storage.object.list`, …
create function storage.operation() returns text
language sql stable set search_path = ''
as $$ select nullif(current_setting('storage.operation', true), '') $$;

create function storage.allow_only_operation(expected_operation text) returns boolean
language sql stable set search_path = ''
as $$
  select storage.operation() in (expected_operation, 'storage.' || expected_operation)
$$;

create function storage.allow_any_operation(expected_operations text[]) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from unnest(expected_operations) o where storage.allow_only_operation(o))
$$;
grant execute on function storage.operation(), storage.allow_only_operation(text),
  storage.allow_any_operation(text[]) to anon, authenticated, service_role;

-- Everybody who knows the path can read the files of a public bucket.
create table storage.buckets (
  id text primary key check (id ~ '^[A-Za-z0-9_!.*''() &$=@;:+,?-]{1,100}$'),
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  type text not null default 'STANDARD',
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.protect('storage.buckets');
select private.require_second_factor('storage.buckets');
grant select, delete on storage.buckets to anon, authenticated;
grant insert (id, name, owner, owner_id, public, type, file_size_limit, allowed_mime_types),
  update (name, owner, owner_id, public, file_size_limit, allowed_mime_types)
  on storage.buckets to anon, authenticated;
create trigger buckets_touch before update on storage.buckets
  for each row execute function private.touch();

-- One row per file. metadata: size (bytes), mimetype, cacheControl, eTag, lastModified. `version` names the bytes in
-- the object store, so that replacing a file is atomic.
create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets on update cascade,
  name text not null check (name <> ''),
  owner uuid,
  owner_id text,
  -- A row that was inserted without bytes gets a version that nothing is stored under.
  version text not null default gen_random_uuid()::text,
  metadata jsonb not null default '{}',
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  last_accessed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint key_already_exists unique (bucket_id, name)
);
select private.protect('storage.objects');
select private.require_second_factor('storage.objects');
-- Every column but `version`: only the program decides which bytes belong to a row.
grant select, delete on storage.objects to anon, authenticated;
grant insert (bucket_id, name, owner, owner_id, metadata, user_metadata),
  update (bucket_id, name, owner, owner_id, metadata, user_metadata)
  on storage.objects to anon, authenticated;
-- A row that named another file's version could read its bytes.
create unique index objects_version on storage.objects (version);
-- Lists read a range of names in byte order. The collation keeps the planner from using this index for anything else
-- (docs/why/database.md).
create index objects_folder on storage.objects (bucket_id collate "C", name collate "C");
create trigger objects_touch before update on storage.objects
  for each row execute function private.touch();

-- Resumable uploads (tus 1.0.0). Each piece has a key of its own; `received` is the sum of their bytes. The program
-- checks the policies for `role` and `owner_id` again when the last byte has arrived.
create table private.resumable_uploads (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets on update cascade on delete cascade,
  name text not null,
  role text not null,
  owner_id text,
  upsert boolean not null,
  -- Started with the token of a signed upload, whose policies were checked when it was signed.
  signed boolean not null,
  length bigint check (length >= 0),
  received bigint not null default 0 check (received >= 0 and received <= coalesce(length, received)),
  pieces text[] not null default '{}',
  mime_type text not null,
  cache_control text not null,
  user_metadata jsonb,
  -- The client's Upload-Metadata header, returned as received.
  header text not null,
  object_id uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
select private.protect('private.resumable_uploads');
create index resumable_uploads_expiry on private.resumable_uploads (expires_at);
create index resumable_uploads_bucket on private.resumable_uploads (bucket_id);

-- Scripts, styles and fonts of the releases that ran in the last days; the files are in the store. Pages of an older
-- or a newer release ask any process for them.
create table private.release_assets (
  name text primary key,
  -- A release that runs renews it.
  seen_at timestamptz not null default now(),
  -- Whether the store has the file.
  stored boolean not null default false
);
select private.protect('private.release_assets');
create index release_assets_age on private.release_assets (seen_at);

-- Files that this database stored at STORAGE_URL. The nightly purge deletes only these.
create table private.stored_files (
  key text primary key,
  -- The last part of the key: the version of an object, or the name of an asset.
  name text not null generated always as (substring(key from '[^/]*$')) stored,
  stored_at timestamptz not null default now()
);
select private.protect('private.stored_files');
create index stored_files_age on private.stored_files (stored_at);

-- An object at STORAGE_URL has the id of the database that owns the files. `place` identifies the cluster and the database. A copied
-- database is in another place and gets a new id.
create table private.store_owner (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid(),
  place text not null
);
select private.protect('private.store_owner');

-- Files that people may have in one folder. A policy cannot count them: parallel uploads do not see each other's rows.
create function private.limit_folder() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  folder text := split_part(new.name, '/', 1);
  most int := case new.bucket_id when 'avatars' then 3 else 5 end;
begin
  -- Serialises uploads into one folder until their commit.
  perform pg_advisory_xact_lock(hashtextextended('folder:' || new.bucket_id || '/' || folder, 0));
  if (select count(*) from storage.objects o
      where o.bucket_id = new.bucket_id and o.name <> new.name
        and starts_with(o.name, folder || '/')) >= most then
    raise exception 'too many files in %', folder using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
revoke execute on function private.limit_folder() from public;
-- Files of the secret key have no owner.
create trigger limit_folder before insert on storage.objects
  for each row when (new.owner_id is not null and new.bucket_id in ('avatars', 'payment-proofs', 'return-photos'))
  execute function private.limit_folder();

-- An account can be deleted while its upload is in progress. The row lock serialises the insert with private.erase_person().
create function private.require_file_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from auth.users u
  where u.id = case when new.owner_id ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then new.owner_id::uuid end
    and u.deleted_at is null
  for key share;
  if not found then
    raise exception 'the owner of this file has no account' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
revoke execute on function private.require_file_owner() from public;
create trigger require_file_owner before insert on storage.objects
  for each row when (new.owner_id is not null and new.bucket_id in ('avatars', 'payment-proofs', 'return-photos'))
  execute function private.require_file_owner();
