-- Segments of the mailing list, campaigns, their versions and templates (docs/why/mailing.md). Only the use cases of
-- shop/mailing/campaigns write campaigns.

-- One narrow row a recipient, computed from the orders of the address. A row that is missing means that nothing is known yet
-- and counts as no order.
create table private.recipient_facts (
  recipient_id uuid primary key references private.mail_recipients (id) on delete cascade,
  -- Placed and not cancelled.
  orders integer not null constraint recipient_orders_invalid check (orders >= 0),
  -- Paid minus refunded, in whole rupiah.
  spent bigint not null,
  first_order_at timestamptz,
  last_order_at timestamptz,
  -- Of the last order's address.
  region_code text,
  -- Of everything bought, with the categories above.
  categories uuid[] not null default '{}'
);
select private.protect('private.recipient_facts');
create index recipient_facts_orders on private.recipient_facts (orders);
create index recipient_facts_spent on private.recipient_facts (spent);
create index recipient_facts_last on private.recipient_facts (last_order_at, recipient_id);
create index recipient_facts_categories on private.recipient_facts using gin (categories);
create index recipient_facts_region on private.recipient_facts (region_code text_pattern_ops) where region_code is not null;

-- Recipients whose facts are to be computed again. Without a foreign key: an order must not wait for a recipient's row.
create table private.recipient_facts_queue (
  recipient_id uuid primary key
);
select private.protect('private.recipient_facts_queue');

create function private.queue_facts_of_orders() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.recipient_facts_queue (recipient_id)
  select distinct r.id from changed o join private.mail_recipients r on r.email = lower(o.email)
  on conflict do nothing;
  return null;
end $$;
revoke execute on function private.queue_facts_of_orders() from public;
create trigger queue_facts_inserted after insert on public.orders referencing new table as changed
  for each statement execute function private.queue_facts_of_orders();

-- Also of the address that an order had before.
create function private.queue_facts_of_changed_orders() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.recipient_facts_queue (recipient_id)
  select distinct r.id from (select email from changed union select email from former) o
  join private.mail_recipients r on r.email = lower(o.email)
  on conflict do nothing;
  return null;
end $$;
revoke execute on function private.queue_facts_of_changed_orders() from public;
create trigger queue_facts_updated after update on public.orders referencing new table as changed old table as former
  for each statement execute function private.queue_facts_of_changed_orders();

create function private.queue_facts_of_recipient() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.recipient_facts_queue (recipient_id) select a.id from added a on conflict do nothing;
  return null;
end $$;
revoke execute on function private.queue_facts_of_recipient() from public;
create trigger queue_facts_of_recipient after insert on private.mail_recipients referencing new table as added
  for each statement execute function private.queue_facts_of_recipient();

-- The facts of recipients from the orders. A supplement is not counted as an order.
create function private.facts_of_recipients(recipients uuid[]) returns setof private.recipient_facts
language sql stable security definer set search_path = ''
as $$
  select r.id, (count(o.id) filter (where o.supplement_of is null))::integer, coalesce(sum(o.paid_total), 0)::bigint,
    min(o.placed_at), max(o.placed_at) filter (where o.supplement_of is null),
    (array_agg(o.address ->> 'region_code' order by o.placed_at desc))[1],
    array(
      select distinct up.id from public.orders b join public.order_lines l on l.order_id = b.id
      join public.product_categories k on k.product_id = l.product_id join public.categories c on c.id = k.category_id
      cross join unnest(c.path) up (id)
      where private.normalised_email(b.email) = private.normalised_email(r.email) and lower(b.email) = r.email
        and b.status in ('placed', 'completed')
      order by up.id)
  from private.mail_recipients r
  left join public.orders o on private.normalised_email(o.email) = private.normalised_email(r.email)
    and lower(o.email) = r.email and o.status in ('placed', 'completed')
  where r.id = any (recipients) group by r.id
$$;

