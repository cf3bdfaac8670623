-- Mails that an occasion causes: a first subscription, a long silence after an order, an item that is available again, a cart that
-- was left. Each occasion of a recipient causes one mail at most (docs/why/mailing.md).

create table private.mail_automations (
  slug text primary key constraint mail_automation_unknown
    check (slug in ('welcome', 'win_back', 'back_in_stock', 'left_cart')),
  is_on boolean not null default false,
  -- Occasions before this moment cause no mail.
  on_since timestamptz,
  -- Its text: a draft that the editor of campaigns writes.
  template uuid not null constraint mail_automation_template unique
    constraint mail_automation_template_unknown references private.mail_campaigns (id) on delete restrict,
  -- Days after the last delivery, and between two mails of it to the same recipient.
  after_days smallint constraint mail_automation_after_invalid check (after_days between 30 and 365),
  quiet_days smallint constraint mail_automation_quiet_invalid check (quiet_days between 30 and 730),
  -- Paused until staff resume it: its job has not run for half an hour, or the data was restored from a backup.
  paused_why text constraint mail_automation_pause_unknown check (paused_why in ('silent', 'restored')),
  paused_at timestamptz,
  -- When a process last looked for occasions, and on which history of the server.
  tick_at timestamptz,
  timeline integer,
  constraint mail_automation_since_missing check (not is_on or on_since is not null),
  constraint mail_automation_pause_whole check ((paused_why is null) = (paused_at is null)),
  constraint mail_automation_days check (
    (slug = 'win_back') = (after_days is not null) and (after_days is null) = (quiet_days is null))
);
select private.protect('private.mail_automations');
create trigger note_automation_paused after update of paused_why on private.mail_automations
  for each row when (old.paused_why is null and new.paused_why is not null)
  execute function private.note_staff_event('automation_paused');

-- The initial texts of `welcome` and `win_back` (docs/why/mailing.md).
do $$
declare
  said record;
  made integer;
begin
  alter table private.mail_campaigns disable trigger audit_insert;
  for said in select * from (values
    ('welcome', 'news',
      'Selamat datang, {name|salam kenal}', 'Terima kasih sudah berlangganan', 'Halo {name|dan selamat datang}',
      'Terima kasih sudah berlangganan. Kami menulis bila ada produk baru atau potongan harga. Setiap email punya tautan untuk berhenti.',
      'Lihat produk',
      'Welcome', 'Thank you for subscribing', 'Hello {name|and welcome}',
      'Thank you for subscribing. We write when there are new things or discounts. Every email has a link that stops them.',
      'See what we have'),
    ('win_back', 'news',
      'Lama tidak jumpa, {name|apa kabar}?', 'Ada yang baru sejak kunjungan Anda', 'Halo {name|lagi}',
      'Pesanan terakhir Anda sudah beberapa waktu yang lalu. Sejak itu ada produk baru.',
      'Lihat yang baru',
      'It has been a while', 'New things since your last visit', 'Hello {name|again}',
      'Your last order was some time ago. There are new things since.',
      'See what is new')
  ) t (slug, topic, subject, preheader, heading, words, button, subject_en, preheader_en, heading_en, words_en, button_en)
  loop
    insert into private.mail_campaigns (id, name, topic, automation, fallback_language)
    values (gen_random_uuid(), said.slug, said.topic, said.slug, 'id') returning number into made;
    insert into private.mail_versions (campaign, language, subject, preheader, blocks) values
      (made, 'id', said.subject, said.preheader, jsonb_build_array(
        jsonb_build_object('kind', 'heading', 'text', said.heading), jsonb_build_object('kind', 'text', 'text', said.words),
        jsonb_build_object('kind', 'button', 'text', said.button, 'url', '/Shop'))),
      (made, 'en', said.subject_en, said.preheader_en, jsonb_build_array(
        jsonb_build_object('kind', 'heading', 'text', said.heading_en), jsonb_build_object('kind', 'text', 'text', said.words_en),
        jsonb_build_object('kind', 'button', 'text', said.button_en, 'url', '/en/Shop')));
  end loop;
  -- What the occasion brings, the lines of the cart or the item with a button, follows these texts.
  for said in select * from (values
    ('left_cart', 'news', 'Keranjang Anda masih tersimpan', 'Harga dan stok kami hitung ulang saat dibuka', 'Keranjang Anda masih tersimpan',
      'Produk ini masih ada di keranjang Anda. Tautan di bawah membukanya lagi di perangkat ini. Harga dan stok kami hitung ulang saat dibuka.',
      'Your cart is still here', 'Prices and stock are worked out anew', 'Your cart is still here',
      'These are still in your cart. The link below opens it on this device. Prices and stock are worked out anew.'),
    ('back_in_stock', 'stock', '{item} tersedia lagi', 'Produk yang Anda tunggu sudah tersedia', '{item} tersedia lagi',
      'Anda meminta kabar saat produk ini tersedia lagi. Sekarang sudah tersedia, selama persediaan masih cukup; kami tidak menyisihkannya.',
      '{item} is back in stock', 'What you waited for is here', '{item} is back in stock',
      'You asked to hear when this is back. It is now, as long as there is enough of it; none is set aside for you.')
  ) t (slug, topic, subject, preheader, heading, words, subject_en, preheader_en, heading_en, words_en)
  loop
    insert into private.mail_campaigns (id, name, topic, automation, fallback_language, window_from, window_to)
    values (gen_random_uuid(), said.slug, said.topic, said.slug, 'id', 0, 0) returning number into made;
    insert into private.mail_versions (campaign, language, subject, preheader, blocks) values
      (made, 'id', said.subject, said.preheader, jsonb_build_array(
        jsonb_build_object('kind', 'heading', 'text', said.heading), jsonb_build_object('kind', 'text', 'text', said.words))),
      (made, 'en', said.subject_en, said.preheader_en, jsonb_build_array(
        jsonb_build_object('kind', 'heading', 'text', said.heading_en), jsonb_build_object('kind', 'text', 'text', said.words_en)));
  end loop;
  alter table private.mail_campaigns enable trigger audit_insert;
  insert into private.mail_automations (slug, template, is_on, on_since, after_days, quiet_days)
  select c.automation, c.id, c.automation in ('back_in_stock', 'left_cart'),
    case when c.automation in ('back_in_stock', 'left_cart') then 'epoch'::timestamptz end,
    case c.automation when 'win_back' then 90 end, case c.automation when 'win_back' then 180 end
  from private.mail_campaigns c where c.automation is not null;
