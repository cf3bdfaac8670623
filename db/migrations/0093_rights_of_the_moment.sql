-- Rights end with the session and the account (decision 0052). A token says who somebody was when it was signed; what its
-- holder may do now is asked of the session's and the account's row, once a statement.

-- An id from the claims; null where a merchant's own token names somebody in another way.
create function private.claimed_id(name text) returns uuid
language sql stable set search_path = ''
as $$
  select case when auth.jwt() ->> name ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
    then (auth.jwt() ->> name)::uuid end
$$;

-- For restrictive policies: the session of the claims has not ended, its account is neither banned nor deleted, and
-- whoever has a verified second factor has used it in this session. A token that the merchant has signed names no
-- session: of it only the account is asked, if there is one. plpgsql keeps its plans; this runs in most statements.
create or replace function private.has_required_aal() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  claims constant jsonb := auth.jwt();
  person uuid;
  level text := coalesce(claims ->> 'aal', 'aal1');
begin
  if not claims ? 'sub' and not claims ? 'session_id' then return true; end if;
  person := private.claimed_id('sub');
  if claims ? 'session_id' then
    -- A session that was lowered since the token was signed counts as it is now; one that was raised, as it was then.
    select case s.aal when 'aal1' then 'aal1' else level end into level
    from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = private.claimed_id('session_id') and s.user_id = person
      and (s.not_after is null or s.not_after > now())
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now());
    if not found then return false; end if;
  elsif exists (
    select from auth.users u where u.id = person and (u.deleted_at is not null or u.banned_until > now())
  ) then
    return false;
  end if;
  return level = 'aal2' or not exists (
    select from auth.mfa_factors where user_id = person and status = 'verified');
end $$;

-- The role in which the caller may act now; null for a visitor, and for whoever is not admitted by the function above.
-- Every right of staff is asked here, through is_staff and is_admin.
create function private.acting_role() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not auth.jwt() ? 'sub' or not private.has_required_aal() then return null; end if;
  return private.role_of(private.claimed_id('sub'));
end $$;

create or replace function private.is_staff() returns boolean
language plpgsql stable security definer set search_path = ''
as $$ begin return coalesce(private.acting_role() in ('USER', 'ADMIN'), false); end $$;

create or replace function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$ begin return coalesce(private.acting_role() = 'ADMIN', false); end $$;

-- Private channels, those of a merchant's own policies too.
select private.require_second_factor('realtime.messages');

-- Who is staff no longer leaves the channels of staff at once, and joins again as what they are now.
create function private.tell_demotion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform realtime.publish(jsonb_build_object('ended_user', new.id));
  return null;
end $$;
revoke execute on function private.tell_demotion() from public;
create trigger profiles_tell_demotion after update of role on public.profiles
  for each row when (old.role <> 'CUSTOMER' and new.role is distinct from old.role)
  execute function private.tell_demotion();
