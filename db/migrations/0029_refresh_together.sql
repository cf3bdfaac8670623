-- Many refreshes wait for one commit: what costs most in a refresh is the disk, and it costs as much for fifty.

drop function private.refresh_session(text, text);

-- Swaps live tokens for their children and tells of each all that its answer needs. What is out of the ordinary (used,
-- unknown, ended, banned, or being refreshed elsewhere at this moment) has no row; the program then looks closer.
-- shown, children: hashes, as they are stored; no token twice.
create function private.refresh_sessions(shown text[], children text[])
returns table (token text, refreshed json)
language plpgsql set search_path = '' set lock_timeout = '5s'
as $$
begin
  return query
  with asked as (
    select a.token, a.child from unnest(shown, children) as a (token, child)
  ),
  -- Nothing waits for a lock here, so no two of these can wait for each other.
  live as (
    select a.token, a.child, s.id, s.user_id
    from asked a
    join auth.refresh_tokens t on t.token = a.token
    join auth.sessions s on s.id = t.session_id
    join auth.users u on u.id = s.user_id
    where not t.revoked and (s.not_after is null or s.not_after > now())
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
    for update of s skip locked for key share of u skip locked
  ),
  -- Looks again at the token itself: somebody may have used it until the session's lock was ours.
  used as (
    update auth.refresh_tokens t set revoked = true, updated_at = now()
    from live l where t.token = l.token and not t.revoked
    returning l.token, l.child, l.id, l.user_id
  ),
  added as (
    insert into auth.refresh_tokens (token, parent, user_id, session_id)
    select used.child, used.token, used.user_id, used.id from used
  ),
  touched as (
    update auth.sessions s set refreshed_at = now(), updated_at = now()
    from used where s.id = used.id
    returning used.token, used.user_id, s.id, s.aal, s.not_after
  )
  select touched.token, json_build_object(
    'session', json_build_object('id', touched.id, 'user_id', touched.user_id, 'aal', touched.aal,
      'not_after', touched.not_after),
    'user', row_to_json(u),
    'amr', (
      select coalesce(json_agg(json_build_object('method', a.authentication_method,
          'timestamp', extract(epoch from a.updated_at)::int) order by a.updated_at desc, a.authentication_method), '[]')
      from auth.mfa_amr_claims a where a.session_id = touched.id),
    'identities', (
      select coalesce(json_agg(row_to_json(i) order by i.created_at, i.id), '[]')
      from auth.identities i where i.user_id = touched.user_id),
    'factors', (
      select coalesce(json_agg(to_jsonb(f) - 'secret' order by f.created_at, f.id), '[]')
      from auth.mfa_factors f where f.user_id = touched.user_id))
  from touched join auth.users u on u.id = touched.user_id;
end $$;
revoke execute on function private.refresh_sessions(text[], text[]) from public;
grant execute on function private.refresh_sessions(text[], text[]) to service_role;