end $$;
select private.audit('private.mail_automations', 'mail_automation', 'slug', '{on_since,template,paused_at,tick_at,timeline}');
-- An automation has campaigns, and a campaign names its automation.
alter table private.mail_campaigns add constraint mail_campaign_automation_unknown
  foreign key (automation) references private.mail_automations (slug);

-- One row for each mail that an occasion caused, or why it caused none.
create table private.automation_runs (
  automation text not null constraint automation_run_unknown references private.mail_automations (slug),
  recipient_id uuid not null references private.mail_recipients (id) on delete cascade,
  -- What happened, e.g. the id of an order.
  occasion text not null constraint automation_occasion_invalid check (length(occasion) between 1 and 80),
  -- Null: a mail was sent, or its delivery says what became of it.
  skipped text constraint automation_skip_unknown check (skipped in ('stopped', 'empty', 'missed')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (automation, recipient_id, occasion)
);
select private.protect('private.automation_runs');
revoke update, delete on private.automation_runs from service_role;
create index automation_runs_newest on private.automation_runs (automation, created_at);
create index automation_runs_of on private.automation_runs (recipient_id);

-- Who gets a mail of a campaign at this moment: consent, and below the cap of the shop and of the person's own. The mail itself
-- is none of those that count until it begins.
create view private.mail_audience with (security_invoker = on) as
  select c.recipient_id, c.topic, c.is_subscribed, not c.is_paused and not c.is_suppressed as is_open, (
      select count(*) filter (where mails.at > now() - make_interval(days => cap.days)) < cap.mails
        and coalesce(count(*) filter (where mails.at > now() - interval '30 days') < c.max_a_month, true)
      from (
        select coalesce(d.begun_at, d.ended_at) as at from private.mail_deliveries d
        where d.recipient_id = c.recipient_id
          and d.state in ('begun', 'accepted', 'kept', 'uncertain', 'bounced', 'complained')
        union all
        -- Reminders of carts pass the outbox. News about stock is asked for, and counts for nothing.
        select q.created_at from private.automation_runs q
        where q.automation = 'left_cart' and q.recipient_id = c.recipient_id and q.skipped is null) mails
    ) as is_below_cap
  from private.mail_consents c cross join private.mail_caps cap;
grant select on private.mail_audience to service_role;

-- Both for one recipient. PL/pgSQL caches the plan.
create function private.is_mail_capped(recipient uuid, of_topic text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select not a.is_below_cap from private.mail_audience a where a.recipient_id = recipient and a.topic = of_topic), false);
end $$;
grant execute on function private.is_mail_capped(uuid, text) to service_role;

