-- Codes to write down for the day when a second factor is lost, and the moment when a person last proved anew who
-- they are, which taking the data along or deleting the account asks for.

create table auth.recovery_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  -- HMAC with the key file's secret: a copy of this table opens nothing.
  code_hash text not null constraint recovery_code_known unique,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
select private.protect('auth.recovery_codes'::regclass);
create index recovery_codes_user on auth.recovery_codes (user_id);

-- They stand in for a second factor, so without one there is nothing left for them to open.
create function private.drop_recovery_codes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.recovery_codes c
  where c.user_id = old.user_id and not exists (
    select from auth.mfa_factors f where f.user_id = old.user_id and f.status = 'verified');
  return null;
end $$;
create trigger mfa_factors_drop_recovery_codes after delete on auth.mfa_factors
  for each row execute function private.drop_recovery_codes();

alter table auth.attempts drop constraint attempts_kind_check;
alter table auth.attempts add constraint attempts_kind_check
  check (kind in ('code', 'totp', 'phone', 'reauthentication', 'recovery'));

alter table auth.sessions add column reauthenticated_at timestamptz;

-- Whether the person has proved in the last ten minutes, in this very session, who they are.
create function private.is_fresh_session(session uuid, person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions s
    where s.id = session and s.user_id = person and s.reauthenticated_at > now() - interval '10 minutes');
$$;
grant execute on function private.is_fresh_session(uuid, uuid) to service_role;

-- Where receipts go of those who have no address to sign in with: guests, and people with a phone number only.
alter table public.profiles add column contact_email text
  constraint contact_email_invalid check (length(contact_email) <= 254 and contact_email ~ '^[^\s@,;<>"()]+@[^\s@,;<>"()]+$');
grant update (contact_email) on public.profiles to authenticated;
