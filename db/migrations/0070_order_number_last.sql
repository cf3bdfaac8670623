-- The number is drawn when all else of a new order is written. The counter is one row: whoever draws keeps everybody
-- else waiting until the commit, and numbers without gaps allow no other way. Drawn with the insert, that wait covered
-- the lines, the holds and the payment of every order; drawn last, it covers the commit alone.
alter table public.orders alter column number drop default, alter column number drop not null;

create function private.number_order() returns trigger
  language plpgsql security definer set search_path to '' as $$
begin
  update public.orders set number = private.next_order_number() where id = new.id and number is null;
  return null;
end $$;
revoke all on function private.number_order() from public;

-- Whoever reads the number within the transaction says `set constraints order_numbered immediate` before.
create constraint trigger order_numbered after insert on public.orders
  deferrable initially deferred for each row when (new.number is null)
  execute function private.number_order();

create or replace function private.guard_order_status() returns trigger
  language plpgsql set search_path to '' as $$
begin
  if old.status <> new.status and (old.status, new.status) not in (
    ('draft', 'awaiting_payment'), ('draft', 'placed'), ('draft', 'canceled'),
    ('awaiting_payment', 'placed'), ('awaiting_payment', 'expired'), ('awaiting_payment', 'canceled'),
    ('expired', 'placed'), ('placed', 'completed'), ('placed', 'canceled')
  ) then
    raise exception 'an order cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'order_status_step';
  end if;
  if (new.number, new.subtotal, new.discount, new.shipping, new.request_hash) is distinct from
      (coalesce(old.number, new.number), old.subtotal, old.discount, old.shipping, old.request_hash)
    or new.payment_fee <> old.payment_fee and old.paid_total <> 0 then
    raise exception 'what was agreed never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
