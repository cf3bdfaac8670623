-- Orders. Only use cases write here; customers read their own orders and staff read all. Triggers derive
-- `payment_status` and `fulfilment_status` from the ledgers (docs/why/orders.md).

-- The counter behind order numbers. The transaction that places an order locks the row, so numbers have no gaps.
create table public.order_counter (
  only_row boolean primary key default true check (only_row),
  last integer not null
);
select private.protect('public.order_counter');
insert into public.order_counter (last) select order_start - 1 from public.shop_settings;

-- Draws the next order number. A raised `order_start` applies from the next order on; a lowered one is ignored,
-- because it would repeat numbers.
-- The counter also counts random numbers: its lock keeps two orders from drawing the same one, and a switch back to
-- `counted` continues where the counter stands. Random numbers have eight digits; a counted number below that is
-- never checked for existence.
create function private.next_order_number() returns text language plpgsql security definer
set search_path = '' as $$
declare
  shop record;
  drawn bigint;
begin
  select order_prefix, order_start, order_numbering into shop from public.shop_settings;
  loop
    update public.order_counter set last = greatest(last + 1, shop.order_start) returning last into drawn;
    if shop.order_numbering = 'random' then
      drawn := 10000000 + floor(random() * 90000000);
    end if;
    exit when drawn < 10000000
      or not exists (select from public.orders where number = shop.order_prefix || drawn);
  end loop;
  return shop.order_prefix || drawn;
