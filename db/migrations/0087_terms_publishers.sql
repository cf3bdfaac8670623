-- Who published a version of the terms. Beside public.terms_versions, because everybody reads that one: which account it
-- was is for administrators. The account is named, not copied: with it goes the name, the version stays.

create table public.terms_publishers (
  version text primary key references public.terms_versions (version),
  actor_id uuid references auth.users (id) on delete set null
);
create index terms_publishers_actor on public.terms_publishers (actor_id);
select private.protect('public.terms_publishers');
revoke update, delete on public.terms_publishers from service_role;
grant select on public.terms_publishers to authenticated;
create policy "administrators read who published the terms" on public.terms_publishers
  for select to authenticated using ((select private.is_admin()));
select private.require_second_factor('public.terms_publishers');
