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
create trigger note_recovered_order after insert on public.orders
  for each row execute function private.note_recovered_order();