end $$;
grant execute on function private.next_order_number() to service_role;

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  number text constraint order_number_taken unique,
  customer_id uuid references auth.users (id) on delete set null,
  status text not null constraint order_status_unknown
    check (status in ('draft', 'awaiting_payment', 'placed', 'completed', 'canceled', 'expired')),
  payment_status text not null default 'none' constraint payment_status_unknown check (payment_status in
    ('none', 'authorized', 'partially_paid', 'paid', 'overcharged', 'partially_refunded', 'refunded', 'voided')),
  fulfilment_status text not null default 'unfulfilled' constraint fulfilment_status_unknown
    check (fulfilment_status in ('unfulfilled', 'partial', 'fulfilled', 'delivered', 'canceled')),
  language text not null default 'id',
  email text not null,
  recipient text not null,
  phone text not null,
  -- A snapshot: {street, landmark, region_name, region_code, postal_code, label}.
  address jsonb not null,
  subtotal bigint not null check (subtotal >= 0),
  discount bigint not null check (discount between 0 and subtotal),
  shipping bigint not null check (shipping >= 0),
  shipping_discount bigint not null default 0 check (shipping_discount >= 0),
  tax_included bigint not null check (tax_included >= 0),
  total bigint not null,
  paid_total bigint not null default 0,
  refunded_total bigint not null default 0,
  shipping_method_id uuid references public.shipping_methods (id) on delete set null,
  shipping_name text not null,
  courier text not null,
  service text not null,
  earliest date not null,
  latest date not null,
  weight_grams integer not null default 0,
  terms_version text not null,
  -- A random token that opens the order without signing in.
  public_token text not null default encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex'),
  -- Placing an order again with the same key returns the same order.
  idempotency_key text not null,
  -- A hash of the request: the same key with another request is refused.
  request_hash text not null,
  -- The buyer's note to the shop.
  note text not null default '' constraint order_note_too_long check (length(note) <= 300),
  -- The message on the card of a gift, and who it is from. Null: not a gift.
  gift_message text constraint gift_message_too_long check (length(gift_message) <= 300),
  gift_from text not null default '' constraint gift_from_invalid
    check (length(gift_from) <= 60 and (gift_message is not null or gift_from = '')),
  created_at timestamptz not null default now(),
  placed_at timestamptz,
  -- When an unpaid order expires. Null once it is paid or ended.
  expires_at timestamptz,
  packed_at timestamptz,
  closed_at timestamptz,
  needs_review boolean not null default false,
  -- What the payment method adds to the total: the fee of cash on delivery, or the negative three-digit code of a
  -- bank transfer.
  payment_fee bigint not null default 0,
  -- How delivery was priced: {source, live_price, grams, price}.
  shipping_quote jsonb not null default '{}',
  -- Payment methods that the promotions and the delivery allowed when the order was placed: a list of lists, one for
  -- each that limits them. Later changes of a promotion do not change what the order may be paid with.
  payment_limits jsonb not null default '[]',
  shipping_tax bigint not null default 0
    constraint shipping_tax_invalid check (shipping_tax between 0 and tax_included),
  payment_fee_tax bigint not null default 0
    constraint payment_fee_tax_invalid check (payment_fee_tax between 0 and tax_included),
  -- Set for a scarce order: no payment method moves `expires_at` beyond it, but for a bank transfer where the shop allows it.
  pay_before timestamptz,
  updated_at timestamptz not null default now(),
  -- The order that this one supplements: a new version of an ordered design costs more (docs/why/orders.md). The version is stored
  -- in private.design_supplements until the supplement is paid.
  supplement_of uuid references public.orders (id) constraint supplement_of_itself check (supplement_of <> id),
  -- The channel of the order. Staff made every order whose source is not `web` (docs/why/orders.md).
  source text not null default 'web' constraint order_source_unknown
    check (source in ('web', 'whatsapp', 'phone', 'counter', 'other')),
  -- Set by private.assign_buyers() after the order was placed. No client reads it.
  buyer_id uuid references public.buyers (id) on delete set null,
  -- Whole rupiah whose payment places the order; the rest of the total is paid before the order is sent. Null: the order has no
  -- deposit. Only staff agree on a deposit (docs/why/orders.md).
  deposit bigint constraint deposit_invalid check (deposit > 0 and deposit < total),
  constraint order_placed_already unique (customer_id, idempotency_key),
  constraint order_total_wrong check (total = subtotal - discount + shipping + payment_fee),
  constraint payment_fee_invalid check (total >= 0),
  -- A payment method never changes the total of an order with a deposit.
  constraint deposit_with_fee check (deposit is null or payment_fee = 0)
);
select private.protect('public.orders');
select private.require_second_factor('public.orders');
revoke delete on public.orders from service_role;
grant select (
  id, number, customer_id, status, payment_status, fulfilment_status, language, email, recipient, phone, address,
  subtotal, discount, shipping, shipping_discount, tax_included, total, paid_total, refunded_total,
  shipping_method_id, shipping_name, courier, service, earliest, latest, weight_grams, terms_version, created_at,
  placed_at, expires_at, packed_at, closed_at, needs_review, updated_at, payment_fee, shipping_quote, shipping_tax,
  payment_fee_tax, pay_before, note, gift_message, gift_from, deposit
) on public.orders to authenticated;
grant select (supplement_of, source) on public.orders to authenticated;
create policy "customers read their own orders, staff read all" on public.orders
  for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.may('orders.read')));
create index orders_customer on public.orders (customer_id, created_at desc);
-- Both columns descend, so that a row comparison can use the index: (created_at, id) < (…).
create index orders_newest on public.orders (created_at desc, id desc);
create index orders_status on public.orders (status, created_at desc);
create index orders_token on public.orders (public_token);
-- Finds earlier orders of the same mailbox for promotions on first orders.
create index orders_mailbox on public.orders (private.normalised_email(email));
-- Finds the orders of one recipient of mails.
create index orders_email on public.orders (lower(email));
-- Serves only queries that spell the status with the same coalesce (docs/why/database.md).
create index orders_unpaid on public.orders (customer_id) where coalesce(status, '') = 'awaiting_payment';
-- Orders: searched by the end of a phone number, the beginning of a number, and words of the recipient's name.
create index orders_number on public.orders ((upper(number)) text_pattern_ops);
create index orders_phone on public.orders ((reverse(phone)) text_pattern_ops);
create index orders_recipient on public.orders using gin (lower(recipient) extensions.gin_trgm_ops);
create index orders_payment_status on public.orders (payment_status, created_at, id);
create index orders_fulfilment on public.orders (status, fulfilment_status, created_at, id);
create index orders_total on public.orders (total, id);
create index orders_courier on public.orders (lower(courier), created_at, id);
create index orders_province on public.orders (("left"(address ->> 'region_code', 2)), created_at, id);
create index orders_supplements on public.orders (supplement_of) where supplement_of is not null;
-- Orders of a period, for the nightly proof of the sales figures and for exports.
create index orders_placed on public.orders (placed_at, id) where placed_at is not null;
-- Orders whose balance may be unpaid.
create index orders_deposits on public.orders (id) where deposit is not null and status = 'placed';
create index orders_buyer on public.orders (buyer_id, created_at desc, id desc);
-- A job assigns the buyer, which changes nothing of the order.
create trigger touch before update on public.orders
  for each row when (new.buyer_id is not distinct from old.buyer_id) execute function private.touch();
