-- What a buyer's new version of an ordered design costs more or less than the version before (docs/why/orders.md). More: an order
-- of its own, the supplement, which waits for its payment like any order; the version is stored beside it until then. Less:
-- a refund that lowers the price of the line.

alter table public.orders add column supplement_of uuid references public.orders (id)
  constraint supplement_of_itself check (supplement_of <> id);
grant select (supplement_of) on public.orders to authenticated;
create index orders_supplements on public.orders (supplement_of) where supplement_of is not null;

-- Whole rupiah that went back since because its design became cheaper: what its pieces cost is less by that. Refunds write it.
alter table public.order_lines add column lowered bigint not null default 0
  constraint line_lowered_invalid check (lowered between 0 and total - setup_fee);
alter table public.order_lines drop column unit_totals;
alter table public.order_lines add column unit_totals bigint[] not null
  generated always as (private.unit_totals(total - setup_fee - lowered, setup_fee, quantity)) stored;

alter table public.refunds drop constraint refund_reason_unknown;
alter table public.refunds add constraint refund_reason_unknown check (reason in
  ('customer', 'inventory', 'duplicate', 'staff', 'return', 'claim', 'goodwill', 'other', 'design'));
-- The line whose price this refund lowers, by all of its amount.
alter table public.refunds add column lowers_line_id uuid references public.order_lines (id)
  constraint refund_lowers_by_goodwill check (lowers_line_id is null or (goodwill = amount and reason = 'design'));
create index refunds_lowering on public.refunds (lowers_line_id) where lowers_line_id is not null;

-- A line of which pieces were given back keeps its price: those pieces had it.
create function private.lower_line() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.order_lines l set lowered = l.lowered + new.goodwill
  where l.id = new.lowers_line_id and l.order_id = new.order_id
    and not exists (select from public.refund_lines r where r.order_line_id = l.id);
  if not found then
    raise exception 'the price of this line is settled'
      using errcode = 'check_violation', constraint = 'refund_lowers_settled_line';
  end if;
  return null;
end $$;
revoke execute on function private.lower_line() from public;
create trigger lower_line after insert on public.refunds
  for each row when (new.lowers_line_id is not null) execute function private.lower_line();

create function private.guard_lowering() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'what was promised never changes' using errcode = 'restrict_violation';
end $$;
create trigger guard_lowering before update of lowers_line_id on public.refunds
  for each row when (new.lowers_line_id is distinct from old.lowers_line_id) execute function private.guard_lowering();

-- A new version that costs more: it becomes a proof once its order is paid, and does not when anything happened meanwhile.
create table private.design_supplements (
  -- Chosen by the drawing board, and the id of the proof that it becomes.
  id uuid primary key,
  -- The supplement's own order.
  order_id uuid not null constraint supplement_order_taken unique references public.orders (id),
  customisation_id uuid not null references public.customisations (id),
  -- The line that costs more.
  order_line_id uuid not null references public.order_lines (id),
  -- The proof that was changed: a newer one makes this version void.
  follows uuid not null references public.proofs (id),
  -- `withdrawn`: the version will never be printed, and its money goes back.
  state text not null default 'waiting' constraint supplement_state_unknown check (state in ('waiting', 'applied', 'withdrawn')),
  -- The row of `proofs` that is written once it is paid; only while it waits.
  proof jsonb constraint supplement_proof_invalid check (jsonb_typeof(proof) = 'object'),
  constraint supplement_proof_whole check ((state = 'waiting') = (proof is not null)),
  -- Steps of shop/production/revisions/remind-supplements.server.ts that were taken while nobody paid.
  reminders integer not null default 0 constraint supplement_reminders_invalid check (reminders between 0 and 2),
  created_at timestamptz not null default now()
);
select private.protect('private.design_supplements');
revoke delete on private.design_supplements from service_role;
create unique index supplement_waits_already on private.design_supplements (customisation_id) where state = 'waiting';
create index supplements_unpaid on private.design_supplements (created_at) where state = 'waiting' and reminders < 2;
create index supplements_line on private.design_supplements (order_line_id);
create index supplements_follows on private.design_supplements (follows);
create index supplements_assets on private.design_supplements using gin ((proof -> 'document' -> 'assets')) where state = 'waiting';

-- A version that waits becomes a proof or is withdrawn, once.
create function private.guard_supplement() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.id, new.order_id, new.customisation_id, new.order_line_id, new.follows)
      is distinct from (old.id, old.order_id, old.customisation_id, old.order_line_id, old.follows)
    or old.state <> 'waiting' and new.state <> old.state then
    raise exception 'a supplement is settled once'
      using errcode = 'check_violation', constraint = 'supplement_settled_once';
  end if;
  return new;
