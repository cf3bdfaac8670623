-- Files: what they are and who may reach them. The bytes themselves are in the object store.
-- Column names are those of Supabase Storage, so policies and tools written for it work here.

create schema storage;
grant usage on schema storage to anon, authenticated, service_role;

-- A shelf of files. The files of a public one are readable by anybody who knows their path.
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
select private.protect('storage.buckets'::regclass);
create trigger buckets_touch before update on storage.buckets
  for each row execute function private.touch();

-- One row a file. metadata: size (bytes), mimetype, cacheControl, eTag, lastModified.
-- version names the bytes in the object store, so replacing a file never shows half of it.
create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets on update cascade,
  name text not null check (name <> ''),
  owner uuid,
  owner_id text,
  version text not null,
  metadata jsonb not null default '{}',
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  last_accessed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint key_already_exists unique (bucket_id, name)
);
select private.protect('storage.objects'::regclass);
create trigger objects_touch before update on storage.objects
  for each row execute function private.touch();

-- Parts of a file's path, for policies: foldername('a/b/c.png') is {a,b}.
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
