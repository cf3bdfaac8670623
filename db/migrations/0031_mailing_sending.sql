-- Deliveries of campaigns, and the limits and the warm-up of sending. A recipient of a campaign gets a second message only if the
-- first was refused or never left (docs/why/mailing.md).

-- The unit of work: up to 1,000 recipients, which one process at a time holds by a lease. The fence grows with each
-- lease, so that a process that lost it and comes back can begin nothing.
create table private.mail_chunks (
  campaign integer not null references private.mail_campaigns (number) on delete cascade,
  chunk integer not null constraint mail_chunk_invalid check (chunk >= 0),
  size integer not null constraint mail_chunk_size_invalid check (size between 1 and 1000),
  lease_owner text,
  leased_until timestamptz,
  fence integer not null default 0,
  -- When the first deferred delivery may be tried again.
  due_at timestamptz,
  pending integer not null default 0,
  begun integer not null default 0,
  accepted integer not null default 0,
  kept integer not null default 0,
  refused integer not null default 0,
  deferred integer not null default 0,
  uncertain integer not null default 0,
  skipped integer not null default 0,
  bounced integer not null default 0,
  complained integer not null default 0,
  -- How many are deferred, refused or skipped for which reason: {"skipped:stopped": 3}.
  reasons jsonb not null default '{}',
  -- The mails of the chunk that a provider reported as delivered. Each counts once.
  delivered integer not null default 0 constraint mail_chunk_delivered_invalid check (delivered >= 0),
  primary key (campaign, chunk),
  constraint mail_chunk_tallies_invalid check (
    least(pending, begun, accepted, kept, refused, deferred, uncertain, skipped, bounced, complained) >= 0
    and pending + begun + accepted + kept + refused + deferred + uncertain + skipped + bounced + complained in (0, size)),
  constraint mail_chunk_lease_whole check ((lease_owner is null) = (leased_until is null))
) with (fillfactor = 50);
select private.protect('private.mail_chunks');

-- One row a recipient. Narrow, and without an index on what changes, so that updates stay in their page.
create table private.mail_deliveries (
  campaign integer not null,
  -- From 1; the chunk is (n - 1) / 1000.
  n integer not null constraint mail_delivery_number_invalid check (n > 0),
  -- Null once the recipient is erased.
  recipient_id uuid references private.mail_recipients (id) on delete set null,
  version_id integer not null references private.mail_versions (id),
  begun_at timestamptz,
  ended_at timestamptz,
  due_at timestamptz,
  -- The chunk's fence under which it was begun, and how often it was.
  fence integer,
  attempts smallint not null default 0,
  state text not null default 'pending' constraint mail_delivery_state_unknown check (state in (
    'pending', 'begun', 'accepted', 'kept', 'refused', 'deferred', 'uncertain', 'skipped', 'bounced', 'complained')),
  -- Why it was skipped, or the code and enhanced code of the server's last reply, e.g. `550 5.1.1`.
  reason text constraint mail_delivery_reason_invalid check (length(reason) <= 16),
  -- The person who started one further attempt for a recipient who may already have got the mail.
  again_by uuid references auth.users (id) on delete set null,
  again_at timestamptz,
  primary key (campaign, n),
  constraint mail_delivery_deferred_until check ((state = 'deferred') = (due_at is not null))
) with (fillfactor = 70);
select private.protect('private.mail_deliveries');
revoke delete on private.mail_deliveries from service_role;
-- In this order, so that erasing and the frequency cap find a person's rows.
create unique index mail_delivery_once on private.mail_deliveries (recipient_id, campaign);
-- Without them the planner expects a third of a list where a segment asks who was mailed lately, and looks subscribers up one by one.
create statistics private.mail_deliveries_at on (coalesce(begun_at, ended_at)) from private.mail_deliveries;
create index mail_deliveries_again on private.mail_deliveries (again_by) where again_by is not null;

create function private.guard_mail_delivery() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (old.state, new.state) not in (
    ('pending', 'begun'), ('pending', 'kept'), ('pending', 'skipped'),
    ('begun', 'accepted'), ('begun', 'refused'), ('begun', 'deferred'), ('begun', 'uncertain'), ('begun', 'pending'),
    ('deferred', 'begun'), ('deferred', 'kept'), ('deferred', 'refused'), ('deferred', 'skipped'),
    -- What the process that began it reports late, an event of the mail provider, or staff who try it once more.
    ('uncertain', 'accepted'), ('uncertain', 'refused'), ('uncertain', 'deferred'), ('uncertain', 'pending'),
    ('uncertain', 'bounced'), ('uncertain', 'complained'),
    ('accepted', 'bounced'), ('accepted', 'complained'), ('bounced', 'complained'))
  then
    raise exception 'a delivery does not go from % to %', old.state, new.state
      using errcode = 'restrict_violation', constraint = 'mail_delivery_state';
  end if;
  return new;
