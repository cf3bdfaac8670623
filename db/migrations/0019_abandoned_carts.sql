-- Abandoned carts. A cart is on one device while its owner is signed in there, and here otherwise. Moving it never
-- duplicates it, because the customer would buy twice. Only use cases reach these tables.

create table private.saved_carts (
  customer_id uuid primary key references auth.users (id) on delete cascade,
  -- Chosen by the device that moved the cart here, so that moving it twice stores it once.
  version uuid not null,
  -- [{variant_id, quantity, design_id?}]
  lines jsonb not null constraint saved_lines_invalid
    check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) between 0 and 50),
  promo_codes text[] not null default '{}' constraint saved_codes_too_many check (cardinality(promo_codes) <= 5),
  -- The device that fetched the cart and has not confirmed its arrival yet.
  taken_by uuid,
  -- When the owner last changed the cart. A reminder does not change it.
  active_at timestamptz not null default now(),
  reminders integer not null default 0
    constraint cart_reminded_too_often check (reminders between 0 and 2),
  reminded_at timestamptz,
  -- True: a copy of a cart that is on a device. It exists only for customers who subscribed to the newsletter, so
  -- that they get reminders (decision 0032), and never moves to another device.
  is_copy boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint copy_taken check (not is_copy or taken_by is null)
);
select private.protect('private.saved_carts');
create index saved_carts_inactive on private.saved_carts (active_at);
create trigger touch before update on private.saved_carts for each row execute function private.touch();

-- A changed cart starts a new series of reminders, but not within seven days of the last reminder.
create function private.note_cart_activity() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.version is distinct from old.version or new.taken_by is distinct from old.taken_by then
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

-- An order deletes the copy of the cart and is recorded as recovered if a reminder came before it.
create function private.close_reminded_cart() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  last timestamptz;
begin
  delete from private.saved_carts where customer_id = new.customer_id and is_copy;
  select sent_at into last from private.cart_reminders
    where customer_id = new.customer_id and sent_at > now() - interval '7 days' order by sent_at desc limit 1;
  if last is not null then
    insert into private.recovered_orders (order_id, reminded_at) values (new.id, last);
  end if;
  return null;
end $$;
create trigger close_reminded_cart after insert on public.orders
  for each row execute function private.close_reminded_cart();