create trigger note_sold after update of payment_status on public.orders
  for each row when (private.is_sold(old.payment_status) <> private.is_sold(new.payment_status))
  execute function private.note_sold_order();

create function private.note_buyer_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.buyer_changes (order_id) values (new.id);
  return null;
end $$;
revoke execute on function private.note_buyer_order() from public;
create trigger note_buyer after insert on public.orders for each row execute function private.note_buyer_order();
create trigger note_changed_buyer after update of customer_id, status, placed_at, email, phone, recipient, paid_total
  on public.orders
  for each row when ((new.customer_id, new.status, new.placed_at, new.email, new.phone, new.recipient, new.paid_total)
    is distinct from (old.customer_id, old.status, old.placed_at, old.email, old.phone, old.recipient, old.paid_total))
  execute function private.note_buyer_order();

-- Queues the orders that have no buyer, e.g. those that were placed before the table existed; returns how many. Erased orders
-- have neither a mailbox nor a phone.
create function private.queue_unassigned_orders() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  queued integer;
begin
  insert into private.buyer_changes (order_id)
  select o.id from public.orders o where o.buyer_id is null and (o.email <> '' or o.phone <> '')
    and not exists (select from private.buyer_changes c where c.order_id = o.id);
  get diagnostics queued = row_count;
  return queued;
end $$;
revoke execute on function private.queue_unassigned_orders() from public;
grant execute on function private.queue_unassigned_orders() to service_role;

-- The tables below belong to modules that an order depends on, so their references to orders are added here.
alter table public.stock_movements add constraint movement_order_missing
  foreign key (order_id) references public.orders (id);
alter table public.stock_holds add constraint hold_order_missing
  foreign key (order_id) references public.orders (id);
alter table public.promo_redemptions add constraint redemption_order_missing
  foreign key (order_id) references public.orders (id);
alter table public.audit_entries add foreign key (order_id) references public.orders (id);

-- Draws the number at the end of the transaction. The counter is one row, so a transaction that draws early would
-- block all others for its whole duration.
create function private.number_order() returns trigger
  language plpgsql security definer set search_path to '' as $$
begin
  update public.orders set number = private.next_order_number() where id = new.id and number is null;
  return null;
end $$;
-- A transaction that reads the number first says `set constraints order_numbered immediate`.
create constraint trigger order_numbered after insert on public.orders
  deferrable initially deferred for each row when (new.number is null)
  execute function private.number_order();

-- The legal steps of `orders.status`. An expired order can only return through a late payment. The payment fee and the deposit
-- may change until money has been received.
create function private.guard_order_status() returns trigger
  language plpgsql set search_path to '' as $$
begin
  if old.status <> new.status and (old.status, new.status) not in (
    ('draft', 'awaiting_payment'), ('draft', 'placed'), ('draft', 'canceled'),
    ('awaiting_payment', 'placed'), ('awaiting_payment', 'expired'), ('awaiting_payment', 'canceled'),
    ('expired', 'placed'), ('placed', 'completed'), ('placed', 'canceled')
  ) and not (
    -- Staff may undo the delivery for ten minutes (docs/why/orders.md).
    (old.status, new.status) = ('completed', 'placed') and old.closed_at > now() - interval '10 minutes'
  ) then
    raise exception 'an order cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'order_status_step';
  end if;
  if (new.number, new.subtotal, new.discount, new.shipping, new.request_hash) is distinct from
      (coalesce(old.number, new.number), old.subtotal, old.discount, old.shipping, old.request_hash)
    or (new.payment_fee, new.deposit) is distinct from (old.payment_fee, old.deposit) and old.paid_total <> 0 then
    raise exception 'what was agreed never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_order_status before update on public.orders
  for each row execute function private.guard_order_status();

