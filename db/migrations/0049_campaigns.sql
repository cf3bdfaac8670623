-- Campaigns of the mailing list and the ledger of their deliveries (docs/why/mailing.md). A recipient of a campaign is handed a
-- second message only if the first was refused or never left. Only the use cases of shop/mailing/campaigns write.

create table private.mail_campaigns (
  -- Chosen by the form: saving the same id again makes nothing new.
  id uuid primary key,
  -- Short, because every delivery repeats it.
  number integer not null generated always as identity constraint mail_campaign_number unique,
  name text not null constraint mail_campaign_name_invalid check (length(name) between 1 and 120),
  -- The automation whose mails these are (0054): its text, a draft for ever, or the mails of one day. Null: of staff.
  automation text,
  -- Until when the mails of a day take more recipients.
  accepts_until timestamptz constraint mail_campaign_accepts_unasked check (accepts_until is null or automation is not null),
  topic text not null default 'news' constraint mail_campaign_topic_unknown references private.mail_topics (slug),
  status text not null default 'draft' constraint mail_campaign_status_unknown
    check (status in ('draft', 'scheduled', 'freezing', 'sending', 'paused', 'sent', 'cancelled')),
  -- The language that recipients get whose own language has no version. Null: such recipients stop the sending.
  fallback_language text constraint mail_campaign_fallback_unknown check (fallback_language in ('id', 'en')),
  scheduled_at timestamptz,
  -- Between these hours of the shop's time zone mails are handed over; equal: at any hour.
  window_from smallint not null default 8 constraint mail_window_from_invalid check (window_from between 0 and 23),
  window_to smallint not null default 20 constraint mail_window_to_invalid check (window_to between 0 and 23),
  -- Recipients as they were counted when it was sent.
  audience integer constraint mail_campaign_audience_invalid check (audience >= 0),
  -- As many recipients it may reach at most without asking a person again (docs/why/staff.md). Null: any number.
  allowed integer constraint mail_campaign_allowed_invalid check (allowed >= 0),
  -- Recipients, counted while they are frozen.
  total integer not null default 0 constraint mail_campaign_total_invalid check (total >= 0),
  freeze_cursor uuid,
  -- When all recipients were frozen.
  frozen_at timestamptz,
  -- Of a campaign with two subjects (docs/why/mailing.md): when the tenths were frozen that get one of them each, until when it
  -- waits for the better one, and which one the rest gets for which reason.
  trial_frozen_at timestamptz,
  winner_due_at timestamptz,
  winner text constraint mail_campaign_winner_unknown check (winner in ('a', 'b')),
  winner_why text constraint mail_campaign_winner_reason check (winner_why in ('orders', 'clicks', 'none', 'person')),
  -- When a process last worked on it.
  tick_at timestamptz,
  -- What a campaign that is under way waits for, and since when.
  waits_for text constraint mail_campaign_waits_unknown check (waits_for in ('window', 'server', 'limit', 'warm_up')),
  waits_since timestamptz,
  -- Why it paused: a person, or a fuse.
  paused_why text constraint mail_campaign_pause_unknown
    check (paused_why in ('person', 'bounces', 'complaints', 'policy', 'login', 'key', 'silent', 'restored', 'content', 'product',
      'rule', 'size', 'voucher')),
  -- Which product, for example.
  paused_detail text constraint mail_campaign_pause_detail check (length(paused_detail) <= 300),
  paused_at timestamptz,
  -- Until a person has resumed it although a product is sold out or dearer, or a rule found none.
  watches_products boolean not null default true,
  -- Refusals by policy in a row.
  policy_refusals integer not null default 0,
  -- The history of the server's data that it began on: another one means a failover or a restored copy.
  timeline integer,
  created_by uuid references auth.users (id) on delete set null,
  sent_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  -- Grows with every save of what it says, and which one was last sent to staff as a test.
  version integer not null default 1,
  tested_version integer,
  -- Nobody is frozen for it: its recipients come one by one.
  constraint mail_campaign_automation_state check (automation is null or status not in ('scheduled', 'freezing')),
  constraint mail_campaign_schedule_missing check (status <> 'scheduled' or scheduled_at is not null),
  constraint mail_campaign_pause_reason check ((status = 'paused') = (paused_why is not null)),
  constraint mail_campaign_trial check (
    (winner is null) = (winner_why is null) and (trial_frozen_at is not null or num_nulls(winner_due_at, winner) = 2)),
  constraint mail_campaign_end check ((status in ('sent', 'cancelled')) = (ended_at is not null)),
  constraint mail_campaign_wait_since check ((waits_for is null) = (waits_since is null))
);
select private.protect('private.mail_campaigns');
create index mail_campaigns_newest on private.mail_campaigns (created_at desc, id desc) where automation is null;
create index mail_campaigns_automation on private.mail_campaigns (automation, created_at) where automation is not null;
create index mail_campaigns_open on private.mail_campaigns (number)
  where status in ('scheduled', 'freezing', 'sending');