end $$;
create trigger guard_mail_delivery before update of state on private.mail_deliveries
  for each row when (old.state is distinct from new.state) execute function private.guard_mail_delivery();

-- Counts by name, added; a count of zero is left out.
create function private.add_counts(counts jsonb, added jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, n), '{}') from (
    select key, sum(value::integer) as n
    from (select * from jsonb_each_text(counts) union all select * from jsonb_each_text(added)) each
    group by key having sum(value::integer) <> 0) w
$$;

-- Maintains the totals of the chunks after every write.
create function private.tally_mail_deliveries() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update private.mail_chunks c set pending = c.pending + s.rows
    from (select a.campaign, (a.n - 1) / 1000 as chunk, count(*)::int as rows from added a group by 1, 2) s
    where c.campaign = s.campaign and c.chunk = s.chunk;
    return null;
  end if;
  with d as (
    select a.campaign, (a.n - 1) / 1000 as chunk, a.state, a.reason, 1 as one from added a
    union all
    select r.campaign, (r.n - 1) / 1000, r.state, r.reason, -1 from removed r
  ), why as (
    select w.campaign, w.chunk, jsonb_object_agg(w.reason, w.n) as reasons
    from (
      select d.campaign, d.chunk, d.state || ':' || coalesce(d.reason, '') as reason, sum(d.one) as n from d
      where d.state in ('deferred', 'refused', 'skipped') group by 1, 2, 3
    ) w group by 1, 2
  ), s as (
    select d.campaign, d.chunk,
      coalesce(sum(d.one) filter (where d.state = 'pending'), 0) as pending,
      coalesce(sum(d.one) filter (where d.state = 'begun'), 0) as begun,
      coalesce(sum(d.one) filter (where d.state = 'accepted'), 0) as accepted,
      coalesce(sum(d.one) filter (where d.state = 'kept'), 0) as kept,
      coalesce(sum(d.one) filter (where d.state = 'refused'), 0) as refused,
      coalesce(sum(d.one) filter (where d.state = 'deferred'), 0) as deferred,
      coalesce(sum(d.one) filter (where d.state = 'uncertain'), 0) as uncertain,
      coalesce(sum(d.one) filter (where d.state = 'skipped'), 0) as skipped,
      coalesce(sum(d.one) filter (where d.state = 'bounced'), 0) as bounced,
      coalesce(sum(d.one) filter (where d.state = 'complained'), 0) as complained
    from d group by 1, 2
  )
  update private.mail_chunks c set
    pending = c.pending + s.pending, begun = c.begun + s.begun, accepted = c.accepted + s.accepted,
    kept = c.kept + s.kept, refused = c.refused + s.refused, deferred = c.deferred + s.deferred,
    uncertain = c.uncertain + s.uncertain, skipped = c.skipped + s.skipped, bounced = c.bounced + s.bounced,
    complained = c.complained + s.complained,
    reasons = case when why.reasons is null then c.reasons else private.add_counts(c.reasons, why.reasons) end
  from s left join why on why.campaign = s.campaign and why.chunk = s.chunk
  where c.campaign = s.campaign and c.chunk = s.chunk
    -- An erasure changes no state, so it does not lock the chunk of a sender.
    and (s.pending, s.begun, s.accepted, s.kept, s.refused, s.deferred, s.uncertain, s.skipped, s.bounced, s.complained)
      <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  return null;
end $$;
revoke execute on function private.tally_mail_deliveries() from public;
create trigger tally_inserted after insert on private.mail_deliveries referencing new table as added
  for each statement execute function private.tally_mail_deliveries();
create trigger tally_updated after update on private.mail_deliveries referencing old table as removed new table as added
  for each statement execute function private.tally_mail_deliveries();

-- The pace that all processes share. `all`, and one row for each group of mail providers.
create table private.mail_limits (
  name text primary key constraint mail_limit_unknown
    check (name in ('all', 'gmail', 'microsoft', 'yahoo', 'apple', 'other')),
  -- Mails a second that the merchant allows, and that are allowed now, after a provider asked for fewer.
  per_second numeric(8, 2) not null constraint mail_limit_invalid check (per_second between 0.1 and 10000),
  now_per_second numeric(10, 4) not null constraint mail_limit_now_invalid check (now_per_second > 0),
  slowed_at timestamptz,
  -- The newest quarter of a second, counted from 1970, of which something is reserved, and how much of it.
  reserved_quarter bigint not null default 0,
  reserved integer not null default 0,
  per_day integer constraint mail_limit_day_invalid check (per_day > 0),
  -- As a pace, so that no hour has more, whenever it begins (docs/why/mailing.md).
  per_hour integer constraint mail_limit_hour_invalid check (per_hour > 0),
  day date,
  used_today integer not null default 0,
  constraint mail_limit_now_too_high check (now_per_second <= per_second)
);
select private.protect('private.mail_limits');
insert into private.mail_limits (name, per_second, now_per_second) values
  ('all', 10, 10), ('gmail', 10, 10), ('microsoft', 5, 5), ('yahoo', 5, 5), ('apple', 5, 5), ('other', 10, 10);