-- Refuses derived columns that a statement writes by itself; triggers write them at a depth above 0.
create function private.refuse_derived() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'this follows the ledgers' using errcode = 'restrict_violation', constraint = 'order_derived';
end $$;
create trigger derived_never_changes before update on public.orders
  for each row when (pg_trigger_depth() = 0
    and (new.payment_status, new.fulfilment_status, new.paid_total, new.refunded_total)
      is distinct from (old.payment_status, old.fulfilment_status, old.paid_total, old.refunded_total))
  execute function private.refuse_derived();
create trigger derived_begins_empty before insert on public.orders
  for each row when (pg_trigger_depth() = 0
    and (new.payment_status, new.fulfilment_status, new.paid_total, new.refunded_total)
      is distinct from ('none', 'unfulfilled', 0::bigint, 0::bigint))
  execute function private.refuse_derived();

-- PPN included in the payment fee. Cash on delivery is a service like delivery and is taxed in its class; a negative
-- fee holds no tax.
create function private.tax_payment_fee() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.payment_fee_tax := private.tax_included(new.payment_fee, 'shipping');
  new.tax_included := new.tax_included - old.payment_fee_tax + new.payment_fee_tax;
  return new;
end $$;
create trigger tax_payment_fee before update on public.orders
  for each row when (new.payment_fee <> old.payment_fee) execute function private.tax_payment_fee();

-- Cancelling or completing an order ends its review unless a payment task is open.
create function private.end_review() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.needs_review := exists (
    select from public.payment_tasks t where t.order_id = new.id and t.resolution is null);
  return new;
end $$;
create trigger end_review before update of status on public.orders
  for each row when (new.needs_review and new.status in ('canceled', 'completed') and old.status <> new.status)
  execute function private.end_review();

-- The price of each piece of a line, so that a refund of some pieces returns exactly their share. The rupiah that do
-- not divide go to the first pieces. The set-up fee goes to the last one: it is given back with the whole line only
-- (docs/why/designs.md).
create function private.unit_totals(goods bigint, setup_fee bigint, quantity integer) returns bigint[]
language sql immutable strict set search_path = ''
as $$
  select array_agg(goods / quantity + case when n <= goods % quantity then 1 else 0 end
    + case when n = quantity then setup_fee else 0 end order by n)
  from generate_series(1, quantity) n
$$;
grant execute on function private.unit_totals(bigint, bigint, integer) to service_role;

create table public.order_lines (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  customer_id uuid references auth.users (id) on delete set null,
  position integer not null,
  variant_id uuid references public.product_variants (id) on delete set null,
  product_id uuid references public.products (id) on delete set null,
  product_slug text,
  sku text not null,
  -- In the language of the order, as shown when it was placed.
  name text not null,
  options text not null default '',
  -- {url, alt, colour}
  picture jsonb,
  quantity integer not null constraint line_quantity_invalid check (quantity between 1 and 99),
  unit_price bigint not null check (unit_price >= 0),
  -- Once for the line, e.g. to set up a design; promotions do not lower it.
  setup_fee bigint not null default 0 constraint line_setup_fee_invalid check (setup_fee >= 0),
  was_price bigint,
  discount bigint not null default 0,
  total bigint not null,
  tax_included bigint not null default 0,
  weight_grams integer not null,
  -- A promotion added this line; the customer did not put it into the cart.
  is_gift boolean not null default false,
  -- The tax class and rate that were agreed.
  tax_class text not null default 'goods',
  tax_rate_basis_points integer not null default 0,
  -- DPP nilai lain: the base that the rate applies to.
  tax_base bigint not null default 0 constraint line_tax_base_invalid check (tax_base >= 0),
  -- Whole rupiah refunded because a new version of the design costs less. Refunds write it; the pieces of the line cost that much
  -- less.
  lowered bigint not null default 0 constraint line_lowered_invalid check (lowered between 0 and total - setup_fee),
  unit_totals bigint[] not null
    generated always as (private.unit_totals(total - setup_fee - lowered, setup_fee, quantity)) stored,
  constraint line_discount_invalid check (discount between 0 and unit_price * quantity),
  constraint line_total_wrong check (total = unit_price * quantity + setup_fee - discount),
  unique (order_id, position)
);
select private.protect('public.order_lines');
select private.require_second_factor('public.order_lines');
revoke update, delete on public.order_lines from service_role;
grant select on public.order_lines to authenticated;
create policy "customers read their own order lines, staff read all" on public.order_lines
  for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.may('orders.read')));
