-- The staff member who works on a customisation, to avoid duplicate work; claims lock nothing (docs/why/office.md).

-- One claim a customisation; it holds for the minutes of shop/production/customisations/claim-customisation.server.ts and can be taken
-- over.
create table public.customisation_claims (
  customisation_id uuid primary key references public.customisations (id),
  person_id uuid not null references auth.users (id) on delete cascade,
  at timestamptz not null default clock_timestamp()
);
select private.protect('public.customisation_claims');
select private.require_second_factor('public.customisation_claims');
grant select on public.customisation_claims to authenticated;
create policy "staff read who works on a customisation" on public.customisation_claims
  for select to authenticated using ((select private.may('customisations.read')));
create index customisation_claims_person on public.customisation_claims (person_id);
create trigger announce_customisation after insert or update on public.customisation_claims
  for each row execute function private.announce_customisation('customisation_id');