-- Reserves mails of the next quarter of a second for one process. wait_ms: from now until it begins. Processes share
-- a quarter, so that one process cannot use up the rate.
create function private.reserve_mails(limit_name text, wanted integer, out granted integer, out wait_ms double precision)
language plpgsql security definer set search_path = ''
as $$
declare
  l private.mail_limits;
  moment constant timestamptz := clock_timestamp();
  quarter constant bigint := floor(extract(epoch from moment) * 4)::bigint + 1;
  today constant date := (moment at time zone (select time_zone from public.shop_settings))::date;
  pace numeric;
  spread numeric;
begin
  -- A lost reservation is only a slower second.
  perform set_config('synchronous_commit', 'off', true);
  select * into l from private.mail_limits where name = limit_name for update;
  pace := case when l.slowed_at < moment - interval '1 minute'
    then least(l.per_second, l.now_per_second * 1.1) else l.now_per_second end;
  if l.day is distinct from today then l.day := today; l.used_today := 0; end if;
  if l.reserved_quarter <> quarter then l.reserved_quarter := quarter; l.reserved := 0; end if;
  wait_ms := (quarter / 4.0 - extract(epoch from moment)) * 1000;
  -- The share of a quarter, so that every four of them sum to the pace; a little less, because clocks are read twice.
  spread := least(pace * 0.965, l.per_hour / 3600.0);
  granted := floor(spread * (quarter + 1) / 4) - floor(spread * quarter / 4);
  granted := greatest(0, least(wanted, granted - l.reserved));
  if l.per_day is not null then granted := greatest(0, least(granted, l.per_day - l.used_today)); end if;
  -- Nothing more today: asked again in a minute.
  if l.used_today >= l.per_day then wait_ms := 60000; end if;
  update private.mail_limits set reserved_quarter = quarter, reserved = l.reserved + granted,
    now_per_second = pace, slowed_at = case when pace > now_per_second and pace < per_second then moment
      when pace >= per_second then null else slowed_at end,
    day = l.day, used_today = l.used_today + granted
  where name = limit_name;
end $$;
grant execute on function private.reserve_mails(text, integer) to service_role;

-- A provider asked for fewer mails: half of the pace, at most once in ten seconds.
create function private.slow_mails(limit_name text) returns void
language sql security definer set search_path = ''
as $$
  update private.mail_limits set now_per_second = greatest(0.1, now_per_second / 2), slowed_at = clock_timestamp()
  where name = limit_name and (slowed_at is null or slowed_at < clock_timestamp() - interval '10 seconds')
$$;
grant execute on function private.slow_mails(text) to service_role;

-- How many mails of campaigns one person gets at most, whatever their topics: one row.
create table private.mail_caps (
  only_row boolean primary key default true constraint mail_caps_one_row check (only_row),
  mails smallint not null default 2 constraint mail_cap_invalid check (mails > 0),
  days smallint not null default 7 constraint mail_cap_days_invalid check (days between 1 and 90),
  -- For this many days a device stores the last click, and the campaign counts as the origin of an order.
  click_days smallint not null default 5 constraint mail_click_days_invalid check (click_days between 1 and 30),
  -- Whether a new domain is warmed up. False for a domain that other programs have long sent from.
  warms_up boolean not null default true
);
select private.protect('private.mail_caps');
insert into private.mail_caps default values;
select private.audit('private.mail_caps', 'settings', 'only_row');

create function private.why_no_mail(recipient uuid, of_topic text) returns text
language sql stable security definer set search_path = ''
as $$
  select case when recipient is null then 'erased' when private.is_mail_suppressed(recipient) then 'suppressed'
    when private.may_mail(recipient, of_topic) then 'capped' else 'stopped' end
$$;

-- Whether mails of a campaign may be handed over at this hour.
create function private.in_mail_window(window_from smallint, window_to smallint) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when window_from = window_to then true
    when window_from < window_to then local.hour >= window_from and local.hour < window_to
    else local.hour >= window_from or local.hour < window_to end
  from (select extract(hour from clock_timestamp() at time zone s.time_zone) as hour from public.shop_settings s) local
$$;
grant execute on function private.in_mail_window(smallint, smallint) to service_role;

-- Takes a chunk with work for a process. What an owner before had begun may have arrived: it becomes uncertain, and is
-- never tried again. Returns null where there is nothing to take.
create function private.claim_mail_chunk(of_campaign integer, claimant text, lease_ms integer)
returns table (chunk integer, fence integer)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  found_chunk integer;
  new_fence integer;