create index mail_campaigns_topic on private.mail_campaigns (topic);
create index mail_campaigns_author on private.mail_campaigns (created_by);
create index mail_campaigns_sender on private.mail_campaigns (sent_by);
select private.audit('private.mail_campaigns', 'mail_campaign', 'id',
  '{number,audience,allowed,total,freeze_cursor,frozen_at,trial_frozen_at,winner_due_at,tick_at,waits_for,waits_since,policy_refusals,timeline,created_by,sent_by,created_at,started_at,ended_at,paused_at,paused_detail,watches_products,accepts_until,codes_cursor,reopened,recent_first,recent_done,recent_cursor_at,recent_cursor_id}');

-- Whoever sees campaigns hears of one that pauses by itself; an automation's mails are all of them one thing.
create trigger note_campaign_paused after update of status on private.mail_campaigns
  for each row when (new.status = 'paused' and old.status <> 'paused' and new.paused_why <> 'person' and new.automation is null)
  execute function private.note_staff_event('campaign_paused', 'id');
create trigger note_automation_paused after update of status on private.mail_campaigns
  for each row when (new.status = 'paused' and old.status <> 'paused' and new.automation is not null)
  execute function private.note_staff_event('automation_paused');

create function private.guard_mail_campaign() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if old.status <> 'draft' then
      raise exception 'only a draft is deleted' using errcode = 'restrict_violation', constraint = 'mail_campaign_state';
    end if;
    return old;
  end if;
  if old.status <> new.status and (old.status, new.status) not in (
    ('draft', 'scheduled'), ('draft', 'freezing'), ('scheduled', 'draft'), ('scheduled', 'freezing'),
    ('scheduled', 'cancelled'), ('freezing', 'sending'), ('freezing', 'paused'), ('freezing', 'cancelled'),
    ('sending', 'freezing'), ('sending', 'paused'), ('sending', 'sent'), ('sending', 'cancelled'),
    ('paused', 'freezing'), ('paused', 'sending'), ('paused', 'cancelled'))
    and (old.automation is null or (old.status, new.status) <> ('draft', 'sending'))
    -- Staff try once more those who may not have got it (0071).
    and ((old.status, new.status) <> ('sent', 'sending') or new.reopened = old.reopened)
  then
    raise exception 'a campaign does not go from % to %', old.status, new.status
      using errcode = 'restrict_violation', constraint = 'mail_campaign_state';
  end if;
  -- Recipients are frozen once, or after the winner for the rest of a trial.
  if old.status in ('sending', 'paused') and new.status = 'freezing' and (new.frozen_at is not null
    or new.winner is null and (old.status = 'sending' or new.trial_frozen_at is not null))
  then
    raise exception 'a campaign whose recipients are frozen freezes no more' using errcode = 'restrict_violation',
      constraint = 'mail_campaign_state';
  end if;
  if old.winner is not null and (new.winner, new.winner_why) is distinct from (old.winner, old.winner_why) then
    raise exception 'a winner is chosen once' using errcode = 'restrict_violation', constraint = 'mail_campaign_winner_once';
  end if;
  -- What was decided before the sending stays as it was.
  if old.status not in ('draft', 'scheduled') and (new.topic, new.fallback_language)
    is distinct from (old.topic, old.fallback_language)
  then
    raise exception 'a campaign under way does not change' using errcode = 'restrict_violation',
      constraint = 'mail_campaign_state';
  end if;
  if new.status = 'sent' and (new.trial_frozen_at is not null and new.frozen_at is null or exists (
    select from private.mail_chunks where campaign = old.number and pending + begun + deferred > 0))
  then
    raise exception 'a campaign ends when nobody is left' using errcode = 'restrict_violation',
      constraint = 'mail_campaign_state';
  end if;
  return new;
