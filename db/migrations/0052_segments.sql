-- What segments of the mailing list ask about recipients, and the segments.

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
create index recipient_facts_last on private.recipient_facts (last_order_at);
create index recipient_facts_categories on private.recipient_facts using gin (categories);

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

-- The facts of recipients as the orders have them now.
create function private.facts_of_recipients(recipients uuid[]) returns setof private.recipient_facts
language sql stable security definer set search_path = ''
as $$
  select r.id, count(o.id)::integer, coalesce(sum(o.paid_total), 0)::bigint, min(o.placed_at),
    max(o.placed_at), (array_agg(o.address ->> 'region_code' order by o.placed_at desc))[1],
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
select private.audit('private.mail_segments', 'mail_segment', 'id', '{created_at}');

-- The segment that a draft goes to; null: everybody who subscribed to its topic.
alter table private.mail_campaigns add column segment_id uuid
  constraint mail_campaign_segment_unknown references private.mail_segments (id) on delete restrict;
create index mail_campaigns_segment on private.mail_campaigns (segment_id) where segment_id is not null;
-- The filter as it was when the campaign was sent: a segment that changes later does not move its recipients.
alter table private.mail_campaigns add column segment_filter text
  constraint mail_campaign_filter_invalid check (length(segment_filter) between 1 and 8000);