begin
  perform set_config('synchronous_commit', 'on', true);
  select c.chunk into found_chunk from private.mail_chunks c
  where c.campaign = of_campaign
    and (c.leased_until is null or c.leased_until < clock_timestamp())
    and (c.pending > 0 or c.begun > 0 or (c.deferred > 0 and c.due_at <= clock_timestamp()))
  order by c.chunk limit 1 for update skip locked;
  if found_chunk is null then return; end if;
  update private.mail_chunks c set lease_owner = claimant, fence = c.fence + 1,
    leased_until = clock_timestamp() + make_interval(secs => lease_ms / 1000.0)
  where c.campaign = of_campaign and c.chunk = found_chunk
  returning c.fence into new_fence;
  update private.mail_deliveries d set state = 'uncertain', ended_at = clock_timestamp()
  where d.campaign = of_campaign and d.n between found_chunk * 1000 + 1 and found_chunk * 1000 + 1000
    and d.state = 'begun';
  return query select found_chunk, new_fence;
end $$;
grant execute on function private.claim_mail_chunk(integer, text, integer) to service_role;

-- One step of a sender. First it stores the results of attempts, also after the lease has ended: each names its attempt. Then
-- deliveries begin, if the caller still has the lease, the campaign is sending and the recipient still agrees. No other
-- function begins a delivery.
-- ended: [{n, fence, attempts, state, reason, retry_ms}]. `sender_domain`: whose warm-up counts; null: none.
-- Returns {leased, status, begun: [...], skipped: [n]}.
create function private.step_mail_chunk(
  of_campaign integer, of_chunk integer, claimant text, own_fence integer, lease_ms integer, ended jsonb, wanted integer[],
  sender_domain text default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  c private.mail_campaigns;
  is_leased boolean;
  is_open boolean;
  put_off integer := 0;
  put_back integer := 0;
  -- Of the warm-up; null without one.
  taken integer;
  is_used_up boolean;
  begun jsonb := '[]';
  skipped jsonb := '[]';
begin
  perform set_config('synchronous_commit', 'on', true);
  -- Claims and steps of one chunk wait for each other here.
  select leased_until > clock_timestamp() and lease_owner = claimant and fence = own_fence into is_leased
  from private.mail_chunks where campaign = of_campaign and chunk = of_chunk for update;
  if ended @> '[{"state": "pending"}]' or ended @> '[{"state": "deferred"}]' then
    -- The campaign must not end before these rows are written.
    perform from private.mail_campaigns where number = of_campaign for share;
  end if;
  select * into c from private.mail_campaigns where number = of_campaign;
  if jsonb_array_length(ended) > 0 then
    update private.mail_deliveries d set
      -- An ended campaign retries no delivery, and a retry by staff is made once.
      state = case when e.state = 'deferred' and (c.status in ('sent', 'cancelled') or d.again_at is not null)
        then 'refused' else e.state end,
      ended_at = case when e.state in ('accepted', 'refused', 'uncertain') or d.again_at is not null and e.state = 'deferred'
        then clock_timestamp() end,
      reason = e.reason,
      due_at = case when e.state = 'deferred' and c.status not in ('sent', 'cancelled') and d.again_at is null
        then clock_timestamp() + make_interval(secs => e.retry_ms / 1000.0) end
    from jsonb_to_recordset(ended) e (n integer, fence integer, attempts smallint, state text, reason text, retry_ms double precision)
    where d.campaign = of_campaign and d.n = e.n and d.fence = e.fence and d.attempts = e.attempts
      and d.state in ('begun', 'uncertain') and d.state <> e.state
      and not (c.status = 'sent' and e.state = 'pending');
    select count(*) filter (where e ->> 'state' = 'deferred'), count(*) filter (where e ->> 'state' = 'pending')
    into put_off, put_back from jsonb_array_elements(ended) e;
    update private.mail_chunks set due_at = (
      select min(d.due_at) from private.mail_deliveries d
      where d.campaign = of_campaign and d.n between of_chunk * 1000 + 1 and of_chunk * 1000 + 1000 and d.state = 'deferred')
    where campaign = of_campaign and chunk = of_chunk and put_off > 0;
  end if;
  if is_leased is not true then
    return jsonb_build_object('leased', false, 'status', c.status, 'begun', begun, 'skipped', skipped);
  end if;
  update private.mail_chunks set leased_until = clock_timestamp() + make_interval(secs => lease_ms / 1000.0)
  where campaign = of_campaign and chunk = of_chunk;
  is_open := c.status = 'sending' and private.in_mail_window(c.window_from, c.window_to);
  if is_open and cardinality(wanted) > 0 or put_off + put_back > 0 then
    taken := private.take_warmup(sender_domain, case when is_open then cardinality(wanted) else 0 end, put_off, put_back);
  end if;
  is_used_up := coalesce(is_open and taken < cardinality(wanted), false);
  if is_used_up then wanted := wanted[1:taken]; end if;
  if is_open and cardinality(wanted) > 0 then
    with started as (
      update private.mail_deliveries d set state = 'begun', begun_at = clock_timestamp(), ended_at = null, due_at = null,
        fence = own_fence, attempts = d.attempts + 1
      from private.mail_recipients r
      where d.campaign = of_campaign and d.n = any (wanted) and d.state in ('pending', 'deferred')
        and r.id = d.recipient_id and private.may_get_campaign(d.recipient_id, c.topic)
      returning d.n, d.attempts, d.version_id, r.id, r.email, r.name, r.language
    )
    select coalesce(jsonb_agg(to_jsonb(s) || jsonb_build_object('code', case when c.voucher_promotion_id is not null then (
      select p.code from private.mail_codes m join public.promo_codes p on p.id = m.code_id
      where m.campaign = of_campaign and m.n = s.n) end)), '[]')
    into begun from started s;
    if jsonb_array_length(begun) < cardinality(wanted) then
      with stopped as (
        update private.mail_deliveries d set state = 'skipped', ended_at = clock_timestamp(), due_at = null,
          reason = private.why_no_mail(d.recipient_id, c.topic)
        where d.campaign = of_campaign and d.n = any (wanted) and d.state in ('pending', 'deferred')
          and (d.recipient_id is null or not private.may_get_campaign(d.recipient_id, c.topic))
        returning d.n
      )
      select coalesce(jsonb_agg(s.n), '[]') into skipped from stopped s;
    end if;
  end if;
  -- Recipients skipped for lack of consent do not use the warm-up quota.
  taken := taken - jsonb_array_length(begun);
  if taken > 0 then
    update private.mail_warmups w set begun = w.begun - taken where w.domain = sender_domain;
  end if;
  return jsonb_build_object('leased', true, 'begun', begun, 'skipped', skipped, 'status', case when c.status <> 'sending' then c.status
    when not is_open then 'closed' when is_used_up then 'warm_up' else c.status end);
end $$;
grant execute on function private.step_mail_chunk(integer, integer, text, integer, integer, jsonb, integer[], text) to service_role;

-- Without a mail server: stores each delivery of a leased chunk, or skips it as a real sender would.
create function private.keep_mail_chunk(of_campaign integer, of_chunk integer, claimant text, own_fence integer) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  c private.mail_campaigns;
begin
  select * into c from private.mail_campaigns where number = of_campaign;
  perform from private.mail_chunks where campaign = of_campaign and chunk = of_chunk
    and lease_owner = claimant and fence = own_fence and leased_until > clock_timestamp() for update;
  if not found or c.status <> 'sending' then return; end if;
  update private.mail_deliveries d set
    state = case when k.may_mail then 'kept' else 'skipped' end, ended_at = clock_timestamp(), due_at = null,
    reason = case when not k.may_mail then private.why_no_mail(d.recipient_id, c.topic) end
  from (
    select o.n, coalesce(private.may_get_campaign(o.recipient_id, c.topic), false) as may_mail from private.mail_deliveries o
    where o.campaign = of_campaign and o.n between of_chunk * 1000 + 1 and of_chunk * 1000 + 1000
      and o.state in ('pending', 'deferred')
  ) k
  where d.campaign = of_campaign and d.n = k.n;
end $$;
grant execute on function private.keep_mail_chunk(integer, integer, text, integer) to service_role;

-- Ends what a cancelled campaign has not begun, a chunk at a time. Returns whether there was any.
create function private.cancel_mail_chunk(of_campaign integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  found_chunk integer;
begin
  select c.chunk into found_chunk from private.mail_chunks c
  where c.campaign = of_campaign and c.pending + c.deferred > 0 order by c.chunk limit 1 for update skip locked;
  if found_chunk is null then return false; end if;
  update private.mail_deliveries d set state = 'skipped', reason = 'cancelled', ended_at = clock_timestamp(), due_at = null
  where d.campaign = of_campaign and d.n between found_chunk * 1000 + 1 and found_chunk * 1000 + 1000
    and d.state in ('pending', 'deferred');
  return true;
end $$;
grant execute on function private.cancel_mail_chunk(integer) to service_role;

-- Freezes the next recipients of a campaign, who were found in the order of their ids up to the recipient `reached`, as chunks:
-- the ids are random, so each chunk holds all mail providers. `is_last`: these are the last ones. Returns their number; null when another
-- process freezes them or the campaign is not freezing. With two subjects (docs/why/mailing.md) the recipients of the trial are frozen
-- first, and the rest after the winner is known.
create function private.freeze_mail_chunks(of_campaign integer, chosen uuid[], reached uuid, is_last boolean) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  c private.mail_campaigns;
  part text;
  found_ones constant integer := cardinality(chosen);
  next_chunk integer;
  is_too_large boolean;
begin
  perform set_config('shop.actor', 'job:send-campaigns', true);
  select * into c from private.mail_campaigns where number = of_campaign and status = 'freezing' for update skip locked;
  if not found then return null; end if;
  part := private.mail_part(of_campaign);
  select coalesce(max(chunk) + 1, 0) into next_chunk from private.mail_chunks where campaign = of_campaign;
  if found_ones > 0 then
    insert into private.mail_chunks (campaign, chunk, size)
    select of_campaign, next_chunk + nth, least(1000, found_ones - nth * 1000) from generate_series(0, (found_ones - 1) / 1000) nth;
    insert into private.mail_deliveries (campaign, n, recipient_id, version_id)
    select of_campaign, next_chunk * 1000 + p.place, p.id, coalesce(own.id, other.id)
    from unnest(chosen) with ordinality p (id, place)
    join private.mail_recipients r on r.id = p.id
    cross join lateral (
      select case when part = 'trial' then private.mail_arm(p.id, of_campaign) else coalesce(c.winner, 'a') end as arm) g
    left join private.mail_versions own on own.campaign = of_campaign and own.language = r.language and own.arm = g.arm
    left join private.mail_versions other on other.campaign = of_campaign and other.language = c.fallback_language
      and other.arm = g.arm;
    if c.holdout > 0 then
      update private.mail_deliveries d set state = 'skipped', reason = 'holdout', ended_at = clock_timestamp()
      where d.campaign = of_campaign and d.n > next_chunk * 1000
        and private.mail_bucket(d.recipient_id, of_campaign, 'holdout') < c.holdout;
    end if;
  end if;
  if part = 'trial' then
    insert into private.mail_arms as m (campaign, arm, people)
    select of_campaign, g.arm, count(p.id) from (values ('a'), ('b')) g (arm)
    left join unnest(chosen) p (id) on private.mail_arm(p.id, of_campaign) = g.arm group by g.arm
    on conflict (campaign, arm) do update set people = m.people + excluded.people;
  end if;
  is_too_large := coalesce(c.total + found_ones > c.allowed, false);
  update private.mail_campaigns set total = total + found_ones, freeze_cursor = coalesce(reached, freeze_cursor),
    tick_at = clock_timestamp(),
    status = case when is_too_large then 'paused' when is_last then 'sending' else status end,
    paused_why = case when is_too_large then 'size' end, paused_at = case when is_too_large then now() end,
    trial_frozen_at = case when is_last and part = 'trial' then clock_timestamp() else trial_frozen_at end,
    frozen_at = case when is_last and part <> 'trial' then clock_timestamp() end
  where number = of_campaign;
  return found_ones;
end $$;
grant execute on function private.freeze_mail_chunks(integer, uuid[], uuid, boolean) to service_role;

-- What mail servers and providers said about mails after they had left. The effects are in subscriptions, suppressions and
-- deliveries; these rows have the cause, and prevent that a repeated event counts twice.
create table private.mail_events (
  -- Of its source, e.g. `ses:{id}:{place}`.
  id text primary key constraint mail_event_id_invalid check (length(id) between 1 and 500),
  kind text not null constraint mail_event_kind_unknown check (kind in ('delivered', 'deferred', 'bounced', 'complained')),
  bounce text constraint mail_event_bounce_unknown check (bounce in ('hard', 'soft', 'policy')),
  -- The enhanced status code (RFC 3463).
  code text not null default '' constraint mail_event_code_invalid check (length(code) <= 12),
  -- As the other side worded it.
  reason text not null default '' constraint mail_event_reason_too_long check (length(reason) <= 500),
  -- The delivery that it is about, where it is one of a campaign.
  campaign integer,
  n integer,
  recipient_id uuid references private.mail_recipients (id) on delete set null,
  -- The domain of the address, for staff; the address itself is the recipient's.
  domain text not null default '' constraint mail_event_domain_too_long check (length(domain) <= 254),
  created_at timestamptz not null default now(),
  constraint mail_event_bounce_missing check ((kind = 'bounced') = (bounce is not null)),
  constraint mail_event_delivery_whole check ((campaign is null) = (n is null))
);
select private.protect('private.mail_events');
create index mail_events_newest on private.mail_events (created_at desc, id desc);
create index mail_events_of on private.mail_events (recipient_id, created_at) where recipient_id is not null;
create unique index mail_event_delivered_once on private.mail_events (campaign, n) where kind = 'delivered';

-- A mailbox that is full or refuses at present is given up after soft bounces in three campaigns over a week, without a mail
-- that was accepted, or an order, since the first of them.
create function private.is_given_up(recipient uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  with soft as (
    select e.campaign, e.created_at from private.mail_events e
    where e.recipient_id = recipient and e.bounce = 'soft' and e.campaign is not null
      and not exists (
        select from private.mail_deliveries d
        where d.recipient_id = recipient and d.state = 'accepted' and d.ended_at > e.created_at)
      and not exists (
        select from public.orders o join private.mail_recipients r
          on private.normalised_email(o.email) = private.normalised_email(r.email)
        where r.id = is_given_up.recipient and o.placed_at > e.created_at)
  )
  select count(distinct campaign) >= 3 and max(created_at) >= min(created_at) + interval '7 days' from soft
$$;
grant execute on function private.is_given_up(uuid) to service_role;

-- A new domain of the sender is warmed up (docs/why/mailing.md): for its first 30 days campaigns send a growing number of mails a
-- day, and recipients with the most recent orders get theirs first.

create table private.mail_warmups (
  domain text primary key constraint mail_warmup_domain_invalid check (length(domain) between 1 and 253),
  -- When the first mail of a campaign left here.
  started_at timestamptz not null default now(),
  -- From 0; see private.warmup_amount.
  step smallint not null default 0 constraint mail_warmup_step_unknown check (step between 0 and 7),
  -- Of the shop's time zone, the mails that were begun on it, and the times the other side put one off.
  day date not null,
  begun integer not null default 0 constraint mail_warmup_begun_invalid check (begun >= 0),
  deferred integer not null default 0 constraint mail_warmup_deferred_invalid check (deferred >= 0)
);
select private.protect('private.mail_warmups');

-- Mails a day at a step.
create function private.warmup_amount(step integer) returns integer
language sql immutable set search_path = ''
as $$ select ('{500,1000,2000,5000,10000,20000,40000,80000}'::integer[])[step + 1] $$;
grant execute on function private.warmup_amount(integer) to service_role;

-- The step of a domain today: the next one after a day on which at least half of the mails went, at most 5 % were put off and at
-- most 0.1 % complained about; otherwise the same again.
create function private.warmup_step(w private.mail_warmups, today date) returns smallint
language sql stable security definer set search_path = ''
as $$
  select case when w.day < today and w.step < 7 and w.begun * 2 >= private.warmup_amount(w.step)
      and w.deferred * 20 <= w.begun and (
        select count(*) from private.mail_events e
        where e.kind = 'complained' and e.created_at >= w.day::timestamp at time zone (select time_zone from public.shop_settings)
      ) * 1000 <= w.begun
    then w.step + 1 else w.step end::smallint
$$;
grant execute on function private.warmup_step(private.mail_warmups, date) to service_role;

-- How the warm-up of a domain is today; no row once it is over or switched off, and without a domain. One that has sent nothing
-- begins.
create function private.warmup_today(of_domain text, out step smallint, out most integer, out begun integer)
returns setof record
language sql stable security definer set search_path = ''
as $$
  select t.step, private.warmup_amount(t.step), case when w.day = t.today then w.begun else 0 end
  from private.mail_caps c
  cross join (select (clock_timestamp() at time zone s.time_zone)::date as today from public.shop_settings s) d
  left join private.mail_warmups w on w.domain = of_domain
  cross join lateral (
    select d.today, case when w.domain is null then 0::smallint else private.warmup_step(w, d.today) end as step) t
  where c.warms_up and of_domain <> '' and (w.domain is null or w.started_at > clock_timestamp() - interval '30 days')
$$;
grant execute on function private.warmup_today(text) to service_role;

-- Takes up to so many mails of today's for the statement that begins them, and adds how many attempts were put off and how many
-- never left. Returns how many may begin; null: any number. Serialises the senders of all processes while a domain is warmed up.
create function private.take_warmup(of_domain text, wanted integer, put_off integer, put_back integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  w private.mail_warmups;
  today constant date := (clock_timestamp() at time zone (select time_zone from public.shop_settings))::date;
  granted integer;
begin
  if of_domain is null or not exists (select from private.warmup_today(of_domain)) then return null; end if;
  insert into private.mail_warmups (domain, day) values (of_domain, today) on conflict do nothing;
  select * into w from private.mail_warmups where domain = of_domain for update;
  if w.day < today then
    w.step := private.warmup_step(w, today);
    w.day := today;
    w.begun := 0;
    w.deferred := 0;
  end if;
  w.begun := greatest(0, w.begun - put_back);
  granted := greatest(0, least(wanted, private.warmup_amount(w.step) - w.begun));
  update private.mail_warmups set step = w.step, day = w.day, begun = w.begun + granted, deferred = w.deferred + put_off
  where domain = of_domain;
  return granted;
end $$;

-- Which recipients of a campaign are frozen now: `all`, those of the `trial`, or the `rest` who have no delivery yet: once its
-- winner is known, or behind those who bought last.
create function private.mail_part(of_campaign integer) returns text
language sql stable security definer set search_path = ''
as $$
  select case when c.winner is not null then 'rest'
    when exists (select from private.mail_versions v where v.campaign = c.number and v.arm = 'b') then 'trial'
    when c.recent_first then 'rest' else 'all' end
  from private.mail_campaigns c where c.number = of_campaign
$$;
grant execute on function private.mail_part(integer) to service_role;

-- Tries uncertain deliveries of a campaign that was not cancelled once more, each at most one time. Returns how many. The caller
-- is a transaction of staff, who may send.
create function private.send_mails_again(of_campaign integer, numbers integer[], person uuid, own_timeline integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  c private.mail_campaigns;
  tried integer;
begin
  select * into c from private.mail_campaigns where number = of_campaign for update;
  if c.status not in ('sending', 'paused', 'sent') then
    raise exception 'a campaign that is % tries nobody again', c.status using errcode = 'restrict_violation',
      constraint = 'mail_campaign_state';
  end if;
  update private.mail_deliveries d set state = 'pending', ended_at = null, reason = null, again_by = person, again_at = now()
  where d.campaign = of_campaign and d.n = any (numbers) and d.state = 'uncertain' and d.again_at is null
    and d.recipient_id is not null;
  get diagnostics tried = row_count;
  if tried > 0 and c.status = 'sent' then
    update private.mail_campaigns set status = 'sending', ended_at = null, reopened = reopened + 1, tick_at = clock_timestamp(),
      timeline = own_timeline, policy_refusals = 0
    where number = of_campaign;
  end if;
  return tried;
end $$;
grant execute on function private.send_mails_again(integer, integer[], uuid, integer) to service_role;

-- How fast a campaign goes on, as it was measured last. It outlives no crash.
create unlogged table private.mail_progress (
  campaign integer primary key references private.mail_campaigns (number) on delete cascade,
  at timestamptz not null,
  -- Deliveries that had ended, and how many a second did since the measure before, smoothed.
  done integer not null,
  per_second real not null constraint mail_progress_pace_invalid check (per_second >= 0)
);
select private.protect('private.mail_progress');

-- Measures the pace of a campaign, at most once a second by all processes together. Returns whether this call did.
create function private.note_mail_progress(of_campaign integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  done_now integer;
begin
  perform set_config('synchronous_commit', 'off', true);
  if exists (select from private.mail_progress where campaign = of_campaign and at > moment - interval '950 milliseconds') then
    return false;
  end if;
  select coalesce(sum(accepted + kept + refused + uncertain + bounced + complained), 0) into done_now
  from private.mail_chunks where campaign = of_campaign;
  insert into private.mail_progress as p (campaign, at, done, per_second) values (of_campaign, moment, done_now, 0)
  on conflict (campaign) do update set at = excluded.at, done = excluded.done,
    -- After a pause the measurement restarts at zero.
    per_second = case when p.at < excluded.at - interval '10 seconds' then 0 else greatest(0,
      p.per_second * 0.6 + 0.4 * (excluded.done - p.done) / extract(epoch from excluded.at - p.at)::real) end
  where p.at <= excluded.at - interval '950 milliseconds';
  return found;
end $$;
grant execute on function private.note_mail_progress(integer) to service_role;

-- Open pages of a campaign follow it on the private channel `campaign:{id}`, on which only the program sends.
create function private.may_follow_campaign(topic text) returns boolean
language sql stable security definer set search_path = ''
as $$ select case when topic ~ '^campaign:[0-9a-f-]{36}$' then private.may('mail.read') else false end $$;
grant execute on function private.may_follow_campaign(text) to authenticated;

create policy "whoever may read mails follows a campaign" on realtime.messages
  for select to authenticated
  using (extension = 'broadcast' and (select private.may_follow_campaign(realtime.topic())));

-- How far the mailbox of bounces is read (docs/why/mailing.md).
create table private.mail_mailboxes (
  -- Host, user and folder; never the password.
  name text primary key constraint mail_mailbox_name_invalid check (length(name) between 1 and 500),
  -- Of the server: while it is the same, numbers of mails mean the same mails.
  uid_validity numeric(20) not null default 0,
  last_uid bigint not null default 0 constraint mail_mailbox_uid_invalid check (last_uid >= 0),
  leased_until timestamptz,
  read_at timestamptz,
  -- What the last try said; null when it went well.
  problem text constraint mail_mailbox_problem_too_long check (length(problem) <= 300)
);
select private.protect('private.mail_mailboxes');

-- The key that signs the shop's mails (RFC 6376), sealed with the shop's keys (integrations/mail/domain/dkim-key.server.ts).
create table private.dkim_keys (
  only_row boolean primary key default true constraint dkim_key_is_one check (only_row),
  sealed_key text not null constraint dkim_key_invalid check (length(sealed_key) between 100 and 8000),
  created_at timestamptz not null default now()
);
select private.protect('private.dkim_keys');

-- Results of the nightly check of the mail domain. Staff are notified when a record that was good no longer is.
create table private.domain_checks (
  only_row boolean primary key default true constraint domain_check_single check (only_row),
  domain text not null,
  -- The state of each record for which DNS answered, e.g. {"spf": "good"}.
  states jsonb not null constraint domain_states_invalid check (jsonb_typeof(states) = 'object')
);
select private.protect('private.domain_checks');
grant select, insert, update on private.domain_checks to service_role;