end $$;
create trigger guard_mail_campaign before update or delete on private.mail_campaigns
  for each row execute function private.guard_mail_campaign();

-- Who sends a campaign to more people than their limit waits for a colleague. The audience may grow until the recipients
-- are frozen, so a campaign keeps how many it may reach: its sender's limit, or what was approved and one in a hundred more.
create function private.limit_recipients() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person constant uuid := private.current_person();
  -- What nobody asked for, as the start of a scheduled one, has no limit of its own.
  largest constant bigint := case when person is not null then private.limit_of(person, 'recipients') end;
begin
  if new.status = 'draft' then
    new.audience := null;
    new.allowed := null;
  elsif old.status = 'draft' then
    if new.audience is null then
      raise exception 'a campaign is sent to recipients that were counted' using errcode = 'check_violation',
        constraint = 'mail_campaign_uncounted';
    end if;
    perform private.check_limit('recipients', largest, new.audience);
    new.allowed := case when (private.present_approval()).id is null then largest
      else new.audience + new.audience / 100 end;
  else
    -- A person goes on with one that has more recipients than it was allowed.
    perform private.check_limit('recipients', largest, new.total);
    new.allowed := largest;
  end if;
  return new;
end $$;
revoke execute on function private.limit_recipients() from public;
create trigger limit_recipients before update of status on private.mail_campaigns
  for each row when (old.status is distinct from new.status
    and (old.status = 'draft' or new.status = 'draft' or old.paused_why = 'size' and new.status <> 'cancelled'))
  execute function private.limit_recipients();

-- What a campaign says in one language. Arm B has the same blocks under another subject.
create table private.mail_versions (
  id integer not null generated always as identity primary key,
  campaign integer not null references private.mail_campaigns (number) on delete cascade,
  language text not null constraint mail_version_language_unknown check (language in ('id', 'en')),
  arm text not null default 'a' constraint mail_version_arm_unknown check (arm in ('a', 'b')),
  subject text not null default '' constraint mail_version_subject_invalid
    check (length(subject) <= 150 and subject !~ '[[:cntrl:]]'),
  preheader text not null default '' constraint mail_version_preheader_invalid
    check (length(preheader) <= 150 and preheader !~ '[[:cntrl:]]'),
  -- As in shop/mailing/campaigns/block.ts.
  blocks jsonb not null default '[]' constraint mail_version_blocks_invalid
    check (jsonb_typeof(blocks) = 'array' and jsonb_array_length(blocks) <= 60 and pg_column_size(blocks) <= 200000),
  -- The mail as it was rendered when the recipients were frozen, with slots for what differs between recipients.
  html text,
  text text,
  -- The products in it with the prices that it names: [{"id", "price"}].
  products jsonb not null default '[]' constraint mail_version_products_invalid check (jsonb_typeof(products) = 'array'),
  author uuid references auth.users (id) on delete set null,
  updated_at timestamptz not null default now(),
  constraint mail_version_once unique (campaign, language, arm),
  constraint mail_version_rendered_whole check ((html is null) = (text is null))
);
select private.protect('private.mail_versions');
create index mail_versions_author on private.mail_versions (author);

