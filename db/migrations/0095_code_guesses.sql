-- Promo codes count against the limit before anybody looks at them (decision 0031): requests that arrive together learn
-- no more than requests that arrive one after the other. The row `{key}` of private.rate_limits holds how many different
-- codes count in the present window. The row `{key}:{code}` says that the code was asked in that window: `used` is 1
-- while the code counts and 0 after it turned out to be right.

-- Counts each code that is new in the window of each key, or none of them when they do not all fit.
-- Returns 0, or the seconds after which the codes may be looked at.
create function private.claim_code_guesses(
  keys text[], limits integer[], window_seconds integer, codes text[]
) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  seconds integer;
begin
  -- Locks the counters in one order, so that two requests never wait for each other in a circle.
  insert into private.rate_limits as current (key, used, resets_at)
  select k, 0, now() + make_interval(secs => window_seconds) from unnest(keys) k order by k
  on conflict (key) do update set
    used = case when current.resets_at <= now() then 0 else current.used end,
    resets_at = case when current.resets_at <= now() then excluded.resets_at else current.resets_at end;

  select max(greatest(1, ceil(extract(epoch from counter.resets_at - now()))::integer)) into seconds
  from unnest(keys, limits) as wanted (key, most)
  join private.rate_limits counter on counter.key = wanted.key
  where counter.used >= wanted.most or wanted.most < counter.used + (
    select count(*) from unnest(codes) code
    where not exists (
      select from private.rate_limits asked
      where asked.key = counter.key || ':' || code and asked.resets_at = counter.resets_at));
  if seconds is not null then return seconds; end if;

  with fresh as (
    insert into private.rate_limits as asked (key, used, resets_at)
    select counter.key || ':' || code, 1, counter.resets_at
    from private.rate_limits counter, unnest(codes) code
    where counter.key = any (keys)
    on conflict (key) do update set used = 1, resets_at = excluded.resets_at
      where asked.resets_at <> excluded.resets_at
    returning asked.key
  )
  update private.rate_limits counter
  set used = used + (select count(*) from fresh, unnest(codes) code where fresh.key = counter.key || ':' || code)
  where counter.key = any (keys);
  return 0;
end $$;
grant execute on function private.claim_code_guesses(text[], integer[], integer, text[]) to service_role;

-- Right codes no longer count. Releasing a code again changes nothing.
create function private.release_code_guesses(keys text[], codes text[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from private.rate_limits where key = any (keys) order by key for update;
  with released as (
    update private.rate_limits asked set used = 0
    from private.rate_limits counter, unnest(codes) code
    where counter.key = any (keys) and asked.key = counter.key || ':' || code
      and asked.resets_at = counter.resets_at and asked.used = 1
    returning counter.key
  )
  update private.rate_limits counter
  set used = used - (select count(*) from released where released.key = counter.key)
  where counter.key = any (keys);
end $$;
grant execute on function private.release_code_guesses(text[], text[]) to service_role;