end $$;
create trigger guard_supplement before update on private.design_supplements
  for each row execute function private.guard_supplement();

-- Whoever ends or moves an order or a customisation, a job settles the supplements that wait for it, in a transaction of its
-- own: it locks the order first and the supplement's order after it.
create function private.queue_supplement(supplement uuid) returns void
language sql security definer set search_path = ''
as $$
  select private.enqueue('settle-supplement', json_build_object('supplement_id', supplement), 'supplement:' || supplement)
$$;
revoke execute on function private.queue_supplement(uuid) from public;
grant execute on function private.queue_supplement(uuid) to service_role;
create function private.queue_supplements() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'customisations' then
    perform private.queue_supplement(id) from private.design_supplements
    where state = 'waiting' and customisation_id = new.id;
  elsif tg_table_name = 'refund_lines' then
    perform private.queue_supplement(id) from private.design_supplements
    where state = 'waiting' and order_line_id = new.order_line_id;
  elsif new.supplement_of is not null then
    -- Money for a withdrawn version goes back, however late it comes.
    perform private.queue_supplement(id) from private.design_supplements where order_id = new.id;
  else
    perform private.queue_supplement(s.id) from public.orders o join private.design_supplements s on s.order_id = o.id
    where o.supplement_of = new.id and s.state = 'waiting';
  end if;
  return null;
end $$;
revoke execute on function private.queue_supplements() from public;
create trigger queue_supplements after update of status on public.orders
  for each row when (old.status <> new.status and (new.status = 'canceled'
    or (new.supplement_of is not null and new.status = 'placed')))
  execute function private.queue_supplements();
create trigger queue_supplements after insert on public.refund_lines
  for each row execute function private.queue_supplements();
create trigger queue_supplements after update of status on public.customisations
  for each row when (old.status <> new.status) execute function private.queue_supplements();

-- The account was deleted: its versions that wait are void.
create function private.forget_supplements() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.design_supplements set state = 'withdrawn', proof = null
  where customisation_id = new.id and state = 'waiting';
  return null;
end $$;
revoke execute on function private.forget_supplements() from public;
create trigger forget_supplements after update of customer_id on public.customisations
  for each row when (old.customer_id is not null and new.customer_id is null)
  execute function private.forget_supplements();

-- As in 0048, and of versions that wait for their payment.
create or replace function private.is_asset_used(asset text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.designs where document -> 'assets' ? asset)
    or exists (select from public.design_versions where document -> 'assets' ? asset)
    or exists (
      select from public.customisations c
      where c.document -> 'assets' ? asset and (c.status <> 'done' or coalesce(c.pictures_until > now(), true)))
    or exists (
      select from public.proofs p join public.customisations c on c.id = p.customisation_id
      where p.document -> 'assets' ? asset and (c.status <> 'done' or coalesce(c.pictures_until > now(), true)))
    or exists (select from public.design_templates where document -> 'assets' ? asset)
    or exists (
      select from public.shared_designs where document -> 'assets' ? asset and revoked_at is null and state <> 'removed')
    or exists (
      select from private.design_supplements where proof -> 'document' -> 'assets' ? asset and state = 'waiting')
$$;

-- A sale counts once, whatever its design costs later: a supplement brings money and is no order (docs/why/orders.md).
drop trigger note_recovered_order on public.orders;
create trigger note_recovered_order after insert on public.orders
  for each row when (new.supplement_of is null) execute function private.note_recovered_order();

-- As in 0052, where a supplement is no order.
create or replace function private.facts_of_recipients(recipients uuid[]) returns setof private.recipient_facts
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

-- As in 0015: what an approved refund of an order takes from its supplements is approved with it.
create or replace function private.require_refund_approval() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.orders o where o.id = new.order_id and o.customer_id = new.actor_id
      and (private.role_of(new.actor_id) = 'CUSTOMER' or not private.may(new.actor_id, 'orders.cancel') and exists (
        select from public.order_cancellations c where c.order_id in (o.id, o.supplement_of) and c.actor_id = new.actor_id))
  ) then
    return null;
  end if;
  if not exists (select from public.refund_requests r join public.orders o on o.id = new.order_id
      where r.id = new.request_id and r.order_id in (o.id, o.supplement_of) and r.status = 'done') then
    raise exception 'nobody approved this refund'
      using errcode = 'check_violation', constraint = 'refund_not_approved';
  end if;
  return null;
end $$;

-- Covering index for sales by day on the back office's home page, because rows of orders are wide.
create index orders_sales on public.orders (created_at) include (id, total, paid_total, refunded_total, supplement_of)
  where status in ('placed', 'completed');