create index order_lines_variant on public.order_lines (variant_id);
create index order_lines_customer on public.order_lines (customer_id);
create trigger note_sold after insert on public.order_lines referencing new table as added
  for each statement execute function private.note_sold_lines();

create table public.order_promos (
  order_id uuid not null references public.orders (id),
  promotion_id uuid not null references public.promotions (id),
  code text not null,
  name text not null,
  discount bigint not null check (discount >= 0),
  primary key (order_id, promotion_id)
);
select private.protect('public.order_promos');
select private.require_second_factor('public.order_promos');
revoke update, delete on public.order_promos from service_role;
grant select on public.order_promos to authenticated;
create policy "whoever reads an order reads its promos" on public.order_promos
  for select to authenticated using (exists (select from public.orders where orders.id = order_id));

-- How much each promotion took off a line. These rows and the shipping share of order_promos add up to the
-- promotion's discount.
create table public.order_line_discounts (
  order_line_id uuid not null references public.order_lines (id),
  promotion_id uuid not null references public.promotions (id),
  amount bigint not null constraint line_discount_share_invalid check (amount > 0),
  primary key (order_line_id, promotion_id)
);
select private.protect('public.order_line_discounts');
select private.require_second_factor('public.order_line_discounts');
revoke update, delete on public.order_line_discounts from service_role;
grant select on public.order_line_discounts to authenticated;
create policy "whoever reads an order line reads what lowered it" on public.order_line_discounts
  for select to authenticated
  using (exists (select from public.order_lines where order_lines.id = order_line_id));
create index order_line_discounts_promotion on public.order_line_discounts (promotion_id);

-- The history of an order. Append-only.
create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id),
  customer_id uuid references auth.users (id) on delete set null,
  kind text not null constraint event_kind_unknown check (kind in (
    'placed', 'payment_pending', 'payment_declined', 'paid', 'packed', 'shipped', 'delivered', 'canceled',
    'expired', 'refund_requested', 'refunded', 'needs_review', 'note', 'cancel_requested', 'shipment_prepared',
    'shipment_canceled', 'shipment_delivered', 'refund_failed', 'refund_account', 'return_requested', 'return_approved',
    'return_declined', 'return_in_transit', 'return_received', 'return_refunded', 'return_closed', 'return_canceled',
    'claim_requested', 'claim_approved', 'claim_declined', 'claim_resolved', 'claim_canceled', 'replacement_prepared',
    'mail_undelivered', 'buyer_told', 'email_corrected', 'payment_proof_attached', 'money_confirmed', 'payment_checked',
    'tracking_corrected', 'remarks_changed', 'address_changed', 'terms_accepted', 'pay_link_made', 'step_undone',
    'replaced', 'replaces')),
  details jsonb not null default '{}',
  -- Only staff see internal events.
  internal boolean not null default false,
  actor_id uuid,
  at timestamptz not null default clock_timestamp()
);
select private.protect('public.order_events');
select private.require_second_factor('public.order_events');
revoke update, delete on public.order_events from service_role;
grant select on public.order_events to authenticated;
create policy "customers read the events of their orders, staff read all" on public.order_events
  for select to authenticated
  using ((customer_id = (select auth.uid()) and not internal) or (select private.may('orders.read')));
create index order_events_order on public.order_events (order_id, id);
create index order_events_customer on public.order_events (customer_id);
create trigger note_new_order after insert on public.order_events
  for each row when (new.kind = 'placed') execute function private.note_staff_event('new_order', 'order_id');
