-- Carts that lie on the device of somebody who is signed in: the shop sees them when it is asked for their price. Of those
-- who asked for news a copy is kept, so that rule 9 holds for every cart and not only for those left when signing out.

alter table private.saved_carts
  -- Lies on a device as well; it is never handed over, and another one that is handed over takes its place.
  add column is_copy boolean not null default false,
  add constraint copy_taken check (not is_copy or taken_by is null);

-- Another cart begins anew, but nobody hears of one within a day of the last, nor a third time within a week.
create or replace function private.note_cart_activity() returns trigger
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

-- What came of reminders: an order within a week of one. It ends what is kept of the cart, too.
create table private.recovered_orders (
  order_id uuid primary key references public.orders (id),
  reminded_at timestamptz not null
);
select private.protect('private.recovered_orders'::regclass);

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

-- When somebody was reminded: outlives the cart.
create table private.cart_reminders (
  customer_id uuid not null references auth.users (id) on delete cascade,
  sent_at timestamptz not null default now(),
  primary key (customer_id, sent_at)
);
select private.protect('private.cart_reminders'::regclass);
create trigger close_reminded_cart after insert on public.orders
  for each row execute function private.close_reminded_cart();
