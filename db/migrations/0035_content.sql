-- Documents of the site, which staff edit without code: look, banner, home page, menus and pages (docs/why/content.md). The
-- schemas in shop/content check the bodies.

create table public.site_documents (
  kind text not null constraint site_kind_unknown check (kind in ('look', 'banner', 'home', 'menu', 'page')),
  key text not null constraint site_key_invalid check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(key) <= 60),
  id text primary key generated always as (kind || ':' || key) stored,
  -- The shared draft; null when nothing is unpublished.
  draft jsonb constraint site_draft_invalid check (jsonb_typeof(draft) = 'object' and length(draft::text) <= 200000),
  -- Grows with every change of the draft, for optimistic locking.
  revision integer not null default 0,
  drafted_by uuid references auth.users (id) on delete set null,
  drafted_at timestamptz,
  newest_version integer not null default 0,
  -- The version that is shown outside of scheduled periods. Null: the built-in content, or nothing.
  published_version integer
);
select private.protect('public.site_documents');
select private.require_second_factor('public.site_documents');
grant select on public.site_documents to authenticated;
create policy "staff who edit content read documents of the site" on public.site_documents
  for select to authenticated using ((select private.may('content.edit')));
create index site_documents_drafted_by on public.site_documents (drafted_by);
-- The audit log omits drafts, because each save would add up to 200 kB. Published texts are in the versions.
select private.audit('public.site_documents', 'site_document', 'id', '{kind,key,draft,drafted_at,drafted_by,newest_version}');

create table public.site_versions (
  document_id text not null references public.site_documents (id),
  version integer not null,
  body jsonb not null constraint site_body_invalid check (jsonb_typeof(body) = 'object' and length(body::text) <= 200000),
  note text not null default '' constraint site_note_too_long check (length(note) <= 200),
  author_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (document_id, version)
);
select private.protect('public.site_versions');
select private.require_second_factor('public.site_versions');
revoke update, delete on public.site_versions from service_role;
grant select on public.site_versions to authenticated;
create policy "staff who edit content read versions of the site" on public.site_versions
  for select to authenticated using ((select private.may('content.edit')));
create index site_versions_author on public.site_versions (author_id);
-- Versions are immutable, except that the deletion of an account sets author_id to null.
create trigger site_versions_never_change before update of document_id, version, body, note, created_at or delete
  on public.site_versions for each row execute function private.refuse_change();
alter table public.site_documents add constraint site_published_version_unknown
  foreign key (id, published_version) references public.site_versions (document_id, version);

-- Periods in which another version is shown. Without an end, the version becomes the published one at the start.
create table public.site_schedule (
  id uuid primary key,
  document_id text not null,
  version integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz constraint site_period_invalid check (ends_at > starts_at),
  state text not null default 'waiting'
    constraint site_schedule_state_unknown check (state in ('waiting', 'on', 'over', 'canceled')),
  constraint site_schedule_version_unknown
    foreign key (document_id, version) references public.site_versions (document_id, version),
  constraint site_schedule_overlaps exclude using gist (document_id extensions.gist_text_ops with =,
    tstzrange(starts_at, coalesce(ends_at, starts_at), case when ends_at is null then '[]' else '[)' end) with &&)
    where (state in ('waiting', 'on'))
);
select private.protect('public.site_schedule');
select private.require_second_factor('public.site_schedule');
revoke delete on public.site_schedule from service_role;
grant select on public.site_schedule to authenticated;
create policy "staff who edit content read the schedule of the site" on public.site_schedule
  for select to authenticated using ((select private.may('content.edit')));
create index site_schedule_version on public.site_schedule (document_id, version);
create index site_schedule_open on public.site_schedule (starts_at) where state in ('waiting', 'on');
select private.audit('public.site_schedule', 'site_document', 'document_id', '{id}');

