-- Orders and what happens to them. Only use cases write here; customers read their own, staff read all.
-- `payment_status` and `fulfilment_status` follow the ledgers by trigger and are never written by hand.

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  number text not null default private.next_order_number() constraint order_number_taken unique,
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
  -- As written at the time: {street, landmark, region_name, region_code, postal_code, label}
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
  -- 128 random bits: opens the order without signing in.
  public_token text not null default encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex'),
  -- The same key by the same customer is the same order.
  idempotency_key text not null,
  -- Hash of what was asked, to tell a repeated request from another one with the same key.
  request_hash text not null,
  note text not null default '',
  created_at timestamptz not null default now(),
  placed_at timestamptz,
  -- When an unpaid order lapses; null once it is settled one way or the other.
  expires_at timestamptz,
  packed_at timestamptz,
  closed_at timestamptz,
  needs_review boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint order_total_wrong check (total = subtotal - discount + shipping),
  constraint order_placed_already unique (customer_id, idempotency_key)
);
select private.protect('public.orders');
revoke delete on public.orders from service_role;
create trigger touch before update on public.orders for each row execute function private.touch();
create index orders_customer on public.orders (customer_id, created_at desc);
create index orders_newest on public.orders (created_at desc, id);
create index orders_status on public.orders (status, created_at desc);
create index orders_token on public.orders (public_token);
grant select (
  id, number, customer_id, status, payment_status, fulfilment_status, language, email, recipient, phone, address,
  subtotal, discount, shipping, shipping_discount, tax_included, total, paid_total, refunded_total,
  shipping_method_id, shipping_name, courier, service, earliest, latest, weight_grams, terms_version,
  created_at, placed_at, expires_at, packed_at, closed_at, needs_review, updated_at
) on public.orders to authenticated;
create policy "customers read their own orders, staff read all" on public.orders
  for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.is_staff()));

-- Legal steps of `orders.status`. An expired order may only come back through a late payment.
create function private.guard_order_status() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.status <> new.status and (old.status, new.status) not in (
    ('draft', 'awaiting_payment'), ('draft', 'placed'), ('draft', 'canceled'),
    ('awaiting_payment', 'placed'), ('awaiting_payment', 'expired'), ('awaiting_payment', 'canceled'),
    ('expired', 'placed'), ('placed', 'completed'), ('placed', 'canceled')
  ) then
    raise exception 'an order cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'order_status_step';
  end if;
  if (new.number, new.subtotal, new.discount, new.shipping, new.total, new.request_hash)
      is distinct from (old.number, old.subtotal, old.discount, old.shipping, old.total, old.request_hash) then
    raise exception 'what was agreed never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_order_status before update on public.orders
  for each row execute function private.guard_order_status();

create table public.order_lines (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  customer_id uuid references auth.users (id) on delete set null,
  position integer not null,
  variant_id uuid references public.product_variants (id) on delete set null,
  product_id uuid references public.products (id) on delete set null,
  product_slug text,
  sku text not null,
  -- In the order's language, as shown when it was placed.
  name text not null,
  options text not null default '',
  -- {url, alt, colour}
  picture jsonb,
  quantity integer not null constraint line_quantity_invalid check (quantity between 1 and 99),
  unit_price bigint not null check (unit_price >= 0),
  was_price bigint,
  discount bigint not null default 0,
  total bigint not null,
  tax_included bigint not null default 0,
  weight_grams integer not null,
  constraint line_discount_invalid check (discount between 0 and unit_price * quantity),
  constraint line_total_wrong check (total = unit_price * quantity - discount),
  unique (order_id, position)
);
select private.protect('public.order_lines');
revoke update, delete on public.order_lines from service_role;
create index order_lines_variant on public.order_lines (variant_id);
create index order_lines_customer on public.order_lines (customer_id);
grant select on public.order_lines to authenticated;
create policy "customers read their own order lines, staff read all" on public.order_lines
  for select to authenticated
  using (customer_id = (select auth.uid()) or (select private.is_staff()));

create table public.order_promos (
  order_id uuid not null references public.orders (id),
  promotion_id uuid not null references public.promotions (id),
  code text not null,
  name text not null,
  discount bigint not null check (discount >= 0),
  primary key (order_id, promotion_id)
);
select private.protect('public.order_promos');
revoke update, delete on public.order_promos from service_role;
grant select on public.order_promos to authenticated;
create policy "whoever reads an order reads its promos" on public.order_promos
  for select to authenticated using (exists (select from public.orders where orders.id = order_id));

-- The history of an order; it only grows.
create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id),
  customer_id uuid references auth.users (id) on delete set null,
  kind text not null constraint event_kind_unknown check (kind in (
    'placed', 'payment_pending', 'payment_declined', 'paid', 'packed', 'shipped', 'delivered', 'canceled',
    'expired', 'refund_requested', 'refunded', 'needs_review', 'note')),
  details jsonb not null default '{}',
  -- Staff notes and reviews stay inside the shop.
  internal boolean not null default false,
  actor_id uuid,
  at timestamptz not null default clock_timestamp()
);
select private.protect('public.order_events');
revoke update, delete on public.order_events from service_role;
create index order_events_order on public.order_events (order_id, id);
create index order_events_customer on public.order_events (customer_id);
grant select on public.order_events to authenticated;
create policy "customers read the events of their orders, staff read all" on public.order_events
  for select to authenticated
  using ((customer_id = (select auth.uid()) and not internal) or (select private.is_staff()));

alter table public.stock_holds add constraint hold_order_missing
  foreign key (order_id) references public.orders (id);
alter table public.stock_movements add constraint movement_order_missing
  foreign key (order_id) references public.orders (id);
alter table public.promo_redemptions add constraint redemption_order_missing
  foreign key (order_id) references public.orders (id);