create function private.guard_mail_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  campaign_status text;
  campaign_automation text;
begin
  select status, automation into campaign_status, campaign_automation from private.mail_campaigns
  where number = coalesce(new.campaign, old.campaign) for share;
  if new.arm = 'b' and campaign_automation is not null then
    raise exception 'an automation has one subject' using errcode = 'restrict_violation', constraint = 'mail_version_arm';
  end if;
  -- A deleted draft takes its versions along.
  if campaign_status = 'draft' or (tg_op = 'DELETE' and campaign_status is null) then return coalesce(new, old); end if;
  if tg_op = 'UPDATE' and (
    (campaign_status = 'freezing' and old.html is null
      and to_jsonb(new) - '{html,text,products,links}'::text[] = to_jsonb(old) - '{html,text,products,links}'::text[])
    or to_jsonb(new) - 'author' = to_jsonb(old) - 'author')
  then
    return new;
  end if;
  raise exception 'what a campaign says never changes once it is sent'
    using errcode = 'restrict_violation', constraint = 'mail_version_sent';
end $$;
revoke execute on function private.guard_mail_version() from public;
create trigger guard_mail_version before insert or update or delete on private.mail_versions
  for each row execute function private.guard_mail_version();

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
  primary key (campaign, n),
  constraint mail_delivery_deferred_until check ((state = 'deferred') = (due_at is not null))
) with (fillfactor = 70);
select private.protect('private.mail_deliveries');
revoke delete on private.mail_deliveries from service_role;
-- In this order, so that erasing and the frequency cap find a person's rows.
create unique index mail_delivery_once on private.mail_deliveries (recipient_id, campaign);
-- Without them the planner expects a third of a list where a segment asks who was mailed lately, and looks subscribers up one by one.
create statistics private.mail_deliveries_at on (coalesce(begun_at, ended_at)) from private.mail_deliveries;

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

-- Keeps the tallies of the chunks, whoever writes.
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
    -- An erased recipient changes no state, and must not wait for a sender.
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

-- Reserves mails of the next quarter of a second for one process. wait_ms: from now until it begins. Processes that ask
-- for the same quarter share it, so that none waits while another one has the whole pace.
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
  days smallint not null default 7 constraint mail_cap_days_invalid check (days between 1 and 90)
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

-- One step of a sender. First the ends of attempts are written, whoever holds the chunk now: they name the attempt that
-- they belong to. Then deliveries begin, if the lease is still the caller's, the campaign is still sending, and the
-- recipient still agrees at this moment; nothing else ever hands a mail over.
-- ended: [{n, fence, attempts, state, reason, retry_ms}]. `sender_domain`: whose warm-up counts (0071); null: none.
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
    -- It must not end meanwhile.
    perform from private.mail_campaigns where number = of_campaign for share;
  end if;
  select * into c from private.mail_campaigns where number = of_campaign;
  if jsonb_array_length(ended) > 0 then
    update private.mail_deliveries d set
      -- A campaign that has ended tries nobody again, and whom staff try once more is tried once.
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
  -- Those who agree no more cost nothing of the warm-up.
  taken := taken - jsonb_array_length(begun);
  if taken > 0 then
    update private.mail_warmups w set begun = w.begun - taken where w.domain = sender_domain;
  end if;
  return jsonb_build_object('leased', true, 'begun', begun, 'skipped', skipped, 'status', case when c.status <> 'sending' then c.status
    when not is_open then 'closed' when is_used_up then 'warm_up' else c.status end);
end $$;
grant execute on function private.step_mail_chunk(integer, integer, text, integer, integer, jsonb, integer[], text) to service_role;

-- Without a mail server: every delivery of a leased chunk is kept for reading, or skipped as if it were sent.
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
-- the ids are random, so each chunk holds all mail providers. `is_last`: there are no more. Returns how many; null when another
-- process is at it or the campaign is not freezing. With two subjects (docs/why/mailing.md) the recipients of the trial are frozen
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