-- Computes the facts of up to `most` queued recipients. Returns how many.
create function private.refresh_recipient_facts(most integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  due uuid[];
begin
  -- Committed before they are read: an order that changes from here on queues its recipient again.
  with taken as (
    delete from private.recipient_facts_queue q where q.recipient_id in (
      select w.recipient_id from private.recipient_facts_queue w limit most for update skip locked)
    returning q.recipient_id
  )
  select coalesce(array_agg(recipient_id), '{}') into due from taken;
  insert into private.recipient_facts as f select * from private.facts_of_recipients(due)
  on conflict (recipient_id) do update set orders = excluded.orders, spent = excluded.spent,
    first_order_at = excluded.first_order_at, last_order_at = excluded.last_order_at, region_code = excluded.region_code,
    categories = excluded.categories;
  return cardinality(due);
end $$;
grant execute on function private.refresh_recipient_facts(integer) to service_role;

-- Recipients whose facts are not those of the orders and are not about to be computed (npm run reconcile).
create function private.wrong_recipient_facts(after_id uuid, most integer)
returns table (recipient_id uuid, is_wrong boolean)
language sql stable security definer set search_path = ''
as $$
  with page as (
    select r.id from private.mail_recipients r where after_id is null or r.id > after_id order by r.id limit most
  )
  select p.id, not exists (select from private.recipient_facts_queue q where q.recipient_id = p.id)
    and f is distinct from t
  from page p
  left join private.recipient_facts f on f.recipient_id = p.id
  left join private.facts_of_recipients(array(select id from page)) t on t.recipient_id = p.id
  order by p.id
$$;
grant execute on function private.wrong_recipient_facts(uuid, integer) to service_role;

-- A filter of recipients under a name.
create table private.mail_segments (
  -- Chosen by the form: saving the same id again makes nothing new.
  id uuid primary key,
  name text not null constraint mail_segment_name_taken unique
    constraint mail_segment_name_invalid check (length(name) between 1 and 80),
  -- As shop/staff/filters/filter.ts prints it.
  filter text not null constraint mail_segment_filter_invalid check (length(filter) between 1 and 8000),
  version integer not null default 1,
  created_at timestamptz not null default now()
);
select private.protect('private.mail_segments');
select private.audit('private.mail_segments', 'mail_segment', 'id', '{created_at}');
create trigger raise_version before update of name, filter on private.mail_segments
  for each row execute function private.raise_version();

-- A person chooses among them on one screen. Arguments: the most rows of the table. Refused as `{table}_full`.
create function private.limit_rows() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  rows bigint;
begin
  -- Two that come together may not both be the last one.
  perform pg_advisory_xact_lock(hashtext(tg_table_name));
  execute format('select count(*) from %I.%I', tg_table_schema, tg_table_name) into rows;
  if rows >= tg_argv[0]::bigint then
    raise exception '% has % rows', tg_table_name, tg_argv[0]
      using errcode = 'restrict_violation', constraint = tg_table_name || '_full';
  end if;
  return new;
end $$;
revoke execute on function private.limit_rows() from public;
create trigger limit_rows before insert on private.mail_segments
  for each row execute function private.limit_rows('200');

-- A campaign of staff, or of an automation: its text, or its mails of one day.
create table private.mail_campaigns (
  -- Chosen by the form: saving the same id again makes nothing new.
  id uuid primary key,
  -- Short, because every delivery repeats it.
  number integer not null generated always as identity constraint mail_campaign_number unique,
  name text not null constraint mail_campaign_name_invalid check (length(name) between 1 and 120),
  -- The automation whose mails these are: its text, a draft for ever, or the mails of one day. Null: of staff.
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
  -- Why a running campaign sends nothing at present, and since when.
  waits_for text constraint mail_campaign_waits_unknown check (waits_for in ('window', 'server', 'limit', 'warm_up')),
  waits_since timestamptz,
  -- Why it paused: a person, or a fuse.
  paused_why text constraint mail_campaign_pause_unknown
    check (paused_why in ('person', 'bounces', 'complaints', 'policy', 'login', 'key', 'silent', 'restored', 'content', 'product',
      'rule', 'sender', 'size', 'voucher')),
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
  -- The segment that a draft goes to. Null: everybody who subscribed to its topic.
  segment_id uuid constraint mail_campaign_segment_unknown references private.mail_segments (id) on delete restrict,
  -- The filter as it was when the campaign was sent. A later change of the segment does not change the recipients.
  segment_filter text constraint mail_campaign_filter_invalid check (length(segment_filter) between 1 and 8000),
  -- The promotion whose single-use codes the mails of the campaign name (docs/why/mailing.md).
  voucher_promotion_id uuid
    constraint mail_campaign_promotion_unknown references public.promotions (id) on delete set null,
  -- Of an ended campaign: the next chunk whose codes are checked. Null: all are.
  codes_cursor integer,
  -- The percentage of its recipients that get no mail. What they buy shows the effect of the mail (docs/why/mailing.md).
  holdout smallint not null default 0 constraint mail_campaign_holdout_unknown check (holdout in (0, 5, 10)),
  -- During the warm-up of a domain a campaign freezes first the recipients who bought, in the order of their last order, and then
  -- the others.
  recent_first boolean not null default false,
  recent_done boolean not null default false,
  recent_cursor_at timestamptz,
  recent_cursor_id uuid,
  -- How often the ended campaign was opened again for further attempts (private.mail_deliveries.again_at).
  reopened integer not null default 0 constraint mail_campaign_reopened_invalid check (reopened >= 0),
  -- Nobody is frozen for it: its recipients come one by one.
  constraint mail_campaign_automation_state check (automation is null or status not in ('scheduled', 'freezing')),
  constraint mail_campaign_schedule_missing check (status <> 'scheduled' or scheduled_at is not null),
  constraint mail_campaign_pause_reason check ((status = 'paused') = (paused_why is not null)),
  constraint mail_campaign_trial check (
    (winner is null) = (winner_why is null) and (trial_frozen_at is not null or num_nulls(winner_due_at, winner) = 2)),
  constraint mail_campaign_end check ((status in ('sent', 'cancelled')) = (ended_at is not null)),
  constraint mail_campaign_wait_since check ((waits_for is null) = (waits_since is null)),
  constraint mail_campaign_recent_cursor check (num_nulls(recent_cursor_at, recent_cursor_id) in (0, 2))
);
select private.protect('private.mail_campaigns');
create index mail_campaigns_newest on private.mail_campaigns (created_at desc, id desc) where automation is null;
create index mail_campaigns_automation on private.mail_campaigns (automation, created_at) where automation is not null;
create index mail_campaigns_open on private.mail_campaigns (number)
  where status in ('scheduled', 'freezing', 'sending');
create index mail_campaigns_topic on private.mail_campaigns (topic);
create index mail_campaigns_author on private.mail_campaigns (created_by);
create index mail_campaigns_sender on private.mail_campaigns (sent_by);
create index mail_campaigns_segment on private.mail_campaigns (segment_id) where segment_id is not null;
create index mail_campaigns_voucher on private.mail_campaigns (voucher_promotion_id) where voucher_promotion_id is not null;
create index mail_campaigns_codes on private.mail_campaigns (number) where codes_cursor is not null;
create index mail_campaigns_paused on private.mail_campaigns (automation) where automation is not null and status = 'paused';
-- The calendar reads the campaigns of a day.
create index mail_campaigns_calendar on private.mail_campaigns ((coalesce(started_at, scheduled_at)), id)
  where automation is null;
select private.audit('private.mail_campaigns', 'mail_campaign', 'id',
  '{number,audience,allowed,total,freeze_cursor,frozen_at,trial_frozen_at,winner_due_at,tick_at,waits_for,waits_since,policy_refusals,timeline,created_by,sent_by,created_at,started_at,ended_at,paused_at,paused_detail,watches_products,accepts_until,codes_cursor,reopened,recent_first,recent_done,recent_cursor_at,recent_cursor_id}');
-- Notifies staff of a campaign that paused automatically. An automation has one notification of its own.
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
    -- Staff start another attempt for recipients who may not have got the mail (private.send_mails_again).
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

create function private.guard_mail_results() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.status not in ('draft', 'scheduled') and (new.holdout <> old.holdout
    or new.voucher_promotion_id is not null and new.voucher_promotion_id is distinct from old.voucher_promotion_id)
  then
    raise exception 'a campaign under way does not change' using errcode = 'restrict_violation',
      constraint = 'mail_campaign_state';
  end if;
  if new.status in ('sent', 'cancelled') and old.status not in ('draft', 'scheduled', new.status)
    and new.voucher_promotion_id is not null
  then
    new.codes_cursor := 0;
  end if;
  return new;
end $$;
create trigger guard_mail_results before update of status, voucher_promotion_id, holdout on private.mail_campaigns
  for each row execute function private.guard_mail_results();

-- The text of an automation keeps its status, topic and segment: only the occasion chooses recipients.
create function private.guard_automation_template() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.automation is distinct from old.automation
    or (new.status, new.topic, new.segment_id) is distinct from (old.status, old.topic, old.segment_id)
      and exists (select from private.mail_automations a where a.template = old.id)
  then
    raise exception 'the text of an automation stays its text'
      using errcode = 'restrict_violation', constraint = 'mail_campaign_state';
  end if;
  return new;
end $$;
revoke execute on function private.guard_automation_template() from public;
create trigger guard_automation_template before update on private.mail_campaigns
  for each row when (old.automation is not null or new.automation is not null)
  execute function private.guard_automation_template();

-- A campaign to more people than its sender's limit needs an approval. The audience may grow until the recipients are frozen, so
-- a campaign stores its maximum: the sender's limit, or the approved number plus 1 %.
create function private.limit_recipients() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person constant uuid := private.current_person();
  -- A job that starts a scheduled campaign has no limit of its own.
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
  -- The pages of the shop that the version leads to, numbered from 1 in the order of the mail.
  links jsonb not null default '[]'
    constraint mail_version_links_invalid check (jsonb_typeof(links) = 'array' and jsonb_array_length(links) <= 500),
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

-- The history of what drafts of campaigns say: who saved what when. It ends with the draft.
create table private.mail_drafts (
  campaign integer not null references private.mail_campaigns (number) on delete cascade,
  -- That this save made of the campaign.
  version integer not null constraint mail_draft_version_invalid check (version > 0),
  author uuid references auth.users (id) on delete set null,
  saved_at timestamptz not null default now(),
  -- Saved by the editor itself: such saves of one author within ten minutes are one, which began then.
  is_auto boolean not null,
  begun_at timestamptz not null default now(),
  -- As in shop/mailing/campaigns/campaign.ts, without id and version.
  content jsonb not null constraint mail_draft_content_invalid
    check (jsonb_typeof(content) = 'object' and pg_column_size(content) <= 500000),
  primary key (campaign, version)
);
select private.protect('private.mail_drafts');
create index mail_drafts_author on private.mail_drafts (author) where author is not null;

-- Files of the media library that mails show, or that were uploaded for mails. They are never purged, because sent mails link to
-- them.
create table private.mail_pictures (
  media_id uuid primary key references public.media (id) on delete cascade,
  -- The file's name on the uploader's device; null for a picture of a product.
  name text constraint mail_picture_name_invalid check (length(name) between 1 and 255),
  added_at timestamptz not null default now()
);
select private.protect('private.mail_pictures');
create index mail_pictures_uploaded on private.mail_pictures (added_at desc, media_id desc) where name is not null;

-- Notes the pictures of blocks, wherever in a content they are.
create function private.note_pictures(content jsonb) returns void
language sql security definer set search_path = ''
as $$
  insert into private.mail_pictures (media_id)
  select distinct m.id
  from jsonb_path_query(content, 'strict $.** ? (@.kind == "picture")') b
  cross join lateral substring(b ->> 'url' from '/product-images/(media/[0-9a-f-]{36})\.') as shown (path)
  join public.media m on m.path = shown.path
  on conflict do nothing
$$;
revoke execute on function private.note_pictures(jsonb) from public;

create function private.note_mail_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_pictures(new.blocks);
  return null;
end $$;
revoke execute on function private.note_mail_pictures() from public;
create trigger note_mail_pictures after insert or update of blocks on private.mail_versions
  for each row execute function private.note_mail_pictures();

-- What campaigns can begin with: contents under a name. Those of the program itself are in
-- shop/mailing/campaigns/write/own-templates.ts.
create table private.mail_templates (
  -- Chosen by the form: saving the same id again makes nothing new.
  id uuid primary key,
  name text not null constraint mail_template_name_invalid check (length(name) between 1 and 80),
  -- As in shop/mailing/campaigns/campaign.ts: {"id": content or null, "en": content or null}.
  contents jsonb not null constraint mail_template_contents_invalid
    check (jsonb_typeof(contents) = 'object' and pg_column_size(contents) <= 500000),
  author uuid references auth.users (id) on delete set null,
  saved_at timestamptz not null default now(),
  version integer not null default 1
);
select private.protect('private.mail_templates');
create unique index mail_template_name_taken on private.mail_templates (lower(name));
create index mail_templates_author on private.mail_templates (author) where author is not null;
select private.audit('private.mail_templates', 'mail_template', 'id', '{contents,author,saved_at}');
create trigger raise_version before update of name on private.mail_templates
  for each row execute function private.raise_version();
-- A person chooses among them on one screen.
create trigger limit_rows before insert on private.mail_templates
  for each row execute function private.limit_rows('100');

-- Pictures of templates are never purged, like those of mails.
create function private.note_template_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_pictures(new.contents);
  return null;
end $$;
revoke execute on function private.note_template_pictures() from public;
create trigger note_template_pictures after insert on private.mail_templates
  for each row execute function private.note_template_pictures();

-- Whether a product, an undo, a mail, or an order of a product that showed it uses the file.
create function private.is_media_used(file uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.product_images where media_id = file)
    or exists (select from private.mail_pictures where media_id = file)
    or exists (select from private.removed_pictures where picture ->> 'media_id' = file::text)
    or exists (
      select from private.dropped_media d
      join public.media m on m.id = d.media_id
      join public.product_variants v on v.product_id = d.product_id
      join public.order_lines l on l.variant_id = v.id
      where d.media_id = file and strpos(l.picture ->> 'url', m.path) > 0)
$$;
revoke execute on function private.is_media_used(uuid) from public;
grant execute on function private.is_media_used(uuid) to service_role;

-- Cancels a count whose page was left; the connection of the count has the key as its name.
create function private.cancel_mail_count(key uuid) returns integer
language sql volatile security definer set search_path = ''
as $$
  select count(*) filter (where pg_cancel_backend(a.pid))::integer from pg_stat_activity a
  where a.application_name = 'count ' || cancel_mail_count.key::text and a.pid <> pg_backend_pid()
$$;
grant execute on function private.cancel_mail_count(uuid) to service_role;
