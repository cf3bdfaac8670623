-- The terms are written in the back office: a draft that changes until it is published, from a day on. What is published
-- is a row of public.terms_versions, which never changes (migration 33).

-- Null for versions that came with the program: only what an administrator has published takes its day by itself.
alter table public.terms_versions add column published_at timestamptz;

create table public.terms_drafts (
  -- Chosen by the form that begins it: sent twice it is one draft.
  id uuid primary key,
  version text not null default '' constraint draft_version_invalid check (version ~ '^([0-9a-z][0-9a-z.-]{0,31})?$'),
  in_force_from date,
  -- As typed, by language: `# ` begins a part, an empty line a paragraph (shop/terms/terms-text.ts).
  texts jsonb not null constraint draft_texts_invalid check (
    jsonb_typeof(texts -> 'id') is not distinct from 'string'
    and jsonb_typeof(texts -> 'en') is not distinct from 'string'
    and length(texts ->> 'id') <= 60000 and length(texts ->> 'en') <= 60000),
  -- Grows with every change: whoever saves says which one they have read.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select private.protect('public.terms_drafts');
create trigger touch before update on public.terms_drafts for each row execute function private.touch();
grant select on public.terms_drafts to authenticated;
create policy "administrators read drafts of the terms" on public.terms_drafts
  for select to authenticated using ((select private.is_admin()));
select private.require_second_factor('public.terms_drafts');

-- What was published takes effect on its day, when its day has come in the shop; a job of every minute and the act of
-- publishing ask for it. The row of settings is locked, so two of them are one after the other.
create function private.apply_terms() returns text
language plpgsql security definer set search_path = ''
as $$
declare
  present public.terms_versions;
  due text;
begin
  select t.* into present from public.shop_settings s join public.terms_versions t on t.version = s.terms_version
  for update of s;
  select t.version into due from public.terms_versions t, public.shop_settings s
  where t.published_at is not null and t.in_force_from <= (now() at time zone s.time_zone)::date
    and (t.in_force_from, t.published_at) > (present.in_force_from, coalesce(present.published_at, '-infinity'))
  order by t.in_force_from desc, t.published_at desc limit 1;
  if due is not null then
    update public.shop_settings set terms_version = due;
  end if;
  return due;
end $$;
revoke execute on function private.apply_terms() from public;
grant execute on function private.apply_terms() to service_role;
