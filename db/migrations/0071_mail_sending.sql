-- A new domain of the sender is warmed up (docs/why/mailing.md): for its first 30 days campaigns send a growing number of mails a day,
-- and those who bought last get theirs first.

-- Off for a domain that other programs have long sent from.
alter table private.mail_caps add column warms_up boolean not null default true;

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
-- never left. Returns how many may begin; null: any number. Senders of all processes wait for each other here while a domain is warmed up.
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

-- While it is warmed up, a campaign freezes the recipients who bought in the order of their last order, then everybody else.
alter table private.mail_campaigns add column recent_first boolean not null default false;
alter table private.mail_campaigns add column recent_done boolean not null default false;
alter table private.mail_campaigns add column recent_cursor_at timestamptz;
alter table private.mail_campaigns add column recent_cursor_id uuid;
alter table private.mail_campaigns add constraint mail_campaign_recent_cursor
  check (num_nulls(recent_cursor_at, recent_cursor_id) in (0, 2));
drop index private.recipient_facts_last;
create index recipient_facts_last on private.recipient_facts (last_order_at, recipient_id);

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

-- A person decided that somebody who may have got the mail gets it once more: one further attempt, whatever it brings.
alter table private.mail_deliveries add column again_by uuid references auth.users (id) on delete set null;
alter table private.mail_deliveries add column again_at timestamptz;
create index mail_deliveries_again on private.mail_deliveries (again_by) where again_by is not null;
-- How often an ended campaign was opened again for them.
alter table private.mail_campaigns add column reopened integer not null default 0
  constraint mail_campaign_reopened_invalid check (reopened >= 0);

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
    -- A measure after a pause begins anew.
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
