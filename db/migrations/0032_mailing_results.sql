-- Results of campaigns: clicks and orders (docs/why/mailing.md). Clicks are stored as daily counts only, and an order
-- names at most the campaign that led to it.

create table private.mail_clicks (
  campaign integer not null references private.mail_campaigns (number) on delete cascade,
  version_id integer not null references private.mail_versions (id) on delete cascade,
  link smallint not null constraint mail_click_link_invalid check (link > 0),
  -- Of the shop's time zone.
  day date not null,
  -- Devices that opened the link for the first time, and those of them that had opened no other link of the campaign.
  clicks integer not null constraint mail_clicks_invalid check (clicks > 0),
  people integer not null constraint mail_click_people_invalid check (people between 0 and clicks),
  primary key (campaign, version_id, link, day)
);
select private.protect('private.mail_clicks');
create index mail_clicks_version on private.mail_clicks (version_id);

-- Counts a click on a link of a campaign. Returns the days for which the device stores it; null for an unknown link.
create function private.count_mail_click(of_campaign integer, of_version integer, of_link integer, is_first boolean)
returns smallint
language plpgsql security definer set search_path = ''
as $$
begin
  -- A click that is lost in a crash is acceptable, so the response does not wait for the disk.
  perform set_config('synchronous_commit', 'off', true);
  insert into private.mail_clicks as k (campaign, version_id, link, day, clicks, people)
  select v.campaign, v.id, of_link, (now() at time zone s.time_zone)::date, 1, is_first::integer
  from private.mail_versions v cross join public.shop_settings s
  where v.id = of_version and v.campaign = of_campaign and of_link between 1 and jsonb_array_length(v.links)
  on conflict (campaign, version_id, link, day) do update set
    clicks = k.clicks + 1, people = k.people + excluded.people;
  if not found then return null; end if;
  return (select click_days from private.mail_caps);
end $$;
grant execute on function private.count_mail_click(integer, integer, integer, boolean) to service_role;

-- Which campaign an order came by. Written with the order; a used code of a campaign counts more than a click.
create table private.order_marks (
  order_id uuid primary key references public.orders (id) on delete cascade,
  campaign integer not null references private.mail_campaigns (number),
  version_id integer not null references private.mail_versions (id),
  via text not null constraint order_mark_via_unknown check (via in ('click', 'code')),
  link smallint,
  created_at timestamptz not null default now(),
  constraint order_mark_link_missing check ((via = 'click') = (link is not null))
);
select private.protect('private.order_marks');
create index order_marks_campaign on private.order_marks (campaign, version_id, link);
create index order_marks_version on private.order_marks (version_id);

-- The single-use code that the mail to a recipient names. Goes with the recipient.
create table private.mail_codes (
  campaign integer not null,
  n integer not null,
  code_id uuid not null constraint mail_code_of_another unique references public.promo_codes (id) on delete cascade,
  primary key (campaign, n),
  constraint mail_code_delivery_unknown foreign key (campaign, n)
    references private.mail_deliveries (campaign, n) on delete cascade
);
select private.protect('private.mail_codes');

-- An erasure unlinks the code from the person, and switches off a code that was not sent.
create function private.forget_mail_code() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  with gone as (
    delete from private.mail_codes where campaign = new.campaign and n = new.n returning code_id
  )
  update public.promo_codes c set active = false from gone
  where c.id = gone.code_id and new.state in ('pending', 'deferred');
  return null;
end $$;
revoke execute on function private.forget_mail_code() from public;
create trigger forget_mail_code after update of recipient_id on private.mail_deliveries
  for each row when (old.recipient_id is not null and new.recipient_id is null)
  execute function private.forget_mail_code();