create function private.may_get_campaign(recipient uuid, of_topic text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select a.is_subscribed and a.is_open and a.is_below_cap from private.mail_audience a
    where a.recipient_id = recipient and a.topic = of_topic), false);
end $$;
grant execute on function private.may_get_campaign(uuid, text) to service_role;

-- Whether occasions of an automation cause mails now. A fuse pauses the mails of a day, and the automation with them.
create function private.runs_automation(of_automation text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select a.is_on and a.paused_why is null and not exists (
      select from private.mail_campaigns c where c.automation = a.slug and c.status = 'paused')
    from private.mail_automations a where a.slug = of_automation), false)
$$;
grant execute on function private.runs_automation(text) to service_role;

create function private.automation_occasions(of_automation text, later_than timestamptz, up_to timestamptz)
returns table (recipient_id uuid, occasion text, due_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  wait constant interval := make_interval(
    days => (select a.after_days from private.mail_automations a where a.slug = of_automation));
begin
  if of_automation = 'welcome' then
    return query
      select e.recipient_id, 'news'::text, e.created_at from private.mail_choice_events e
      where e.topic = 'news' and e.action in ('confirmed', 'wanted') and e.created_at > later_than and e.created_at <= up_to
        -- An undone stop, and a list that was imported, are no first subscription.
        and not exists (
          select from private.mail_choice_events b where b.recipient_id = e.recipient_id and b.id < e.id
            and b.topic = 'news' and b.action in ('confirmed', 'wanted', 'imported'));
  elsif of_automation = 'win_back' then
    return query
      select r.id, o.id::text, s.delivered_at + wait from public.shipments s
      join public.orders o on o.id = s.order_id
      join private.mail_recipients r on r.email = lower(o.email)
      where s.status = 'delivered' and s.delivered_at > later_than - wait and s.delivered_at <= up_to - wait
        and o.status in ('placed', 'completed') and o.fulfilment_status = 'delivered'
        and not exists (
          select from public.shipments l where l.order_id = o.id and l.status = 'delivered' and l.id <> s.id
            and (l.delivered_at, l.id) > (s.delivered_at, s.id))
        and not exists (
          select from public.orders n
          where private.normalised_email(n.email) = private.normalised_email(o.email) and n.created_at > o.created_at
            and n.supplement_of is null
            and n.status in ('awaiting_payment', 'placed', 'completed'));
  end if;
end $$;
grant execute on function private.automation_occasions(text, timestamptz, timestamptz) to service_role;

-- Who is to get a mail of an automation now: subscribed, for an occasion of this span that had no mail, and not within the
-- automation's own pause between two mails. The begin of each mail asks for consent again.
create function private.automation_due(of_automation text, later_than timestamptz, up_to timestamptz, most integer)
returns table (recipient_id uuid, occasion text)
language sql stable security definer set search_path = ''
as $$
  select distinct on (o.recipient_id) o.recipient_id, o.occasion
  from private.automation_occasions(of_automation, later_than, up_to) o
  join private.mail_automations a on a.slug = of_automation
  join private.mail_campaigns t on t.id = a.template
  join public.subscriptions s on s.recipient_id = o.recipient_id and s.topic = t.topic and s.state = 'subscribed'
  where not exists (
      select from private.automation_runs d where d.automation = of_automation and d.recipient_id = o.recipient_id
        and (d.occasion = o.occasion or d.created_at > up_to - make_interval(days => a.quiet_days)))
  order by o.recipient_id, o.due_at desc limit most
$$;
grant execute on function private.automation_due(text, timestamptz, timestamptz, integer) to service_role;

-- Adds at most 1,000 recipients to a campaign of an automation, as one chunk. Each gets a run, so repeated calls
-- cause no second mail for one occasion. A recipient whom this campaign already has gets the next one.
-- Returns the number of added recipients; null when the automation or the campaign accepts none.
create function private.append_automation_chunk(of_campaign integer, recipients uuid[], occasions text[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  a private.mail_automations;
  c private.mail_campaigns;
  added uuid[];
  next_chunk integer;
begin
  select o.* into a from private.mail_automations o join private.mail_campaigns t on t.automation = o.slug
  where t.number = of_campaign for update of o;
  select * into c from private.mail_campaigns where number = of_campaign for update;
  if c.status is distinct from 'sending' or not c.accepts_until > clock_timestamp() or not private.runs_automation(a.slug) then
    return null;
  end if;
  with wanted as (
    select w.recipient, w.occasion from unnest(recipients, occasions) w (recipient, occasion)
    join private.mail_recipients r on r.id = w.recipient
    where not exists (
        select from private.mail_deliveries d where d.recipient_id = w.recipient and d.campaign = of_campaign)
      and not exists (
        select from private.automation_runs q where q.automation = a.slug and q.recipient_id = w.recipient
          and q.created_at > clock_timestamp() - make_interval(days => a.quiet_days))
  ), runs as (
    insert into private.automation_runs (automation, recipient_id, occasion)
    select a.slug, w.recipient, w.occasion from wanted w
    on conflict do nothing returning recipient_id
  )
  select coalesce(array_agg(distinct recipient_id), '{}') into added from runs;
  if cardinality(added) = 0 then return 0; end if;
  select coalesce(max(k.chunk) + 1, 0) into next_chunk from private.mail_chunks k where k.campaign = of_campaign;
  insert into private.mail_chunks (campaign, chunk, size) values (of_campaign, next_chunk, cardinality(added));
  insert into private.mail_deliveries (campaign, n, recipient_id, version_id)
  select of_campaign, next_chunk * 1000 + p.place, p.id, coalesce(own.id, other.id)
  from unnest(added) with ordinality p (id, place)
  join private.mail_recipients r on r.id = p.id
  left join private.mail_versions own on own.campaign = of_campaign and own.language = r.language
  left join private.mail_versions other on other.campaign = of_campaign and other.language = c.fallback_language;
  update private.mail_campaigns set total = total + cardinality(added) where number = of_campaign;
  return cardinality(added);
end $$;
grant execute on function private.append_automation_chunk(integer, uuid[], text[]) to service_role;

-- An occasion whose mail goes through the outbox, in the transaction that queues it. False: it had one already.
create function private.note_automation_run(of_automation text, recipient uuid, of_occasion text, why_not text default null)
returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.automation_runs (automation, recipient_id, occasion, skipped)
  values (of_automation, recipient, of_occasion, why_not) on conflict do nothing;
  return found;
end $$;
grant execute on function private.note_automation_run(text, uuid, text, text) to service_role;

-- Switches an automation on or resumes it. Occasions during the pause cause no mail, and unsent mails are discarded.
create function private.switch_automation(of_automation text, on_now boolean, on_timeline integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from private.mail_automations where slug = of_automation for update;
  update private.mail_campaigns set status = 'cancelled', paused_why = null, paused_at = null, paused_detail = null,
    waits_for = null, waits_since = null, ended_at = clock_timestamp()
  where automation = of_automation and status in ('sending', 'paused');
  update private.mail_automations set is_on = on_now, paused_why = null, paused_at = null,
    on_since = case when on_now then clock_timestamp() else on_since end,
    tick_at = case when on_now then clock_timestamp() else tick_at end, timeline = on_timeline
  where slug = of_automation;
  if on_now and of_automation = 'back_in_stock' then
    with missed as (
      update private.stock_alerts w set notified_at = clock_timestamp()
      from public.product_variants v
      where w.notified_at is null and v.id = w.variant_id and v.stock_band <> 'out'
      returning w.recipient_id, w.variant_id, w.asked_at
    )
    insert into private.automation_runs (automation, recipient_id, occasion, skipped)
    select of_automation, m.recipient_id, m.variant_id || ':' || extract(epoch from m.asked_at), 'missed' from missed m on conflict do nothing;
  end if;
end $$;
grant execute on function private.switch_automation(text, boolean, integer) to service_role;

-- Pauses active automations: those whose job has not run for `silent_minutes`, those of another timeline, or all of them without
-- both parameters. Returns their number.
create function private.pause_automations(reason text, on_timeline integer default null, silent_minutes integer default null)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  paused integer;
begin
  update private.mail_automations set paused_why = reason, paused_at = clock_timestamp()
  where is_on and paused_why is null and case
    when silent_minutes is not null then tick_at < clock_timestamp() - make_interval(mins => silent_minutes)
    when on_timeline is not null then timeline <> on_timeline else true end;
  get diagnostics paused = row_count;
  return paused;
end $$;
grant execute on function private.pause_automations(text, integer, integer) to service_role;

-- Whether a person is reminded of a cart now: subscribed to news, without the switch against it, and below the cap.
create function private.may_remind_of_cart(recipient uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.may_mail(recipient, 'news') and private.may_mail(recipient, 'cart_reminder')
    and not private.is_mail_capped(recipient, 'news');
end $$;
grant execute on function private.may_remind_of_cart(uuid) to service_role;

-- How many mails an automation would have caused in the last days, had it been on, judged by consent of now.
create function private.count_automation_preview(of_automation text, days integer) returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  start constant timestamptz := now() - make_interval(days => days);
begin
  if of_automation = 'left_cart' then
    return (
      select count(*) from private.saved_carts k join auth.users u on u.id = k.customer_id
      join private.mail_recipients r on r.email = lower(u.email)
      where k.active_at between start and now() - interval '1 hour'
        and jsonb_array_length(k.lines) > 0 and private.may_remind_of_cart(r.id));
  elsif of_automation = 'back_in_stock' then
    return (
      select count(*) from private.stock_alerts w join public.product_variants v on v.id = w.variant_id
      where w.asked_at > start and (w.notified_at is not null or v.stock_band <> 'out')
        and private.may_mail(w.recipient_id, 'stock'));
  end if;
  return (
    select count(*) from private.automation_due(of_automation, start, now(), null) d
    where private.may_mail(d.recipient_id, 'news'));
end $$;
grant execute on function private.count_automation_preview(text, integer) to service_role;

-- Reminders of carts.

-- Carts of accounts. Devices have copies. A device may replace the cart only if its copy has the current version, so it cannot
-- overwrite changes of another device. Only use cases access these tables.
create table private.saved_carts (
  customer_id uuid primary key references auth.users (id) on delete cascade,
  -- A random id from the device that wrote the cart.
  version uuid not null,
  -- Idempotency keys of the latest changes, because a device repeats a change without a response.
  applied uuid[] not null default '{}' constraint applied_versions_too_many check (cardinality(applied) <= 50),
  -- [{variant_id, quantity, design_id?}]
  lines jsonb not null constraint saved_lines_invalid
    check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) between 0 and 50),
  promo_codes text[] not null default '{}' constraint saved_codes_too_many check (cardinality(promo_codes) <= 5),
  -- When the owner last changed the cart. A reminder does not change it.
  active_at timestamptz not null default now(),
  reminders integer not null default 0
    constraint cart_reminded_too_often check (reminders between 0 and 2),
  reminded_at timestamptz,
  updated_at timestamptz not null default now()
);
select private.protect('private.saved_carts');
create index saved_carts_inactive on private.saved_carts (active_at);
create trigger touch before update on private.saved_carts for each row execute function private.touch();

-- A changed cart starts a new series of reminders, but not within seven days of the last reminder.
create function private.note_cart_activity() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.version is distinct from old.version then
    new.active_at := now();
  end if;
  if new.version is distinct from old.version and old.reminded_at < now() - interval '7 days' then
    new.reminders := 0;
    new.reminded_at := null;
  end if;
  return new;
end $$;
create trigger note_cart_activity before update on private.saved_carts
  for each row execute function private.note_cart_activity();

-- When each customer was reminded. Outlives the cart.
create table private.cart_reminders (
  customer_id uuid not null references auth.users (id) on delete cascade,
  sent_at timestamptz not null default now(),
  primary key (customer_id, sent_at)
);
select private.protect('private.cart_reminders');

-- Orders within seven days of a reminder.
create table private.recovered_orders (
  order_id uuid primary key references public.orders (id),
  reminded_at timestamptz not null
);
select private.protect('private.recovered_orders');

-- Records an order as recovered if the customer got a reminder before it.
create function private.note_recovered_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  last timestamptz;
begin
  select sent_at into last from private.cart_reminders
    where customer_id = new.customer_id and sent_at > now() - interval '7 days' order by sent_at desc limit 1;
  if last is not null then
    insert into private.recovered_orders (order_id, reminded_at) values (new.id, last);
  end if;
  return null;
end $$;
-- A supplement of an order is not counted as another recovered order (docs/why/orders.md).
create trigger note_recovered_order after insert on public.orders
  for each row when (new.supplement_of is null) execute function private.note_recovered_order();

-- Requests for a mail when a variant is available again: one mail per address and variant. The request is also recorded as a
-- subscription of the topic `stock`.
create table private.stock_alerts (
  recipient_id uuid not null references private.mail_recipients (id) on delete cascade,
  variant_id uuid not null references public.product_variants (id) on delete cascade,
  language text not null constraint stock_alert_language_unknown check (language in ('id', 'en')),
  -- Grows when a notified recipient asks again.
  round integer not null default 1 constraint stock_alert_round_invalid check (round > 0),
  -- Of the form that asked last: sending it again is the same request.
  idempotency_key text not null check (length(idempotency_key) between 1 and 255),
  asked_at timestamptz not null default now(),
  notified_at timestamptz,
  primary key (recipient_id, variant_id)
);
select private.protect('private.stock_alerts');
create index stock_alerts_open on private.stock_alerts (asked_at) where notified_at is null;
create index stock_alerts_of_variant on private.stock_alerts (variant_id);
create index stock_alerts_sent on private.stock_alerts (idempotency_key);