-- What visitors see now. Only private.apply_site() writes it.
create table public.site_live (
  document_id text primary key references public.site_documents (id),
  version integer not null,
  body jsonb not null,
  since timestamptz not null default now(),
  foreign key (document_id, version) references public.site_versions (document_id, version)
);
select private.protect('public.site_live');
revoke insert, update, delete on public.site_live from service_role;
grant select on public.site_live to anon, authenticated;
create policy "everybody reads the published documents of the site" on public.site_live
  for select to anon, authenticated using (true);
select private.log_changes('public.site_live');

-- Pictures of looks: logos, the square icon and the picture of shared links. The name contains the SHA-256 of the bytes, so its
-- content never changes. Rows are never deleted, because versions refer to them.
create table private.site_files (
  name text primary key constraint site_file_name_invalid check (name ~ '^[0-9a-f]{64}-\d{1,4}x\d{1,4}\.(svg|png|jpg)$'),
  bytes bytea not null constraint site_file_too_large check (length(bytes) between 1 and 2000000),
  created_at timestamptz not null default now()
);
select private.protect('private.site_files');
revoke update, delete on private.site_files from service_role;

-- Addresses of the shop's own pages: the current one, and former ones that redirect to it.
create table public.site_slugs (
  slug text primary key
    constraint site_slug_invalid check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  document_id text not null references public.site_documents (id),
  is_current boolean not null default true
);
select private.protect('public.site_slugs');
revoke delete on public.site_slugs from service_role;
create unique index site_slugs_current on public.site_slugs (document_id) where is_current;
create index site_slugs_document on public.site_slugs (document_id);
grant select on public.site_slugs to anon, authenticated;
create policy "everybody reads the addresses of published pages" on public.site_slugs
  for select to anon, authenticated
  using (exists (select from public.site_live l where l.document_id = site_slugs.document_id));
create policy "staff who edit content read addresses of pages" on public.site_slugs
  for select to authenticated using ((select private.may('content.edit')));
select private.log_changes('public.site_slugs');
select private.audit('public.site_slugs', 'site_document', 'document_id');

-- Copies the version that is due to site_live, of one document or of every document whose schedule is due. The lock on the row of
-- the document serialises use cases and the job. The result depends on the time only, so a missed run of the job does no harm.
create function private.apply_site(of_document text default null) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  document text;
  due public.site_schedule;
  shown integer;
  applied integer := 0;
begin
  if private.current_actor() is null then perform set_config('shop.actor', 'job:apply-site', true); end if;
  for document in
    select d.id from public.site_documents d
    where d.id = of_document or (of_document is null and exists (
      select from public.site_schedule s where s.document_id = d.id
        and (s.state = 'waiting' and s.starts_at <= now() or s.state = 'on' and s.ends_at <= now())))
    order by d.id for update of d
  loop
    for due in
      select * from public.site_schedule s where s.document_id = document and s.state = 'waiting' and s.starts_at <= now()
        and s.ends_at is null order by s.starts_at
    loop
      update public.site_documents set published_version = due.version where id = document;
      update public.site_schedule set state = 'over' where id = due.id;
    end loop;
    update public.site_schedule set state = case when ends_at <= now() then 'over' else 'on' end
    where document_id = document and starts_at <= now() and ends_at is not null
      and (state = 'waiting' or state = 'on' and ends_at <= now());
    shown := coalesce(
      (select s.version from public.site_schedule s where s.document_id = document and s.state = 'on'),
      (select d.published_version from public.site_documents d where d.id = document));
    delete from public.site_live where document_id = document and version is distinct from shown;
    insert into public.site_live (document_id, version, body)
    select v.document_id, v.version, v.body from public.site_versions v where v.document_id = document and v.version = shown
    on conflict (document_id) do nothing;
    applied := applied + 1;
  end loop;
  return applied;
end $$;
revoke execute on function private.apply_site(text) from public;
grant execute on function private.apply_site(text) to service_role;