create trigger note_order_paid after insert on public.order_events
  for each row when (new.kind = 'paid') execute function private.note_staff_event('order_paid', 'order_id');

-- Notifies open pages that an order changed. The message does not say what: the page reads the order again.
create function private.announce_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  told jsonb := jsonb_build_object('order_id', new.order_id, 'kind', new.kind);
begin
  perform realtime.publish(jsonb_build_object('topic', topic, 'event', 'changed', 'payload', told, 'private', true))
  from unnest(array['order:' || new.order_id, 'orders']) as topic;
  return null;
end $$;
create trigger announce_order after insert on public.order_events
  for each row execute function private.announce_order();

-- Why an order was cancelled and what happened to its goods and its money: one row, in the transaction that cancels
-- it.
create table public.order_cancellations (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id),
  reason text not null constraint cancel_reason_unknown
    check (reason in ('customer', 'declined', 'fraud', 'inventory', 'staff', 'expired', 'other')),
  -- False: the pieces are lost, e.g. broken in the warehouse.
  restock boolean not null,
  -- False: the payment is not refunded yet.
  refund boolean not null,
  notify boolean not null,
  note text not null default '' constraint cancel_note_invalid check (length(note) <= 500),
  -- Null: the program itself, e.g. because the order expired.
  actor_id uuid,
  at timestamptz not null default now()
);
select private.protect('public.order_cancellations');
select private.require_second_factor('public.order_cancellations');
revoke update, delete on public.order_cancellations from service_role;
grant select on public.order_cancellations to authenticated;
create policy "staff read why orders were cancelled" on public.order_cancellations
  for select to authenticated using ((select private.may('orders.read')));
create index order_cancellations_order on public.order_cancellations (order_id);

-- Pieces of an order that were refunded before they shipped, while the order stays open. Append-only.
create table public.order_withdrawals (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id),
  order_line_id uuid not null references public.order_lines (id),
  quantity integer not null constraint withdrawn_quantity_invalid check (quantity > 0),
  actor_id uuid,
  at timestamptz not null default now()
);
select private.protect('public.order_withdrawals');
select private.require_second_factor('public.order_withdrawals');
revoke update, delete on public.order_withdrawals from service_role;
grant select on public.order_withdrawals to authenticated;
create policy "whoever reads an order reads what is not sent" on public.order_withdrawals
  for select to authenticated using (exists (select from public.orders where orders.id = order_id));
create index order_withdrawals_order on public.order_withdrawals (order_id);
create index order_withdrawals_line on public.order_withdrawals (order_line_id);

-- Links in mails that show the progress of an order without signing in, and no personal data (docs/why/orders.md). Only
-- the hash of the random token is stored, and it expires.
create table private.order_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  order_id uuid not null references public.orders (id),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- `track` opens the tracking page; `pay` opens the page that shows amounts and pays the order.
  purpose text not null default 'track' constraint order_link_purpose_unknown check (purpose in ('track', 'pay'))
);
select private.protect('private.order_links');
revoke update on private.order_links from service_role;
create index order_links_order on private.order_links (order_id);
create index order_links_age on private.order_links (expires_at);

-- Who an unpaid order belongs to: private.customer_keys() and the network. The rows exist while the order awaits
-- payment.
create table private.unpaid_buyers (
  order_id uuid not null references public.orders (id) on delete cascade,
  buyer_key text not null constraint buyer_key_invalid check (length(buyer_key) between 1 and 400),
  primary key (buyer_key, order_id)
);
select private.protect('private.unpaid_buyers');
create index unpaid_buyers_order on private.unpaid_buyers (order_id);

-- Whether a guest placed an unpaid order, also after an account claimed it: the key of its buyer stays the guest's.
create function private.is_guest_order(of_order uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.unpaid_buyers k left join auth.users u on u.id = substr(k.buyer_key, 6)::uuid
    where k.order_id = of_order and k.buyer_key like 'user:%' and coalesce(u.is_anonymous, true))
$$;
grant execute on function private.is_guest_order(uuid) to service_role;

