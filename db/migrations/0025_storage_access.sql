-- Files, second part: people may be given rights on files by policies, as on a hosted backend. Without a policy
-- nobody but the shop itself reaches anything.

-- A file that was recorded without its bytes has a version of its own, which nothing is stored under.
alter table storage.objects alter column version set default gen_random_uuid()::text;
-- Whoever could name another file's version would read its bytes, so a version belongs to one row.
create unique index objects_version on storage.objects (version);
-- Folders are ranges of names, whatever the database's language is.
create index objects_folder on storage.objects (bucket_id, name collate "C");

-- Everything but `version`: which bytes belong to a row is the program's business alone.
grant select, delete on storage.buckets, storage.objects to anon, authenticated;
grant insert (id, name, owner, owner_id, public, type, file_size_limit, allowed_mime_types),
  update (name, owner, owner_id, public, file_size_limit, allowed_mime_types)
  on storage.buckets to anon, authenticated;
grant insert (bucket_id, name, owner, owner_id, metadata, user_metadata),
  update (bucket_id, name, owner, owner_id, metadata, user_metadata)
  on storage.objects to anon, authenticated;

-- Whatever other policies allow, a person with a second factor must have used it.
create policy "a second factor that exists was used" on storage.buckets
  as restrictive to authenticated
  using ((select private.has_required_aal())) with check ((select private.has_required_aal()));
create policy "a second factor that exists was used" on storage.objects
  as restrictive to authenticated
  using ((select private.has_required_aal())) with check ((select private.has_required_aal()));

-- What the storage API is just doing, for policies: `storage.object.upload`, `storage.object.list`, …
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

-- Uploads that come in pieces (tus 1.0.0). Each piece is stored under a key of its own; `received` counts the bytes
-- of all of them. role, claims: whoever began is checked again when the last byte has come.
create table private.resumable_uploads (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets on update cascade on delete cascade,
  name text not null,
  role text not null,
  owner_id text,
  upsert boolean not null,
  -- Begun with the token of a signed upload, which has been checked against the policies already.
  signed boolean not null,
  length bigint check (length >= 0),
  received bigint not null default 0 check (received >= 0 and received <= coalesce(length, received)),
  pieces text[] not null default '{}',
  mime_type text not null,
  cache_control text not null,
  user_metadata jsonb,
  -- The client's own words, sent back as they came.
  header text not null,
  object_id uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
select private.protect('private.resumable_uploads'::regclass);
create index resumable_uploads_expiry on private.resumable_uploads (expires_at);
create index resumable_uploads_bucket on private.resumable_uploads (bucket_id);
