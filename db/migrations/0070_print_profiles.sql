-- The colour profiles of the shop's printers (docs/why/designs.md): print files of a process are converted by its profile.
create table public.print_profiles (
  process text primary key constraint print_profile_process_unknown check (process in ('laser', 'offset')),
  -- The description in the profile.
  name text not null constraint print_profile_name_invalid check (length(name) between 1 and 80),
  -- As it was uploaded. No grant names it: the licence of a profile is the printer's.
  icc bytea not null constraint print_profile_size_invalid check (octet_length(icc) between 132 and 4194304),
  -- Tells one profile from another of the same name in the log.
  sha256 text not null generated always as (encode(sha256(icc), 'hex')) stored,
  saved_at timestamptz not null default now()
);
select private.protect('public.print_profiles');
select private.require_second_factor('public.print_profiles');
grant select (process, name, sha256, saved_at) on public.print_profiles to authenticated;
create policy "staff read the profiles of printers" on public.print_profiles
  for select to authenticated using ((select private.may('settings.edit')));
select private.audit('public.print_profiles', 'settings', 'process', '{icc,saved_at}');
