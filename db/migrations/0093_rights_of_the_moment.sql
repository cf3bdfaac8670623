-- Rights end with the session and the account (decision 0052). A token says who somebody was when it was signed; what its
-- holder may do now is asked of the session's and the account's row, once a statement.

-- What the caller's claims stand for at this moment: the role of their profile, VISITOR without a profile, and null where
-- the session of the claims has ended, its account is banned or deleted, or a verified second factor has not been used in
-- this session. A token that the merchant has signed names no session: of it only the account is asked, if there is one.
-- One query, in plpgsql, which keeps its plan: this runs in most statements.
create function private.standing() returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  is_id constant text := '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$';
  person uuid;
  standing text;
begin
  if claims is null or not claims ?| array['sub', 'session_id'] then return 'VISITOR'; end if;
  -- A merchant's own token may name somebody in another way.
  if claims ->> 'sub' ~ is_id then person := (claims ->> 'sub')::uuid; end if;
  if not claims ? 'session_id' then
    select case
        when u.deleted_at is not null or u.banned_until > now() then null
        when claims ->> 'aal' is distinct from 'aal2' and exists (
          select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') then null
        else coalesce(p.role, 'VISITOR') end
    into standing
    from auth.users u left join public.profiles p on p.id = u.id where u.id = person;
    return case when found then standing else 'VISITOR' end;
  end if;
  if claims ->> 'session_id' !~ is_id then return null; end if;
  select coalesce(p.role, 'VISITOR') into standing
  from auth.sessions s join auth.users u on u.id = s.user_id left join public.profiles p on p.id = u.id
  where s.id = (claims ->> 'session_id')::uuid and s.user_id = person
    and (s.not_after is null or s.not_after > now())
    and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
    -- A session that was lowered since the token was signed counts as it is now; one that was raised, as it was then.
    and ((claims ->> 'aal' = 'aal2' and s.aal <> 'aal1') or not exists (
      select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'));
  return standing;
end $$;
revoke execute on function private.standing() from public;

-- For restrictive policies: whoever is not admitted reaches nothing of what signed-in people have.
create or replace function private.has_required_aal() returns boolean
language plpgsql stable security definer set search_path = ''
as $$ begin return private.standing() is not null; end $$;

-- Every right of staff is asked by these two.
create or replace function private.is_staff() returns boolean
language plpgsql stable security definer set search_path = ''
as $$ begin return coalesce(private.standing() in ('USER', 'ADMIN'), false); end $$;

create or replace function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$ begin return coalesce(private.standing() = 'ADMIN', false); end $$;

-- Private channels, those of a merchant's own policies too.
select private.require_second_factor('realtime.messages');

-- Who is staff no longer leaves the channels of staff at once, as after a ban, and joins again as what they are now.
create trigger profiles_notify_demotion after update of role on public.profiles
  for each row when (old.role <> 'CUSTOMER' and new.role is distinct from old.role)
  execute function private.notify_ban();