-- Stores the campaign that led to an order, if any: by a code that it used, else by the click that its device stored.
create function private.mark_order(
  of_order uuid, codes text[], of_campaign integer, of_version integer, of_link integer, clicked_at timestamptz
) returns void
language sql security definer set search_path = ''
as $$
  insert into private.order_marks (order_id, campaign, version_id, via, link)
  select of_order, w.campaign, w.version_id, w.via, w.link
  from (
    select 1 as place, d.campaign, d.version_id, 'code' as via, null::smallint as link
    from public.promo_codes p join private.mail_codes m on m.code_id = p.id
    join private.mail_deliveries d on d.campaign = m.campaign and d.n = m.n
    where p.code = any (codes)
    union all
    select 2, v.campaign, v.id, 'click', of_link::smallint
    from private.mail_versions v cross join private.mail_caps c
    where v.id = of_version and v.campaign = of_campaign and of_link between 1 and jsonb_array_length(v.links)
      and clicked_at > now() - make_interval(days => c.click_days)
      -- Clocks of devices are not exact.
      and clicked_at < now() + interval '1 hour'
  ) w
  order by w.place, w.campaign limit 1
$$;
grant execute on function private.mark_order(uuid, text[], integer, integer, integer, timestamptz) to service_role;

-- Switches off the unsent codes of an ended campaign, one chunk at a time; codes of uncertain mails stay. Returns whether there
-- was a chunk.
create function private.retire_mail_codes(of_campaign integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  place integer;
begin
  select codes_cursor into place from private.mail_campaigns
  where number = of_campaign and codes_cursor is not null for update skip locked;
  -- A cancelled campaign may still have mails on the wire.
  if place is null or exists (
    select from private.mail_chunks where campaign = of_campaign and chunk = place and pending + begun + deferred > 0)
  then
    return false;
  end if;
  perform set_config('shop.actor', 'job:send-campaigns', true);
  update public.promo_codes c set active = false
  from private.mail_codes m join private.mail_deliveries d on d.campaign = m.campaign and d.n = m.n
  where m.campaign = of_campaign and m.n between place * 1000 + 1 and place * 1000 + 1000
    and d.state in ('skipped', 'refused') and c.id = m.code_id and c.active;
  update private.mail_campaigns set codes_cursor = (
    select place + 1 from private.mail_chunks where campaign = of_campaign and chunk = place + 1)
  where number = of_campaign;
  return true;
end $$;
grant execute on function private.retire_mail_codes(integer) to service_role;

-- A number from 0 to 99 by chance, always the same one for a person and a campaign.
create function private.mail_bucket(recipient uuid, of_campaign integer, draw text) returns integer
language sql immutable set search_path = ''
as $$ select (pg_catalog.hashtextextended(recipient::text || draw, of_campaign) & 9223372036854775807) % 100 $$;
grant execute on function private.mail_bucket(uuid, integer, text) to service_role;

-- The groups of a campaign with two subjects (docs/why/mailing.md).
create table private.mail_arms (
  campaign integer not null references private.mail_campaigns (number) on delete cascade,
  arm text not null constraint mail_arm_unknown check (arm in ('a', 'b')),
  -- Recipients who were frozen for it.
  people integer not null constraint mail_arm_people_invalid check (people >= 0),
  -- What they had brought when the winner was chosen: orders, people who placed them, and devices that opened a link.
  orders integer,
  buyers integer,
  clickers integer,
  primary key (campaign, arm),
  constraint mail_arm_sums_whole check (num_nulls(orders, buyers, clickers) in (0, 3)),
  constraint mail_arm_sums_invalid check (buyers between 0 and orders and clickers >= 0)
);
select private.protect('private.mail_arms');

-- The arm of a trial that a recipient is in: a tenth each. Null: neither.
create function private.mail_arm(recipient uuid, of_campaign integer) returns text
language sql immutable set search_path = ''
as $$
  select case when draw.bucket < 10 then 'a' when draw.bucket < 20 then 'b' end
  from (select private.mail_bucket(recipient, of_campaign, 'arm') as bucket) draw
$$;
grant execute on function private.mail_arm(uuid, integer) to service_role;
