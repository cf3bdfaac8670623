-- Designs that their owners show to others by a link, and what people report about them (docs/why/designs.md). Only the use cases of
-- shop/production/customisations/sharing write.

create table public.shared_designs (
  -- Chosen by the form. The token of the link is a signature of it.
  id uuid primary key,
  customer_id uuid not null references auth.users (id) on delete cascade,
  design_id uuid not null references public.designs (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  -- Variant that the design was drawn on, as in designs.
  variant_id uuid,
  -- SHA-256 in hex.
  token_hash text not null constraint shared_design_token_taken unique
    constraint shared_design_token_invalid check (token_hash ~ '^[0-9a-f]{64}$'),
  name text not null constraint shared_design_name_invalid check (length(name) between 1 and 80),
  -- As the design was when it was shared; as in designs.
  document jsonb not null constraint shared_design_document_invalid
    check (jsonb_typeof(document) = 'object' and pg_column_size(document) <= 200000),
  display jsonb not null constraint shared_design_display_invalid
    check (jsonb_typeof(display) = 'object' and pg_column_size(display) <= 2000000),
  -- A copy takes the uploaded pictures along.
  with_pictures boolean not null default false,
  -- `reported` hides it until staff decide; `kept` stays visible whatever else is reported; `removed` is final.
  state text not null default 'shown'
    constraint shared_design_state_unknown check (state in ('shown', 'reported', 'kept', 'removed')),
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
select private.protect('public.shared_designs');
select private.require_second_factor('public.shared_designs');
grant select (
  id, customer_id, design_id, product_id, variant_id, name, document, display, with_pictures, state, created_at, revoked_at
) on public.shared_designs to authenticated;
create policy "customers read what they share, staff read all" on public.shared_designs
  for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.may('customisations.read')));
create unique index shared_designs_once on public.shared_designs (design_id) where revoked_at is null;
create index shared_designs_design on public.shared_designs (design_id, created_at desc);
create index shared_designs_customer on public.shared_designs (customer_id, created_at desc);
create index shared_designs_product on public.shared_designs (product_id);
create index shared_designs_assets on public.shared_designs using gin ((document -> 'assets'));

-- What is shown by a link never changes.
create function private.guard_shared_design() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if to_jsonb(new) - '{state,revoked_at}'::text[] is distinct from to_jsonb(old) - '{state,revoked_at}'::text[]
    or (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
    or (old.state <> new.state and (old.state, new.state) not in (
      ('shown', 'reported'), ('reported', 'kept'), ('reported', 'removed'), ('kept', 'removed')))
  then
    raise exception 'a shared design never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_shared_design before update on public.shared_designs
  for each row execute function private.guard_shared_design();

create table public.design_reports (
  -- Chosen by the form, so that sending it twice stores one report.
  id uuid primary key,
  shared_design_id uuid not null references public.shared_designs (id) on delete cascade,
  -- As in shop/production/customisations/sharing/report-reason.ts.
  reason text not null constraint design_report_reason_unknown check (reason in (
    'copyright', 'trademark', 'state_symbol', 'pornography', 'hatred', 'personal_data', 'other')),
  note text not null default '' constraint design_report_note_too_long check (length(note) <= 1000),
  created_at timestamptz not null default now(),
  decision text constraint design_report_decision_unknown check (decision in ('kept', 'removed')),
  decided_at timestamptz,
  decided_by uuid references auth.users (id) on delete set null,
  constraint design_report_decided_whole check ((decision is null) = (decided_at is null))
);
select private.protect('public.design_reports');
select private.require_second_factor('public.design_reports');
grant select on public.design_reports to authenticated;
create policy "staff read reports" on public.design_reports
  for select to authenticated using ((select private.may('customisations.review')));
create index design_reports_design on public.design_reports (shared_design_id);
create index design_reports_open on public.design_reports (created_at) where decision is null;
create index design_reports_decider on public.design_reports (decided_by);

-- A report hides the design at once, unless staff have looked at it before.
create function private.hide_reported() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.shared_designs set state = 'reported' where id = new.shared_design_id and state = 'shown';
  return null;
end $$;
revoke execute on function private.hide_reported() from public;
create trigger hide_reported after insert on public.design_reports
  for each row execute function private.hide_reported();

create or replace function private.is_asset_used(asset text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.designs where document -> 'assets' ? asset)
    or exists (select from public.design_versions where document -> 'assets' ? asset)
    or exists (
      select from public.customisations c
      where c.document -> 'assets' ? asset and (c.status <> 'done' or coalesce(c.pictures_until > now(), true)))
    or exists (
      select from public.proofs p join public.customisations c on c.id = p.customisation_id
      where p.document -> 'assets' ? asset and (c.status <> 'done' or coalesce(c.pictures_until > now(), true)))
    or exists (select from public.design_templates where document -> 'assets' ? asset)
    or exists (
      select from public.shared_designs where document -> 'assets' ? asset and revoked_at is null and state <> 'removed')
$$;