create function private.follow_unpaid_buyers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.unpaid_buyers (order_id, buyer_key)
    select distinct new.id, key from unnest(private.customer_keys(new.customer_id, new.email, new.phone)) key;
  else
    delete from private.unpaid_buyers where order_id = new.id;
  end if;
  return null;
end $$;
-- Orders of staff have no limit of pieces.
create trigger add_unpaid_buyers after insert on public.orders
  for each row when (new.status = 'awaiting_payment' and new.source = 'web') execute function private.follow_unpaid_buyers();
create trigger remove_unpaid_buyers after update of status on public.orders
  for each row when (old.status = 'awaiting_payment' and new.status <> 'awaiting_payment')
  execute function private.follow_unpaid_buyers();

-- A confirmed address claims the orders that guests placed with it: they become orders of its account. An unconfirmed one
-- claims nothing, because anybody may type any address (docs/why/customers.md).
create function private.claim_guest_orders() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  claimed uuid[];
begin
  claimed := array(
    select o.id from public.orders o
    join (
      -- A key belongs to one order of an account; two guests may have used the same.
      select distinct on (p.idempotency_key) p.id from public.orders p join auth.users g on g.id = p.customer_id
      where g.is_anonymous and private.normalised_email(p.email) = private.normalised_email(new.email)
        and lower(p.email) = lower(new.email)
        and not exists (
          select from public.orders own where own.customer_id = new.id and own.idempotency_key = p.idempotency_key)
      order by p.idempotency_key, p.created_at, p.id
    ) found using (id)
    order by o.id for update of o);
  if cardinality(claimed) = 0 then return null; end if;
  update public.orders set customer_id = new.id where id = any (claimed);
  update public.order_lines set customer_id = new.id where order_id = any (claimed);
  update public.order_events set customer_id = new.id,
    actor_id = case when actor_id = customer_id then new.id else actor_id end
    where order_id = any (claimed);
  update public.payments set customer_id = new.id where order_id = any (claimed);
  update public.shipments set customer_id = new.id where order_id = any (claimed);
  update public.returns set customer_id = new.id where order_id = any (claimed);
  update public.refund_accounts a set customer_id = new.id from public.refunds r
    where r.id = a.refund_id and r.order_id = any (claimed);
  update public.customisation_messages m set customer_id = new.id from public.customisations c
    where c.id = m.customisation_id and c.order_id = any (claimed);
  update public.proof_pins n set customer_id = new.id from public.customisations c
    where c.id = n.customisation_id and c.order_id = any (claimed);
  update public.proofs p set customer_id = new.id from public.customisations c
    where c.id = p.customisation_id and c.order_id = any (claimed);
  update public.customisations set customer_id = new.id where order_id = any (claimed);
  return null;
end $$;
revoke execute on function private.claim_guest_orders() from public;
create trigger claim_guest_orders after insert on auth.users
  for each row when (new.email_confirmed_at is not null and not new.is_anonymous)
  execute function private.claim_guest_orders();
create trigger claim_guest_orders_on_confirmation after update of email, email_confirmed_at on auth.users
  for each row when (new.email_confirmed_at is not null and not new.is_anonymous
    and (old.email_confirmed_at is null or old.email is distinct from new.email))
  execute function private.claim_guest_orders();

create policy "whoever reads an order hears of it" on realtime.messages
  for select to authenticated
  using (
    extension = 'broadcast' and (
      ((select realtime.topic()) = 'orders' and (select private.may('orders.read')))
      or exists (select from public.orders where 'order:' || id::text = (select realtime.topic()))
    )
  );

-- Mails that did not reach the buyer of an order, as work for staff: they call, or correct the address (docs/why/mailing.md).
create table private.undelivered_order_mails (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  -- The message, which is sent again once the address is corrected. Null: another mail to the address came back, and those of
  -- the order will.
  mail_id uuid references private.outbox (id) on delete set null,
  -- As it was then.
  address text not null constraint undelivered_address_invalid check (length(address) between 3 and 254),
  subject text not null default '' constraint undelivered_subject_too_long check (length(subject) <= 300),
  bounce text not null constraint undelivered_bounce_unknown check (bounce in ('hard', 'soft', 'policy')),
  -- The enhanced status code (RFC 3463), and the words of the other side.
  code text not null default '' constraint undelivered_code_invalid check (length(code) <= 12),
  reason text not null default '' constraint undelivered_reason_too_long check (length(reason) <= 500),
  created_at timestamptz not null default now(),
  -- told: staff reached the buyer in another way. corrected: the order has another address.
  resolution text constraint undelivered_resolution_unknown check (resolution in ('told', 'corrected')),
  resolved_by uuid references auth.users (id) on delete set null,
  resolved_at timestamptz,
  constraint undelivered_half_resolved check ((resolution is null) = (resolved_at is null))
);
select private.protect('private.undelivered_order_mails');
revoke delete on private.undelivered_order_mails from service_role;
-- However many reports name a mail, and however many mails to an address come back, it is one piece of work.
create unique index undelivered_once on private.undelivered_order_mails
  (order_id, coalesce(mail_id, '00000000-0000-0000-0000-000000000000')) where resolution is null;
create index undelivered_open on private.undelivered_order_mails (id) where resolution is null;
create index undelivered_mail on private.undelivered_order_mails (mail_id) where mail_id is not null;
create index undelivered_resolver on private.undelivered_order_mails (resolved_by) where resolved_by is not null;
create trigger note_undelivered after insert on private.undelivered_order_mails
  for each row execute function private.note_staff_event('order_unreachable', 'order_id');

-- An order that loses its buyer, by an erasure, loses what names them here.
create function private.forget_undelivered() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.undelivered_order_mails where order_id = new.id;
  return null;
end $$;
revoke execute on function private.forget_undelivered() from public;
create trigger forget_undelivered after update of email on public.orders
  for each row when (new.email = '' and old.email <> '') execute function private.forget_undelivered();

-- Anonymises the tables about orders, however the account is deleted.
create function private.anonymise_orders() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Notes of staff may name a person.
  update public.refunds set note = '', actor_id = nullif(actor_id, old.id)
    where order_id in (select id from public.orders where customer_id = old.id) or actor_id = old.id;
  update public.order_cancellations set note = '', actor_id = nullif(actor_id, old.id)
    where order_id in (select id from public.orders where customer_id = old.id) or actor_id = old.id;
  update public.order_withdrawals set actor_id = null where actor_id = old.id;
  update public.stock_movements set actor_id = null where actor_id = old.id;
  update public.returns set note = '', answer = '', tracking_number = '', courier = '' where customer_id = old.id;
  return old;
end $$;
create trigger anonymise_orders before delete on auth.users
  for each row execute function private.anonymise_orders();

-- Deletes the order links of a deleted account.
create function private.purge_order_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.order_links where order_id in (select id from public.orders where customer_id = old.id);
  return old;
end $$;
create trigger purge_order_links before delete on auth.users
  for each row execute function private.purge_order_links();

-- Whether the write-off limit applies to a movement. Pieces of an order that is cancelled without a refund count. Pieces of a
-- refunded order do not, because refunds have their own approval (0026_orders_refunds.sql).
create function private.is_limited_write_off(movement public.stock_movements) returns boolean
language sql stable security definer set search_path = ''
as $$
  select movement.kind = 'adjusted' and movement.quantity < 0 and (movement.order_id is null or exists (
    select from public.order_cancellations c join public.orders o on o.id = c.order_id
    where c.order_id = movement.order_id and not (c.refund and o.paid_total > 0)))
$$;
revoke execute on function private.is_limited_write_off(public.stock_movements) from public;

-- The value of the pieces that a person wrote off since a time, in whole rupiah.
create function private.written_off(person uuid, since timestamptz) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(-m.quantity * private.value_of_piece(m.variant_id)), 0)::bigint
  from public.stock_movements m
  where m.actor_id = person and m.at > since and m.kind = 'adjusted' and m.quantity < 0 and m.approval_id is null
    and private.is_limited_write_off(m)
$$;
grant execute on function private.written_off(uuid, timestamptz) to service_role;
